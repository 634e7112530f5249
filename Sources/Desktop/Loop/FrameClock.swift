/// Says when frames are due, and only while somebody wants them.
///
/// It follows the display's refreshes as the server tells of them, one asked for at a time. Where the server cannot, or
/// falls silent, a timer at the display's rate takes its place.
package final class FrameClock {
  /// What became of the frames so far.
  package struct Statistics: Hashable, Sendable {
    /// How many were handed out.
    package var frames = 0
    /// How many refreshes passed without one while they were wanted.
    package var missed = 0
  }

  /// True while ``Event/frame(time:)`` shall come; while false there is no wake-up at all.
  package var wantsFrames = false {
    didSet { if wantsFrames != oldValue { wishDidChange() } }
  }
  /// What became of the frames so far.
  package private(set) var statistics = Statistics()

  private let refreshEvents: RefreshEvents?
  private var schedule: FrameSchedule
  private var estimator: RefreshEstimator
  /// A request that was not answered yet.
  private var asked: (request: UInt32, time: Double)?
  private var lastRequest: UInt32 = 0
  /// The refreshes since frames are wanted.
  private var counter = RefreshCounter()
  /// When the server left a request unanswered first; nil while it answers.
  private var silentSince: Double?
  private var due: Double?

  init(refreshEvents: RefreshEvents? = nil, rate: Double = FrameSchedule.defaultRate) {
    self.refreshEvents = refreshEvents
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
    estimator = RefreshEstimator(rate: rate)
  }

  /// How long an answer may take before a frame is due without it, in seconds, and in refreshes if those are longer.
  private static let answerTimeout = (seconds: 0.1, refreshes: 3.0)
  /// The silence after which a timer at the display's rate takes over, in seconds: windows that nobody sees are told of a
  /// refresh a second by some servers, and need not be quicker.
  private static let longestSilence = 1.5
}

extension FrameClock {
  /// Frames a second, from 30 to 240.
  package var rate: Double { followsRefreshes ? 1 / estimator.period : schedule.rate }

  /// The time between two frames, in seconds.
  package var period: Double { 1 / rate }

  /// True while the server tells of refreshes.
  package var followsRefreshes: Bool {
    guard refreshEvents != nil else { return false }
    return silentSince.map { MonotonicClock.now - $0 < Self.longestSilence } ?? true
  }

  private func wishDidChange() {
    due = nil
    counter.pause()
  }

  /// Follows the display to another rate; nonsense becomes 60.
  func follow(rate: Double) {
    guard FrameSchedule.validRate(rate) != schedule.rate else { return }
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
    estimator = RefreshEstimator(rate: rate)
  }

  /// Sees to it that the next frame will be heard of; says when to be woken if nothing is heard, in seconds; nil: never.
  func prepare(isVisible: Bool) -> Double? {
    guard wantsFrames, isVisible else {
      wishDidChange()
      return nil
    }
    guard due == nil else { return nil }
    let now = MonotonicClock.now
    guard followsRefreshes, let refreshEvents else { return schedule.next(after: now) }
    if asked == nil {
      lastRequest &+= 1
      asked = (lastRequest, now)
      refreshEvents.ask(lastRequest, for: counter.request())
    }
    return asked.map {
      $0.time + max(Self.answerTimeout.seconds, Self.answerTimeout.refreshes * period)
    }
  }

  /// Hears what the server has told.
  func listen() {
    for refresh in refreshEvents?.take() ?? [] {
      silentSince = nil
      estimator.note(refresh.count, at: refresh.time)
      guard refresh.request == asked?.request else { continue }
      guard wantsFrames else {
        asked = nil
        continue
      }
      take(refresh)
    }
  }

  private func take(_ refresh: RefreshEvents.Refresh) {
    switch counter.take(refresh.count) {
    case .refresh(let missed):
      asked = nil
      statistics.missed += Self.missed(missed, period: period)
      due = estimator.time(of: refresh.count &+ 1)
    case .early:
      asked = nil
    case .stuck:
      // As if it had not answered: ``wake()`` makes up for it.
      break
    }
  }

  /// How many of the refreshes that passed unseen were missed: none if the program was suspended meanwhile.
  static func missed(_ passed: Int, period: Double) -> Int {
    Double(passed) * period < longestSilence ? passed : 0
  }

  /// The time that ``prepare(isVisible:)`` gave has come.
  func wake() {
    guard wantsFrames, due == nil else { return }
    let now = MonotonicClock.now
    if followsRefreshes {
      guard let silent = asked else { return }
      asked = nil
      counter.pause()
      silentSince = silentSince ?? silent.time
      due = now
    } else {
      due = schedule.due(at: now)
    }
  }

  /// True if a frame is to be handed out.
  var isDue: Bool { due != nil }

  /// Hands out the frame that is due: the time at which it will be seen.
  func fire() -> Double? {
    guard wantsFrames, let time = due else { return nil }
    due = nil
    statistics.frames += 1
    return time
  }
}
