internal import CX11

extension DesktopWindow {
  /// Asks for the files or the picture in the clipboard; ``Event/received(_:)`` follows.
  package func pasteFiles() {
    guard connection.isAlive else { return }
    _ = receiver.receive(
      connection.atoms[.clipboard], types: nil, time: keyTime, way: .clipboard,
      now: MonotonicClock.now)
  }

  /// Reads an event of the window on which other programs put their answers.
  func readSelection(_ event: XEvent, into events: inout [Event]) {
    append(receiver.read(event, now: MonotonicClock.now), to: &events)
  }

  /// Gives up a program that does not answer.
  func expireRequest(into events: inout [Event]) {
    guard connection.isAlive else { return }
    append(receiver.expire(at: MonotonicClock.now), to: &events)
  }

  private func append(_ received: Received?, to events: inout [Event]) {
    guard let received else { return }
    if received.way == .drop {
      var isAccepted = true
      if case .failure = received.content { isAccepted = false }
      dropTarget.finish(isAccepted: isAccepted)
    }
    events.append(.received(received))
  }

  /// Reads a message of a drag; returns false for other messages.
  func readDrag(_ message: XClientMessageEvent, into events: inout [Event]) -> Bool {
    let wasOver = dropTarget.isOver
    let step = dropTarget.read(message)
    if wasOver != dropTarget.isOver { events.append(.dropHover(dropTarget.isOver)) }
    switch step {
    case .none: return false
    case .handled: return true
    case .receive(let types, let time):
      let failure = receiver.receive(
        connection.atoms[.dragSelection], types: types, time: time, way: .drop,
        now: MonotonicClock.now)
      append(failure, to: &events)
      return true
    }
  }
}
