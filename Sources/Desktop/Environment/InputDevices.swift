internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

extension Connection {
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
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XIGetProperty(
      connection.display, device, property.atom, 0, 4, 0, Atom(AnyPropertyType), &type, &format,
      &count, &rest, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    guard count > 0 else { return nil }
    switch property.kind {
    case .flag: return format == 8 ? .flag(data[0] != 0) : nil
    case .float:
      return format == 32
        ? .number(Double(UnsafeRawPointer(data).load(as: Float.self)).roundedToThousandths) : nil
    case .number:
      return format == 32 ? .number(Double(UnsafeRawPointer(data).load(as: UInt32.self))) : nil
    case .choice(let words):
      guard format == 8 else { return nil }
      return .word(zip(words, 0..<Int(count)).first { data[$0.1] != 0 }?.0 ?? "none")
    }
  }
}

extension Double {
  /// The number without the digits that a conversion from single precision adds.
  fileprivate var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }
}
