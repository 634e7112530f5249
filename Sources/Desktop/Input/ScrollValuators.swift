internal import Geometry

/// A scroll axis of a device.
struct ScrollAxis: Hashable, Sendable {
  /// Which valuator of the device it is.
  var number: Int
  /// True if it scrolls sideways.
  var isHorizontal: Bool
  /// How much of the valuator is one notch, or 15 touchpad pixels; negative turns the direction round.
  var increment: Double
}

/// What a scrolling device is, which X does not say in so many words.
enum ScrollKind: Hashable, Sendable {
  /// Fingers on a surface: pixels, a beginning and an end.
  case touchpad
  /// A wheel: notches.
  case wheel
  /// Neither is known: whole increments are taken for notches, parts for fingers.
  case unknown
}

/// Makes scroll distances of a device's valuators, which are absolute and run on elsewhere unseen.
struct ScrollValuators: Hashable, Sendable {
  private let axes: [Int: ScrollAxis]
  private var last: [Int: Double] = [:]

  /// Makes valuators of which no value is known yet; axes without increment are left out.
  init(_ axes: [ScrollAxis]) {
    let usable = axes.filter { $0.increment != 0 && $0.increment.isFinite }
    self.axes = Dictionary(usable.map { ($0.number, $0) }) { first, _ in first }
  }

  /// True if the device scrolls by valuators at all.
  var isEmpty: Bool { axes.isEmpty }

  /// Forgets the values: the next ones are starting points and no distances.
  mutating func forget() {
    last = [:]
  }

  /// Notes where a valuator stands without scrolling.
  mutating func note(_ value: Double, of number: Int) {
    guard axes[number] != nil else { return }
    last[number] = value
  }

  /// How many increments the event scrolled, to the right and down.
  ///
  /// Zero when the values did not change, which is how a driver says that the fingers were lifted.
  ///
  /// - Parameter values: The valuators of an event by number.
  /// - Returns: Nil if none of them scrolls, or none has a starting point.
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

/// Makes beginnings and ends of the scroll distances of one touchpad.
struct TouchpadScroll: Hashable, Sendable {
  /// The distance that libinput and its X driver call one increment, in pixels.
  static let pixelsPerIncrement = 15.0
  private(set) var isActive = false

  /// What a distance of so many increments is: its phase and how far the content is to move, in pixels.
  ///
  /// - Parameters:
  ///   - distance: Increments to the right and down; zero ends the scroll.
  ///   - pixels: What one increment is.
  /// - Returns: Nil for an end without a beginning.
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
  /// What a device of this kind means by a distance of so many increments.
  func resolved(_ distance: Point, isScrolling: Bool) -> ScrollKind {
    guard self == .unknown else { return self }
    if distance == .zero { return isScrolling ? .touchpad : .wheel }
    let isWhole = distance.x == distance.x.rounded() && distance.y == distance.y.rounded()
    return isWhole && !isScrolling ? .wheel : .touchpad
  }
}
