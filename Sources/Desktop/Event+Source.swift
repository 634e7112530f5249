internal import CX11

extension Event {
  /// Where input came from; it has no effect on what the input does.
  package struct Source: Hashable, Sendable {
    /// The server's timestamp, in milliseconds, which wraps around after 49.7 days; `nil` where there is none.
    package var serverTime: UInt32?
    /// The index of the device in ``Environment/devices``; `nil` where it is not known, as for keys.
    package var device: Int?

    /// Makes a source.
    package init(serverTime: UInt32? = nil, device: Int? = nil) {
      self.serverTime = serverTime
      self.device = device
    }

    /// The source of an event with a server's timestamp; 0 (`CurrentTime`) stands for none.
    init(_ stamp: Time) {
      self.init(serverTime: stamp == 0 ? nil : UInt32(truncatingIfNeeded: stamp))
    }
  }

  /// Where input came from; empty for other events.
  package var source: Source {
    get {
      switch self {
      case .pointer(let event): event.source
      case .wheel(let event): event.source
      case .touchpad(let event): event.source
      case .touch(let event): event.source
      case .pinch(let event): event.source
      case .key(let event): event.source
      case .text, .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged,
        .settingsChanged,
        .displayProfileChanged,
        .frame, .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver,
        .redrawSlot:
        Source()
      }
    }
    set {
      switch self {
      case .pointer(var event):
        event.source = newValue
        self = .pointer(event)
      case .wheel(var event):
        event.source = newValue
        self = .wheel(event)
      case .touchpad(var event):
        event.source = newValue
        self = .touchpad(event)
      case .touch(var event):
        event.source = newValue
        self = .touch(event)
      case .pinch(var event):
        event.source = newValue
        self = .pinch(event)
      case .key(var event):
        event.source = newValue
        self = .key(event)
      case .text, .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged,
        .settingsChanged,
        .displayProfileChanged,
        .frame, .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver,
        .redrawSlot:
        break
      }
    }
  }
}
