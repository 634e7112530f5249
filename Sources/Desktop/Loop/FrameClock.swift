package import OverscrollHost

/// Determines when frames are due, only while they are wanted.
///
/// It follows the display's refreshes by requesting one notification at a time. Where the server has none, or stops answering,
/// a timer at the display's rate replaces them.
package final class FrameClock {
  /// The number of frames delivered and missed.
  package struct Statistics: Hashable, Sendable {
    /// The number of frames delivered.
    package var frames = 0
    /// The number of refreshes without a frame while frames were wanted.
    package var missed = 0
  }

  /// Whether ``Input/frame(time:)`` is delivered; while it is false, the clock never wakes the loop.
  package var wantsFrames = false {
    didSet { if wantsFrames != oldValue { reset() } }
  }
  /// The number of frames delivered and missed so far.
  package private(set) var statistics = Statistics()

  private let source: (any RefreshSource)?
  /// Returns the time, in seconds of the monotonic clock.
  private let now: () -> Double
  private var schedule: FrameSchedule
  private var estimator: RefreshEstimator
  /// The request that the server has not answered yet, with the time it was sent and the time to wait for.
  private var pending: (request: UInt32, time: Double, deadline: Double)?
  private var lastRequest: UInt32 = 0
  /// Counts refreshes while frames are wanted.
  private var counter = RefreshCounter()
  /// The time of the first request that the server left unanswered, or `nil` while it answers.
  private var unansweredSince: Double?
  private var due: Double?
  /// The refresh of a motion's first frame, until the next frame is due.
  private var first: (count: UInt64, time: Double)?
  /// The refresh that the latest frame at the beginning of a motion was for.
  private var drawn: UInt64?

  init(
    refreshSource: (any RefreshSource)? = nil, rate: Double = FrameSchedule.defaultRate,
    now: @escaping () -> Double = { MonotonicClock.now }
  ) {
    source = refreshSource
    self.now = now
    schedule = FrameSchedule(rate: rate, origin: now())
    estimator = RefreshEstimator(rate: rate)
  }

  /// The time to wait for an answer before a frame is due without it: the longer of seconds and refreshes. [C]
  private static let answerTimeout = (seconds: 0.1, refreshes: 3.0)
  /// The time without an answer after which the timer takes over, in seconds. [C]
  ///
  /// Some servers notify hidden windows once per second, which is fast enough for those.
  private static let silenceLimit = 1.5

  /// The frame rate in hertz, from 30 to 240.
  package var rate: Double { followsRefreshes ? 1 / estimator.period : schedule.rate }

  /// The time between frames, in seconds.
  private var period: Double { 1 / rate }

  /// The measured times between the latest refreshes; `nil` before the first ones, and where the server notifies of none.
  package var measuredRefresh: Environment.Refresh? {
    Environment.Refresh(estimator.history)
  }

  /// Whether the server notifies of refreshes.
  package var followsRefreshes: Bool {
    guard source != nil else { return false }
    return unansweredSince.map { now() - $0 < Self.silenceLimit } ?? true
  }

  /// The time that drawing and sending a frame takes, in seconds; a refresh before that has passed shows none. [C]
  private static let lead = 0.0015
  /// The age of the latest notification from which on the phase is measured again, in seconds. [C]
  private static let phaseAge = 0.5
  /// How late the server's notification may be before the frame after a motion's first one is due without it, in seconds. [C]
  private static let notificationDelay = 0.001

  /// The predicted time, in seconds, of the refresh that shows what is drawn now.
  package var nextRefresh: Double {
    let time = now() + Self.lead
    guard followsRefreshes else { return schedule.next(after: time) }
    return estimator.next(after: time)?.time ?? time + period
  }

  /// Counts the refreshes that a frame drawn now is late by after a pause, in which no others are counted.
  ///
  /// - Parameter input: The time of the input that it shows, in seconds.
  package func countFirst(since input: Double) {
    // One that the input came too late for by no more than a frame's own time was not missed.
    let late = ((nextRefresh - 2 * Self.lead - input) / period).rounded(.down)
    guard late >= 1, late * period < Self.silenceLimit else { return }
    statistics.missed += Int(late)
  }

  /// Returns the predicted time, in seconds, of the refresh at which a motion that begins now is first seen; the next frame is due at
  /// that refresh.
  ///
  /// A server without hardware counts a refresh from the middle between two on: asked for the next one then, it notifies of the one
  /// after, and the second frame of a motion would be missing.
  func drawFirst() -> Double {
    let now = now() + Self.lead
    guard followsRefreshes else { return schedule.next(after: now) }
    guard let next = estimator.next(after: now) else { return now + period }
    first = next
    drawn = next.count
    return next.time
  }

  /// Measures the phase of the display's refreshes while no frames are wanted: input has come that may start a motion.
  func measurePhase(isVisible: Bool) {
    guard !wantsFrames, isVisible, pending == nil, let source, followsRefreshes,
      estimator.latestTime.map({ now() - $0 > Self.phaseAge }) ?? true
    else { return }
    request(from: source)
  }

  private func request(from source: any RefreshSource) {
    lastRequest &+= 1
    let now = now()
    let timeout = max(Self.answerTimeout.seconds, Self.answerTimeout.refreshes * period)
    pending = (lastRequest, now, deadline: now + timeout)
    source.request(lastRequest, count: counter.request())
  }

  private func reset() {
    due = nil
    counter.pause()
  }

  /// Sets the display's refresh rate; see ``FrameSchedule/validRate(_:)``.
  func setRate(_ rate: Double) {
    guard FrameSchedule.validRate(rate) != schedule.rate else { return }
    schedule = FrameSchedule(rate: rate, origin: now())
    estimator = RefreshEstimator(rate: rate)
  }

  /// Requests the next refresh, and returns the time for ``checkDeadline()``, in seconds, or `nil` for none.
  func requestFrame(isVisible: Bool) -> Double? {
    guard wantsFrames, isVisible else {
      (first, drawn) = (nil, nil)
      reset()
      return nil
    }
    guard due == nil else { return nil }
    let now = now()
    guard followsRefreshes, let source else { return schedule.next(after: now) }
    if pending == nil { request(from: source) }
    let second = first.map { $0.time + Self.notificationDelay }
    return [pending?.deadline, second].compactMap { $0 }.min()
  }

  /// Handles the notifications that the window has read.
  func readRefreshes() {
    for refresh in source?.drain() ?? [] {
      unansweredSince = nil
      estimator.record(refresh.count, at: refresh.time)
      guard refresh.request == pending?.request else { continue }
      guard wantsFrames else {
        pending = nil
        continue
      }
      handle(refresh)
    }
  }

  private func handle(_ refresh: Refresh) {
    switch counter.handle(refresh.count) {
    case .refresh(let missed):
      pending = nil
      statistics.missed += Self.missed(missed, period: period)
      // That one has been drawn already.
      if let drawn, refresh.count < drawn { return }
      (first, drawn) = (nil, nil)
      due = estimator.time(of: refresh.count &+ 1)
    case .early:
      pending = nil
    case .stuck:
      // Treated as no answer; see ``checkDeadline()``.
      break
    }
  }

  /// Returns how many of the refreshes that passed count as missed: none where the program was suspended meanwhile.
  static func missed(_ passed: Int, period: Double) -> Int {
    Double(passed) * period < silenceLimit ? passed : 0
  }

  /// Makes a frame due where the time that ``requestFrame(isVisible:)`` returned was reached; the timer has other uses too.
  func checkDeadline() {
    guard wantsFrames, due == nil else { return }
    let now = now()
    if let first, now >= first.time + Self.notificationDelay {
      self.first = nil
      drawn = first.count &+ 1
      due = estimator.time(of: first.count &+ 1)
    } else if followsRefreshes {
      guard let request = pending, now >= request.deadline else { return }
      pending = nil
      counter.pause()
      unansweredSince = unansweredSince ?? request.time
      due = now
    } else {
      due = schedule.due(at: now)
    }
  }

  /// Whether a frame is due.
  var isDue: Bool { due != nil }

  /// Takes the frame that is due, and returns the predicted time of its refresh.
  func drainFrame() -> Double? {
    guard wantsFrames, let time = due else { return nil }
    due = nil
    statistics.frames += 1
    return time
  }
}

/// The times at which a timer delivers frames: multiples of a period after an origin, which avoids drift.
struct FrameSchedule: Hashable, Sendable {
  /// The frame rate in hertz.
  let rate: Double
  private let origin: Double
  /// The number of the last frame delivered.
  private var last = 0

  /// The minimum frame rate in hertz; drivers report lower ones by mistake.
  static let minimumRate = 30.0
  /// The maximum frame rate in hertz.
  static let maximumRate = 240.0
  /// The frame rate in hertz where the display reports none.
  static let defaultRate = 60.0

  /// Makes a schedule that starts at `origin`, in seconds, with the rate that ``validRate(_:)`` returns.
  init(rate: Double, origin: Double) {
    self.rate = Self.validRate(rate)
    self.origin = origin
  }

  /// Returns `rate` clamped to the limits, or ``defaultRate`` where it is below 1, infinite or NaN.
  static func validRate(_ rate: Double) -> Double {
    guard rate.isFinite, rate >= 1 else { return defaultRate }
    return min(max(rate, minimumRate), maximumRate)
  }

  /// Returns the first time after `now` at which a frame is due, in seconds.
  func next(after now: Double) -> Double {
    var number = max(0, ((now - origin) * rate).rounded(.down)) + 1
    // Rounding may have put it just before `now`.
    if origin + number / rate <= now { number += 1 }
    return origin + number / rate
  }

  /// Returns the latest time up to `now` at which a frame is due, or `nil` where it was already delivered; earlier frames are skipped.
  mutating func due(at now: Double) -> Double? {
    // A timer may fire a few nanoseconds before a deadline that is not a whole number of them.
    let tolerance = 1e-6
    let number = Int(((now + tolerance - origin) * rate).rounded(.down))
    guard number > last else { return nil }
    last = number
    return origin + Double(number) / rate
  }
}

/// Limits the rate of redraws: the next one waits until the server has finished the last, and leaves it time for other work.
///
/// Redraws after input don't wait for a refresh of the display, only for this.
struct RedrawPacer: Hashable, Sendable {
  private var start = -Double.infinity
  /// When the last redraw was sent, in seconds.
  private var submission = -Double.infinity
  private var sent: UInt32 = 0
  private var answered: UInt32 = 0
  /// The time from the start of the last redraw to the server's answer, in seconds.
  private(set) var cost = 0.0
  /// When the present turn of the loop began, in seconds: what is read in it had not come before.
  var turn = -Double.infinity
  /// The turn in which the last answer was read.
  private var answerTurn = -Double.infinity
  /// The finished redraw before the last one.
  private(set) var previous: FrameReadings.Redraw?

  /// The minimum time between redraws, in seconds, since a mouse may report a thousand positions per second. [C]
  private static let minimumInterval = 1.0 / 250
  /// The minimum time between redraws as a multiple of their cost, which leaves a third of the time. [C]
  private static let costFactor = 1.5

  /// A redraw starts.
  mutating func begin(at time: Double) {
    if let redraw, redraw.completion != nil { previous = redraw }
    start = time
  }

  /// The redraw was sent; returns the number of the fence that follows it.
  mutating func send(at time: Double) -> UInt32 {
    sent &+= 1
    submission = time
    return sent
  }

  /// The last redraw, or the present one; `nil` before the first.
  var redraw: FrameReadings.Redraw? {
    guard start.isFinite else { return nil }
    guard submission >= start else { return FrameReadings.Redraw(start: start) }
    var redraw = FrameReadings.Redraw(
      start: start, submission: submission, completion: isBusy ? nil : start + cost)
    let unfinished = isBusy ? turn : answerTurn
    if unfinished > submission { redraw.unfinished = unfinished }
    return redraw
  }

  /// The server has processed the requests before a fence; numbers that were not sent, or were already answered, are ignored.
  mutating func answer(_ number: UInt32, at time: Double) {
    guard number &- answered &- 1 < sent &- answered else { return }
    answered = number
    if answered == sent { (cost, answerTurn) = (max(0, time - start), turn) }
  }

  /// Whether the server is still processing a redraw.
  var isBusy: Bool { answered != sent }

  /// The time from which the next redraw may start, in seconds, or `nil` while the server is busy.
  var next: Double? {
    isBusy ? nil : start + max(Self.minimumInterval, Self.costFactor * cost)
  }
}
