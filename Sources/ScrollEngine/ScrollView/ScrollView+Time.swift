extension ScrollView {
  /// Advances a scroll view that is not in a window to `time`, in seconds.
  ///
  /// Does nothing for a past or non-finite time, and for a scroll view in a window, which ``Window/advance(to:)``
  /// advances.
  public func advance(to time: Double) {
    guard time.isAcceptable, time >= now, window == nil else { return }
    useOwnClock()
    guard !ownClock.isCurrent else { return }
    ownClock.calls += 1
    defer { ownClock.calls -= 1 }
    anchor(at: time)
    while let deadline, deadline <= time {
      ownClock.time = max(ownClock.time, deadline)
      timeReached(ownClock.time)
    }
    ownClock.time = time
    show(at: time)
    layoutIfNeeded()
  }

  /// What can begin between two advances of time, when the current time is not known.
  struct Unanchored: OptionSet {
    let rawValue: Int

    /// The activity.
    static let activity = Self(rawValue: 1)
    /// A flash of the indicators, or their fade.
    static let indicators = Self(rawValue: 2)
    /// The fade of a zoom.
    static let fade = Self(rawValue: 4)
  }

  /// Whether ``now`` is the current time, not that of the last advance.
  var isCurrent: Bool { clock.isCurrent }

  /// Starts at `time` what began since the last advance, so that it is shown from its beginning.
  func anchor(at time: Double) {
    guard !unanchored.isEmpty else { return }
    let delay = max(0, time - now)
    if unanchored.contains(.indicators) { indicators.shift(by: delay) }
    if unanchored.contains(.activity) { delayActivity(by: delay) }
    if unanchored.contains(.fade) { zoomFader?.delay(by: delay) }
    unanchored = []
  }

  /// Shifts the motion in progress after the view moved to another clock, a window's or its own.
  func clockDidChange(from old: Double, to new: Double) {
    delayActivity(by: new - old)
    zoomFader?.delay(by: new - old)
    indicators.shift(by: new - old)
    offsetHistory = OffsetHistory()
  }

  private func delayActivity(by delay: Double) {
    switch activity {
    case .decelerating(let deceleration):
      activity = .decelerating(deceleration.with(deceleration.motion.delayed(by: delay)))
    case .animating(var animation):
      animation.startTime += delay
      activity = .animating(animation)
    case .idle, .tracking, .dragging, .zooming: break
    }
  }

  /// The current time in seconds: that of the window, or the view's own without a window.
  var now: Double { clock.time }

  /// Continues at the current time with the view's own clock, without a window.
  func useOwnClock() {
    guard clock !== ownClock else { return }
    ownClock.time = clock.time
    clock = ownClock
  }

  /// Whether something is animating or a timer is running.
  var isInMotion: Bool {
    activityIsInMotion || zoomFader != nil || wheelZoom != nil || indicators.isChanging
  }

  /// The next time at which a motion ends or a timer fires, in seconds.
  var deadline: Double? {
    var earliest = Self.earlier(activityDeadline, indicators.deadline)
    guard zoomFader != nil || wheelZoom != nil else { return earliest }
    earliest = Self.earlier(earliest, wheelZoom?.deadline)
    return Self.earlier(earliest, zoomFader?.fade.endTime)
  }

  private static func earlier(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
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
    }
  }

  /// Shows the motion in progress at `time`.
  func show(at time: Double) {
    switch activity {
    // A pinch is shown by its events, and the fade of a zoom is only seen.
    case .idle, .tracking, .dragging, .zooming: break
    case .decelerating(let deceleration): moveContent(to: deceleration.motion.position(at: time))
    case .animating(let animation): show(animation, at: time)
    }
  }

  /// Sends a delegate call while something else may move, which the delegate sees where it is now, whichever frames were shown.
  func notifyBetweenFrames(_ call: DelegateCall) {
    show(at: now)
    notify(call)
  }

  /// Ends what ends at `time`, when ``deadline`` is reached.
  func timeReached(_ time: Double) {
    indicators.timeReached(time)
    if let deadline = wheelZoom?.deadline, deadline <= time { endWheelZoom() }
    if let zoomFader, zoomFader.fade.endTime <= time { endFade(zoomFader) }
    guard let deadline = activityDeadline, deadline <= time else { return }
    switch activity {
    case .idle: break
    case .tracking: trackingDidEnd()
    case .dragging(let drag): release(drag, at: time)
    case .decelerating(let deceleration): finish(deceleration)
    case .animating(let animation): finish(animation)
    case .zooming(let zoom): endZoom(zoom, at: time)
    }
  }
}
