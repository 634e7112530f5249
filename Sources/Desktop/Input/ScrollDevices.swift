internal import CX11
internal import OverscrollHost
internal import ScrollGeometry

/// The devices that scroll by valuators, by device ID.
struct ScrollDevices {
  /// A device that scrolls.
  struct Device {
    var kind: ScrollKind
    /// The touchpad pixels per increment.
    var pixelsPerIncrement: Double
    var valuators: ScrollValuators
    var scroll = TouchpadScroll()

    /// True where the driver reports that fingers were lifted, as libinput's does for touchpads.
    var reportsStops: Bool { kind == .touchpad || scroll.hasStopped }
  }

  private var devices: [Int32: Device] = [:]
  /// The identifiers of all devices that there have been, in the order in which they were first seen.
  private(set) var identifiers: [Int32] = []

  /// Returns the position of a device in ``identifiers``, to which a new one is added.
  mutating func index(of device: Int32) -> Int {
    if let index = identifiers.firstIndex(of: device) { return index }
    identifiers.append(device)
    return identifiers.count - 1
  }

  /// Returns the distance that an event of a device scrolls, or `nil` where it doesn't scroll.
  mutating func scroll(
    source: Int32, values: [Int: Double]
  ) -> (distance: Point, device: Device)? {
    guard var device = devices[source], !device.valuators.isEmpty else { return nil }
    defer { devices[source] = device }
    guard let distance = device.valuators.distance(values) else { return nil }
    return (distance, device)
  }

  /// Stores the state of a device's scroll.
  mutating func store(_ scroll: TouchpadScroll, of source: Int32) {
    devices[source]?.scroll = scroll
  }

  /// Ends the scrolls of all devices: where the pointer has left, no one reports that their fingers were lifted.
  ///
  /// - Returns: The number of scrolls that were in progress.
  mutating func endScrolls() -> Int {
    devices.keys.sorted().count { devices[$0]?.scroll.end() != nil }
  }

  /// Forgets the values of all valuators.
  mutating func forget() {
    for source in devices.keys { devices[source]?.valuators.forget() }
  }

  /// Queries all devices and the values of their valuators.
  ///
  /// One round trip, and two more per device that scrolls.
  mutating func refresh(_ connection: Connection) {
    guard connection.isAlive else { return }
    var count: Int32 = 0
    guard let list = XIQueryDevice(connection.display, Int32(XIAllDevices), &count) else { return }
    defer { XIFreeDeviceInfo(list) }
    let before = devices
    devices = [:]
    for info in UnsafeBufferPointer(start: list, count: Int(count)) {
      guard info.use != XIMasterPointer, info.use != XIMasterKeyboard else { continue }
      _ = index(of: info.deviceid)
      devices[info.deviceid] = Self.device(info, connection)
      devices[info.deviceid]?.scroll = before[info.deviceid]?.scroll ?? TouchpadScroll()
    }
  }

  private static func device(_ info: XIDeviceInfo, _ connection: Connection) -> Device? {
    let classes = UnsafeBufferPointer(start: info.classes, count: Int(info.num_classes))
    var axes: [ScrollAxis] = []
    var values: [Int: Double] = [:]
    var hasGestures = false
    for item in classes.compactMap(UnsafeRawPointer.init) {
      switch item.load(as: XIAnyClassInfo.self).type {
      case Int32(XIScrollClass): axes.append(ScrollAxis(item.load(as: XIScrollClassInfo.self)))
      case Int32(XIGestureClass): hasGestures = true
      case Int32(XIValuatorClass):
        let valuator = item.load(as: XIValuatorClassInfo.self)
        values[Int(valuator.number)] = valuator.value
      default: break
      }
    }
    guard !axes.isEmpty else { return nil }
    var valuators = ScrollValuators(axes)
    for (number, value) in values { valuators.setValue(value, of: number) }
    let properties = DeviceProperties(connection, info.deviceid)
    return Device(
      kind: properties.kind(hasGestures: hasGestures),
      pixelsPerIncrement: properties.pixelDistance ?? TouchpadScroll.pixelsPerIncrement,
      valuators: valuators)
  }
}

extension ScrollAxis {
  fileprivate init(_ info: XIScrollClassInfo) {
    self.init(
      number: Int(info.number), isHorizontal: info.scroll_type == XIScrollTypeHorizontal,
      increment: info.increment)
  }
}

/// The properties that a driver sets on a device.
private struct DeviceProperties {
  private let atoms: Atoms
  private let present: Set<Atom>
  /// The pixels per increment of the libinput driver, or `nil` for other drivers.
  let pixelDistance: Double?

  init(_ connection: Connection, _ device: Int32) {
    atoms = connection.atoms
    var count: Int32 = 0
    let list = XIListProperties(connection.display, device, &count)
    present = Set(UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count)))
    if let list { XFree(list) }
    let atom = connection.atoms[.libinputPixelDistance]
    pixelDistance = present.contains(atom) ? Self.number(connection, device, atom) : nil
  }

  /// Returns the kind of a device.
  ///
  /// Touchpads can be tapped; mice with the libinput driver have only its other properties.
  func kind(hasGestures: Bool) -> ScrollKind {
    let signs = [Atoms.Name.libinputTapping, .synapticsFinger]
    if hasGestures || signs.contains(where: { present.contains(atoms[$0]) }) { return .touchpad }
    return present.contains(atoms[.libinput]) ? .wheel : .unknown
  }

  private static func number(_ connection: Connection, _ device: Int32, _ atom: Atom) -> Double? {
    guard let (format, bytes) = connection.property(atom, ofDevice: device), format == 32 else {
      return nil
    }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    return (1...1000).contains(value) ? Double(value) : nil
  }
}

/// A scroll axis of a device.
struct ScrollAxis: Hashable, Sendable {
  /// The number of the valuator.
  var number: Int
  /// Whether the axis is horizontal.
  var isHorizontal: Bool
  /// The change of the valuator per notch, or per 15 touchpad pixels; negative reverses the direction.
  var increment: Double
}

/// The kind of a scrolling device, which X doesn't report directly.
enum ScrollKind: Hashable, Sendable {
  /// A touchpad, which scrolls by pixels, with a beginning and an end.
  case touchpad
  /// A wheel, which scrolls by notches.
  case wheel
  /// Unknown: parts of a notch are treated as a wheel's, other fractions as a touchpad's, and so is all of a device that reports
  /// stops.
  case unknown
}

/// Converts the absolute values of a device's valuators, which also change over other windows, to scroll distances.
struct ScrollValuators: Hashable, Sendable {
  private let axes: [Int: ScrollAxis]
  private var last: [Int: Double] = [:]

  /// Makes valuators without known values; axes without an increment are ignored.
  init(_ axes: [ScrollAxis]) {
    let usable = axes.filter { $0.increment != 0 && $0.increment.isFinite }
    self.axes = Dictionary(usable.map { ($0.number, $0) }) { first, _ in first }
  }

  /// Whether the device has no scroll axis.
  var isEmpty: Bool { axes.isEmpty }

  /// Forgets the values; the next ones are starting points rather than distances.
  mutating func forget() {
    last = [:]
  }

  /// Sets the value of a valuator without scrolling.
  mutating func setValue(_ value: Double, of number: Int) {
    guard axes[number] != nil else { return }
    last[number] = value
  }

  /// Returns the increments that an event scrolls, to the right and down.
  ///
  /// Zero where the values didn't change, by which a driver reports that the fingers were lifted.
  ///
  /// - Parameter values: The values of an event's valuators, by number.
  /// - Returns: `nil` where none of them scrolls or has a starting point.
  mutating func distance(_ values: [Int: Double]) -> Point? {
    var distance: Point?
    for (number, value) in values {
      guard let axis = axes[number] else { continue }
      defer { last[number] = value }
      guard let before = last[number] else { continue }
      let steps = (value - before) / axis.increment
      let step = axis.isHorizontal ? Point(steps, 0) : Point(0, steps)
      distance = (distance ?? .zero) + step
    }
    return distance
  }
}

/// Adds phases to the scroll distances of a touchpad.
struct TouchpadScroll: Hashable, Sendable {
  /// The distance per increment with libinput and its X driver, in pixels.
  static let pixelsPerIncrement = 15.0
  private(set) var isActive = false
  /// True once the device has reported that fingers were lifted.
  private(set) var hasStopped = false

  /// Returns the phase and the movement of the content, in pixels, for a distance.
  ///
  /// - Parameters:
  ///   - distance: The increments to the right and down; zero ends the scroll.
  ///   - pixels: The pixels per increment.
  /// - Returns: `nil` for an end without a beginning.
  mutating func step(
    _ distance: Point, pixels: Double = pixelsPerIncrement
  ) -> (phase: Input.Phase, delta: Point)? {
    guard distance != .zero else {
      hasStopped = true
      return end()
    }
    defer { isActive = true }
    // Scrolling down moves the content up.
    return (isActive ? .changed : .began, distance * -pixels)
  }

  /// Ends the scroll; `nil` for one that has not begun.
  mutating func end() -> (phase: Input.Phase, delta: Point)? {
    defer { isActive = false }
    return isActive ? (.ended, .zero) : nil
  }
}

extension ScrollKind {
  /// The parts of a notch that wheels of high resolution report: 120 is their unit, and 15 pixels are those of libinput. [C]
  private static let partsOfNotch = 120.0

  /// Returns the kind that a device of this kind acts as for a distance in increments.
  func resolved(_ distance: Point, _ scroll: TouchpadScroll) -> ScrollKind {
    guard self == .unknown else { return self }
    // Wheels report no stops.
    if distance == .zero || scroll.hasStopped || scroll.isActive { return .touchpad }
    let parts = distance * Self.partsOfNotch
    let areWhole = [parts.x, parts.y].allSatisfy { abs($0 - $0.rounded()) < 1e-3 }
    return areWhole ? .wheel : .touchpad
  }
}
