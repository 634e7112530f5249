/// The mouse buttons that are down, and what takes them away without a release: a window that goes off the
/// screen, another program's grab, a release that went elsewhere.
struct PressedButtons: Hashable, Sendable {
  private var held: Set<Int> = []
  private var last: Event.Pointer?

  /// Follows a pointer event.
  ///
  /// - Parameters:
  ///   - pointer: What happened.
  ///   - isDown: Tells of a button whether the server says that it is down just before.
  /// - Returns: The cancellations of buttons that are not down any more, and the event itself.
  mutating func follow(_ pointer: Event.Pointer, isDown: (Int) -> Bool) -> [Event] {
    var lost = held.filter { !isDown($0) }
    switch pointer.action {
    case .pressed(let button): held.insert(button)
    case .released(let button):
      held.remove(button)
      lost.remove(button)
    case .moved, .cancelled: break
    }
    held.subtract(lost)
    last = pointer
    return cancellations(of: lost, time: pointer.time) + [.pointer(pointer)]
  }

  /// Takes back all buttons that are down.
  mutating func cancel(time: Double) -> [Event] {
    defer { held = [] }
    return cancellations(of: held, time: time)
  }

  private func cancellations(of buttons: Set<Int>, time: Double) -> [Event] {
    guard let last else { return [] }
    return buttons.sorted().map { button in
      .pointer(
        Event.Pointer(
          time: time, action: .cancelled(button: button), position: last.position, modifiers: []))
    }
  }
}
