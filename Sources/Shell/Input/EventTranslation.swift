package import OverscrollHost
import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// Translates the desktop's events, in device pixels, to the engine's, in points.
///
/// A drag with the left or middle button is a touch; other buttons and pointer motion without a button are ignored.
package struct EventTranslation {
  /// The device pixels per point (scale factor), above 0.
  package var scale: Double
  /// Whether the wheel zooms, and pans with Control.
  var wheelZooms: Bool
  /// The identifier of the mouse's touch; servers number touches from 0.
  private static let mouseID = -1
  private static let draggingButtons = [1, 2]
  private var heldButton: Int?
  /// The time by which a lift may come after the last movement and still count as part of it, in seconds. [C]
  private static let maximumLiftDelay = 0.02
  /// The time of the last movement of each touch that is down, and of a scroll on a touchpad, in seconds.
  private var lastMovements: [Int: Double] = [:]
  /// The key in ``lastMovements`` of a scroll on a touchpad.
  private static let touchpadID = -2

  package init(scale: Double, wheelZooms: Bool) {
    self.scale = scale
    self.wheelZooms = wheelZooms
  }

  /// Whether a mouse button is held for a drag.
  package var isHeld: Bool { heldButton != nil }

  /// Returns the engine's event, or `nil` where it has none.
  ///
  /// A lift, for which the server reports no movement of its own, gets the time of the last movement if that is recent: content
  /// then moves on from there without stopping first.
  package mutating func translate(_ event: Input) -> Event? {
    switch event {
    case .pointer(let pointer): mouse(pointer).map { .touch(lifted($0)) }
    case .touch(let touch): .touch(lifted(finger(touch)))
    case .wheel(let wheel): .wheel(notches(wheel))
    case .touchpad(let touchpad): .touchpad(scrolling(touchpad))
    case .pinch(let pinch): .pinch(pinching(pinch))
    case .text(let text): Self.text(text)
    case .key, .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged, .settingsChanged,
      .displayProfileChanged, .frame,
      .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver, .redrawSlot:
      nil
    }
  }

  /// Records the time of a movement; returns a lift with that of the last one.
  private mutating func lifted(_ touch: TouchEvent) -> TouchEvent {
    var touch = touch
    switch touch.phase {
    case .began, .cancelled: lastMovements[touch.id] = nil
    case .moved: lastMovements[touch.id] = touch.timestamp
    case .stationary: break
    case .ended: touch.timestamp = timeOfLift(touch.id, at: touch.timestamp)
    }
    return touch
  }

  private mutating func timeOfLift(_ id: Int, at time: Double) -> Double {
    guard let last = lastMovements.removeValue(forKey: id),
      (0...Self.maximumLiftDelay).contains(time - last)
    else { return time }
    return last
  }

  private mutating func mouse(_ pointer: Input.Pointer) -> TouchEvent? {
    let phase: TouchEvent.Phase
    switch pointer.action {
    case .pressed(let button):
      guard heldButton == nil, Self.draggingButtons.contains(button) else { return nil }
      heldButton = button
      phase = .began
    case .moved:
      guard isHeld else { return nil }
      phase = .moved
    case .released(let button):
      guard button == heldButton else { return nil }
      heldButton = nil
      phase = .ended
    case .cancelled(let button):
      guard button == heldButton else { return nil }
      heldButton = nil
      phase = .cancelled
    case .left: return nil
    }
    return TouchEvent(
      id: Self.mouseID, phase: phase, location: pointer.position / scale,
      timestamp: pointer.time, type: .indirectPointer)
  }

  /// Returns text for the first responder; the reason why nothing was pasted is none.
  package static func text(_ text: Input.Text) -> Event? {
    let content: TextEvent.Content
    switch text.content {
    case .committed(let string): content = .inserted(string)
    case .composing(let string, let caret): content = .marked(string, selectedRange: caret..<caret)
    case .pasted(let string): content = .pasted(string)
    case .notPasted: return nil
    }
    return .text(TextEvent(content, timestamp: text.time))
  }

  private func finger(_ touch: Input.Touch) -> TouchEvent {
    let phase: TouchEvent.Phase =
      switch touch.phase {
      case .began: .began
      case .changed: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      }
    return TouchEvent(
      id: touch.id, phase: phase, location: touch.position / scale, timestamp: touch.time)
  }

  private func notches(_ wheel: Input.Wheel) -> WheelEvent {
    var modifiers = Self.modifiers(wheel.modifiers)
    if wheelZooms { modifiers.formSymmetricDifference(.control) }
    return WheelEvent(
      notches: wheel.notches, location: wheel.position / scale, modifiers: modifiers,
      timestamp: wheel.time)
  }

  private mutating func scrolling(_ touchpad: Input.Touchpad) -> TouchpadEvent {
    let phase = Self.phase(touchpad.phase)
    var time = touchpad.time
    if phase == .ended {
      time = timeOfLift(Self.touchpadID, at: time)
    } else {
      lastMovements[Self.touchpadID] = time
    }
    return TouchpadEvent(
      phase: phase, delta: touchpad.delta / scale, location: touchpad.position / scale,
      modifiers: Self.modifiers(touchpad.modifiers), reportsStops: touchpad.reportsStops,
      timestamp: time)
  }

  private func pinching(_ pinch: Input.Pinch) -> PinchEvent {
    PinchEvent(
      phase: Self.phase(pinch.phase), scale: max(pinch.scale, 1e-3),
      location: pinch.centroid / scale, timestamp: pinch.time)
  }

  private static func phase(_ phase: Input.Phase) -> GesturePhase {
    switch phase {
    case .began: .began
    case .changed: .changed
    case .ended, .cancelled: .ended
    }
  }

  /// The engine's event for a key that is pressed or repeats.
  package static func key(_ key: Input.Key) -> KeyEvent {
    KeyEvent(
      key: .init(rawValue: key.name), modifiers: modifiers(key.modifiers), timestamp: key.time)
  }

  static func modifiers(_ held: Input.Modifiers) -> Modifiers {
    var modifiers: Modifiers = []
    if held.contains(.shift) { modifiers.insert(.shift) }
    if held.contains(.control) { modifiers.insert(.control) }
    if held.contains(.alt) { modifiers.insert(.alternate) }
    if held.contains(.logo) { modifiers.insert(.command) }
    return modifiers
  }
}

extension Input.Key {
  /// Whether it is one of F1, F2 and so on.
  package var isFunctionKey: Bool { name.first == "F" && Int(name.dropFirst()) != nil }

  /// Function keys and Ctrl+Q mean the same while text is typed.
  package var isCommandInText: Bool { isFunctionKey || name == "q" && modifiers == .control }
}

extension Script.Origin {
  package init(_ source: Input.Source) {
    self.init(milliseconds: source.serverTime, device: source.device)
  }
}
