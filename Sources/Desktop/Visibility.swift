internal import CX11

/// What is known of a window's visibility.
struct Visibility: Hashable, Sendable {
  /// A Boolean value that indicates whether the window is mapped, or about to be.
  var isMapped = true
  /// A Boolean value that indicates whether other windows cover it fully; unknown with a compositing manager.
  var isObscured = false
  /// A Boolean value that indicates whether any part of the window is obscured.
  var isPartlyObscured = true
  /// A Boolean value that indicates whether the window manager hides it, such as while it is minimized.
  var isHidden = false
}

extension DesktopWindow {
  /// A Boolean value that indicates whether the window can be visible; while it is false, no frames are due.
  package var isVisible: Bool {
    visibility.isMapped && !visibility.isObscured && !visibility.isHidden
  }

  /// A Boolean value that indicates whether nothing obscures the window, so that its pixels can scroll in place.
  ///
  /// It can be out of date. ``Event/exposed`` follows where pixels were obscured after all.
  package var isUnobscured: Bool { isVisible && !visibility.isPartlyObscured }

  /// Returns the atoms of `_NET_WM_STATE`, which the window manager sets.
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

  /// The maximum number of states read; EWMH specifies thirteen.
  private static let mostStates = 32
}
