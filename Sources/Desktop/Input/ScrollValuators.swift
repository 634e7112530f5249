internal import OverscrollHost
internal import ScrollGeometry

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
