import ScrollGeometry

/// A gesture recognizer for a quick movement in one direction.
///
/// Corresponds to `UISwipeGestureRecognizer`.
nonisolated open class SwipeGestureRecognizer: GestureRecognizer {
  /// The directions of a swipe.
  ///
  /// Corresponds to `UISwipeGestureRecognizer.Direction`.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// To the right.
    public static let right = Self(rawValue: 1)
    /// To the left.
    public static let left = Self(rawValue: 2)
    /// Upwards.
    public static let up = Self(rawValue: 4)
    /// Downwards.
    public static let down = Self(rawValue: 8)
  }

  /// The movement along its direction at which a swipe is recognized, in points. [C]
  static let distance = 50.0
  /// The movement across its direction at which a swipe fails, in points. [C]
  static let allowedDrift = 40.0
  /// The maximum duration of a swipe, in seconds. [C]
  static let maximumDuration = 0.5

  /// The permitted directions; to the right by default.
  ///
  /// Corresponds to `UISwipeGestureRecognizer.direction`.
  open var direction = Direction.right
  /// The number of touches for the gesture to be recognized; 1 by default.
  ///
  /// Corresponds to `UISwipeGestureRecognizer.numberOfTouchesRequired`.
  open var numberOfTouchesRequired = 1

  private var start: (location: Point, time: Double)?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard numberOfTouches <= numberOfTouchesRequired else {
      state = .failed
      return
    }
    start = (location(in: nil), event.timestamp)
    watchDeadline()
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible, waiting == nil, let start else { return }
    let way = location(in: nil) - start.location
    let isHorizontal = !direction.isDisjoint(with: [.left, .right])
    let isVertical = !direction.isDisjoint(with: [.up, .down])
    if event.timestamp - start.time > Self.maximumDuration
      || !isHorizontal && abs(way.x) > Self.allowedDrift
      || !isVertical && abs(way.y) > Self.allowedDrift
    {
      fail()
    } else if numberOfTouches == numberOfTouchesRequired, isFarEnough(way) {
      self.start = nil
      state = .recognized
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if waiting == nil { fail() }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    fail()
  }

  open override func reset() {
    super.reset()
    start = nil
  }

  open override var deadline: Double? { start.map { $0.time + Self.maximumDuration } }

  open override func timeReached(_ time: Double) {
    fail()
  }

  private func isFarEnough(_ way: Point) -> Bool {
    direction.contains(.right) && way.x >= Self.distance
      || direction.contains(.left) && -way.x >= Self.distance
      || direction.contains(.down) && way.y >= Self.distance
      || direction.contains(.up) && -way.y >= Self.distance
  }

  private func fail() {
    start = nil
    if state == .possible { state = .failed }
  }
}
