public import ScrollGeometry

/// A gesture recognizer for dragging.
///
/// A pan is recognized when the centroid of the touches has moved 10 points along an axis; those 10 points do not count
/// toward the translation. Corresponds to `UIPanGestureRecognizer`.
nonisolated open class PanGestureRecognizer: GestureRecognizer {
  /// The minimum number of touches; 1 by default.
  ///
  /// Corresponds to `UIPanGestureRecognizer.minimumNumberOfTouches`.
  open var minimumNumberOfTouches = 1
  /// The maximum number of touches; further ones are ignored.
  ///
  /// Corresponds to `UIPanGestureRecognizer.maximumNumberOfTouches`.
  open var maximumNumberOfTouches = Int.max

  /// The movement, from the first touch until the last one lifts.
  private(set) var tracker: PanTracker?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if numberOfTouches > maximumNumberOfTouches {
      for touch in touches { ignore(touch) }
      return
    }
    if tracker == nil {
      tracker = PanTracker(
        position: centroid, time: event.timestamp, coordinates: coordinates)
      trackingDidBegin(with: event)
    } else {
      tracker?.rebase(to: centroid, time: event.timestamp)
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible || isActive else { return }
    tracker?.coordinates = coordinates
    tracker?.noteEvent(at: event.timestamp)
    let isSample = tracker?.move(to: centroid, time: event.timestamp) ?? false
    if state == .possible {
      beginIfFarEnough()
    }
    if isActive {
      panDidMove(isSample: isSample, with: event)
      if state == .began, !hasSentBegan {
        hasSentBegan = true
      } else {
        state = .changed
      }
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    leave(touches, with: event, as: .ended)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    leave(touches, with: event, as: .cancelled)
  }

  open override func reset() {
    super.reset()
    tracker = nil
    hasSentBegan = false
  }

  private var hasSentBegan = false

  override func recognitionWillResume() {
    hasSentBegan = true
  }

  /// The coordinates in which the pan is measured; `nil` for those of the window.
  var coordinates: GestureCoordinates? { nil }

  /// The axes along which movement is recognized.
  var recognizableAxes: Axes { .both }

  /// Whether a movement of any length is recognized.
  var beginsAtOnce: Bool { false }

  /// Called when the first touch begins.
  func trackingDidBegin(with event: Event) {}

  /// Called when touches move during the gesture.
  func panDidMove(isSample: Bool, with event: Event) {}

  /// Called when the last touch lifts or is canceled.
  func panDidEnd(_ end: State, with event: Event) {}

  override func touchDidRest(at time: Double) {
    tracker?.noteEvent(at: time)
  }

  override func touchWasIgnored() {
    guard let tracker, tracker.position != centroid else { return }
    // The remaining touches have another centroid, which is no movement.
    self.tracker?.rebase(to: centroid, time: currentEvent?.timestamp ?? 0)
  }

  private func beginIfFarEnough() {
    guard let tracker, waiting == nil, numberOfTouches >= minimumNumberOfTouches else { return }
    if beginsAtOnce {
      guard tracker.travel.along(recognizableAxes) != .zero else { return }
      state = .began
    } else {
      let axes = tracker.recognizedAxes(among: recognizableAxes)
      guard !axes.isEmpty else { return }
      self.tracker?.subtractHysteresis(along: axes)
      state = .began
    }
  }

  private func leave(_ touches: Set<Touch>, with event: Event, as end: State) {
    let staying = self.touches.filter { !touches.contains($0) }
    guard staying.isEmpty else {
      let middle = staying.reduce(Point.zero) { $0 + $1.location } / Double(staying.count)
      tracker?.rebase(to: middle, time: event.timestamp)
      return
    }
    guard isActive else {
      panDidEnd(end, with: event)
      state = .failed
      return
    }
    self.end(as: end) { panDidEnd(end, with: event) }
  }

  /// Returns the translation of the pan in the coordinates of `view`, in points.
  ///
  /// Until the pan is recognized, including `gestureRecognizerShouldBegin(_:)`, it is the whole movement since the first
  /// touch began; afterward it excludes the 10 points of the hysteresis. Zero without touches and for a failed pan.
  /// Corresponds to `UIPanGestureRecognizer.translation(in:)`.
  open func translation(in view: View?) -> Point {
    guard let tracker, state != .failed else { return .zero }
    return turn(state == .possible ? tracker.travel : tracker.translation, into: view)
  }

  /// Sets the translation, in the coordinates of `view`.
  ///
  /// Corresponds to `UIPanGestureRecognizer.setTranslation(_:in:)`.
  open func setTranslation(_ translation: Point, in view: View?) {
    guard let translation = translation.accepted else { return }
    let coordinates = tracker?.coordinates
    guard coordinates == nil || view !== self.view else {
      tracker?.setTranslation(translation)
      return
    }
    let outside =
      view.map { $0.convert(translation, to: nil) - $0.convert(.zero, to: nil) } ?? translation
    tracker?.setTranslation(coordinates?.fromWindow.apply(to: outside) ?? outside)
  }

  /// Returns the velocity of the pan in the coordinates of `view`, in points per second.
  ///
  /// Corresponds to `UIPanGestureRecognizer.velocity(in:)`.
  open func velocity(in view: View?) -> Point {
    turn(tracker?.velocity ?? .zero, into: view)
  }

  /// Returns a displacement or velocity of the tracker in the coordinates of `view`.
  private func turn(_ displacement: Point, into view: View?) -> Point {
    let coordinates = tracker?.coordinates
    if coordinates != nil, view === self.view { return displacement }
    let outside = coordinates?.toWindow.apply(to: displacement) ?? displacement
    guard let view else { return outside }
    return view.convert(outside, from: nil) - view.convert(.zero, from: nil)
  }
}
