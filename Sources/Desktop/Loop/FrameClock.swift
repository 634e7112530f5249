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

  /// A Boolean value that determines whether ``Event/frame(time:)`` is delivered; while it is false, the clock never wakes the loop.
  package var wantsFrames = false {
    didSet { if wantsFrames != oldValue { reset() } }
  }
  /// The number of frames delivered and missed so far.
  package private(set) var statistics = Statistics()

  private let refreshEvents: RefreshEvents?
  private var schedule: FrameSchedule
  private var estimator: RefreshEstimator
  /// The request that the server has not answered yet, with the time it was sent.
  private var pending: (request: UInt32, time: Double)?
  private var lastRequest: UInt32 = 0
  /// Counts refreshes while frames are wanted.
  private var counter = RefreshCounter()
  /// The time of the first request that the server left unanswered, or `nil` while it answers.
  private var unansweredSince: Double?
  private var due: Double?

  init(refreshEvents: RefreshEvents? = nil, rate: Double = FrameSchedule.defaultRate) {
    self.refreshEvents = refreshEvents
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
    estimator = RefreshEstimator(rate: rate)
  }

  /// The time to wait for an answer before a frame is due without it: the longer of seconds and refreshes. [C]
  private static let answerTimeout = (seconds: 0.1, refreshes: 3.0)
  /// The time without an answer after which the timer takes over, in seconds. [C]
  ///
  /// Some servers notify hidden windows once per second, which is fast enough for those.
  private static let silenceLimit = 1.5
}

extension FrameClock {
  /// The frame rate in hertz, from 30 to 240.
  package var rate: Double { followsRefreshes ? 1 / estimator.period : schedule.rate }

  /// The time between frames, in seconds.
  package var period: Double { 1 / rate }

  /// A Boolean value that indicates whether the server notifies of refreshes.
  package var followsRefreshes: Bool {
    guard refreshEvents != nil else { return false }
    return unansweredSince.map { MonotonicClock.now - $0 < Self.silenceLimit } ?? true
  }

  private func reset() {
    due = nil
    counter.pause()
  }

  /// Sets the display's refresh rate; see ``FrameSchedule/validRate(_:)``.
  func setRate(_ rate: Double) {
    guard FrameSchedule.validRate(rate) != schedule.rate else { return }
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
    estimator = RefreshEstimator(rate: rate)
  }

  /// Requests the next refresh, and returns the time for ``deadlineReached()``, in seconds, or `nil` for none.
  func requestFrame(isVisible: Bool) -> Double? {
    guard wantsFrames, isVisible else {
      reset()
      return nil
    }
    guard due == nil else { return nil }
    let now = MonotonicClock.now
    guard followsRefreshes, let refreshEvents else { return schedule.next(after: now) }
    if pending == nil {
      lastRequest &+= 1
      pending = (lastRequest, now)
      refreshEvents.request(lastRequest, count: counter.request())
    }
    return pending.map {
      $0.time + max(Self.answerTimeout.seconds, Self.answerTimeout.refreshes * period)
    }
  }

  /// Handles the notifications that the window has read.
  func readRefreshes() {
    for refresh in refreshEvents?.take() ?? [] {
      unansweredSince = nil
      estimator.record(refresh.count, at: refresh.time)
      guard refresh.request == pending?.request else { continue }
      guard wantsFrames else {
        pending = nil
        continue
      }
      take(refresh)
    }
  }

  private func take(_ refresh: RefreshEvents.Refresh) {
    switch counter.take(refresh.count) {
    case .refresh(let missed):
      pending = nil
      statistics.missed += Self.missed(missed, period: period)
      due = estimator.time(of: refresh.count &+ 1)
    case .early:
      pending = nil
    case .stuck:
      // Treated as no answer; see ``deadlineReached()``.
      break
    }
  }

  /// Returns how many of the refreshes that passed count as missed: none where the program was suspended meanwhile.
  static func missed(_ passed: Int, period: Double) -> Int {
    Double(passed) * period < silenceLimit ? passed : 0
  }

  /// The time that ``requestFrame(isVisible:)`` returned was reached.
  func deadlineReached() {
    guard wantsFrames, due == nil else { return }
    let now = MonotonicClock.now
    if followsRefreshes {
      guard let silent = pending else { return }
      pending = nil
      counter.pause()
      unansweredSince = unansweredSince ?? silent.time
      due = now
    } else {
      due = schedule.due(at: now)
    }
  }

  /// A Boolean value that indicates whether a frame is due.
  var isDue: Bool { due != nil }

  /// Takes the frame that is due, and returns the predicted time of its refresh.
  func takeFrame() -> Double? {
    guard wantsFrames, let time = due else { return nil }
    due = nil
    statistics.frames += 1
    return time
  }
}
