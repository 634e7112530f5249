internal import CX11

/// Whether anybody can see a window.
struct Visibility: Hashable, Sendable {
  /// True until the window is taken off the screen.
  var isMapped = true
  /// True while other windows cover all of it; compositing managers do not tell.
  var isObscured = false
  /// True while the window manager says that it is minimised, or somewhere else.
  var isHidden = false
}

extension DesktopWindow {
  /// False while nobody can see the window: then drawing is of no use, and no frames are due.
  package var isVisible: Bool {
    visibility.isMapped && !visibility.isObscured && !visibility.isHidden
  }

  /// What the window manager says about the window: the atoms of `_NET_WM_STATE`.
  func states() -> Set<Atom> {
    var (type, format): (Atom, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      connection.display, window, connection.atoms[.state], 0, Self.mostStates, 0, Atom(XA_ATOM),
      &type, &format, &count, &rest, &data)
    guard status == Success, let data else { return [] }
    defer { XFree(data) }
    guard type == XA_ATOM, format == 32 else { return [] }
    return data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
      Set(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// How many states are read; there are thirteen in the specification.
  private static let mostStates = 32
}
