import OverscrollDesktop
import ScrollGeometry

/// Decides which part of a window gets an event of the pointer, a finger or a touchpad: the content, or the panels below it.
///
/// What began in one part stays with it until it ends, wherever it goes.
struct PanelRouter {
  /// A part of the window.
  enum Part: Hashable {
    case content, panels
  }

  /// The y-coordinate at which the panels begin, in pixels; `nil` where none is shown.
  var top: Double?
  /// The part in which the held buttons were pressed.
  private var heldPart: Part?
  private var heldButtons: Set<Int> = []
  /// The fingers that touched the panels.
  private var fingers: Set<Int> = []
  /// The part in which a gesture of the touchpad began.
  private var gesturePart: Part?

  init() {}

  private func part(at position: Point) -> Part {
    if let top, position.y >= top { .panels } else { .content }
  }

  /// Returns the part that an event is for; `nil` for events of the whole window.
  mutating func part(of event: OverscrollDesktop.Event) -> Part? {
    switch event {
    case .pointer(let pointer): return part(of: pointer)
    case .touch(let touch): return part(of: touch)
    case .wheel(let wheel): return heldPart ?? part(at: wheel.position)
    case .touchpad(let touchpad): return part(of: touchpad.phase, at: touchpad.position)
    case .pinch(let pinch): return part(of: pinch.phase, at: pinch.centroid)
    default: return nil
    }
  }

  private mutating func part(of pointer: OverscrollDesktop.Event.Pointer) -> Part {
    let own = heldPart ?? part(at: pointer.position)
    switch pointer.action {
    case .pressed(let button):
      heldButtons.insert(button)
      heldPart = own
    case .released(let button), .cancelled(let button):
      heldButtons.remove(button)
      if heldButtons.isEmpty { heldPart = nil }
    case .moved: break
    }
    return own
  }

  private mutating func part(of touch: OverscrollDesktop.Event.Touch) -> Part {
    if touch.phase == .began, part(at: touch.position) == .panels { fingers.insert(touch.id) }
    let own: Part = fingers.contains(touch.id) ? .panels : .content
    if touch.phase == .ended || touch.phase == .cancelled { fingers.remove(touch.id) }
    return own
  }

  private mutating func part(of phase: OverscrollDesktop.Event.Phase, at position: Point) -> Part {
    let own = phase == .began ? part(at: position) : gesturePart ?? part(at: position)
    gesturePart = phase == .ended || phase == .cancelled ? nil : own
    return own
  }
}

extension OverscrollDesktop.Event {
  /// A Boolean value that indicates whether a button is pressed or a finger touches.
  var beginsDrag: Bool {
    switch self {
    case .pointer(let pointer): if case .pressed = pointer.action { true } else { false }
    case .touch(let touch): touch.phase == .began
    default: false
    }
  }

  /// The event with its position moved by a distance, in pixels.
  func moved(by distance: Point) -> Self {
    switch self {
    case .pointer(var pointer):
      pointer.position += distance
      return .pointer(pointer)
    case .touch(var touch):
      touch.position += distance
      return .touch(touch)
    case .wheel(var wheel):
      wheel.position += distance
      return .wheel(wheel)
    case .touchpad(var touchpad):
      touchpad.position += distance
      return .touchpad(touchpad)
    case .pinch(var pinch):
      pinch.centroid += distance
      return .pinch(pinch)
    default: return self
    }
  }
}
