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
  package typealias Features = DesktopOptions.Features

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
  let cursors: Cursors

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
}

extension DesktopWindow {
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
