internal import CX11

/// What a window exchanges with other programs by selections.
struct Exchange {
  /// The text that this window offers.
  var clipboard: Clipboard
  /// The drags over the window.
  var dropTarget: DropTarget
  /// The contents of the clipboard that were asked for.
  var pasted: SelectionReceiver
  /// The contents of a drop.
  var dropped: SelectionReceiver

  init(_ connection: Connection, window: CX11.Window) {
    clipboard = Clipboard(connection: connection, window: window)
    dropTarget = DropTarget(connection, window: window)
    pasted = SelectionReceiver(connection)
    dropped = SelectionReceiver(connection)
  }

  /// When a program that does not answer is abandoned, in seconds; `nil` while nothing is awaited.
  var deadline: Double? { [pasted.deadline, dropped.deadline].compactMap(\.self).min() }

  /// Takes the answer of the owner of a selection.
  mutating func receive(_ event: XSelectionEvent, now: Double) -> SelectionReceiver.Outcome? {
    switch event.requestor {
    case pasted.window: pasted.receive(event, now: now)
    case dropped.window: dropped.receive(event, now: now)
    default: nil
    }
  }

  /// Takes a part of the contents of a selection, or passes the next one on.
  mutating func receive(_ event: XPropertyEvent, now: Double) -> SelectionReceiver.Outcome? {
    guard event.state == PropertyNewValue else {
      clipboard.propertyWasDeleted(event)
      return nil
    }
    switch event.window {
    case pasted.window: return pasted.propertyWasSet(event, now: now)
    case dropped.window: return dropped.propertyWasSet(event, now: now)
    default: return nil
    }
  }
}

extension DesktopWindow {
  /// Offers text to other programs through the clipboard; returns whether the server agreed.
  ///
  /// The text is delivered when another program requests it, as long as this one runs.
  @discardableResult
  package func copyText(_ text: String) -> Bool {
    copy(ClipboardContents(text: text))
  }

  /// Offers contents to other programs through the clipboard; returns whether the server agreed.
  @discardableResult
  package func copy(_ contents: ClipboardContents) -> Bool {
    guard connection.isAlive else { return false }
    return exchange.clipboard.own(contents, time: textInput.latestTime) { [weak self] in
      self?.exchange.clipboard.pictureIsMade($0, ownedSince: $1)
    }
  }

  /// Asks for the text of the clipboard, which arrives as ``Event/text(_:)``.
  package func requestText() {
    guard connection.isAlive else { return }
    exchange.pasted.requestText(time: textInput.latestTime, now: MonotonicClock.now)
  }

  /// Asks for the files or the picture on the clipboard, which arrive as ``Event/received(_:)``.
  package func requestFiles() {
    guard connection.isAlive else { return }
    exchange.pasted.requestFiles(time: textInput.latestTime, now: MonotonicClock.now)
  }
}

// MARK: - Events

extension DesktopWindow {
  /// Reads the answer of the owner of a selection.
  func readSelection(_ event: XSelectionEvent, at time: Double, into events: inout [Event]) {
    append(exchange.receive(event, now: time), at: time, to: &events)
  }

  /// Reads a change of a property in which contents of selections are passed in parts.
  func readPart(_ event: XPropertyEvent, at time: Double, into events: inout [Event]) {
    append(exchange.receive(event, now: time), at: time, to: &events)
  }

  /// Abandons programs that do not respond.
  func expireRequests(into events: inout [Event]) {
    guard connection.isAlive, exchange.deadline != nil else { return }
    let now = MonotonicClock.now
    append(exchange.pasted.expire(at: now), at: now, to: &events)
    append(exchange.dropped.expire(at: now), at: now, to: &events)
  }

  /// Reads a message of a drag; returns `false` for other messages.
  func readDrag(_ message: XClientMessageEvent, at time: Double, into events: inout [Event])
    -> Bool
  {
    let wasOver = exchange.dropTarget.isOver
    let step = exchange.dropTarget.read(message)
    appendHover(since: wasOver, to: &events)
    switch step {
    case .none: return false
    case .handled: return true
    case .receive(let types, let dropTime):
      let failure = exchange.dropped.requestDrop(as: types, time: dropTime, now: time)
      append(failure, at: time, to: &events)
      return true
    }
  }

  /// Ends the transfers to and the drag from a window that is gone.
  func windowWasDestroyed(_ gone: CX11.Window, into events: inout [Event]) {
    let wasOver = exchange.dropTarget.isOver
    exchange.clipboard.windowWasDestroyed(gone)
    exchange.dropTarget.windowWasDestroyed(gone)
    appendHover(since: wasOver, to: &events)
  }

  private func appendHover(since wasOver: Bool, to events: inout [Event]) {
    let isOver = exchange.dropTarget.isOver
    if wasOver != isOver { events.append(.dropHover(isOver)) }
  }

  private func append(
    _ outcome: SelectionReceiver.Outcome?, at time: Double, to events: inout [Event]
  ) {
    switch outcome {
    case .received(let received):
      if received.way == .drop {
        var isAccepted = true
        if case .failure = received.content { isAccepted = false }
        exchange.dropTarget.finish(isAccepted: isAccepted)
      }
      events.append(.received(received))
    case .text(let text): events.append(.text(Event.Text(time: time, content: .pasted(text))))
    case .noText(let why): events.append(.text(Event.Text(time: time, content: .notPasted(why))))
    case nil: break
    }
  }
}
