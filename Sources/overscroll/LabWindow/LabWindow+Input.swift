import OverscrollDesktop
import OverscrollLab
import OverscrollPanels
import OverscrollStage
import ScrollEngine
import ScrollGeometry

extension LabWindow {
  /// The panels that have a place.
  var shownPanels: [DockLayout.Area: any Panel] {
    panels.filter { layout.frames[$0.key] != nil }
  }

  /// Sends input to the panel or the content where it began.
  func route(_ event: OverscrollDesktop.Event) {
    if case .pointer(let pointer) = event {
      let modifiers = EventTranslation.modifiers(pointer.modifiers)
      for panel in shownPanels.values { panel.modifiersChanged(modifiers) }
    }
    let origin = Script.Origin(event.source)
    guard let event = translation.translate(event) else { return }
    let target = captured ?? target(at: event.location)
    captured = event.isEnd ? nil : event.isBeginning ? target : captured
    send(event, to: target, from: origin)
  }

  /// Sends input, in points of the window, to the content or a panel.
  func send(_ event: ScrollEngine.Event, to target: Target, from origin: Script.Origin? = nil) {
    switch target {
    case .content:
      let corner = layout.viewport.origin
      content.send(event.mapped { ($0 - corner) / self.layout.reduction }, from: origin)
    case .panel(let area):
      guard let frame = layout.frames[area] else { return }
      panels[area]?.send(event.mapped { $0 - frame.origin })
    }
  }

  /// Returns a place in the content or a panel in points of the window.
  func locationInWindow(_ place: Point, of target: Target) -> Point {
    switch target {
    case .content: place * layout.reduction + layout.viewport.origin
    case .panel(let area): place + (layout.frames[area]?.origin ?? .zero)
    }
  }

  private func target(at place: Point) -> Target {
    layout.frames.first { $0.value.contains(place) }.map { .panel($0.key) } ?? .content
  }

  /// Tells panels where the pointer is, in points of the window.
  func hover(at place: Point) {
    let area = layout.frames.first { $0.value.contains(place) }?.key
    if let hovered, hovered != area { panels[hovered]?.pointerMoved(to: nil) }
    hovered = area
    let isInContent = area == nil && layout.viewport.contains(place)
    content.pointerMoved(
      to: isInContent ? (place - layout.viewport.origin) / layout.reduction : nil)
    guard let area, let frame = layout.frames[area] else { return }
    panels[area]?.pointerMoved(to: place - frame.origin)
  }
}

extension ScrollEngine.Event {
  /// The location, in points; zero for keys.
  fileprivate var location: Point {
    switch self {
    case .touch(let event): event.location
    case .pinch(let event): event.location
    case .wheel(let event): event.location
    case .touchpad(let event): event.location
    case .key, .text: .zero
    }
  }

  /// The same input at a location that is transformed.
  fileprivate func mapped(_ transform: (Point) -> Point) -> Self {
    switch self {
    case .touch(var event):
      event.location = transform(event.location)
      return .touch(event)
    case .pinch(var event):
      event.location = transform(event.location)
      return .pinch(event)
    case .wheel(var event):
      event.location = transform(event.location)
      return .wheel(event)
    case .touchpad(var event):
      event.location = transform(event.location)
      return .touchpad(event)
    case .key, .text: return self
    }
  }

  /// A Boolean value that indicates whether a gesture begins that is followed to its end.
  fileprivate var isBeginning: Bool {
    switch self {
    case .touch(let event): event.phase == .began
    case .pinch(let event): event.phase == .began
    case .touchpad(let event): event.phase == .began
    case .wheel, .key, .text: false
    }
  }

  fileprivate var isEnd: Bool {
    switch self {
    case .touch(let event): event.phase == .ended || event.phase == .cancelled
    case .pinch(let event): event.phase == .ended
    case .touchpad(let event): event.phase == .ended
    case .wheel, .key, .text: false
    }
  }
}
