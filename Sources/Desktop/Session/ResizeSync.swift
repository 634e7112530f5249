internal import CX11

/// The window's part in resizing in step with the window manager (`_NET_WM_SYNC_REQUEST`).
///
/// The window manager announces a new size with a number, and waits with the next one until the counter has that number: when
/// the window is drawn in that size.
struct ResizeSync {
  private enum State {
    case idle
    /// The size that belongs to a number is awaited.
    case announced(XSyncValue)
    /// The size is known, and is to be drawn.
    case sized(XSyncValue)
  }

  private let connection: Connection
  private let counter: XSyncCounter
  private var state = State.idle

  /// Makes the counter of a window, and names it there; fails where the server lacks the extension.
  init?(_ connection: Connection, window: CX11.Window) {
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let display = connection.display
    guard connection.isAlive, XSyncQueryExtension(display, &event, &error) != 0,
      XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    self.connection = connection
    counter = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
    guard counter != 0 else { return nil }
    connection.setProperty(
      connection.atoms[.syncCounter], of: window, type: Atom(XA_CARDINAL),
      [Int(bitPattern: counter)])
  }

  /// A size will follow.
  mutating func announce(_ message: XClientMessageEvent) {
    state = .announced(
      XSyncValue(
        hi: Int32(truncatingIfNeeded: message.data.l.3),
        lo: UInt32(truncatingIfNeeded: message.data.l.2)))
  }

  /// The window has been given a size, which may be the one that it had.
  mutating func didResize() {
    if case .announced(let value) = state { state = .sized(value) }
  }

  /// Ends the wait of a window manager for a drawing that doesn't come, where none follows the events that were read.
  mutating func didRead(willDraw: Bool) {
    if case .sized = state, !willDraw { didDraw() }
  }

  /// Notifies the window manager that the window is drawn in its size, with the next requests.
  mutating func didDraw() {
    guard case .sized(let value) = state else { return }
    state = .idle
    if connection.isAlive { XSyncSetCounter(connection.display, counter, value) }
  }
}
