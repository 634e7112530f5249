package import ScrollEngine

extension Event {
  /// The same input with another timestamp, in seconds.
  package func stamped(_ time: Double) -> Event {
    switch self {
    case .touch(var event):
      event.timestamp = time
      return .touch(event)
    case .pinch(var event):
      event.timestamp = time
      return .pinch(event)
    case .wheel(var event):
      event.timestamp = time
      return .wheel(event)
    case .touchpad(var event):
      event.timestamp = time
      return .touchpad(event)
    case .key(var event):
      event.timestamp = time
      return .key(event)
    case .text(var event):
      event.timestamp = time
      return .text(event)
    }
  }
}
