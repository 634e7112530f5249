import Geometry

/// Recognizes one or more taps.
///
/// Corresponds to `UITapGestureRecognizer`.
open class TapGestureRecognizer: GestureRecognizer {
  /// The movement that spoils a tap, in points: what makes a pan. [C]
  static let allowedMovement = PanTracker.hysteresis
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
  private var nextTapDeadline: Double?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    nextTapDeadline = nil
    fingers = max(fingers, numberOfTouches)
    if numberOfTouches > numberOfTouchesRequired { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    let strayed = touches.contains {
      ($0.location - $0.startLocation).length >= Self.allowedMovement
    }
    if strayed, state == .possible { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible, numberOfTouches == touches.count else { return }
    guard fingers == numberOfTouchesRequired else {
      state = .failed
      return
    }
    taps += 1
    fingers = 0
    if taps >= numberOfTapsRequired {
      state = .recognized
    } else {
      nextTapDeadline = event.timestamp + Self.longestPause
      for touch in touches { touch.window?.watch(self) }
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if state == .possible { state = .failed }
  }

  open override func reset() {
    super.reset()
    taps = 0
    fingers = 0
    nextTapDeadline = nil
  }

  override var deadline: Double? { nextTapDeadline }

  override func timeReached(_ time: Double) {
    nextTapDeadline = nil
    reset()
  }
}
