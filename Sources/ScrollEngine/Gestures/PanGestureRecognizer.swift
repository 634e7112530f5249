public import Geometry

/// Recognizes fingers that drag.
///
/// A drag is recognized when the middle of the fingers has moved 10 points along an axis; those 10 points do not count
/// towards the translation. Corresponds to `UIPanGestureRecognizer`.
open class PanGestureRecognizer: GestureRecognizer {
  /// The smallest number of fingers; 1.
  ///
  /// Corresponds to `UIPanGestureRecognizer.minimumNumberOfTouches`.
  public var minimumNumberOfTouches = 1
  /// The largest number of fingers that are heeded.
  ///
  /// Corresponds to `UIPanGestureRecognizer.maximumNumberOfTouches`.
  public var maximumNumberOfTouches = Int.max

  /// The hand, from the first finger down to the last finger up.
  private(set) var tracker: PanTracker?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if numberOfTouches > maximumNumberOfTouches {
      for touch in touches { ignore(touch) }
      return
    }
    if tracker == nil {
      tracker = PanTracker(position: centroid, time: event.timestamp)
      trackingDidBegin(with: event)
    } else {
      tracker?.rebase(to: centroid, time: event.timestamp)
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible || isActive else { return }
    let isSample = tracker?.move(to: centroid, time: event.timestamp) ?? false
    if state == .possible {
      beginIfFarEnough()
    }
    if isActive {
      panDidMove(isSample: isSample, with: event)
      if state == .began, !hasReportedBegin {
        hasReportedBegin = true
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
    hasReportedBegin = false
  }

  private var hasReportedBegin = false

  /// The axes along which movement counts.
  var recognizableAxes: Axes { .both }

  /// True if the first movement makes a drag, whatever its length.
  var beginsAtOnce: Bool { false }

  /// The first finger came down.
  func trackingDidBegin(with event: Event) {}

  /// The hand moved while the gesture is at work.
  func panDidMove(isSample: Bool, with event: Event) {}

  /// The last finger was lifted or taken away.
  func panDidEnd(_ end: State, with event: Event) {}

  override func touchWasIgnored() {
    guard let tracker, tracker.position != centroid else { return }
    // The fingers that stay have another centroid; that is no movement.
    self.tracker?.rebase(to: centroid, time: currentEvent?.timestamp ?? 0)
  }

  private func beginIfFarEnough() {
    guard let tracker, numberOfTouches >= minimumNumberOfTouches else { return }
    if beginsAtOnce {
      guard tracker.travel.along(recognizableAxes) != .zero else { return }
      state = .began
    } else {
      let axes = tracker.recognizedAxes(among: recognizableAxes)
      guard !axes.isEmpty else { return }
      self.tracker?.takeOffHysteresis(along: axes)
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
}

extension PanGestureRecognizer {
  /// How far the fingers have dragged, in points, in the coordinates of `view`.
  ///
  /// Until the pan is recognized, `gestureRecognizerShouldBegin(_:)` included, the whole movement since the first finger
  /// came down; afterwards without the 10 points that recognition takes. Zero without fingers, and for a pan that failed.
  /// Corresponds to `UIPanGestureRecognizer.translation(in:)`.
  public func translation(in view: View?) -> Point {
    guard let tracker, state != .failed else { return .zero }
    return Self.turn(state == .possible ? tracker.travel : tracker.translation, into: view)
  }

  /// Lets the translation count from `translation`, given in the coordinates of `view`.
  ///
  /// Corresponds to `UIPanGestureRecognizer.setTranslation(_:in:)`.
  public func setTranslation(_ translation: Point, in view: View?) {
    guard translation.isAcceptable else { return }
    let outside = view.map { $0.convert(translation, to: nil) - $0.convert(.zero, to: nil) }
    tracker?.setTranslation(outside ?? translation)
  }

  /// The velocity of the fingers in points per second, in the coordinates of `view`.
  ///
  /// Corresponds to `UIPanGestureRecognizer.velocity(in:)`.
  public func velocity(in view: View?) -> Point {
    Self.turn(tracker?.velocity ?? .zero, into: view)
  }

  private static func turn(_ displacement: Point, into view: View?) -> Point {
    guard let view else { return displacement }
    return view.convert(displacement, from: nil) - view.convert(.zero, from: nil)
  }
}
