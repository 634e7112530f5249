import Geometry

/// Recognizes one or more taps.
///
/// Corresponds to `UITapGestureRecognizer`.
open class TapGestureRecognizer: GestureRecognizer {
  /// The movement at which a touch is no longer a tap, in points: the one that makes a pan. [C]
  ///
  /// Corresponds to `UILongPressGestureRecognizer.allowableMovement`, whose default it is.
  public static let allowableMovement = PanTracker.hysteresis
  /// The longest press that is a tap, in seconds. [R]
  static let longestPress = 0.75
  /// The greatest distance between two taps of one gesture, in points. [R]
  static let allowedSeparation = 45.0
  /// The longest time between two taps of one gesture, in seconds. [C]
  static let longestPause = 0.35

  /// How many taps make the gesture; 1.
  ///
  /// Corresponds to `UITapGestureRecognizer.numberOfTapsRequired`.
  public var numberOfTapsRequired = 1
  /// How many fingers tap; 1.
  ///
  /// Corresponds to `UITapGestureRecognizer.numberOfTouchesRequired`.
  public var numberOfTouchesRequired = 1

  private var taps = 0
  private var fingers = 0
  private var waiting = Waiting.none
  /// The centroid of all fingers of the present tap, and of the one before it, in the window.
  private var place = Point.zero
  private var lastPlace: Point?

  /// What a tap waits for.
  private enum Waiting {
    case none
    /// The fingers' lift, until a time in seconds.
    case lift(until: Double)
    /// The next tap, until a time in seconds.
    case nextTap(until: Double)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    fingers = max(fingers, numberOfTouches)
    var isTooFar = false
    if let lastPlace, numberOfTouches == numberOfTouchesRequired {
      isTooFar = (centroid - lastPlace).length > Self.allowedSeparation
    }
    place = centroid
    guard state == .possible, !isTooFar, numberOfTouches <= numberOfTouchesRequired else {
      return fail()
    }
    if numberOfTouches == 1 { wait(.lift(until: event.timestamp + Self.longestPress)) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    let strayed = touches.contains {
      ($0.location - $0.startLocation).length >= Self.allowableMovement
    }
    if strayed { fail() }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible, numberOfTouches == touches.count else { return }
    guard fingers == numberOfTouchesRequired else { return fail() }
    taps += 1
    fingers = 0
    if taps >= numberOfTapsRequired {
      waiting = .none
      state = .recognized
    } else {
      lastPlace = place
      wait(.nextTap(until: event.timestamp + Self.longestPause))
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    fail()
  }

  open override func reset() {
    super.reset()
    taps = 0
    fingers = 0
    waiting = .none
    lastPlace = nil
  }

  /// One tap does not keep a recognizer of more taps from recognizing.
  override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  override var deadline: Double? {
    switch waiting {
    case .none: nil
    case .lift(let time), .nextTap(let time): time
    }
  }

  override func timeReached(_ time: Double) {
    switch waiting {
    case .none: break
    case .lift: fail()
    case .nextTap: reset()
    }
  }

  private func wait(_ waiting: Waiting) {
    self.waiting = waiting
    for touch in touches { touch.window?.watch(self) }
  }

  private func fail() {
    waiting = .none
    if state == .possible { state = .failed }
  }
}
