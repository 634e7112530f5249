internal import CX11
internal import Drawing
package import Geometry

/// A window on an X display, with everything a program shows and hears through it.
///
/// The only door to X. Main thread only. Once the server is gone everything here does nothing, or throws
/// ``DesktopError/Kind/serverGone``.
package final class DesktopWindow {
  /// What a window starts out with.
  package struct Options: Sendable {
    /// The text in the title bar.
    package var title: String
    /// The program's name as window managers and session files know it, such as "overscroll".
    package var programName: String
    /// The size asked for, in pixels; window managers may decide otherwise.
    package var size: PixelSize
    /// The same picture in several sizes; empty for none.
    package var icons: [Icon] = []
    /// The display to open, such as ":1"; nil for the one that `DISPLAY` names.
    package var displayName: String?
    /// Parts of the desktop that may be used where they exist; leave some out to try what happens without.
    package var features: Features = .all

    /// Makes options.
    package init(title: String, programName: String, size: PixelSize, icons: [Icon] = []) {
      self.title = title
      self.programName = programName
      self.size = size
      self.icons = icons
    }
  }

  /// A picture that stands for the program.
  package struct Icon: Hashable, Sendable {
    /// Its size, in pixels.
    package var size: PixelSize
    /// Its pixels row by row as 0xAARRGGBB, not premultiplied.
    package var pixels: [UInt32]

    /// Makes an icon; one whose pixels are not as many as its size says is left out later.
    package init(size: PixelSize, pixels: [UInt32]) {
      self.size = size
      self.pixels = pixels
    }
  }

  /// Parts of the desktop that not every server has.
  package struct Features: OptionSet, Hashable, Sendable {
    /// One bit a part.
    package let rawValue: Int

    /// Makes a set from its bits.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Touch, touchpads and fine positions (XInput 2).
    package static let extendedInput = Self(rawValue: 1)
    /// Pixels without a copy through the connection (MIT-SHM).
    package static let sharedMemory = Self(rawValue: 2)
    /// Being told of the display's refreshes (Present).
    package static let refreshEvents = Self(rawValue: 4)
    /// Such pixels by a descriptor instead of a number (MIT-SHM 1.2).
    package static let descriptorPassing = Self(rawValue: 8)
    /// All of them.
    package static let all: Self = [
      .extendedInput, .sharedMemory, .refreshEvents, .descriptorPassing,
    ]
  }

  /// The size, in pixels.
  package internal(set) var size: PixelSize
  /// How much larger than at 96 dots an inch text and thresholds are to be: 1, or what `Xft.dpi` asks for.
  package internal(set) var scale: Double
  /// What the pointer looks like over the window.
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
  /// What tells our own fences from messages that others make up.
  let fenceKey = Int(UInt32.random(in: 1...UInt32(Int32.max)))
  var visibility = Visibility()
  var input: ExtendedInput?
  var keyboard = Keyboard()
  var pressedButtons = PressedButtons()
  var serverClock = ServerClock()
  let randrEvent: Int32?
  /// True when the display, or the window's place on it, may refresh at another rate than before.
  var needsRefreshRate = true
  /// Where the window was before it filled the screen without a window manager's help.
  var frameBeforeFullscreen: PixelRect?
  private let cursors: Cursors

  /// Opens the display and makes a window on it, which is not shown yet.
  ///
  /// - Throws: One sentence: no display, or one whose pixels are not supported.
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
    uploader = Uploader(pool, options.features)
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
    guard connection.isAlive else { return }
    XDestroyWindow(connection.display, window)
    XFlush(connection.display)
  }

  /// Makes the window bare: nobody paints its background, and what is there stays at the top left
  /// while it is resized, so that nothing flashes.
  private static func makeWindow(_ connection: Connection, _ size: PixelSize) -> CX11.Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = Pixmap(None)
    attributes.bit_gravity = NorthWestGravity
    // A visual that is not the root's needs colours and a border of its own.
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
  /// Puts the window on the screen.
  package func show() {
    guard connection.isAlive else { return }
    XMapRaised(connection.display, window)
    XFlush(connection.display)
  }

  /// True if pixels reach the server without a copy through the connection.
  package var sharesMemory: Bool { uploader.isSharing }

  /// True if touch, touchpads and fine positions are heard.
  package var hasExtendedInput: Bool { input != nil }

  /// What the server refused unexpectedly since the last time, a sentence each: our mistakes, for a log.
  package func takeProtocolErrors() -> [String] {
    connection.takeUnexpectedErrors()
  }
}
