internal import CX11
internal import Glibc
package import OverscrollHost

/// The connection to an X server, and the only owner of its `Display`.
///
/// Main thread only. Once the connection is broken, no Xlib function may be called with it, not even to close it.
final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  /// The visual of the window: the screen's default where it is supported.
  let visual: UnsafeMutablePointer<Visual>?
  let depth: Int32
  let colormap: Colormap
  let atoms: Atoms

  /// Opens a display, by default the one named by `DISPLAY`.
  init(named name: String?) throws(HostError) {
    let name = name ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
    guard !name.isEmpty, let display = XOpenDisplay(name) else {
      throw HostError.noDisplay(named: name)
    }
    ConnectionErrors.install(for: display)
    self.display = display
    self.screen = XDefaultScreen(display)
    self.root = XRootWindow(display, screen)
    if let alternate = PixelFormat.alternate(display, screen) {
      visual = alternate.visual
      depth = alternate.depth
      colormap = XCreateColormap(display, root, visual, AllocNone)
    } else {
      visual = XDefaultVisual(display, screen)
      depth = XDefaultDepth(display, screen)
      colormap = XDefaultColormap(display, screen)
    }
    self.atoms = Atoms(display)
  }

  deinit {
    // Closing a broken connection makes Xlib hang or exit, so the kernel closes it.
    guard isAlive else { return }
    XCloseDisplay(display)
    ConnectionErrors.remove(display)
  }

  /// Whether the connection is intact.
  var isAlive: Bool { !ConnectionErrors.isBroken(display) }

  /// Throws once the connection is broken.
  func check() throws(HostError) {
    guard isAlive else { throw HostError.serverGone }
  }

  /// The file descriptor to poll.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// Whether the server is reached by a Unix socket; forwarded displays use TCP.
  var isLocal: Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return status == 0 && address.ss_family == sa_family_t(AF_UNIX)
  }

  /// Runs `body`, synchronizes, and returns the first error that the server reported for a request of `body`.
  func trapErrors(_ body: () -> Void) -> ProtocolError? {
    guard isAlive else { return nil }
    ConnectionErrors.beginTrap(display, from: XNextRequest(display))
    body()
    // A reply to the last request came after the errors of all requests.
    if XLastKnownRequestProcessed(display) != XNextRequest(display) - 1 { XSync(display, 0) }
    return ConnectionErrors.endTrap(display)
  }

  /// Asks for events of a window, in addition to those that are asked for already.
  ///
  /// A client has one mask for a window, and another client may name any window as its own, also one of this program's.
  ///
  /// - Parameters:
  ///   - mask: The events; by default changes of properties, and that the window is gone.
  ///   - window: The window.
  /// - Returns: The server's error, such as that there is no such window.
  @discardableResult
  func select(
    _ mask: Int = PropertyChangeMask | StructureNotifyMask, of window: CX11.Window
  ) -> ProtocolError? {
    trapErrors {
      var attributes = XWindowAttributes()
      guard XGetWindowAttributes(display, window, &attributes) != 0 else { return }
      XSelectInput(display, window, attributes.your_event_mask | mask)
    }
  }

  /// Waits until the server has processed all requests (`XSync`).
  func synchronize() {
    guard isAlive else { return }
    XSync(display, 0)
  }

  /// Removes and returns the errors that no trap caught, one message each.
  func drainUnexpectedErrors() -> [String] {
    guard isAlive else { return [] }
    return ConnectionErrors.drainUnexpected(display).map(message)
  }

  private func message(for error: ProtocolError) -> String {
    var letters = [CChar](repeating: 0, count: 128)
    XGetErrorText(display, Int32(error.code), &letters, Int32(letters.count))
    let text = String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    let request = "request \(error.request.major).\(error.request.minor)"
    return "The X server refused \(request) (number \(error.serial)): \(text)."
  }

  /// Returns whether the server has an extension (a round trip).
  func hasExtension(_ name: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    return isAlive && XQueryExtension(display, name, &opcode, &event, &error) != 0
  }
}

// MARK: - Properties

extension Connection {
  /// Sends a message to the root window, where window managers receive it.
  func sendToWindowManager(_ event: inout XEvent) {
    XSendEvent(
      display, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
  }

  /// The items of a property that are sent at once: half of what fits Xlib's buffer. [C]
  private static let propertyPart = 2048

  /// Sets a property of format 32, whose items Xlib takes as C longs.
  ///
  /// Xlib fills its buffer with items and flushes it in turn, and goes on forever once the connection is lost. Each part is sent
  /// into an empty buffer, which it fits.
  func setProperty(_ name: Atom, of window: CX11.Window, type: Atom, _ longs: [Int]) {
    var mode = PropModeReplace
    var rest = longs[...]
    repeat {
      let part = rest.prefix(Self.propertyPart)
      if longs.count > Self.propertyPart { XFlush(display) }
      guard isAlive else { return }
      part.withUnsafeBytes { bytes in
        _ = XChangeProperty(
          display, window, name, type, 32, mode,
          bytes.bindMemory(to: UInt8.self).baseAddress, Int32(part.count))
      }
      rest = rest.dropFirst(part.count)
      mode = PropModeAppend
    } while !rest.isEmpty
  }
}

/// A connection to an X server, for a window that is made later.
///
/// Main thread only.
package struct DesktopConnection {
  let connection: Connection

  /// Opens a display.
  ///
  /// - Parameter name: The display's name; `nil` for the one named by `DISPLAY`.
  /// - Throws: An error where there is no display, or none with a supported pixel format.
  package init(named name: String? = nil) throws(HostError) {
    connection = try Connection(named: name)
    if let unsupportedReason = PixelFormat(connection).unsupportedReason {
      throw HostError(.unsuitableDisplay, unsupportedReason)
    }
  }
}

/// The atoms of properties and messages, interned in one round trip.
struct Atoms {
  /// The names that are interned.
  enum Name: String, CaseIterable {
    case protocols = "WM_PROTOCOLS"
    case deleteWindow = "WM_DELETE_WINDOW"
    case ping = "_NET_WM_PING"
    case syncRequest = "_NET_WM_SYNC_REQUEST"
    case syncCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case userTime = "_NET_WM_USER_TIME"
    case startupID = "_NET_STARTUP_ID"
    case startupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
    case startupInfo = "_NET_STARTUP_INFO"
    case themeVariant = "_GTK_THEME_VARIANT"
    case manager = "MANAGER"
    case settings = "_XSETTINGS_SETTINGS"
    /// The selection of the first screen's manager, with the other names so that Xlib knows it without a round trip.
    case firstManager = "_XSETTINGS_S0"
    case processID = "_NET_WM_PID"
    case clientMachine = "WM_CLIENT_MACHINE"
    case name = "_NET_WM_NAME"
    case iconName = "_NET_WM_ICON_NAME"
    case icon = "_NET_WM_ICON"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case normalWindow = "_NET_WM_WINDOW_TYPE_NORMAL"
    case managedState = "WM_STATE"
    case state = "_NET_WM_STATE"
    case fullscreen = "_NET_WM_STATE_FULLSCREEN"
    case maximizedHorizontally = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case maximizedVertically = "_NET_WM_STATE_MAXIMIZED_VERT"
    case managerCheck = "_NET_SUPPORTING_WM_CHECK"
    case hidden = "_NET_WM_STATE_HIDDEN"
    case colorProfile = "_ICC_PROFILE"
    case fence = "_OVERSCROLL_FENCE"
    case utf8String = "UTF8_STRING"
    case clipboard = "CLIPBOARD"
    case clipboardManager = "CLIPBOARD_MANAGER"
    case saveTargets = "SAVE_TARGETS"
    case targets = "TARGETS"
    case timestamp = "TIMESTAMP"
    case multiple = "MULTIPLE"
    case atomPair = "ATOM_PAIR"
    case text = "TEXT"
    case utf8Plain = "text/plain;charset=utf-8"
    case incremental = "INCR"
    case dragAware = "XdndAware"
    case dragEnter = "XdndEnter"
    case dragPosition = "XdndPosition"
    case dragStatus = "XdndStatus"
    case dragLeave = "XdndLeave"
    case dragDrop = "XdndDrop"
    case dragFinished = "XdndFinished"
    case dragTypes = "XdndTypeList"
    case dragSelection = "XdndSelection"
    case dragCopy = "XdndActionCopy"
    case dragProxy = "XdndProxy"
    case received = "_OVERSCROLL_RECEIVED"
    case receivedNext = "_OVERSCROLL_RECEIVED_NEXT"
    case saved = "_OVERSCROLL_SAVED"
    case uriList = "text/uri-list"
    case copiedFiles = "x-special/gnome-copied-files"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case tiff = "image/tiff"
    case webp = "image/webp"
    case bmp = "image/bmp"
    case libinput = "libinput Send Events Modes Available"
    case libinputTapping = "libinput Tapping Enabled"
    case libinputPixelDistance = "libinput Scrolling Pixel Distance"
    case synapticsFinger = "Synaptics Finger"
  }

  private let values: [Name: Atom]

  init(_ display: OpaquePointer) {
    var names = Name.allCases.map { strdup($0.rawValue) }
    defer { names.forEach { free($0) } }
    var atoms = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display, &names, Int32(names.count), 0, &atoms)
    values = Dictionary(uniqueKeysWithValues: zip(Name.allCases, atoms))
  }

  /// The atom of `name`, or 0 (`None`) where the server failed.
  subscript(name: Name) -> Atom { values[name] ?? 0 }
}

extension XEvent {
  /// Makes a client message of up to five numbers.
  init(_ type: Atom, to window: CX11.Window, _ items: [Int]) {
    self.init()
    xclient.type = ClientMessage
    xclient.window = window
    xclient.message_type = type
    xclient.format = 32
    items.withUnsafeBytes { items in
      withUnsafeMutableBytes(of: &xclient.data.l) { $0.copyMemory(from: items) }
    }
  }
}

// MARK: - Properties

/// The value of a window's property.
struct PropertyValue {
  let type: Atom
  let format: Int
  /// The items of a property of format 8.
  private(set) var bytes: [UInt8] = []
  /// The items of a property of format 32.
  private(set) var longs: [Int] = []
  /// Whether the property is longer than what was to be read.
  private(set) var isCut = false

  /// The items of a property of format 32, as atoms.
  var atoms: [Atom] { longs.map { Atom(bitPattern: $0) } }

  /// Reads a property; the result is `nil` where there is none, or no such window.
  ///
  /// - Parameters:
  ///   - connection: The connection to the display.
  ///   - window: The window.
  ///   - name: The property.
  ///   - offset: Where to begin, in bytes, a multiple of four.
  ///   - byteLimit: The number of bytes that are read at most, rounded up to whole units of four.
  init?(
    _ connection: Connection, _ window: CX11.Window, _ name: Atom, offset: Int = 0,
    byteLimit: Int = 1 << 16
  ) {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let error = connection.trapErrors {
      XGetWindowProperty(
        connection.display, window, name, offset / 4, byteLimit / 4 + 1, 0,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard error == nil, type != 0, let data else { return nil }
    self.type = type
    self.format = Int(format)
    isCut = rest > 0
    switch format {
    case 8: bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    case 32:
      longs = data.withMemoryRebound(to: Int.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    default: break
    }
  }
}

extension Connection {
  /// The length up to which properties are read that are a few numbers or a name, in bytes. [C]
  private static let shortLength = 256

  /// Returns a property of a window as numbers (a round trip); none where it has another type.
  func longs(_ property: Atom, of window: CX11.Window, type: Atom) -> [UInt] {
    let value = PropertyValue(self, window, property, byteLimit: Self.shortLength)
    return value?.type == type ? value?.atoms ?? [] : []
  }

  /// The window by which an EWMH window manager that runs is known (round trips).
  var runningManager: CX11.Window? {
    guard isAlive else { return nil }
    let (check, type) = (atoms[.managerCheck], Atom(XA_WINDOW))
    guard let window = longs(check, of: root, type: type).first else { return nil }
    // The property remains after a window manager crashed; its window does not.
    return longs(check, of: window, type: type).first == window ? window : nil
  }

  /// Returns the name of a window by EWMH (a round trip); `nil` where it has none.
  func name(of window: CX11.Window) -> String? {
    let value = PropertyValue(self, window, atoms[.name], byteLimit: Self.shortLength)
    guard let value, value.type == atoms[.utf8String], value.format == 8 else { return nil }
    return String(decoding: value.bytes, as: UTF8.self)
  }

  /// Returns a property of an input device (a round trip), up to 16 bytes: the bits of an item, and all items; `nil` where there is
  /// none.
  func property(_ name: Atom, ofDevice device: Int32) -> (format: Int, bytes: [UInt8])? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XIGetProperty(
      display, device, name, 0, 4, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    let length = Int(count) * Int(format) / 8
    return length > 0 ? (Int(format), Array(UnsafeBufferPointer(start: data, count: length))) : nil
  }
}
