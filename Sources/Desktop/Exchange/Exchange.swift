internal import CX11
package import OverscrollHost

/// What a window exchanges with other programs by selections.
struct Exchange {
  /// The text that this window offers.
  var clipboard: Clipboard
  /// The clipboard's contents on their way to a clipboard manager.
  var handover: ClipboardHandover
  /// The drag that has begun in the window.
  var dragSource: DragSource
  /// The drags over the window.
  private var dropTarget: DropTarget
  /// The contents of the clipboard that were asked for.
  var pasted: SelectionReceiver
  /// The contents of a drop.
  private var dropped: SelectionReceiver

  init(_ connection: Connection, window: CX11.Window) {
    clipboard = Clipboard(
      connection: connection, window: window, selection: connection.atoms[.clipboard])
    handover = ClipboardHandover(connection, window: window)
    dragSource = DragSource(connection, window: window)
    dropTarget = DropTarget(connection, window: window)
    pasted = SelectionReceiver(connection)
    dropped = SelectionReceiver(connection)
  }

  /// When a program that does not answer is abandoned, in seconds; `nil` while nothing is awaited.
  var deadline: Double? {
    [pasted.deadline, dropped.deadline, handover.deadline, dragSource.deadline]
      .compactMap(\.self).min()
  }

  /// Answers a request for what the window offers.
  mutating func answer(_ request: XSelectionRequestEvent) {
    if request.selection == dragSource.offer.selection {
      dragSource.offer.answer(request)
    } else {
      clipboard.answer(request)
    }
  }

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
      dragSource.offer.propertyWasDeleted(event)
      return nil
    }
    switch event.window {
    case pasted.window: return pasted.propertyWasSet(event, now: now)
    case dropped.window: return dropped.propertyWasSet(event, now: now)
    default: return nil
    }
  }
}

// MARK: - Events

extension Exchange {
  /// Reads the answer of the owner of a selection.
  mutating func readSelection(_ event: XSelectionEvent, at time: Double, into events: inout [Input])
  {
    if handover.receive(event) { events.append(.clipboardHandedOver) }
    append(receive(event, now: time), at: time, to: &events)
  }

  /// Reads a change of a property in which contents of selections are passed in parts.
  mutating func readPart(_ event: XPropertyEvent, at time: Double, into events: inout [Input]) {
    append(receive(event, now: time), at: time, to: &events)
  }

  /// Abandons programs that do not respond.
  mutating func expire(at now: Double, into events: inout [Input]) {
    guard deadline != nil else { return }
    append(pasted.expire(at: now), at: now, to: &events)
    append(dropped.expire(at: now), at: now, to: &events)
    if handover.expire(at: now) { events.append(.clipboardHandedOver) }
    changeDrag(into: &events) { $0.expire(at: now) }
  }

  /// Reads a message of a drag; returns `false` for other messages.
  mutating func readDrag(
    _ message: XClientMessageEvent, at time: Double, into events: inout [Input]
  ) -> Bool {
    if dragSource.understands(message) {
      changeDrag(into: &events) { $0.read(message, now: time) }
      return true
    }
    let wasOver = dropTarget.isOver
    let step = dropTarget.read(message)
    appendHover(since: wasOver, to: &events)
    switch step {
    case .none: return false
    case .handled: return true
    case .receive(let types, let dropTime):
      let failure = dropped.requestDrop(as: types, time: dropTime, now: time)
      append(failure, at: time, to: &events)
      return true
    }
  }

  /// Forgets what another client owns now.
  mutating func wasCleared(_ event: XSelectionClearEvent) {
    clipboard.wasCleared(event)
    dragSource.offer.wasCleared(event)
  }

  /// Ends the transfers to and the drags from and to a window that is gone.
  mutating func windowWasDestroyed(_ gone: CX11.Window, into events: inout [Input]) {
    let wasOver = dropTarget.isOver
    clipboard.windowWasDestroyed(gone)
    changeDrag(into: &events) { $0.windowWasDestroyed(gone) }
    dropTarget.windowWasDestroyed(gone)
    appendHover(since: wasOver, to: &events)
  }

  /// Follows the pointer while a drag has begun in the window.
  mutating func followDrag(_ news: [Input], at stamp: UInt32?, into events: inout [Input]) {
    guard dragSource.isDragging else { return }
    let now = MonotonicClock.now
    for case .pointer(let pointer) in news {
      changeDrag(into: &events) { $0.follow(pointer, time: Time(stamp ?? 0), now: now) }
    }
  }

  /// Changes the drag, and reports what it would do if that is new.
  mutating func changeDrag(into events: inout [Input], _ change: (inout DragSource) -> Void) {
    let before = dragSource.state
    change(&dragSource)
    if dragSource.state != before { events.append(.dragChanged) }
  }

  private func appendHover(since wasOver: Bool, to events: inout [Input]) {
    let isOver = dropTarget.isOver
    if wasOver != isOver { events.append(.dropHover(isOver)) }
  }

  private mutating func append(
    _ outcome: SelectionReceiver.Outcome?, at time: Double, to events: inout [Input]
  ) {
    switch outcome {
    case .received(let received):
      if received.way == .drop {
        var isAccepted = true
        if case .failure = received.content { isAccepted = false }
        dropTarget.finish(isAccepted: isAccepted)
      }
      events.append(.received(received))
    case .text(let text): events.append(.text(Input.Text(time: time, content: .pasted(text))))
    case .noText(let why): events.append(.text(Input.Text(time: time, content: .notPasted(why))))
    case nil: break
    }
  }
}

// MARK: - The window

extension DesktopWindow {
  /// Offers contents to other programs through the clipboard; returns whether the server agreed.
  @discardableResult
  package func copy(_ contents: ClipboardContents) -> Bool {
    guard connection.isAlive else { return false }
    return exchange.clipboard.own(contents, time: textInput.latestTime) { [weak self] in
      self?.exchange.clipboard.pictureIsMade($0, ownedSince: $1)
    }
  }

  /// Begins to hand the clipboard's contents to a clipboard manager, since the program is about to exit.
  ///
  /// ``Input/clipboardHandedOver`` follows within a second, until when the loop has to run.
  ///
  /// - Returns: The longest time that it takes, in seconds; `nil` where there is nothing to hand over, or no manager.
  package func beginClipboardHandover() -> Double? {
    guard connection.isAlive, let owned = exchange.clipboard.owned else { return nil }
    return exchange.handover.begin(
      exchange.clipboard.types, time: owned.time, now: MonotonicClock.now)
  }

  /// Asks for the text of the clipboard, which arrives as ``Input/text(_:)``.
  package func requestText() {
    guard connection.isAlive else { return }
    exchange.pasted.requestText(time: textInput.latestTime, now: MonotonicClock.now)
  }

  /// Asks for the files or the picture on the clipboard, which arrive as ``Input/received(_:)``.
  package func requestFiles() {
    guard connection.isAlive else { return }
    exchange.pasted.requestFiles(time: textInput.latestTime, now: MonotonicClock.now)
  }

  /// The drag that has begun in the window; ``Input/dragChanged`` follows when it changes.
  package var drag: DragState { exchange.dragSource.state }

  /// Begins to drag contents to other programs, until the button that is held is released.
  ///
  /// - Parameter contents: The files, or the picture.
  /// - Returns: False where that is impossible.
  package func beginDrag(_ contents: ClipboardContents) -> Bool {
    guard connection.isAlive, let place = pressedButtons.heldPosition else { return false }
    let time = textInput.latestTime
    let isOwner = exchange.dragSource.offer.own(contents, time: time) { [weak self] in
      self?.exchange.dragSource.offer.pictureIsMade($0, ownedSince: $1)
    }
    guard isOwner else { return false }
    exchange.dragSource.begin(
      at: place, corner: placement.corner, time: time, now: MonotonicClock.now)
    return true
  }

  /// Ends a drag that has begun in the window.
  package func cancelDrag() {
    if connection.isAlive { exchange.dragSource.cancel() }
  }
}
