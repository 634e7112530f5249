/// A gesture recognizer for a press of some duration, which then follows the touch.
///
/// Corresponds to `UILongPressGestureRecognizer`.
nonisolated open class LongPressGestureRecognizer: GestureRecognizer {
  /// The default of ``minimumPressDuration``, in seconds. [A]
  public static let standardDuration = 0.5

  /// The minimum duration of the press, in seconds; 0.5 by default.
  ///
  /// Corresponds to `UILongPressGestureRecognizer.minimumPressDuration`.
  open var minimumPressDuration = LongPressGestureRecognizer.standardDuration
  /// The movement at which a press fails before its duration is reached, in points; 10 by default.
  ///
  /// Corresponds to `UILongPressGestureRecognizer.allowableMovement`.
  open var allowableMovement = TapGestureRecognizer.allowableMovement
  /// The number of touches for the gesture to be recognized; 1 by default.
  ///
  /// Corresponds to `UILongPressGestureRecognizer.numberOfTouchesRequired`.
  open var numberOfTouchesRequired = 1
  /// The number of taps before the press; 0 by default.
  ///
  /// Corresponds to `UILongPressGestureRecognizer.numberOfTapsRequired`.
  open var numberOfTapsRequired = 0

  private var due: Double?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard numberOfTouches <= numberOfTouchesRequired else {
      if state == .possible { fail() }
      return
    }
    guard numberOfTouches == numberOfTouchesRequired,
      (self.touches.first?.tapCount ?? 0) > numberOfTapsRequired
    else { return }
    due = event.timestamp + max(minimumPressDuration, 0)
    watchDeadline()
    if minimumPressDuration <= 0 { begin() }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if state == .began || state == .changed {
      state = .changed
    } else if touches.contains(where: { $0.maximumDistance >= allowableMovement }) {
      fail()
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    finish(as: .ended)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    finish(as: .cancelled)
  }

  open override func reset() {
    super.reset()
    due = nil
  }

  open override var deadline: Double? { due }

  open override func timeReached(_ time: Double) {
    begin()
  }

  private func begin() {
    due = nil
    if state == .possible { state = .began }
  }

  private func finish(as end: State) {
    due = nil
    if state == .possible { state = .failed } else { state = end }
  }

  private func fail() {
    due = nil
    state = .failed
  }
}
