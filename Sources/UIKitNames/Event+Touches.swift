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

  /// Returns the touches that began in `view`, or all in it where it is a window; `nil` where ``allTouches`` is.
  ///
  /// Corresponds to `UIEvent.touches(for:)`.
  public func touches(for view: View) -> Set<Touch>? {
    allTouches?.filter { view is Window ? $0.window === view : $0.view === view }
  }

  /// Returns the touches that `gestureRecognizer` receives; `nil` where ``allTouches`` is.
  ///
  /// Corresponds to `UIEvent.touches(for:)`.
  public func touches(for gestureRecognizer: GestureRecognizer) -> Set<Touch>? {
    allTouches?.filter { $0.gestureRecognizers.contains { $0 === gestureRecognizer } }
  }
}
