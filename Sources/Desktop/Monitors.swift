internal import CX11
internal import OverscrollDrawing
internal import ScrollGeometry

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
