internal import CX11
internal import Glibc
package import OverscrollHost

/// A window's part in its desktop session: the settings, the start, and resizing in step with the window manager.
struct DesktopSession {
  var manager: SettingsManager
  var portal: PortalSettings?
  var resizing: ResizeSync?
  /// The notification that is sent when the window is shown.
  private var startup: StartupNotification?
  /// The settings that were reported last.
  var settings: DesktopSettings
  /// What the portal said last.
  private var preferences = PortalPreferences()
  /// The server's time of the latest key or button.
  private var userTime: Time = 0
  private let connection: Connection
  private let window: CX11.Window

  init(_ connection: Connection, window: CX11.Window, _ startup: StartupNotification?) {
    self.connection = connection
    self.window = window
    self.startup = startup
    manager = SettingsManager(connection)
    settings = DesktopSettings(manager.settings)
    startup?.set(on: window, connection)
    if let time = startup?.time { noteUse(at: time) }
  }

  /// Notes when the user has used the window, by which window managers decide which window gets the focus.
  mutating func noteUse(at time: Time) {
    guard time != userTime, time != 0, connection.isAlive else { return }
    userTime = time
    connection.setProperty(
      connection.atoms[.userTime], of: window, type: Atom(XA_CARDINAL), [Int(bitPattern: time)])
  }

  /// Ends the startup notification, once.
  mutating func didShow() {
    startup?.finish(for: window, connection)
    startup = nil
  }

  /// Combines the settings again where the manager's are new, or the portal's; returns whether they have changed.
  mutating func updateSettings(isNew: Bool) -> Bool {
    let preferences = portal?.preferences ?? PortalPreferences()
    guard isNew || preferences != self.preferences else { return false }
    self.preferences = preferences
    let new = DesktopSettings(manager.settings, preferences)
    defer { settings = new }
    return new != settings
  }
}

extension DesktopWindow {
  /// The settings of the desktop; ``Input/settingsChanged`` follows when they change.
  package var settings: DesktopSettings { session.settings }

  /// Makes what asks the desktop's portal for its settings, on a thread that the caller starts.
  ///
  /// - Parameter waker: The waker of the loop.
  /// - Returns: The settings of the portal; `nil` where there is no bus.
  package func portalSettings(waking waker: Waker) -> PortalSettings? {
    session.portal = PortalSettings { waker.wake() }
    return session.portal
  }

  /// Reports settings that have changed.
  func appendSettings(to events: inout [Input], areNew: Bool) {
    if session.updateSettings(isNew: areNew) { events.append(.settingsChanged) }
    guard areNew else { return }
    let newScale = DisplayScale.current(connection, session.manager.settings)
    guard newScale != scale else { return }
    scale = newScale
    events.append(.scaleChanged(newScale))
  }
}

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

/// The notification of the desktop that a program which it has started shows its window, so that the pointer no longer spins.
package struct StartupNotification: Hashable, Sendable {
  /// The identifier that the desktop gave the program.
  private let identifier: [UInt8]

  /// The longest identifier that is believed, in bytes. [C]
  private static let byteLimit = 1024

  /// Makes the notification with an identifier; `nil` for one that is empty or too long.
  package init?(identifier: [UInt8]) {
    guard (1...Self.byteLimit).contains(identifier.count) else { return nil }
    self.identifier = identifier
  }

  /// Takes the identifier from the environment, which programs that this one starts don't get; `nil` where there is none.
  ///
  /// Call it before other threads exist.
  package static func fromEnvironment() -> Self? {
    let name = "DESKTOP_STARTUP_ID"
    guard let value = getenv(name) else { return nil }
    let bytes = Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    unsetenv(name)
    return Self(identifier: bytes)
  }

  /// The server's time of the click that has started the program, the number after `_TIME`; `nil` where there is none.
  var time: Time? {
    let text = String(decoding: identifier, as: UTF8.self)
    guard let match = text.firstMatch(of: /_TIME([0-9]+)$/) else { return nil }
    return UInt32(match.1).map { Time($0) }
  }

  /// What is escaped within quotes.
  private static let special = Array("\"\\".utf8)

  /// The message that ends the notification, in parts of 20 bytes, the last of which ends with a zero.
  var messages: [[UInt8]] {
    // Quoted, so that no character of the identifier has a meaning.
    var text = Array("remove: ID=\"".utf8)
    for byte in identifier {
      if Self.special.contains(byte) { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    text += [UInt8(ascii: "\""), 0]
    return stride(from: 0, to: text.count, by: 20).map { Array(text[$0...].prefix(20)) }
  }

  /// Names the identifier on a window that is about to be shown.
  func set(on window: CX11.Window, _ connection: Connection) {
    XChangeProperty(
      connection.display, window, connection.atoms[.startupID], connection.atoms[.utf8String], 8,
      PropModeReplace, identifier, Int32(identifier.count))
  }

  /// Notifies the desktop that the window is shown.
  func finish(for window: CX11.Window, _ connection: Connection) {
    for (index, part) in messages.enumerated() {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type =
        connection.atoms[index == 0 ? .startupInfoBegin : .startupInfo]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) { $0.copyBytes(from: part) }
      XSendEvent(connection.display, connection.root, 0, PropertyChangeMask, &event)
    }
  }
}
