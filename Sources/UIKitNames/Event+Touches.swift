public import ScrollEngine

extension ScrollEngine.Event {
  /// The kinds of events.
  ///
  /// Corresponds to `UIEvent.EventType`.
  public enum EventType: Int, Hashable, Sendable, CaseIterable {
    /// Touches.
    case touches
    /// Keys and text.
    case presses
    /// A wheel, or scrolling on a touchpad.
    case scroll
    /// A pinch on a touchpad.
    case transform
  }

  /// The kind of the event.
  ///
  /// Corresponds to `UIEvent.type`.
  public var type: EventType {
    switch self {
    case .touch: .touches
    case .wheel, .touchpad: .scroll
    case .pinch: .transform
    case .key, .text: .presses
    }
  }

  /// Returns the movements that the event stands for: `touch` alone, since the host sends each of them.
  ///
  /// Corresponds to `UIEvent.coalescedTouches(for:)`.
  public func coalescedTouches(for touch: Touch) -> [Touch]? { [touch] }
}
