internal import CX11
package import OverscrollHost
internal import ScrollGeometry

extension DesktopWindow {
  /// Asks the server about itself, its outputs and its input devices.
  ///
  /// Takes about twenty round trips, and a few more for each local device; ask once, when nothing moves.
  package func environment() -> Environment {
    guard connection.isAlive else { return .unknown }
    let display = connection.display
    return Environment(
      vendor: XServerVendor(display).map { String(cString: $0) } ?? "unknown",
      release: Environment.release(Int(XVendorRelease(display))), isLocal: connection.isLocal,
      xwayland: connection.xwayland,
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

  /// What is known of XWayland; `nil` on any other server: it has the extension, or outputs as only older versions have.
  fileprivate var xwayland: XWayland? {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XQueryExtension(display, "XWAYLAND", &opcode, &event, &error) != 0 else {
      return hasXWaylandOutput ? XWayland() : nil
    }
    var (major, minor): (Int32, Int32) = (0, 0)
    let isKnown = OverscrollXwaylandVersion(display, opcode, &major, &minor) != 0
    return XWayland(extensionVersion: isKnown ? "\(major).\(minor)" : nil)
  }

  /// Whether an output is named as by XWayland, or its mode is changed for single programs only.
  private var hasXWaylandOutput: Bool {
    guard Monitors.isSupported(self) else { return false }
    // An atom that no one has made is not made here: no output has that property.
    let emulation = XInternAtom(display, "RANDR Emulation", 1)
    return activeOutputs { number, output, _, _ in
      output.name.map { String(cString: $0).hasPrefix("XWAYLAND") } == true
        || emulation != 0 && hasProperty(emulation, output: number)
    }.contains(true)
  }

  private func hasProperty(_ property: Atom, output: RROutput) -> Bool {
    var count: Int32 = 0
    guard let names = XRRListOutputProperties(display, output, &count) else { return false }
    defer { XFree(names) }
    return UnsafeBufferPointer(start: names, count: Int(count)).contains(property)
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
    runningManager.flatMap { name(of: $0) }
  }

  /// The name of the compositing manager; empty where it has none, `nil` where there is none.
  fileprivate var compositorName: String? {
    let selection = XInternAtom(display, "_NET_WM_CM_S\(screen)", 0)
    let owner = XGetSelectionOwner(display, selection)
    return owner == 0 ? nil : name(of: owner) ?? ""
  }

  /// Returns the input devices with the given identifiers, in their order.
  ///
  /// One round trip for all devices; `withSettings` takes up to five more for each device of the libinput driver.
  func inputDevices(_ identifiers: [Int32], withSettings: Bool) -> [Environment.Device] {
    var count: Int32 = 0
    guard isAlive, !identifiers.isEmpty,
      let list = XIQueryDevice(display, Int32(XIAllDevices), &count)
    else { return identifiers.map { _ in .unknown } }
    defer { XIFreeDeviceInfo(list) }
    let devices = UnsafeBufferPointer(start: list, count: Int(count))
    let names = labels(of: devices)
    let settings = withSettings ? DriverSettings(self) : nil
    return identifiers.map { identifier in
      guard let info = devices.first(where: { $0.deviceid == identifier }) else { return .unknown }
      var device = Environment.Device(info, labels: names)
      device.settings = settings?.of(identifier) ?? [:]
      return device
    }
  }

  /// The names of all valuators' labels, in one round trip.
  private func labels(of devices: UnsafeBufferPointer<XIDeviceInfo>) -> [Atom: String] {
    let labels = Set(devices.flatMap(\.valuators).map(\.label)).subtracting([0])
    var atoms = Array(labels)
    guard !atoms.isEmpty else { return [:] }
    var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    guard XGetAtomNames(display, &atoms, Int32(atoms.count), &names) != 0 else { return [:] }
    defer { names.forEach { if let name = $0 { XFree(name) } } }
    return Dictionary(
      uniqueKeysWithValues: zip(atoms, names.map { $0.map { String(cString: $0) } ?? "" }))
  }
}

extension XIDeviceInfo {
  private func classes<Class>(_ type: Int32, _: Class.Type) -> [Class] {
    UnsafeBufferPointer(start: classes, count: Int(num_classes)).compactMap(UnsafeRawPointer.init)
      .filter { $0.load(as: XIAnyClassInfo.self).type == type }.map { $0.load(as: Class.self) }
  }

  fileprivate var valuators: [XIValuatorClassInfo] {
    classes(Int32(XIValuatorClass), XIValuatorClassInfo.self)
  }
  fileprivate var scrolling: [XIScrollClassInfo] {
    classes(Int32(XIScrollClass), XIScrollClassInfo.self)
  }
  fileprivate var buttonCount: Int {
    classes(Int32(XIButtonClass), XIButtonClassInfo.self).reduce(0) { $0 + Int($1.num_buttons) }
  }
}

extension Environment.Device {
  fileprivate init(_ info: XIDeviceInfo, labels: [Atom: String]) {
    let use =
      switch info.use {
      case XISlavePointer: "slave pointer"
      case XISlaveKeyboard: "slave keyboard"
      case XIFloatingSlave: "floating slave"
      default: "master"
      }
    self.init(
      name: info.name.map { String(cString: $0) } ?? "", use: use, buttons: info.buttonCount,
      valuators: info.valuators.map {
        Environment.Valuator(
          name: labels[$0.label] ?? "", isRelative: $0.mode == XIModeRelative,
          resolution: Int($0.resolution))
      },
      scrolling: info.scrolling.map {
        Environment.Scrolling(
          isHorizontal: $0.scroll_type == XIScrollTypeHorizontal, increment: $0.increment)
      })
  }
}

/// Reads the settings of the libinput driver that affect how movements are interpreted.
private struct DriverSettings {
  /// How a property's value is read.
  private enum Kind {
    case flag, float, number
    /// A flag for each of some words.
    case choice([String])
  }

  private static let known: [(property: String, name: String, kind: Kind)] = [
    (
      "libinput Accel Profile Enabled", "accelerationProfile",
      .choice(["adaptive", "flat", "custom"])
    ),
    ("libinput Accel Speed", "accelerationSpeed", .float),
    ("libinput Natural Scrolling Enabled", "naturalScrolling", .flag),
    ("libinput Scroll Method Enabled", "scrollMethod", .choice(["two-finger", "edge", "button"])),
    ("libinput Scrolling Pixel Distance", "scrollPixelDistance", .number),
  ]

  private let connection: Connection
  private let properties: [(atom: Atom, name: String, kind: Kind)]

  init(_ connection: Connection) {
    self.connection = connection
    // Atoms that no one has made are not made here: no device has those properties.
    properties = Self.known.compactMap { known in
      let atom = XInternAtom(connection.display, known.property, 1)
      return atom == 0 ? nil : (atom, known.name, known.kind)
    }
  }

  func of(_ device: Int32) -> [String: Environment.Setting] {
    var settings: [String: Environment.Setting] = [:]
    for property in properties { settings[property.name] = value(of: property, device) }
    return settings
  }

  private func value(
    of property: (atom: Atom, name: String, kind: Kind), _ device: Int32
  ) -> Environment.Setting? {
    guard let (format, bytes) = connection.property(property.atom, ofDevice: device) else {
      return nil
    }
    switch (property.kind, format) {
    case (.flag, 8): return .flag(bytes[0] != 0)
    case (.float, 32):
      let value = bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
      return .number(Double(value).roundedToThousandths)
    case (.number, 32):
      return .number(Double(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
    case (.choice(let words), 8):
      return .word(zip(words, bytes).first { $0.1 != 0 }?.0 ?? "none")
    default: return nil
    }
  }
}

extension Double {
  /// The number without the digits that a conversion from single precision adds.
  fileprivate var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }
}
