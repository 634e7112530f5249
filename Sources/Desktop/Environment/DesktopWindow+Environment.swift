internal import CX11
package import OverscrollBase
package import OverscrollHost
internal import ScrollGeometry

extension DesktopWindow {
  /// Asks the server about itself, its outputs and its input devices.
  ///
  /// Takes about twenty round trips, a few more for each local device, and one to XWayland's compositor; ask once, when nothing moves.
  package func environment(waylandSocket: FilePath? = WaylandSocket.path) -> Environment {
    guard connection.isAlive else { return .unknown }
    let display = connection.display
    return Environment(
      vendor: XServerVendor(display).map { String(cString: $0) } ?? "unknown",
      release: Environment.release(Int(XVendorRelease(display))), isLocal: connection.isLocal,
      xwayland: connection.xwayland(center: placement.center(of: size), socket: waylandSocket),
      extensions: connection.extensionVersions, outputs: connection.outputs(scale: scale),
      windowManager: connection.windowManagerName, compositor: connection.compositorName,
      graphics: connection.graphicsNames, refresh: nil,
      devices: connection.inputDevices(input?.deviceIDs ?? [], withSettings: connection.isLocal))
  }
}

extension Environment {
  /// The release as text: X.Org's numbers are eight digits, of which the first is 1 since version 21.
  fileprivate static func release(_ number: Int) -> String {
    guard number >= 10_000_000 else { return "\(number)" }
    let parts = [number / 10_000_000, number / 100_000 % 100, number / 1000 % 100, number % 1000]
    let isYear = parts[0] == 1 && parts[1] >= 21
    return (isYear ? parts.dropFirst() : parts[...]).map(String.init).joined(separator: ".")
  }

  /// What is known once the connection is broken.
  static let unknown = Environment(
    vendor: "unknown", release: "unknown", isLocal: true, extensions: [:], outputs: [],
    graphics: [], devices: [])
}

extension Connection {
  /// The versions of the extensions that matter for input and frames, by name.
  fileprivate var extensionVersions: [String: String] {
    var versions: [String: String] = [:]
    let queries: [(String, (inout Int32, inout Int32) -> Bool)] = [
      ("Present", { XPresentQueryVersion(self.display, &$0, &$1) != 0 }),
      ("RANDR", { XRRQueryVersion(self.display, &$0, &$1) != 0 }),
      ("RENDER", { XRenderQueryVersion(self.display, &$0, &$1) != 0 }),
      (
        "MIT-SHM",
        {
          var hasPixmaps: Int32 = 0
          return XShmQueryVersion(self.display, &$0, &$1, &hasPixmaps) != 0
        }
      ),
      (
        "XInputExtension",
        {
          // The version that the first query asked for; another one would be an error.
          ($0, $1) = (2, 4)
          return XIQueryVersion(self.display, &$0, &$1) == Success
        }
      ),
    ]
    for (name, query) in queries where hasExtension(name) {
      var (major, minor): (Int32, Int32) = (0, 0)
      if query(&major, &minor) { versions[name] = "\(major).\(minor)" }
    }
    return versions
  }

  /// The active outputs, without the names of monitors.
  fileprivate func outputs(scale: Double) -> [Environment.Output] {
    guard Monitors.isSupported(self) else { return [] }
    return activeOutputs { _, output, crtc, resources in
      let modes = UnsafeBufferPointer(start: resources.modes, count: Int(resources.nmode))
      guard let mode = modes.first(where: { $0.id == crtc.mode }) else { return nil }
      let rate = Monitors.rate(
        dotClock: Int(mode.dotClock), total: (Int(mode.hTotal), Int(mode.vTotal)),
        flags: Int32(truncatingIfNeeded: mode.modeFlags))
      // XWayland passes on the negative sizes of virtual outputs.
      let millimeters = PixelSize(
        width: Int(Int32(truncatingIfNeeded: output.mm_width)),
        height: Int(Int32(truncatingIfNeeded: output.mm_height)))
      return Environment.Output(
        size: PixelSize(width: Int(mode.width), height: Int(mode.height)),
        rate: rate > 0 ? rate : nil, millimeters: millimeters.isEmpty ? nil : millimeters,
        scale: scale)
    }
  }

  /// The names of the graphics drivers by RandR 1.4.
  fileprivate var graphicsNames: [String] {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard hasExtension("RANDR"), XRRQueryVersion(display, &major, &minor) != 0,
      (major, minor) >= (1, 4), let resources = XRRGetScreenResourcesCurrent(display, root)
    else { return [] }
    defer { XRRFreeScreenResources(resources) }
    guard let providers = XRRGetProviderResources(display, root) else { return [] }
    defer { XRRFreeProviderResources(providers) }
    let numbers = UnsafeBufferPointer(
      start: providers.pointee.providers, count: Int(providers.pointee.nproviders))
    return numbers.compactMap { number in
      guard let provider = XRRGetProviderInfo(display, resources, number) else { return nil }
      defer { XRRFreeProviderInfo(provider) }
      return provider.pointee.name.map { String(cString: $0) }
    }
  }

  /// The name of the window manager; `nil` where there is none that follows EWMH.
  fileprivate var windowManagerName: String? {
    let check = atoms[.managerCheck]
    guard let window = longs(check, of: root, type: Atom(XA_WINDOW)).first else { return nil }
    // The property of a manager that is gone stays, its window does not.
    guard longs(check, of: CX11.Window(window), type: Atom(XA_WINDOW)).first == window else {
      return nil
    }
    return name(of: CX11.Window(window))
  }

  /// The name of the compositing manager; empty where it has none, `nil` where there is none.
  fileprivate var compositorName: String? {
    let selection = XInternAtom(display, "_NET_WM_CM_S\(screen)", 0)
    let owner = XGetSelectionOwner(display, selection)
    return owner == 0 ? nil : name(of: owner) ?? ""
  }

  private func name(of window: CX11.Window) -> String? {
    text(atoms[.name], of: window, type: atoms[.utf8String])
  }

  /// Returns a property of a window as numbers (a round trip); none where it has another type.
  func longs(_ property: Atom, of window: CX11.Window, type: Atom) -> [UInt] {
    read(property, of: window, type: type) { data, format, count in
      guard format == 32 else { return [] }
      let longs = UnsafeRawPointer(data).assumingMemoryBound(to: UInt.self)
      return Array(UnsafeBufferPointer(start: longs, count: count))
    } ?? []
  }

  private func text(_ property: Atom, of window: CX11.Window, type: Atom) -> String? {
    read(property, of: window, type: type) { data, format, count in
      guard format == 8 else { return nil }
      return String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    } ?? nil
  }

  private func read<Value>(
    _ property: Atom, of window: CX11.Window, type: Atom,
    _ body: (UnsafeMutablePointer<UInt8>, Int32, Int) -> Value
  ) -> Value? {
    var (actual, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let error = trapErrors {
      XGetWindowProperty(
        display, window, property, 0, 64, 0, type, &actual, &format, &count, &rest, &data)
    }
    guard let data else { return nil }
    defer { XFree(data) }
    return error == nil ? body(data, format, Int(count)) : nil
  }
}
