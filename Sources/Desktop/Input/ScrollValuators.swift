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
  /// Unknown: whole increments are treated as notches, fractions as a touchpad.
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

  /// Returns the phase and the movement of the content, in pixels, for a distance.
  ///
  /// - Parameters:
  ///   - distance: The increments to the right and down; zero ends the scroll.
  ///   - pixels: The pixels per increment.
  /// - Returns: `nil` for an end without a beginning.
  mutating func step(
    _ distance: Point, pixels: Double = pixelsPerIncrement
  ) -> (phase: Event.Phase, delta: Point)? {
    guard distance != .zero else {
      defer { isActive = false }
      return isActive ? (.ended, .zero) : nil
    }
    defer { isActive = true }
    // Scrolling down moves the content up.
    return (isActive ? .changed : .began, distance * -pixels)
  }
}

extension ScrollKind {
  /// Returns the kind that a device of this kind acts as for a distance in increments.
  func resolved(_ distance: Point, isScrolling: Bool) -> ScrollKind {
    guard self == .unknown else { return self }
    if distance == .zero { return isScrolling ? .touchpad : .wheel }
    let isWhole = distance.x == distance.x.rounded() && distance.y == distance.y.rounded()
    return isWhole && !isScrolling ? .wheel : .touchpad
  }
}
