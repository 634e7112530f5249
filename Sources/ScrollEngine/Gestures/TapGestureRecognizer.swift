import ScrollGeometry

/// A gesture recognizer for one or more taps.
///
/// Corresponds to `UITapGestureRecognizer`.
nonisolated open class TapGestureRecognizer: GestureRecognizer {
  /// The movement at which a touch is no longer a tap, in points: the one that makes a pan. [C]
  ///
  /// Corresponds to `UILongPressGestureRecognizer.allowableMovement`, whose default it is.
  public static let allowableMovement = PanTracker.hysteresis
  /// The maximum duration of a tap, in seconds. [R]
  static let maximumPress = 0.75
  /// The maximum distance between two taps of one gesture, in points. [R]
  static let allowedSeparation = 45.0
  /// The maximum time between two taps of one gesture, in seconds. [C]
  static let maximumPause = 0.35

  /// The number of taps for the gesture to be recognized; 1 by default.
  ///
  /// Corresponds to `UITapGestureRecognizer.numberOfTapsRequired`.
  open var numberOfTapsRequired = 1
  /// The number of touches for the gesture to be recognized; 1 by default.
  ///
  /// Corresponds to `UITapGestureRecognizer.numberOfTouchesRequired`.
  open var numberOfTouchesRequired = 1

  private var taps = 0
  private var fingers = 0
  private var expected = Expected.none
  /// The centroids of the touches of the current tap and of the one before, in the window.
  private var tapLocation = Point.zero
  private var lastTapLocation: Point?

  /// The event that the recognizer waits for.
  private enum Expected {
    case none
    /// The touches lifting, until a time in seconds.
    case lift(until: Double)
    /// The next tap, until a time in seconds.
    case nextTap(until: Double)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    fingers = max(fingers, numberOfTouches)
    var isTooFar = false
    if let lastTapLocation, numberOfTouches == numberOfTouchesRequired {
      isTooFar = (centroid - lastTapLocation).length > Self.allowedSeparation
    }
    tapLocation = centroid
    guard state == .possible, !isTooFar, numberOfTouches <= numberOfTouchesRequired else {
      return fail()
    }
    if numberOfTouches == 1 { wait(.lift(until: event.timestamp + Self.maximumPress)) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    let hasMoved = touches.contains {
      ($0.location - $0.startLocation).length >= Self.allowableMovement
    }
    if hasMoved { fail() }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible, numberOfTouches == touches.count else { return }
    guard fingers == numberOfTouchesRequired else { return fail() }
    taps += 1
    fingers = 0
    if taps >= numberOfTapsRequired {
      expected = .none
      state = .recognized
    } else {
      lastTapLocation = tapLocation
      wait(.nextTap(until: event.timestamp + Self.maximumPause))
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    fail()
  }

  open override func reset() {
    super.reset()
    taps = 0
    fingers = 0
    expected = .none
    lastTapLocation = nil
  }

  /// A tap does not prevent a recognizer that requires more taps.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  open override var deadline: Double? {
    switch expected {
    case .none: nil
    case .lift(let time), .nextTap(let time): time
    }
  }

  open override func timeReached(_ time: Double) {
    switch expected {
    case .none: break
    case .lift: fail()
    case .nextTap:
      reset()
      letWaitersProceed()
    }
  }

  private func wait(_ expected: Expected) {
    self.expected = expected
    for touch in touches { touch.window?.watch(self) }
  }

  private func fail() {
    expected = .none
    if state == .possible { state = .failed }
  }
}
