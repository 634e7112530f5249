internal import CX11

/// A grab of the pointer by another client, as menus, switchers and screenshot tools have one.
package final class PointerGrab {
  private let display: OpaquePointer

  /// Grabs the pointer of a server.
  package init(on server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else { throw RigError("No display.") }
    self.display = display
    let events = UInt32(ButtonPressMask | ButtonReleaseMask | PointerMotionMask)
    let status = XGrabPointer(
      display, XDefaultRootWindow(display), 0, events, GrabModeAsync, GrabModeAsync, 0, 0, 0)
    guard status == GrabSuccess else { throw RigError("The pointer cannot be grabbed: \(status).") }
  }

  /// Ends the grab.
  package func end() {
    XUngrabPointer(display, 0)
    XSync(display, 0)
  }

  deinit { XCloseDisplay(display) }
}
