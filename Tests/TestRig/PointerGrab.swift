internal import CX11

/// A grab of the pointer by another client, as menus, switchers and screenshot tools have one.
package final class PointerGrab {
  private let client: XClient

  /// Grabs the pointer of a server.
  package init(on server: DisplayServer) throws {
    client = try XClient(of: server)
    let events = UInt32(ButtonPressMask | ButtonReleaseMask | PointerMotionMask)
    let status = XGrabPointer(
      client.display, client.root, 0, events, GrabModeAsync, GrabModeAsync, 0, 0, 0)
    guard status == GrabSuccess else { throw RigError("The pointer cannot be grabbed: \(status).") }
  }

  /// Ends the grab.
  package func end() {
    XUngrabPointer(client.display, 0)
    client.sync()
  }
}
