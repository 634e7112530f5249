/// Says when frames are due, and only while somebody wants them.
///
/// For now a timer at the display's rate; what is asked of it would not change with a clock that hears of
/// shown frames from the server.
package final class FrameClock {
  /// True while ``Event/frame(time:)`` shall come; while false there is no wake-up at all.
  package var wantsFrames = false {
    didSet { if wantsFrames != oldValue { rearm() } }
  }

  private let timer: TimerDescriptor
  private var schedule: FrameSchedule

  init(rate: Double = FrameSchedule.usual) throws(DesktopError) {
    timer = try TimerDescriptor()
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
  }

  /// Frames a second, from 30 to 240.
  package var rate: Double { schedule.rate }

  /// The time between two frames, in seconds.
  package var period: Double { 1 / schedule.rate }

  var descriptor: Int32 { timer.descriptor }

  /// Follows the display to another rate; nonsense becomes 60.
  func follow(rate: Double) {
    guard FrameSchedule.sane(rate) != schedule.rate else { return }
    schedule = FrameSchedule(rate: rate, origin: MonotonicClock.now)
    rearm()
  }

  /// The time of the frame that is due, if one is and is wanted.
  func fire() -> Double? {
    timer.acknowledge()
    guard wantsFrames else { return nil }
    let due = schedule.due(at: MonotonicClock.now)
    rearm()
    return due
  }

  private func rearm() {
    timer.arm(at: wantsFrames ? schedule.next(after: MonotonicClock.now) : nil)
  }
}
