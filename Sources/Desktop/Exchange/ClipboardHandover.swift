internal import CX11

/// Hands the clipboard's contents to a clipboard manager (SAVE_TARGETS), which keeps them once this program is gone.
struct ClipboardHandover {
  /// How long the manager may take, in seconds. [C]
  private static let timeLimit = 1.0

  private let connection: Connection
  private let window: CX11.Window
  /// When the manager is abandoned, in seconds; `nil` while nothing is handed over.
  private(set) var deadline: Double?

  init(_ connection: Connection, window: CX11.Window) {
    (self.connection, self.window) = (connection, window)
  }

  private subscript(name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// Asks the manager to request the contents in some types; returns how long it may take, and `nil` where there is none.
  mutating func begin(_ types: [Atom], time: Time, now: Double) -> Double? {
    guard XGetSelectionOwner(connection.display, self[.clipboardManager]) != 0 else { return nil }
    connection.setProperty(
      self[.saved], of: window, type: Atom(XA_ATOM), types.map { Int(bitPattern: UInt($0)) })
    XConvertSelection(
      connection.display, self[.clipboardManager], self[.saveTargets], self[.saved], window, time)
    XFlush(connection.display)
    deadline = now + Self.timeLimit
    return Self.timeLimit
  }

  /// Reads the manager's answer; returns whether it is that.
  mutating func receive(_ event: XSelectionEvent) -> Bool {
    guard deadline != nil, event.requestor == window, event.selection == self[.clipboardManager],
      event.target == self[.saveTargets]
    else { return false }
    deadline = nil
    return true
  }

  /// Abandons a manager that takes too long; returns whether it did.
  mutating func expire(at now: Double) -> Bool {
    guard let deadline, now >= deadline else { return false }
    self.deadline = nil
    return true
  }
}
