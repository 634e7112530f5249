internal import CX11
internal import OverscrollDrawing
package import ScrollGeometry

/// A top-level window on an X display, with its input, surfaces and properties.
///
/// Main thread only. Once the connection is broken, all members do nothing or throw ``DesktopError/Kind/serverGone``.
package final class DesktopWindow {
  /// The initial properties of a window.
  package struct Options: Sendable {
    /// The title.
    package var title: String
    /// The instance name in `WM_CLASS`, such as "overscroll".
    package var programName: String
    /// The requested size, in pixels; window managers may choose another one.
    package var size: PixelSize
    /// The icon in several sizes; empty for none.
    package var icons: [Icon] = []
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

  /// The size, in pixels.
  package internal(set) var size: PixelSize
  /// The scale factor of the user interface, from `Xft.dpi`; 1 at 96 dpi.
  package internal(set) var scale: Double
  /// The shape of the pointer over the window.
  package var cursor: Cursor = .arrow {
    didSet { if cursor != oldValue { cursors.show(cursor) } }
  }

  let connection: Connection
  let window: CX11.Window
  let pool: PixmapPool
  let uploader: Uploader
  let refreshEvents: RefreshEvents?
  var currentSurface: Surface?
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
  let randrEvent: Int32?
  /// A Boolean value that indicates whether the refresh rate may have changed since it was last queried.
  var needsRefreshRate = true
  /// The frame to restore after fullscreen without a window manager; `nil` while the window is not fullscreen.
  var frameBeforeFullscreen: PixelRect?
  private let cursors: Cursors

  /// Opens the display and makes an unmapped window.
  ///
  /// - Throws: An error where there is no display, or none with a supported pixel format.
  package init(_ options: Options) throws(DesktopError) {
    let connection = try Connection(named: options.displayName)
    if let unsupportedReason = PixelFormat(connection).unsupportedReason {
      throw DesktopError(.unsuitableDisplay, unsupportedReason)
    }
    let size = PixelSize(
      width: min(max(options.size.width, 1), Surface.longestSide),
      height: min(max(options.size.height, 1), Surface.longestSide))
    let window = Self.makeWindow(connection, size)
    self.connection = connection
    self.window = window
    self.size = size
    scale = DisplayScale.current(connection)
    pool = PixmapPool(connection, window: window)
    uploader = Uploader(pool, options)
    exchange = Exchange(connection, window: window)
    randrEvent = Monitors.watch(connection)
    cursors = Cursors(connection, window: window)
    refreshEvents =
      options.features.contains(.refreshEvents) ? RefreshEvents(connection, window: window) : nil
    input =
      options.features.contains(.extendedInput) ? ExtendedInput(connection, window: window) : nil
    XSelectInput(connection.display, connection.root, PropertyChangeMask)
    XSelectInput(connection.display, window, Self.coreMask(withPointer: input == nil))
    Keyboard.prepare(connection)
    setInitialProperties(options)
    try connection.check()
  }

  deinit {
    textInput.method?.close()
    guard connection.isAlive else { return }
    XDestroyWindow(connection.display, window)
    XFlush(connection.display)
  }

  /// Makes the X window.
  ///
  /// It has no background, and its contents stay at the top left while it is resized, which avoids flicker.
  private static func makeWindow(_ connection: Connection, _ size: PixelSize) -> CX11.Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = Pixmap(None)
    attributes.bit_gravity = NorthWestGravity
    // A visual other than the root's needs its own colormap and border pixel.
    attributes.border_pixel = 0
    attributes.colormap = connection.colormap
    return XCreateWindow(
      connection.display, connection.root, 0, 0, UInt32(size.width), UInt32(size.height), 0,
      connection.depth, UInt32(InputOutput), connection.visual,
      UInt(CWBackPixmap | CWBitGravity | CWBorderPixel | CWColormap), &attributes)
  }

  private static func coreMask(withPointer: Bool) -> Int {
    let always =
      KeyPressMask | KeyReleaseMask | FocusChangeMask | ExposureMask | StructureNotifyMask
      | VisibilityChangeMask | PropertyChangeMask | KeymapStateMask
    return withPointer ? always | CoreInput.mask : always
  }
}

extension DesktopWindow {
  /// Maps the window and raises it.
  package func show() {
    guard connection.isAlive else { return }
    mapRetry.begin(at: MonotonicClock.now)
    XMapRaised(connection.display, window)
    XFlush(connection.display)
  }

  /// Maps the window again where a window manager lost the request; see ``MapRetry``.
  func retryMapping(at time: Double) {
    guard connection.isAlive, mapRetry.shouldRetry(at: time, isManaged: { hasManagedState }) else {
      return
    }
    XMapRaised(connection.display, window)
    XFlush(connection.display)
  }

  /// The number of the window on its server.
  package var identifier: UInt { window }

  /// A Boolean value that indicates whether pixels are uploaded through shared memory.
  package var sharesMemory: Bool { uploader.isSharing }

  /// A Boolean value that indicates whether input comes from XInput 2.
  package var hasExtendedInput: Bool { input != nil }

  /// Removes and returns messages for the protocol errors since the last call; each is a bug of this program.
  package func takeProtocolErrors() -> [String] {
    connection.takeUnexpectedErrors()
  }
}
