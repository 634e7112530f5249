internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

/// Where a window lies: on which monitor, and whether it fills that.
struct WindowPlacement {
  private let connection: Connection
  private let window: CX11.Window
  /// True where the refresh rate may have changed since it was last queried.
  var needsRefreshRate = true
  /// The color profile of the window's monitor.
  var profile = MonitorProfile()
  /// The frame to restore after full screen where no window manager does; `nil` while the window does not fill the screen.
  private var frameBeforeFullscreen: PixelRect?
  /// The window by which the manager is known that was asked to fill the screen; `nil` for none.
  private var manager: CX11.Window?
  /// Whether the window manager said last that the window fills the screen.
  private var managerFillsScreen = false
  /// True from the request to leave full screen until a window manager has done that: one that ends before never does.
  private var isLeavingFullscreen = false

  /// The size with which the window began to fill the screen by ``setFullscreen(_:size:)``; `nil` where it was maximized.
  private(set) var sizeBeforeFullscreen: PixelSize?

  /// The origin in the last ConfigureNotify event.
  private var lastOrigin: Point?

  init(_ connection: Connection, _ window: CX11.Window) {
    self.connection = connection
    self.window = window
  }

  /// Follows the origin in a ConfigureNotify event; returns whether it is another one.
  mutating func follow(x: Int, y: Int) -> Bool {
    let origin = Point(Double(x), Double(y))
    defer { lastOrigin = origin }
    return lastOrigin != nil && lastOrigin != origin
  }

  /// The place of the pointer in the window, in pixels (a round trip); `nil` if it is on another screen.
  func queryPointer() -> Point? {
    var (root, child): (CX11.Window, CX11.Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    let isHere = XQueryPointer(
      connection.display, window, &root, &child, &rootX, &rootY, &x, &y, &mask)
    return isHere == 0 ? nil : Point(Double(x), Double(y))
  }

  /// True where the window fills the screen: the window manager's state (a round trip), or our own.
  var isFullscreen: Bool {
    guard hasWindowManager else { return frameBeforeFullscreen != nil }
    return states.contains(connection.atoms[.fullscreen])
  }

  /// What the window manager says of the window (a round trip).
  var states: [UInt] { connection.longs(connection.atoms[.state], of: window, type: Atom(XA_ATOM)) }

  /// Fills the screen, or restores the window's frame: by the window manager where there is one.
  mutating func setFullscreen(_ isOn: Bool, size: PixelSize) {
    if isOn { sizeBeforeFullscreen = isMaximized ? nil : size }
    if let manager = connection.runningManager {
      // The manager may end before the window leaves full screen.
      if isOn, frameBeforeFullscreen == nil { frameBeforeFullscreen = frame(size) }
      isLeavingFullscreen = !isOn
      if isOn, manager != self.manager, connection.select(of: manager) == nil {
        self.manager = manager
      }
      requestFullscreen(isOn)
    } else if isOn {
      fillScreen(size)
    } else {
      restoreFrame()
    }
    XFlush(connection.display)
  }

  /// Follows the window manager's states: one that takes the window out of full screen restores its frame.
  mutating func note(states: [UInt]) {
    let fills = states.contains(connection.atoms[.fullscreen])
    if managerFillsScreen || isLeavingFullscreen, !fills {
      frameBeforeFullscreen = nil
      isLeavingFullscreen = false
    }
    managerFillsScreen = fills
  }

  /// Returns whether a window that was destroyed is that of the manager which filled the screen: the window does that itself then.
  mutating func managerDidEnd(_ destroyed: CX11.Window) -> Bool {
    guard let manager, destroyed == manager else { return false }
    self.manager = nil
    if isLeavingFullscreen { restoreFrame() }
    return true
  }

  /// Whether an EWMH window manager runs, which places the window.
  private var hasWindowManager: Bool { connection.runningManager != nil }

  /// Whether a window manager has given the window a state (a round trip).
  var hasManagedState: Bool {
    let state = connection.atoms[.managedState]
    return !connection.longs(state, of: window, type: state).isEmpty
  }

  private func requestFullscreen(_ isOn: Bool) {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(connection.display, window, &attributes)
    guard attributes.map_state != IsUnmapped else { return setInitialState(isOn) }
    // The action (1 adds, 0 removes), the property, no second property, and the source: a normal application.
    let items = [isOn ? 1 : 0, Int(connection.atoms[.fullscreen]), 0, 1]
    var event = XEvent(connection.atoms[.state], to: window, items)
    connection.sendToWindowManager(&event)
  }

  private func setInitialState(_ isOn: Bool) {
    let fullscreen = connection.atoms[.fullscreen]
    setStates(states.filter { $0 != fullscreen } + (isOn ? [fullscreen] : []))
  }

  private func setStates(_ states: [UInt]) {
    connection.setProperty(
      connection.atoms[.state], of: window, type: Atom(XA_ATOM), states.map { Int($0) })
  }

  /// The states of a window that is as large as its screen without panels.
  private var maximized: [UInt] {
    [connection.atoms[.maximizedHorizontally], connection.atoms[.maximizedVertically]]
  }

  /// True where the window manager has maximized the window (round trips).
  var isMaximized: Bool { hasWindowManager && Set(maximized).isSubset(of: states) }

  /// Asks the window manager to maximize the window when it is mapped.
  func maximizeInitially() { setStates(states + maximized) }

  /// Moves the window to the middle of an area, where window managers leave it: the user has chosen the place.
  func moveInitially(to area: PixelRect, size: PixelSize) {
    let (width, height) = (min(size.width, area.width), min(size.height, area.height))
    var hints = XSizeHints()
    hints.flags = Int(PMinSize | USPosition)
    (hints.min_width, hints.min_height) = (1, 1)
    XSetWMNormalHints(connection.display, window, &hints)
    place(
      PixelRect(
        x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
        height: height))
  }

  private mutating func fillScreen(_ size: PixelSize) {
    isLeavingFullscreen = false
    guard frameBeforeFullscreen == nil else { return }
    let present = frame(size)
    frameBeforeFullscreen = present
    place(monitor(under: present)?.area ?? wholeScreen)
  }

  private mutating func restoreFrame() {
    isLeavingFullscreen = false
    guard let before = frameBeforeFullscreen else { return }
    frameBeforeFullscreen = nil
    place(reachable(before))
  }

  /// Adapts the window to changed monitors where no window manager does: a fullscreen window fills its present monitor, and
  /// a window that no monitor shows is moved to one that does.
  func adjustToMonitors(size: PixelSize) {
    guard !hasWindowManager else { return }
    let present = frame(size)
    let target =
      frameBeforeFullscreen == nil
      ? reachable(present) : monitor(under: present)?.area ?? wholeScreen
    guard target != present else { return }
    place(target)
    XFlush(connection.display)
  }

  /// Returns `area` where a monitor shows part of it, and otherwise the same size at the corner of a monitor.
  private func reachable(_ area: PixelRect) -> PixelRect {
    let monitors = Monitors(connection).monitors.map(\.area)
    guard let first = monitors.first,
      monitors.allSatisfy({ $0.intersection(area).isEmpty })
    else { return area }
    return PixelRect(x: first.x, y: first.y, width: area.width, height: area.height)
  }

  private func place(_ area: PixelRect) {
    XMoveResizeWindow(
      connection.display, window, Int32(area.x), Int32(area.y), UInt32(area.width),
      UInt32(area.height))
  }

  private var wholeScreen: PixelRect {
    let display = connection.display
    return PixelRect(
      x: 0, y: 0, width: Int(XDisplayWidth(display, connection.screen)),
      height: Int(XDisplayHeight(display, connection.screen)))
  }

  /// The corner of the window in root coordinates (a round trip).
  var corner: Point {
    let frame = frame(PixelSize(width: 0, height: 0))
    return Point(Double(frame.x), Double(frame.y))
  }

  /// The frame of the window in root coordinates (a round trip); the origins of ConfigureNotify events are ambiguous.
  private func frame(_ size: PixelSize) -> PixelRect {
    let origin = connection.origin(of: window)
    return PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  private func monitor(under place: PixelRect) -> Monitors.Monitor? {
    Monitors(connection).monitor(
      atX: place.x + place.width / 2, y: place.y + place.height / 2)
  }

  /// The size of the monitor on which the window is, in pixels (a few round trips); the whole screen's where none is known.
  func monitorSize(under size: PixelSize) -> PixelSize {
    (monitor(under: frame(size))?.area ?? wholeScreen).size
  }

  /// Returns the color profile of the monitor under the window's center, and follows it from now on.
  mutating func readProfile(size: PixelSize) -> [UInt8]? {
    let (connection, window) = (connection, window)
    return profile.read(connection) { connection.center(of: window, size) }
  }

  /// Notes a change of the color profile, which is a property of the root window.
  func note(_ event: XPropertyEvent, in changes: inout EventChanges) {
    guard event.window == connection.root, profile.isProfile(event.atom) else { return }
    changes.profileChanged = true
  }

  /// The event that follows where the window's monitor has another color profile than before.
  mutating func profileEvents(after changes: EventChanges, size: PixelSize) -> [Input] {
    if changes.profileChanged { return [.displayProfileChanged] }
    guard changes.size != nil || changes.monitorsChanged else { return [] }
    let (connection, window) = (connection, window)
    let hasMoved = profile.hasMoved(connection) { connection.center(of: window, size) }
    return hasMoved ? [.displayProfileChanged] : []
  }

  /// Returns the refresh rate of the monitor under the window's center where it may have changed, and otherwise `nil`.
  ///
  /// The rate is 0 where the driver doesn't report it. Takes a few round trips after the window moved or monitors changed.
  mutating func drainRefreshRate(size: PixelSize) -> Double? {
    guard needsRefreshRate else { return nil }
    needsRefreshRate = false
    return monitor(under: frame(size))?.rate ?? 0
  }
}

extension Connection {
  /// The corner of a window in root coordinates (a round trip).
  fileprivate func origin(of window: CX11.Window) -> (x: Int, y: Int) {
    var (x, y, child): (Int32, Int32, CX11.Window) = (0, 0, 0)
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }

  /// The center of a window of a size in root coordinates (a round trip).
  fileprivate func center(of window: CX11.Window, _ size: PixelSize) -> (x: Int, y: Int) {
    let origin = origin(of: window)
    return (origin.x + size.width / 2, origin.y + size.height / 2)
  }
}

/// Decides when to map a window again because a window manager lost the request.
///
/// A window manager that is starting up receives requests to map windows before it handles them, and openbox then drops some. A
/// window that the manager doesn't map on purpose has a `WM_STATE` and is left alone.
struct MapRetry: Hashable, Sendable {
  /// The time at which to check the window, in seconds, or `nil` where there is nothing to wait for.
  private(set) var deadline: Double?
  private var count = 0

  /// The time to wait for the window to be mapped, in seconds. [C]
  static let delay = 1.0
  /// The maximum number of retries. [C]
  static let maximumCount = 10

  /// The window was asked to be mapped.
  mutating func begin(at time: Double) {
    self = Self()
    deadline = time + Self.delay
  }

  /// The window was mapped, or is no longer wanted on the screen.
  mutating func end() { self = Self() }

  /// Decides whether to map the window again.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds.
  ///   - isManaged: Returns whether a window manager has given the window a state.
  /// - Returns: True if the window was not mapped in time and no window manager manages it.
  mutating func shouldRetry(at time: Double, isManaged: () -> Bool) -> Bool {
    guard let deadline, time >= deadline else { return false }
    guard count < Self.maximumCount, !isManaged() else {
      end()
      return false
    }
    count += 1
    self.deadline = time + Self.delay
    return true
  }
}
