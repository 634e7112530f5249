import Geometry

extension ScrollView {
  /// Moves a scroll view that is in no window on to `time`, in seconds.
  ///
  /// Does nothing for a time that is past or not finite, and for a scroll view in a window, which ``Window/advance(to:)``
  /// moves on.
  public func advance(to time: Double) {
    guard time.isAcceptable, time >= now, !isAdvancing, window == nil else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    anchor(at: time)
    while let deadline, deadline <= time {
      clock = max(clock, deadline)
      timeReached(clock)
    }
    clock = time
    show(at: time)
    layoutIfNeeded()
  }

  /// What can begin between two advances of time, when nobody knows how late it is.
  struct Unanchored: OptionSet {
    let rawValue: Int

    /// The activity.
    static let activity = Self(rawValue: 1)
    /// A flash of the indicators.
    static let flash = Self(rawValue: 2)
  }

  /// False between two advances of time: ``now`` is then the last one's, however long ago that was.
  var isCurrent: Bool { isAdvancing || window?.isCurrent ?? false }

  /// Lets what began since the last advance of time begin at `time`, so that it is seen from its beginning.
  func anchor(at time: Double) {
    guard !unanchored.isEmpty else { return }
    let delay = max(0, time - now)
    if unanchored.contains(.flash) { indicators.delayFlash(by: delay) }
    if unanchored.contains(.activity) { delayActivity(by: delay) }
    unanchored = []
  }

  /// The view got another clock, a window's or its own: what moves goes on from where it is.
  func clockDidChange(from old: Double, to new: Double) {
    delayActivity(by: new - old)
    indicators.shift(by: new - old)
  }

  private func delayActivity(by delay: Double) {
    switch activity {
    case .decelerating(var deceleration):
      deceleration.motion = deceleration.motion.delayed(by: delay)
      activity = .decelerating(deceleration)
    case .animating(var animation):
      animation.startTime += delay
      activity = .animating(animation)
    case .zoomBouncing(var rebound):
      rebound.bounce = rebound.bounce.delayed(by: delay)
      activity = .zoomBouncing(rebound)
    case .idle, .tracking, .dragging, .zooming: break
    }
  }

  /// The current time, in seconds: the window's, or the view's own while it has no window.
  var now: Double { window?.time ?? clock }

  /// True while something changes by itself or a timer runs.
  var isInMotion: Bool { activityIsInMotion || indicators.isChanging }

  /// The next time at which something ends, in seconds.
  var deadline: Double? {
    guard let own = activityDeadline else { return indicators.deadline }
    guard let other = indicators.deadline else { return own }
    return min(own, other)
  }

  private var activityIsInMotion: Bool { activity.movesByItself || activityDeadline != nil }

  private var activityDeadline: Double? {
    switch activity {
    case .idle: nil
    case .tracking(let tracking): deadline(of: tracking.source)
    case .dragging(let drag): drag.isEnding ? nil : deadline(of: drag.source)
    case .decelerating(let deceleration): deceleration.motion.endTime
    case .animating(let animation): animation.endTime
    case .zooming(let zoom): zoom.deadline
    case .zoomBouncing(let rebound): rebound.bounce.endTime
    }
  }

  /// Shows the state of whatever moves at `time`.
  func show(at time: Double) {
    switch activity {
    case .idle, .tracking, .dragging: break
    case .decelerating(let deceleration): moveContent(to: deceleration.motion.position(at: time))
    case .animating(let animation): show(animation, at: time)
    case .zooming(let zoom): show(zoom, at: time)
    case .zoomBouncing(let rebound): show(rebound, at: time)
    }
  }

  /// Ends what ends at `time`, the time of ``deadline``.
  func timeReached(_ time: Double) {
    indicators.timeReached(time)
    guard let deadline = activityDeadline, deadline <= time else { return }
    switch activity {
    case .idle: break
    case .tracking(let tracking): trackingDidEnd(tracking)
    case .dragging(let drag): release(drag, at: time)
    case .decelerating(let deceleration): finish(deceleration)
    case .animating(let animation): finish(animation)
    case .zooming(let zoom): endZoom(zoom, at: time)
    case .zoomBouncing(let rebound): finish(rebound)
    }
  }
}
