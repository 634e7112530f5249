internal import OverscrollHost
internal import ScrollGeometry

/// The mouse buttons that are held, with cancellations for those whose release the window doesn't receive: because it was
/// unmapped, or another client grabbed the pointer or received the release.
struct PressedButtons: Hashable, Sendable {
  private var held: Set<Int> = []
  private var last: Input.Pointer?

  /// Updates the buttons with a pointer event.
  ///
  /// - Parameters:
  ///   - pointer: The event.
  ///   - isDown: Returns whether the server reports a button as held before the event.
  /// - Returns: Cancellations of the buttons that are no longer held, followed by the event.
  mutating func update(_ pointer: Input.Pointer, isDown: (Int) -> Bool) -> [Input] {
    var lost = held.filter { !isDown($0) }
    switch pointer.action {
    case .pressed(let button): held.insert(button)
    case .released(let button):
      held.remove(button)
      lost.remove(button)
    case .moved, .cancelled, .left: break
    }
    held.subtract(lost)
    // What is canceled ends where it was seen last.
    if pointer.action != .left { last = pointer }
    return cancellations(of: lost, time: pointer.time) + [.pointer(pointer)]
  }

  /// Where the pointer is while a button is held; `nil` otherwise.
  var heldPosition: Point? { held.isEmpty ? nil : last?.position }

  /// Cancels all held buttons.
  mutating func cancel(time: Double) -> [Input] {
    defer { held = [] }
    return cancellations(of: held, time: time)
  }

  private func cancellations(of buttons: Set<Int>, time: Double) -> [Input] {
    guard let last else { return [] }
    return buttons.sorted().map { button in
      .pointer(
        Input.Pointer(
          time: time, action: .cancelled(button: button), position: last.position, modifiers: []))
    }
  }
}
