import ScrollGeometry

/// A gesture recognizer for pinches of two or more fingers.
///
/// A pinch is recognized when the distance between the touches has changed by 4 points; its scale is relative to that
/// distance. That of three fingers or more is twice their mean distance from their centroid. A finger that joins or leaves
/// a pinch changes neither its scale nor what it holds.
/// Corresponds to `UIPinchGestureRecognizer`.
nonisolated open class PinchGestureRecognizer: GestureRecognizer {
  /// The change in distance at which a pinch is recognized, in points. [C]
  static let hysteresis = 4.0
  /// The minimum distance between touches, in points; touches closer together count as that far apart. [C]
  static let minimumDistance = 1.0

  /// The distance between the touches relative to that at recognition, above 0.
  ///
  /// Corresponds to `UIPinchGestureRecognizer.scale`.
  open var scale: Double {
    get { reference > 0 ? distance / reference : 1 }
    set {
      guard let newValue = newValue.accepted, newValue > 0 else { return }
      reference = distance / newValue
      lastScale = newValue
    }
  }

  /// The velocity of the pinch at the latest movement, in scale factors per second; zero before it.
  ///
  /// Corresponds to `UIPinchGestureRecognizer.velocity`.
  open private(set) var velocity = 0.0

  private var lastTime: Double?
  private var startDistance: Double?
  private var reference = 0.0
  /// The scale after the latest movement.
  private var lastScale = 1.0

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard numberOfTouches >= 2 else { return }
    startDistance = distance
    if isActive { rebase(with: event) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard numberOfTouches >= 2, let startDistance else { return }
    defer { note(scale, at: event.timestamp) }
    if state == .possible, abs(distance - startDistance) >= Self.hysteresis {
      reference = distance
      state = .began
      if isActive { pinchDidBegin(with: event) }
    } else if isActive {
      state = .changed
      pinchDidChange(with: event)
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    leave(touches, as: .ended, with: event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    leave(touches, as: .cancelled, with: event)
  }

  open override func reset() {
    super.reset()
    startDistance = nil
    reference = 0
    lastScale = 1
    (velocity, lastTime) = (0, nil)
  }

  /// Called when the pinch is recognized.
  func pinchDidBegin(with event: Event) {}

  /// Called when a touch moves during the pinch.
  func pinchDidChange(with event: Event) {}

  /// Called when a touch joins or leaves the pinch, which goes on with the others.
  func pinchTouchesDidChange(with event: Event) {}

  /// Called when a touch lifts during the pinch, and no two remain.
  func pinchDidEnd(with event: Event) {}

  private func leave(_ left: Set<Touch>, as end: State, with event: Event) {
    guard numberOfTouches - left.count < 2 else {
      touches.removeAll(where: left.contains)
      startDistance = distance
      if isActive { rebase(with: event) }
      return
    }
    if isActive {
      self.end(as: end) { pinchDidEnd(with: event) }
      // If another touch joins the remaining one, a new pinch begins.
      reset()
    }
    startDistance = nil
  }

  /// Notes the scale after a movement; a time without one between makes no velocity.
  private func note(_ scale: Double, at time: Double) {
    if isActive, let lastTime, time > lastTime {
      velocity = (scale - lastScale) / (time - lastTime)
    }
    (lastScale, lastTime) = (scale, time)
  }

  /// Continues at the same scale with other touches.
  private func rebase(with event: Event) {
    reference = distance / lastScale
    pinchTouchesDidChange(with: event)
  }

  private var distance: Double {
    guard touches.count >= 2 else { return Self.minimumDistance }
    let centroid = centroid
    let sum = touches.reduce(0) { $0 + ($1.location - centroid).length }
    return max(2 * sum / Double(touches.count), Self.minimumDistance)
  }
}
