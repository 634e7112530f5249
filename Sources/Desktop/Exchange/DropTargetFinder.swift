internal import CX11

/// Finds the window under the pointer that takes drops (XDND).
struct DropTargetFinder {
  /// A window that takes drops.
  struct Target: Hashable {
    let window: CX11.Window
    /// The window that receives its messages: itself, or its proxy.
    let recipient: CX11.Window
    /// The version of the protocol that both know.
    let version: Int
  }

  /// How deep windows lie in each other that are looked at. [C]
  private static let maximumDepth = 32

  let connection: Connection
  /// The window in which the drag began, which is no target.
  let ownWindow: CX11.Window

  /// Returns the target at a place of the screen, in some round trips; `nil` for none.
  func target(x: Int, y: Int) -> Target? {
    let root = connection.root
    guard connection.isAlive, var window = child(of: root, x: x, y: y) else {
      // Desktops draw files on the root window, and take drops for it.
      return connection.isAlive ? target(root) : nil
    }
    for _ in 0..<Self.maximumDepth {
      if window == ownWindow { return nil }
      if let target = target(window) { return target }
      guard let next = child(of: window, x: x, y: y) else { break }
      window = next
    }
    return nil
  }

  private func child(of window: CX11.Window, x: Int, y: Int) -> CX11.Window? {
    var (left, top, child): (Int32, Int32, CX11.Window) = (0, 0, 0)
    let error = connection.trapErrors {
      XTranslateCoordinates(
        connection.display, connection.root, window, Int32(truncatingIfNeeded: x),
        Int32(truncatingIfNeeded: y), &left, &top, &child)
    }
    return error == nil && child != 0 ? child : nil
  }

  private func target(_ window: CX11.Window) -> Target? {
    let recipient = proxy(of: window) ?? window
    guard let value = PropertyValue(connection, recipient, connection.atoms[.dragAware]),
      value.type == Atom(XA_ATOM), let version = value.longs.first,
      version >= DragSource.versions.lowerBound
    else { return nil }
    return Target(
      window: window, recipient: recipient, version: min(version, DragSource.versions.upperBound))
  }

  /// Returns the window that receives the messages for another; it has to name itself, or it is left over from a program that is
  /// gone.
  private func proxy(of window: CX11.Window) -> CX11.Window? {
    guard let proxy = named(by: window), named(by: proxy) == proxy else { return nil }
    return proxy
  }

  private func named(by window: CX11.Window) -> CX11.Window? {
    let value = PropertyValue(connection, window, connection.atoms[.dragProxy])
    guard let value, value.type == Atom(XA_WINDOW), let number = value.longs.first, number != 0
    else { return nil }
    return CX11.Window(bitPattern: number)
  }
}
