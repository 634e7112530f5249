internal import CX11

extension DisplayServer {
  /// Sets a property of the root window to bytes, or deletes it.
  package func setRootProperty(_ name: String, to bytes: [UInt8]?) throws {
    let client = try XClient(of: self)
    let property = client.atom(name)
    if let bytes {
      XChangeProperty(
        client.display, client.root, property, Atom(XA_CARDINAL), 8, PropModeReplace, bytes,
        Int32(bytes.count))
    } else {
      XDeleteProperty(client.display, client.root, property)
    }
    client.sync()
  }
}
