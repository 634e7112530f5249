import Geometry

extension ScrollView {
  /// Moves a scroll view that is in no window on to `time`, in seconds.
  ///
  /// Does nothing for a time that is past or not finite. One in a window is moved on by ``Window/advance(to:)``.
  public func advance(to time: Double) {
    guard time.isAcceptable, time >= now else { return }
    while let deadline, deadline <= time {
      clock = max(now, deadline)
      timeReached(clock)
    }
    show(at: time)
  }

  /// The engine's present, in seconds.
  var now: Double { max(window?.time ?? clock, clock) }

  /// True while something changes by itself or a timer runs.
  var isInMotion: Bool { activityIsInMotion || indicators.isChanging }

  /// The next time at which something ends, in seconds.
  var deadline: Double? {
    guard let own = activityDeadline else { return indicators.deadline }
    guard let other = indicators.deadline else { return own }
    return min(own, other)
  }

  private var activityIsInMotion: Bool {
    switch activity {
    case .idle: false
    case .decelerating, .animating, .zoomBouncing: true
    case .tracking, .dragging, .zooming: activityDeadline != nil
    }
  }

  private var activityDeadline: Double? {
    switch activity {
    case .idle: nil
    case .tracking(let tracking): tracking.hand.deadline
    case .dragging(let drag): drag.hand.deadline
    case .decelerating(let flight): flight.motion.endTime
    case .animating(let animation): animation.endTime
    case .zooming(let zoom): zoom.deadline
    case .zoomBouncing(let rebound): rebound.bounce.endTime
    }
  }

  /// Shows the state of whatever moves at `time`.
  func show(at time: Double) {
    clock = max(clock, time)
    switch activity {
    case .idle, .tracking, .dragging: break
    case .decelerating(let flight): moveContent(to: flight.motion.position(at: time))
    case .animating(let animation): show(animation, at: time)
    case .zooming(let zoom): show(zoom, at: time)
    case .zoomBouncing(let rebound): show(rebound, at: time)
    }
  }

  /// Ends what ends at `time`, the time of ``deadline``.
  func timeReached(_ time: Double) {
    clock = max(clock, time)
    indicators.timeReached(time)
    guard let deadline = activityDeadline, deadline <= time else { return }
    switch activity {
    case .idle: break
    case .tracking(let tracking): trackingDidEnd(tracking)
    case .dragging(let drag): release(drag, at: time)
    case .decelerating(let flight): land(flight)
    case .animating(let animation): finish(animation)
    case .zooming(let zoom): endZoom(zoom, at: time)
    case .zoomBouncing(let rebound): finish(rebound)
    }
  }
}
