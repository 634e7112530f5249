internal import CX11
internal import Glibc

/// The connection to an X server: the one owner of the `Display`.
///
/// Main thread only. Once it is broken no Xlib call may be made on it, not even to close it.
final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  /// What the window's pixels look like: the screen's own where it suits.
  let visual: UnsafeMutablePointer<Visual>?
  let depth: Int32
  let colormap: Colormap
  let atoms: Atoms

  /// Opens a display; nil for the one that `DISPLAY` names.
  init(named name: String?) throws(DesktopError) {
    let name = name ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
    guard !name.isEmpty, let display = XOpenDisplay(name) else {
      throw DesktopError.noDisplay(named: name)
    }
    ConnectionErrors.watch(display)
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
    // Xlib hangs or ends the process when a broken connection is closed; it is left to the kernel.
    guard isAlive else { return }
    XCloseDisplay(display)
    ConnectionErrors.forget(display)
  }
}

extension Connection {
  /// False once the server went away.
  var isAlive: Bool { !ConnectionErrors.isBroken(display) }

  /// Throws once the server went away.
  func check() throws(DesktopError) {
    guard isAlive else { throw DesktopError.serverGone }
  }

  /// The descriptor to poll.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// True if the server runs on this machine, so far as the socket tells; forwarded displays use TCP.
  var isLocal: Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return status == 0 && address.ss_family == sa_family_t(AF_UNIX)
  }

  /// Runs `body`, waits for the server, and hands out the first error that it reported for a request of `body`.
  func trapErrors(_ body: () -> Void) -> ProtocolError? {
    guard isAlive else { return nil }
    ConnectionErrors.beginTrap(display, from: XNextRequest(display))
    body()
    XSync(display, 0)
    return ConnectionErrors.endTrap(display)
  }

  /// Waits until the server has done everything it was asked for.
  func synchronize() {
    guard isAlive else { return }
    XSync(display, 0)
  }

  /// Hands out what the server reported unexpectedly, a sentence each, and forgets it.
  func takeUnexpectedErrors() -> [String] {
    guard isAlive else { return [] }
    return ConnectionErrors.takeUnexpected(display).map(message)
  }

  private func message(for error: ProtocolError) -> String {
    var letters = [CChar](repeating: 0, count: 128)
    XGetErrorText(display, Int32(error.code), &letters, Int32(letters.count))
    let text = String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    let request = "request \(error.request.major).\(error.request.minor)"
    return "The X server refused \(request) (number \(error.serial)): \(text)."
  }

  /// Asks for an extension; false when the server has none of that name.
  func hasExtension(_ name: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    return isAlive && XQueryExtension(display, name, &opcode, &event, &error) != 0
  }
}
