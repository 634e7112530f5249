internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

/// The window's part in drag and drop as its source (XDND, versions 3 to 5).
///
/// Main thread only. A target has one position at a time to answer, and the next one is sent with its answer. Nothing waits: what
/// doesn't come has a deadline of the loop.
struct DragSource {
  /// The versions of the XDND protocol that are spoken.
  static let versions = 3...5
  /// How long a target may take to answer a position before another one is looked for, or it is left, in seconds. [C]
  private static let statusLimit = 1.0
  /// How long a target may take with a drop, in seconds. [C]
  private static let finishLimit = 10.0

  /// What is done with the drag.
  private enum Phase: Hashable {
    case idle
    /// The button is held.
    case dragging
    /// The button was released, and the answer to the last position is awaited.
    case released
    /// The target takes the data.
    case dropped
  }

  let connection: Connection
  private let window: CX11.Window
  /// What the drag offers.
  var offer: Clipboard
  private let finder: DropTargetFinder
  private var phase = Phase.idle
  private var target: DropTargetFinder.Target?
  /// Whether the target would take the data where the pointer is.
  private var isAccepted = false
  /// The area of the screen in which the target needs no other position.
  private var quietArea: PixelRect?
  /// The window's corner in the screen, which stays where it is.
  private var corner = Point.zero
  /// The pointer in the screen, and the server's time.
  private var position = (x: 0, y: 0, time: Time(0))
  /// Whether the pointer has moved since the position that was sent last.
  private var hasMoved = false
  private var isAwaitingStatus = false
  /// When the target is taken for silent, in seconds; `nil` while nothing is awaited.
  private(set) var deadline: Double?

  init(_ connection: Connection, window: CX11.Window) {
    self.connection = connection
    self.window = window
    offer = Clipboard(
      connection: connection, window: window, selection: connection.atoms[.dragSelection])
    finder = DropTargetFinder(connection: connection, ownWindow: window)
  }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// Whether the button of a drag is held.
  var isDragging: Bool { phase == .dragging }

  /// What the drag would do now.
  var state: DragState {
    phase == .idle || phase == .dropped ? .none : isAccepted ? .accepted : .refused
  }
}

// MARK: - The hand

extension DragSource {
  /// Begins a drag of what ``offer`` owns, at a place of the window whose corner is at `corner` of the screen.
  mutating func begin(at place: Point, corner: Point, time: Time, now: Double) {
    // What was dropped before may still be on its way.
    if phase == .dropped { end() } else { cancel() }
    self.corner = corner
    position = onScreen(place, time)
    phase = .dragging
    // Escape is to be had even where the pointer takes the focus to another window.
    XGrabKeyboard(connection.display, window, 0, GrabModeAsync, GrabModeAsync, time)
    follow(now: now)
  }

  private func onScreen(_ place: Point, _ time: Time) -> (x: Int, y: Int, time: Time) {
    let place = place + corner
    return (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)), time)
  }

  /// Follows the pointer.
  mutating func follow(_ pointer: Input.Pointer, time: Time, now: Double) {
    switch pointer.action {
    case .moved, .left: move(to: pointer.position, time: time, now: now)
    case .released:
      move(to: pointer.position, time: time, now: now)
      release(time: time, now: now)
    case .cancelled: cancel()
    case .pressed: break
    }
  }

  /// Moves the pointer to a place of the window.
  private mutating func move(to place: Point, time: Time, now: Double) {
    let next = onScreen(place, time)
    guard phase == .dragging, (next.x, next.y) != (position.x, position.y) else { return }
    position = next
    hasMoved = true
    if !isAwaitingStatus { follow(now: now) }
  }

  /// The button was released: the data is dropped where the target takes it.
  private mutating func release(time: Time, now: Double) {
    guard phase == .dragging else { return }
    position.time = time
    phase = .released
    XUngrabKeyboard(connection.display, time)
    if !isAwaitingStatus { drop(now: now) }
  }

  /// Ends the drag, and leaves the target; a drop that has begun can't be taken back.
  mutating func cancel() {
    guard phase == .dragging || phase == .released else { return }
    if phase == .dragging { XUngrabKeyboard(connection.display, position.time) }
    leave()
    end()
  }

  private mutating func end() {
    phase = .idle
    (target, isAccepted, isAwaitingStatus, hasMoved) = (nil, false, false, false)
    (quietArea, deadline) = (nil, nil)
  }

  /// Drops the data, or leaves a target that doesn't take it.
  private mutating func drop(now: Double) {
    guard let target, isAccepted else { return cancel() }
    phase = .dropped
    deadline = now + Self.finishLimit
    send(.dragDrop, to: target, [0, Int(bitPattern: position.time), 0, 0])
  }
}

// MARK: - The target

extension DragSource {
  /// Finds the target under the pointer, and sends it the position.
  private mutating func follow(now: Double) {
    hasMoved = false
    isAwaitingStatus = false
    deadline = nil
    let found = finder.target(x: position.x, y: position.y)
    if found?.window != target?.window {
      leave()
      target = found
      if let found { enter(found) }
    }
    guard let target, phase == .dragging || phase == .released else { return }
    if let quietArea, quietArea.contains(x: position.x, y: position.y) { return }
    isAwaitingStatus = true
    deadline = now + Self.statusLimit
    send(
      .dragPosition, to: target,
      [
        0, position.x << 16 | position.y & 0xFFFF, Int(bitPattern: position.time),
        Int(bitPattern: self[.dragCopy]),
      ])
  }

  private func enter(_ target: DropTargetFinder.Target) {
    let types = offer.types.prefix(3).map { Int(bitPattern: $0) }
    send(
      .dragEnter, to: target,
      [target.version << 24] + types + [Int](repeating: 0, count: 3 - types.count))
    if target.window != connection.root { connection.select(of: target.window) }
  }

  private mutating func leave() {
    if let target { send(.dragLeave, to: target, [0, 0, 0, 0]) }
    (target, isAccepted, quietArea) = (nil, false, nil)
  }

  /// Returns whether a message is one of targets.
  func understands(_ message: XClientMessageEvent) -> Bool {
    [self[.dragStatus], self[.dragFinished]].contains(message.message_type)
  }

  /// Reads a message of the target.
  mutating func read(_ message: XClientMessageEvent, now: Double) {
    guard message.format == 32, let target,
      CX11.Window(bitPattern: message.data.l.0) == target.window
    else { return }
    switch message.message_type {
    case self[.dragStatus]: readStatus(message, now: now)
    case self[.dragFinished]: if phase == .dropped { end() }
    default: break
    }
  }

  private mutating func readStatus(_ message: XClientMessageEvent, now: Double) {
    guard phase == .dragging || phase == .released else { return }
    isAwaitingStatus = false
    deadline = nil
    let flags = message.data.l.1
    isAccepted = flags & 1 != 0
    // The second bit asks for positions everywhere.
    quietArea =
      flags & 2 == 0
      ? PixelRect(packedOrigin: message.data.l.2, size: message.data.l.3) : nil
    if hasMoved { follow(now: now) }
    if phase == .released, !isAwaitingStatus { drop(now: now) }
  }

  /// Gives up waiting for a target.
  mutating func expire(at now: Double) {
    guard let deadline, now >= deadline else { return }
    switch phase {
    case .idle: self.deadline = nil
    // It may be another program's turn meanwhile.
    case .dragging:
      isAccepted = false
      (isAwaitingStatus, self.deadline) = (false, nil)
      if hasMoved { follow(now: now) }
    case .released: cancel()
    case .dropped: end()
    }
  }

  /// Ends the drag over a window that is gone.
  mutating func windowWasDestroyed(_ gone: CX11.Window) {
    offer.windowWasDestroyed(gone)
    guard gone == target?.window else { return }
    (target, isAccepted, isAwaitingStatus, quietArea, deadline) = (nil, false, false, nil, nil)
    if phase != .dragging { end() }
  }

  private func send(_ name: Atoms.Name, to target: DropTargetFinder.Target, _ items: [Int]) {
    var event = XEvent(self[name], to: target.window, [Int(bitPattern: window)] + items)
    // The target may be gone.
    _ = connection.trapErrors {
      XSendEvent(connection.display, target.recipient, 0, NoEventMask, &event)
    }
  }
}

extension PixelRect {
  /// The area of an `XdndStatus`: two numbers of 16 bits each; `nil` for an empty one.
  fileprivate init?(packedOrigin origin: Int, size: Int) {
    let (width, height) = (size >> 16 & 0xFFFF, size & 0xFFFF)
    guard width > 0, height > 0 else { return nil }
    self.init(
      x: Int(Int16(truncatingIfNeeded: origin >> 16)), y: Int(Int16(truncatingIfNeeded: origin)),
      width: width, height: height)
  }

  fileprivate func contains(x: Int, y: Int) -> Bool {
    (self.x..<self.x + width).contains(x) && (self.y..<self.y + height).contains(y)
  }
}

/// Finds the window under the pointer that takes drops (XDND).
private struct DropTargetFinder {
  /// A window that takes drops.
  struct Target: Hashable {
    let window: CX11.Window
    /// The window that receives its messages: itself, or its proxy.
    let recipient: CX11.Window
    /// The version of the protocol that both know.
    let version: Int
  }

  /// How deep windows lie in each other that are looked at. [C]
  private static let maximumDepth = 32

  let connection: Connection
  /// The window in which the drag began, which is no target.
  let ownWindow: CX11.Window

  /// Returns the target at a place of the screen, in some round trips; `nil` for none.
  func target(x: Int, y: Int) -> Target? {
    let root = connection.root
    guard connection.isAlive, var window = child(of: root, x: x, y: y) else {
      // Desktops draw files on the root window, and take drops for it.
      return connection.isAlive ? target(root) : nil
    }
    for _ in 0..<Self.maximumDepth {
      if window == ownWindow { return nil }
      if let target = target(window) { return target }
      guard let next = child(of: window, x: x, y: y) else { break }
      window = next
    }
    return nil
  }

  private func child(of window: CX11.Window, x: Int, y: Int) -> CX11.Window? {
    var (left, top, child): (Int32, Int32, CX11.Window) = (0, 0, 0)
    let error = connection.trapErrors {
      XTranslateCoordinates(
        connection.display, connection.root, window, Int32(truncatingIfNeeded: x),
        Int32(truncatingIfNeeded: y), &left, &top, &child)
    }
    return error == nil && child != 0 ? child : nil
  }

  private func target(_ window: CX11.Window) -> Target? {
    let recipient = proxy(of: window) ?? window
    guard let value = PropertyValue(connection, recipient, connection.atoms[.dragAware]),
      value.type == Atom(XA_ATOM), let version = value.longs.first,
      version >= DragSource.versions.lowerBound
    else { return nil }
    return Target(
      window: window, recipient: recipient, version: min(version, DragSource.versions.upperBound))
  }

  /// Returns the window that receives the messages for another; it has to name itself, or it is left over from a program that is
  /// gone.
  private func proxy(of window: CX11.Window) -> CX11.Window? {
    guard let proxy = named(by: window), named(by: proxy) == proxy else { return nil }
    return proxy
  }

  private func named(by window: CX11.Window) -> CX11.Window? {
    let value = PropertyValue(connection, window, connection.atoms[.dragProxy])
    guard let value, value.type == Atom(XA_WINDOW), let number = value.longs.first, number != 0
    else { return nil }
    return CX11.Window(bitPattern: number)
  }
}
