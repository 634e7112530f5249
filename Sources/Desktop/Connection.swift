internal import CX11
internal import Glibc
internal import OverscrollHost

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
}

extension Connection {
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
