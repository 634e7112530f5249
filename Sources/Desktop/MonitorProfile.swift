internal import CX11
internal import Glibc
internal import ScrollGeometry

/// The color profile of the monitor under the window's center, a property of the root window (ICC Profiles in X, 0.4).
///
/// Queries the server only once it was asked for.
package struct MonitorProfile {
  /// The longest profile that is read, in bytes. [C]
  private static let maximumBytes = 16 << 20
  /// RandR's version that numbers monitors as Xinerama does.
  private static let randrVersion: (Int32, Int32) = (1, 5)

  /// The areas of the monitors, in Xinerama's order; `nil` before they are queried, and after they have changed.
  var areas: [PixelRect]?
  /// The property that is followed; `nil` until it is asked for.
  private var property: Atom?
}

extension MonitorProfile {
  /// Returns the profile, and follows it from now on; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - connection: The connection to the display.
  ///   - center: Returns the window's center in root coordinates, which is needed where there are several monitors.
  /// - Returns: The bytes of the property.
  mutating func read(_ connection: Connection, center: () -> (x: Int, y: Int)) -> [UInt8]? {
    let property = currentProperty(connection, center: center)
    self.property = property
    guard connection.isAlive,
      let value = PropertyValue(
        connection, connection.root, property, byteLimit: Self.maximumBytes),
      value.format == 8, !value.isCut, !value.bytes.isEmpty
    else { return nil }
    return value.bytes
  }

  /// Returns whether a property of the root window is the profile that is followed.
  func isProfile(_ property: Atom) -> Bool { property == self.property }

  /// Returns whether the window has another monitor than before.
  mutating func hasMoved(_ connection: Connection, center: () -> (x: Int, y: Int)) -> Bool {
    guard let property, connection.isAlive else { return false }
    return currentProperty(connection, center: center) != property
  }

  private mutating func currentProperty(
    _ connection: Connection, center: () -> (x: Int, y: Int)
  ) -> Atom {
    let areas = self.areas ?? Self.areas(connection)
    self.areas = areas
    guard areas.count > 1 else { return connection.atoms[.colorProfile] }
    let place = center()
    let point = PixelRect(x: place.x, y: place.y, width: 1, height: 1)
    let number = areas.firstIndex { !$0.intersection(point).isEmpty } ?? 0
    guard number > 0 else { return connection.atoms[.colorProfile] }
    return XInternAtom(connection.display, "\(Atoms.Name.colorProfile.rawValue)_\(number)", 0)
  }

  private static func areas(_ connection: Connection) -> [PixelRect] {
    var (major, minor): (Int32, Int32) = (1, 5)
    guard connection.isAlive, Monitors.isSupported(connection),
      XRRQueryVersion(connection.display, &major, &minor) != 0, (major, minor) >= randrVersion
    else { return [] }
    var count: Int32 = 0
    guard let monitors = XRRGetMonitors(connection.display, connection.root, 1, &count) else {
      return []
    }
    defer { XRRFreeMonitors(monitors) }
    return UnsafeBufferPointer(start: monitors, count: Int(count)).map { monitor in
      PixelRect(
        x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
        height: Int(monitor.height))
    }
  }
}

extension MonitorProfile {
  /// The ICC profile of the monitor under the center of a window; `nil` where there is none.
  ///
  /// From now on, ``Input/displayProfileChanged`` follows changes of it, and moves to other monitors.
  package static func bytes(under window: DesktopWindow) -> [UInt8]? {
    window.placement.readProfile(size: window.size)
  }
}
