internal import CX11

/// The window's part in drag and drop as its target (XDND, versions 3 to 5).
///
/// Main thread only. Every drop is answered with `XdndFinished`, at the latest when its data has not come in time.
struct DropTarget {
  /// The version of the XDND protocol that is announced.
  private static let version = 5
  private static let oldestVersion = 3

  /// A drag over the window.
  private struct Drag {
    let source: CX11.Window
    let version: Int
    let types: [Atom]
    let isAccepted: Bool
    /// Whether the pointer is over the window, since a position was accepted.
    var isOver = false
  }

  let connection: Connection
  private let window: CX11.Window
  private var drag: Drag?
  /// The source and the version of a drop whose data is awaited.
  private var dropped: (source: CX11.Window, version: Int)?

  init(_ connection: Connection, window: CX11.Window) {
    self.connection = connection
    self.window = window
    connection.setProperty(
      connection.atoms[.dragAware], of: window, type: Atom(XA_ATOM), [Self.version])
  }

  /// Whether something that can be dropped is over the window.
  var isOver: Bool { drag?.isOver ?? false }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// The next step after a message.
  enum Step {
    /// The message belongs to something else.
    case none
    /// Nothing further.
    case handled
    /// The data is to be received.
    case receive(types: [Atom], time: Time)
  }

  /// Reads a message of a source.
  mutating func read(_ message: XClientMessageEvent) -> Step {
    guard message.format == 32 else { return .none }
    let source = CX11.Window(bitPattern: message.data.l.0)
    switch message.message_type {
    case self[.dragEnter]:
      enter(source, message)
      return .handled
    case self[.dragPosition]:
      guard let drag, drag.source == source else { return .handled }
      self.drag?.isOver = drag.isAccepted
      send(.dragStatus, to: source, [drag.isAccepted ? 1 : 0, 0, 0, drag.isAccepted ? copy : 0])
      return .handled
    case self[.dragLeave]:
      if drag?.source == source { drag = nil }
      return .handled
    case self[.dragDrop]:
      guard let drag, drag.source == source else { return .handled }
      self.drag = nil
      // A source must not drop after a refused position; one that does anyway gets no answer.
      guard drag.isOver else { return .handled }
      dropped = (source, drag.version)
      // Xlib extends the sign of a message's numbers, but not of times in events.
      let time = Time(UInt32(truncatingIfNeeded: message.data.l.2))
      return .receive(types: drag.types, time: time)
    default: return .none
    }
  }

  private var copy: Int { Int(bitPattern: self[.dragCopy]) }

  private mutating func enter(_ source: CX11.Window, _ message: XClientMessageEvent) {
    let flags = message.data.l.1
    let version = flags >> 24 & 0xFF
    guard source != window, (Self.oldestVersion...255).contains(version) else {
      drag = nil
      return
    }
    let types =
      flags & 1 != 0
      ? offeredTypes(of: source)
      : [message.data.l.2, message.data.l.3, message.data.l.4].map(Atom.init(bitPattern:))
    let isAccepted = SelectionReceiver.types.contains { types.contains(self[$0]) }
    // An event comes when the source goes away.
    connection.select(of: source)
    drag = Drag(
      source: source, version: min(version, Self.version), types: types, isAccepted: isAccepted)
  }

  /// Ends the drag of a source that is gone.
  mutating func windowWasDestroyed(_ gone: CX11.Window) {
    if drag?.source == gone { drag = nil }
  }

  /// The most types of a source that are looked at. [C]
  private static let maximumTypes = 1024

  /// Reads the list of a source with more than three types.
  private func offeredTypes(of source: CX11.Window) -> [Atom] {
    let value = PropertyValue(
      connection, source, self[.dragTypes], byteLimit: Self.maximumTypes * 4)
    return value?.type == Atom(XA_ATOM) ? value?.atoms ?? [] : []
  }

  /// Tells the source of a drop that it is done; `isAccepted` is false where the data did not come.
  mutating func finish(isAccepted: Bool) {
    guard let dropped else { return }
    self.dropped = nil
    let result = dropped.version >= 5 ? [isAccepted ? 1 : 0, isAccepted ? copy : 0] : [0, 0]
    send(.dragFinished, to: dropped.source, result)
  }

  private func send(_ name: Atoms.Name, to source: CX11.Window, _ items: [Int]) {
    var event = XEvent(self[name], to: source, [Int(bitPattern: window)] + items)
    // The source may be gone.
    _ = connection.trapErrors { XSendEvent(connection.display, source, 0, NoEventMask, &event) }
  }
}
