import ScrollGeometry

/// How long each frame of an animation is shown, and how often all of them are.
package struct AnimationTiming: Hashable, Sendable {
  /// The time for which each frame is shown, in seconds.
  package let delays: [Double]
  /// How often the frames are shown in a row, at least once; `nil` if they repeat forever.
  package let playCount: Int?
  /// The end of each frame after the beginning of a round, in seconds.
  private let ends: [Double]

  /// Delays up to this one, in seconds, are too short to be meant: browsers don't honor them either. [C]
  private static let ignoredDelay = 0.010
  /// What takes the place of a delay that is too short, in seconds. [C]
  private static let usualDelay = 0.100

  /// Makes the timing of a file.
  ///
  /// - Parameters:
  ///   - delays: The delay of each frame in the file, in seconds; at least one.
  ///   - playCount: How often the frames are shown in a row; `nil` for forever.
  package init(delays: [Double], playCount: Int?) {
    precondition(!delays.isEmpty, "an animation without a frame")
    self.delays = delays.map { $0 > Self.ignoredDelay ? $0 : Self.usualDelay }
    self.playCount = playCount.map { max(1, $0) }
    var end = 0.0
    ends = self.delays.map { delay in
      end += delay
      return end
    }
  }

  /// The number of frames.
  package var frameCount: Int { delays.count }

  /// The length of a round, in seconds.
  private var duration: Double { ends.last ?? 0 }

  /// The number of the last frame that is shown, counted from the first frame of the first round; `nil` where rounds repeat forever.
  var last: Int? {
    playCount.map {
      let (count, overflow) = $0.multipliedReportingOverflow(by: frameCount)
      return overflow ? .max : count - 1
    }
  }

  /// Returns when a frame is shown, in seconds after the first frame of the first round.
  func start(of number: Int) -> Double {
    let (round, index) = number.quotientAndRemainder(dividingBy: frameCount)
    return Double(round) * duration + (index > 0 ? ends[index - 1] : 0)
  }

  /// Returns the number of the frame that is shown at a time after the first one; O(log *n*) in the number of frames.
  ///
  /// Before the first frame that is 0; after the last one it is the last.
  func number(at time: Double) -> Int {
    guard time > 0 else { return 0 }
    let round = (time / duration).rounded(.down)
    guard round < Self.maximumRounds else { return last ?? 0 }
    let rest = time - round * duration
    var number = Int(round) * frameCount + ends.dropLast().partitioningIndex { $0 > rest }
    // A quotient and a sum may differ by a rounding error.
    if start(of: number) > time { number -= 1 }
    if start(of: number + 1) <= time { number += 1 }
    return min(number, last ?? number)
  }

  /// More rounds than any session shows: their frames still have numbers. [C]
  private static let maximumRounds = 1e12
}

/// Which frame of an animation is shown at a time, and when the next one is due.
///
/// Times are those of the file, whatever the refresh rate of the display: a frame that is shown a little late doesn't delay the
/// next one. Only frames that are decoded too late delay those that follow, so that they don't hurry afterward.
package struct AnimationClock: Hashable, Sendable {
  package let timing: AnimationTiming
  /// The number of the frame that is shown, counted from the first frame of the first round.
  package private(set) var number: Int
  /// When the first frame of the first round was shown, or would have been, in seconds.
  private var start: Double
  /// Since when time stands still, in seconds; `nil` while it runs.
  private var heldSince: Double?
  /// True if the next frame was due, but not decoded.
  private var isLate = false

  /// Starts with a frame, from 0, at a time in seconds.
  package init(_ timing: AnimationTiming, showing frame: Int = 0, at time: Double) {
    self.timing = timing
    number = min(max(frame, 0), timing.frameCount - 1)
    start = time - timing.start(of: number)
  }

  /// Starts before the first frame, which is due at a time in seconds.
  package init(_ timing: AnimationTiming, beginningAt time: Double) {
    self.timing = timing
    number = -1
    start = time
  }

  /// The frame that is shown next, from 0.
  package var nextFrame: Int { (number + 1) % timing.frameCount }

  /// True if no other frame follows.
  package var isOver: Bool { number == timing.last }

  /// The number of frames that follow, at most `limit`.
  package func remaining(atMost limit: Int) -> Int { min(limit, (timing.last ?? .max) - number) }

  /// When the next frame is due, in seconds; `nil` if none follows, time stands still, or the frame is late already.
  package var deadline: Double? { isLate ? nil : due }

  private var due: Double? {
    isOver || heldSince != nil ? nil : start + timing.start(of: number + 1)
  }

  /// Goes on to the frame that is due.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - isReady: Returns whether a frame, from 0, can be shown.
  /// - Returns: The frame that is to be shown now, from 0; `nil` if that is still the same one.
  package mutating func advance(to time: Double, isReady: (Int) -> Bool) -> Int? {
    guard let due, time >= due else { return nil }
    let waited = isLate
    isLate = !isReady(nextFrame)
    guard !isLate else { return nil }
    // A frame is due even where the sum rounds to a little more than the time.
    let target = max(timing.number(at: time - start), number + 1)
    // Where the display is late, frames are skipped; where decoding is, all of them are shown.
    let shown = waited ? number + 1 : lastReady(upTo: target, isReady)
    if waited || shown < target { start = time - timing.start(of: shown) }
    number = shown
    return shown % timing.frameCount
  }

  /// Returns the number of the last of the next frames that are ready, the first of which is.
  private func lastReady(upTo due: Int, _ isReady: (Int) -> Bool) -> Int {
    let end = min(due, number + timing.frameCount)
    var last = number + 1
    while last < end, isReady((last + 1) % timing.frameCount) { last += 1 }
    // All of the frames are ready, and so is the one that is due after a long time.
    return last == number + timing.frameCount ? due : last
  }

  /// Lets time stand still, for instance while the window is hidden.
  package mutating func hold(at time: Double) { heldSince = heldSince ?? time }

  /// Lets time run again: the frame is shown for the rest of its time.
  package mutating func resume(at time: Double) {
    guard let heldSince else { return }
    start += max(0, time - heldSince)
    self.heldSince = nil
    // A frame that was late may have been decoded meanwhile.
    isLate = false
  }
}
