package import OverscrollHost

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
