internal import CX11

extension DisplayServer {
  /// Sets a property of the root window to bytes, or deletes it.
  package func setRootProperty(_ name: String, to bytes: [UInt8]?) throws {
    guard let display = XOpenDisplay(self.name) else { throw RigError("No display.") }
    defer { XCloseDisplay(display) }
    let (root, property) = (XDefaultRootWindow(display), XInternAtom(display, name, 0))
    if let bytes {
      XChangeProperty(
        display, root, property, Atom(XA_CARDINAL), 8, PropModeReplace, bytes,
        Int32(bytes.count))
    } else {
      XDeleteProperty(display, root, property)
    }
    XSync(display, 0)
  }
}
