internal import CX11
package import OverscrollHost

/// A window's part in its desktop session: the settings, the start, and resizing in step with the window manager.
struct DesktopSession {
  var manager: SettingsManager
  var portal: PortalSettings?
  var resizing: ResizeSync?
  /// The notification that is sent when the window is shown.
  var startup: StartupNotification?
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
