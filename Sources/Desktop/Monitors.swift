internal import CX11
internal import Glibc
package import ScrollGeometry

/// The monitors of a screen, with their areas and refresh rates.
struct Monitors {
  /// A monitor.
  struct Monitor: Hashable, Sendable {
    /// The area in root coordinates.
    var area: PixelRect
    /// RefreshEvents a second; 0 where the driver does not say.
    var rate: Double
  }

  /// The active monitors.
  let monitors: [Monitor]

  /// Returns the monitor at a point in root coordinates, or the first one where there is none.
  func monitor(atX x: Int, y: Int) -> Monitor? {
    let point = PixelRect(x: x, y: y, width: 1, height: 1)
    return monitors.first { !$0.area.intersection(point).isEmpty } ?? monitors.first
  }

  /// Returns the refresh rate of a mode: the dot clock divided by the total number of pixels, including blanking.
  ///
  /// Zero where the driver reports no timings, as virtual ones do.
  static func rate(dotClock: Int, total: (width: Int, height: Int), flags: Int32) -> Double {
    var rows = Double(total.height)
    if flags & RR_DoubleScan != 0 { rows *= 2 }
    if flags & RR_Interlace != 0 { rows /= 2 }
    let pixels = Double(total.width) * rows
    return pixels > 0 ? Double(dotClock) / pixels : 0
  }
}

extension Monitors {
  /// Queries the server with RandR 1.3 (several round trips); empty without it.
  init(_ connection: Connection) {
    let display = connection.display
    guard connection.isAlive, Self.isSupported(connection),
      let resources = XRRGetScreenResourcesCurrent(display, connection.root)
    else {
      monitors = []
      return
    }
    defer { XRRFreeScreenResources(resources) }
    let modes = UnsafeBufferPointer(
      start: resources.pointee.modes, count: Int(resources.pointee.nmode))
    let crtcs = UnsafeBufferPointer(
      start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc))
    monitors = crtcs.compactMap { number in
      guard let info = XRRGetCrtcInfo(display, resources, number) else { return nil }
      defer { XRRFreeCrtcInfo(info) }
      let crtc = info.pointee
      guard let mode = modes.first(where: { $0.id == crtc.mode }) else { return nil }
      return Monitor(
        area: PixelRect(crtc),
        rate: Self.rate(
          dotClock: Int(mode.dotClock), total: (Int(mode.hTotal), Int(mode.vTotal)),
          flags: Int32(truncatingIfNeeded: mode.modeFlags)))
    }
  }

  /// Selects RandR's notifications; returns the extension's first event, or `nil` without RandR.
  static func watch(_ connection: Connection) -> Int32? {
    var (event, error): (Int32, Int32) = (0, 0)
    guard isSupported(connection),
      XRRQueryExtension(connection.display, &event, &error) != 0
    else { return nil }
    let mask = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask
    XRRSelectInput(connection.display, connection.root, Int32(mask))
    return event
  }

  /// Returns whether the server has RandR 1.3.
  static func isSupported(_ connection: Connection) -> Bool {
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 1, 3)
    return XRRQueryExtension(connection.display, &event, &error) != 0
      && XRRQueryVersion(connection.display, &major, &minor) != 0
      && (major, minor) >= (1, 3)
  }
}

extension Connection {
  /// Collects what `body` makes of each output that shows a part of the screen (a few round trips); the server must have RandR 1.3.
  ///
  /// - Parameter body: Receives the output's number and information, its CRTC and the screen's resources, which are freed afterwards.
  /// - Returns: The values, without those that are `nil`.
  func activeOutputs<Value>(
    _ body: (RROutput, XRROutputInfo, XRRCrtcInfo, XRRScreenResources) -> Value?
  ) -> [Value] {
    guard let resources = XRRGetScreenResourcesCurrent(display, root) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let numbers = UnsafeBufferPointer(
      start: resources.pointee.outputs, count: Int(resources.pointee.noutput))
    return numbers.compactMap { number in
      guard let output = XRRGetOutputInfo(display, resources, number) else { return nil }
      defer { XRRFreeOutputInfo(output) }
      guard output.pointee.crtc != 0,
        let crtc = XRRGetCrtcInfo(display, resources, output.pointee.crtc)
      else { return nil }
      defer { XRRFreeCrtcInfo(crtc) }
      return body(number, output.pointee, crtc.pointee, resources.pointee)
    }
  }
}

extension PixelRect {
  /// The part of the screen that a CRTC shows, in root coordinates.
  init(_ crtc: XRRCrtcInfo) {
    self.init(x: Int(crtc.x), y: Int(crtc.y), width: Int(crtc.width), height: Int(crtc.height))
  }
}

/// A monitor of the display, as the user names it.
package struct DesktopMonitor: Hashable, Sendable {
  /// The name of its output, such as "DP-1".
  package var name: String
  /// The area in the screen, in pixels.
  package var area: PixelRect

  /// Finds a monitor by its number, from 1, or its name.
  package static func named(_ name: String, among monitors: [Self]) -> Self? {
    if let named = monitors.first(where: { $0.name == name }) { return named }
    return Int(name).flatMap { monitors.indices.contains($0 - 1) ? monitors[$0 - 1] : nil }
  }

  /// The message for a name that no monitor has.
  package static func refusal(of name: String, among monitors: [Self]) -> String {
    let list = monitors.enumerated().map { index, monitor in
      "\(index + 1) or \(monitor.name) (\(monitor.area.width)×\(monitor.area.height))"
    }
    let known =
      list.isEmpty
      ? "The display doesn't name its monitors." : "Monitors: \(list.joined(separator: ", "))."
    return "there is no monitor \"\(name)\". \(known)"
  }
}

extension DesktopWindow {
  /// The monitors from left to right (a few round trips); empty where the server does not know them.
  package var monitors: [DesktopMonitor] { connection.isAlive ? connection.monitors : [] }

  /// Moves the window to a monitor, before ``show()``.
  package func moveInitially(to monitor: DesktopMonitor) {
    if connection.isAlive { placement.moveInitially(to: monitor.area, size: size) }
  }
}

extension Connection {
  /// The monitors, those further to the left first, of the same column those further up.
  fileprivate var monitors: [DesktopMonitor] {
    guard Monitors.isSupported(self) else { return [] }
    return sorted(
      namedAreas?.map { DesktopMonitor(name: atomName($0.name), area: $0.area) } ?? outputs)
  }

  /// The names and the areas of the monitors, in Xinerama's order; `nil` before RandR 1.5, which numbers monitors as Xinerama does.
  fileprivate var namedAreas: [(name: Atom, area: PixelRect)]? {
    var (major, minor, count): (Int32, Int32, Int32) = (1, 5, 0)
    guard XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 5),
      let list = XRRGetMonitors(display, root, 1, &count)
    else { return nil }
    defer { XRRFreeMonitors(list) }
    return UnsafeBufferPointer(start: list, count: Int(count)).map { monitor in
      let area = PixelRect(
        x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
        height: Int(monitor.height))
      return (monitor.name, area)
    }
  }

  private func sorted(_ monitors: [DesktopMonitor]) -> [DesktopMonitor] {
    monitors.sorted { ($0.area.x, $0.area.y, $0.name) < ($1.area.x, $1.area.y, $1.name) }
  }

  private func atomName(_ atom: Atom) -> String {
    guard let name = XGetAtomName(display, atom) else { return "" }
    defer { XFree(name) }
    return String(cString: name)
  }

  /// The outputs that show a part of the screen, for servers without RandR 1.5.
  private var outputs: [DesktopMonitor] {
    activeOutputs { _, output, crtc, _ in
      output.name.map { DesktopMonitor(name: String(cString: $0), area: PixelRect(crtc)) }
    }
  }
}

/// The color profile of the monitor under the window's center, a property of the root window (ICC Profiles in X, 0.4).
///
/// Queries the server only once it was asked for.
package struct MonitorProfile {
  /// The longest profile that is read, in bytes. [C]
  private static let maximumBytes = 16 << 20
  /// The areas of the monitors, in Xinerama's order; `nil` before they are queried, and after they have changed.
  var areas: [PixelRect]?
  /// The property that is followed; `nil` until it is asked for.
  private var property: Atom?

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
    guard connection.isAlive, Monitors.isSupported(connection) else { return [] }
    return connection.namedAreas?.map(\.area) ?? []
  }

  /// The ICC profile of the monitor under the center of a window; `nil` where there is none.
  ///
  /// From now on, ``Input/displayProfileChanged`` follows changes of it, and moves to other monitors.
  package static func bytes(under window: DesktopWindow) -> [UInt8]? {
    window.placement.readProfile(size: window.size)
  }
}
