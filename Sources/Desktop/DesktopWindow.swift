internal import CX11
internal import OverscrollDrawing
package import OverscrollHost
package import ScrollGeometry

/// A top-level window on an X display, with its input, surfaces and properties.
///
/// Main thread only. Once the connection is broken, all members do nothing or throw ``HostError/Kind/serverGone``.
package final class DesktopWindow {
  package typealias Options = DesktopOptions
  package typealias Icon = DesktopOptions.Icon

  /// The size, in pixels.
  package internal(set) var size: PixelSize
  /// The scale factor of the user interface, from `Xft.dpi` or the desktop's settings; 1 at 96 dpi.
  package internal(set) var scale: Double
  /// The shape of the pointer over the window.
  package var cursor: OverscrollHost.Cursor = .arrow {
    didSet { if cursor != oldValue, hasShownContent { cursors.show(cursor) } }
  }

  let connection: Connection
  let window: CX11.Window
  let pool: PixmapPool
  let uploader: Uploader
  let refreshEvents: RefreshEvents?
  var currentSurface: Surface?
  /// How often something was drawn and sent.
  var frameCount = 0
  var redrawPacer = RedrawPacer()
  /// A random number that authenticates this window's fence messages.
  let fenceKey = Int(UInt32.random(in: 1...UInt32(Int32.max)))
  var visibility = Visibility()
  var mapRetry = MapRetry()
  var input: ExtendedInput?
  var keyboard = Keyboard()
  var textInput = TextInputState()
  var pressedButtons = PressedButtons()
  var serverClock = ServerClock()
  var exchange: Exchange
  var session: DesktopSession
  let randrEvent: Int32?
  var placement: WindowPlacement
  private let cursors: Cursors

  /// Makes an unmapped window.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - desktop: The connection to the server; `nil` to open the display here.
  /// - Throws: An error where there is no display, or none with a supported pixel format.
  package init(_ options: Options, on desktop: DesktopConnection? = nil) throws(HostError) {
    let desktop =
      if let desktop { desktop } else {
        try DesktopConnection(named: options.displayName)
      }
    let connection = desktop.connection
    let size = options.size.possible
    let window = connection.makeWindow(size)
    self.connection = connection
    self.window = window
    self.size = size
    session = DesktopSession(connection, window: window, options.startup)
    scale = DisplayScale.current(connection, session.manager.settings)
    pool = PixmapPool(connection, window: window)
    uploader = Uploader(pool, options)
    exchange = Exchange(connection, window: window)
    placement = WindowPlacement(connection, window)
    randrEvent = Monitors.watch(connection)
    cursors = Cursors(connection, window: window)
    refreshEvents =
      options.features.contains(.refreshEvents) ? RefreshEvents(connection, window: window) : nil
    input =
      options.features.contains(.extendedInput) ? ExtendedInput(connection, window: window) : nil
    // A program that becomes the manager of a selection says so there.
    XSelectInput(
      connection.display, connection.root, PropertyChangeMask | StructureNotifyMask)
    XSelectInput(connection.display, window, CoreInput.windowMask(withPointer: input == nil))
    properties.setAll(options)
    if sharesMemory { session.resizing = ResizeSync(connection, window: window) }
    properties.setProtocols(synchronizes: session.resizing != nil)
    try connection.check()
  }

  deinit {
    textInput.method?.close()
    guard connection.isAlive else { return }
    XDestroyWindow(connection.display, window)
    XFlush(connection.display)
  }

  private var properties: WindowProperties {
    WindowProperties(connection: connection, window: window)
  }

  /// Does what takes round trips, and can wait until content is shown.
  func didShowContent() {
    if cursor != .arrow { cursors.show(cursor) }
    guard session.resizing == nil, connection.isAlive else { return }
    session.resizing = ResizeSync(connection, window: window)
    if session.resizing != nil { properties.setProtocols(synchronizes: true) }
  }

  /// Sets the window's title.
  package func setTitle(_ title: String) { properties.setTitle(title) }

  /// Whether the window's frame is to be dark; false by default.
  package func setDarkFrame(_ isDark: Bool) { properties.setDarkFrame(isDark) }

  /// Maps the window and raises it.
  package func show() {
    guard connection.isAlive else { return }
    mapRetry.begin(at: MonotonicClock.now)
    XMapRaised(connection.display, window)
    XFlush(connection.display)
  }

  /// Hides the window, which the window manager then forgets.
  package func hide() {
    guard connection.isAlive else { return }
    mapRetry.end()
    XWithdrawWindow(connection.display, window, connection.screen)
    XFlush(connection.display)
  }

  /// Maps the window again where a window manager lost the request; see ``MapRetry``.
  func retryMapping(at time: Double) {
    guard connection.isAlive,
      mapRetry.shouldRetry(at: time, isManaged: { placement.hasManagedState })
    else { return }
    XMapRaised(connection.display, window)
    XFlush(connection.display)
  }

  /// The number of the window on its server.
  package var identifier: UInt { window }

  /// Whether pixels are uploaded through shared memory.
  package var sharesMemory: Bool { uploader.isSharing }

  /// Whether input comes from XInput 2.
  package var hasExtendedInput: Bool { input != nil }

  /// Removes and returns messages for the protocol errors since the last call; each is a bug of this program.
  package func drainProtocolErrors() -> [String] {
    connection.drainUnexpectedErrors()
  }
}

extension PixelSize {
  /// The nearest size that a window can have.
  var possible: Self {
    Self(
      width: min(max(width, 1), Surface.maximumSide),
      height: min(max(height, 1), Surface.maximumSide))
  }
}

extension Connection {
  /// Makes the X window.
  ///
  /// It has no background, and its contents stay at the top left while it is resized, which avoids flicker.
  fileprivate func makeWindow(_ size: PixelSize) -> CX11.Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = Pixmap(None)
    attributes.bit_gravity = NorthWestGravity
    // A visual other than the root's needs its own colormap and border pixel.
    attributes.border_pixel = 0
    attributes.colormap = colormap
    return XCreateWindow(
      display, root, 0, 0, UInt32(size.width), UInt32(size.height), 0,
      depth, UInt32(InputOutput), visual,
      UInt(CWBackPixmap | CWBitGravity | CWBorderPixel | CWColormap), &attributes)
  }
}

/// The initial properties of a window.
package struct DesktopOptions: Sendable {
  /// The title.
  package var title: String
  /// The instance name in `WM_CLASS`, such as "overscroll".
  package var programName: String
  /// The requested size, in pixels; window managers may choose another one.
  package var size: PixelSize
  /// The icon in several sizes; empty for none.
  package var icons: [Icon] = []
  /// The notification of the desktop that has started the program; `nil` for none.
  package var startup: StartupNotification?
  /// The display to open, such as ":1", or `nil` for the one named by `DISPLAY`.
  package var displayName: String?
  /// The size of most surfaces that are uploaded, in pixels; shared memory is sized in multiples of it.
  package var tileSize: PixelSize
  /// The extensions that are used where the server has them; tests leave some out.
  package var features: Features = .all

  /// Makes options.
  package init(
    title: String, programName: String, size: PixelSize, tileSize: PixelSize, icons: [Icon] = []
  ) {
    self.title = title
    self.programName = programName
    self.size = size
    self.tileSize = tileSize
    self.icons = icons
  }

  /// An icon of the program in one size.
  package struct Icon: Hashable, Sendable {
    /// The size, in pixels.
    package var size: PixelSize
    /// The pixels, row by row, as 0xAARRGGBB, not premultiplied.
    package var pixels: [UInt32]

    /// Makes an icon, which is ignored where the number of pixels does not match the size.
    package init(size: PixelSize, pixels: [UInt32]) {
      self.size = size
      self.pixels = pixels
    }
  }

  /// Extensions that not every server has.
  package struct Features: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: Int

    /// Makes a set from its bits.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Touch, touchpads and subpixel positions (XInput 2).
    package static let extendedInput = Self(rawValue: 1)
    /// Uploads through shared memory (MIT-SHM).
    package static let sharedMemory = Self(rawValue: 2)
    /// Notification of the display's refreshes (Present).
    package static let refreshEvents = Self(rawValue: 4)
    /// Shared memory passed by file descriptor instead of a System V identifier (MIT-SHM 1.2).
    package static let descriptorPassing = Self(rawValue: 8)
    /// All extensions.
    package static let all: Self = [
      .extendedInput, .sharedMemory, .refreshEvents, .descriptorPassing,
    ]
  }
}

extension DesktopWindow {
  /// True where the window fills the screen: the window manager's state (a round trip), or our own.
  package var isFullscreen: Bool { connection.isAlive && placement.isFullscreen }

  /// The size, in pixels, from which ``setFullscreen(_:)`` made the window fill the screen; `nil` where it was maximized.
  package var sizeBeforeFullscreen: PixelSize? { placement.sizeBeforeFullscreen }

  /// Makes the window fill the screen, or restores its frame.
  ///
  /// Asks the window manager; without one, moves and resizes the window. In both cases ``Input/resized(_:)`` follows. May be
  /// called before ``show()``.
  package func setFullscreen(_ isOn: Bool) {
    if connection.isAlive { placement.setFullscreen(isOn, size: size) }
  }

  /// True where the window manager has maximized the window (round trips).
  package var isMaximized: Bool { connection.isAlive && placement.isMaximized }

  /// Asks the window manager to maximize the window, before ``show()``.
  package func maximizeInitially() { if connection.isAlive { placement.maximizeInitially() } }

  /// The size of the monitor on which the window is, in pixels (a few round trips); the whole screen's where none is known.
  package var monitorSize: PixelSize {
    connection.isAlive ? placement.monitorSize(under: size) : size
  }

  /// Asks for another size, in pixels, before ``show()``.
  package func setInitialSize(_ newSize: PixelSize) {
    guard connection.isAlive else { return }
    size = newSize.possible
    XResizeWindow(connection.display, window, UInt32(size.width), UInt32(size.height))
  }

  func adjustToMonitors() {
    if connection.isAlive, visibility.isMapped { placement.adjustToMonitors(size: size) }
  }

  /// Returns the refresh rate of the monitor under the window's center if it may have changed (a few round trips), 0 if unknown.
  func drainRefreshRate() -> Double? {
    connection.isAlive ? placement.drainRefreshRate(size: size) : nil
  }
}
