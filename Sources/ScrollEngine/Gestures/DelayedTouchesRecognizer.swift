/// Delays the delivery of touches to a scroll view's content until they do not scroll.
///
/// It recognizes nothing. Each touch is held for 0.15 s from when it began; before delivering a touch, the window checks
/// whether a recognizer still holds it. Corresponds to UIKit's private delayed-touches recognizer.
final class DelayedTouchesRecognizer: GestureRecognizer {
  /// The time for which a touch is held, in seconds. [A]
  static let delay = 0.15

  private let pan: ObjectIdentifier
  private var held: [Touch] = []

  /// Creates a recognizer that delays the touches that `pan` receives.
  init(pan: GestureRecognizer) {
    self.pan = ObjectIdentifier(pan)
    super.init()
  }

  override func allowsSimultaneousRecognition(with other: GestureRecognizer) -> Bool { true }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    // A touch that the pan does not receive cannot scroll.
    for touch in touches
    where touch.gestureRecognizers.contains(where: { ObjectIdentifier($0) == pan }) {
      held.append(touch)
      touch.window?.watch(self)
    }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    held.removeAll { touches.contains($0) }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    held.removeAll { touches.contains($0) }
  }

  override func reset() {
    super.reset()
    held = []
  }

  /// Returns whether the recognizer holds `touch`.
  override func holds(_ touch: Touch) -> Bool {
    held.contains { $0 === touch }
  }

  /// The time for which the scroll view holds a touch, in seconds.
  private var ownDelay: Double { (view as? ScrollView)?.tuning.touchDelay ?? Self.delay }

  override var deadline: Double? {
    // The touches are in the order in which they began.
    held.first.map { $0.startTime + ownDelay }
  }

  override func timeReached(_ time: Double) {
    let due = held.filter { $0.startTime + ownDelay <= time }
    held.removeAll { due.contains($0) }
    for touch in due { touch.window?.deliverIfFree(touch, nil) }
  }
}
