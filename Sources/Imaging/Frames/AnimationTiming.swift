/// How long each frame of an animation is shown, and how often all of them are.
package struct AnimationTiming: Hashable, Sendable {
  /// The time for which each frame is shown, in seconds.
  package let delays: [Double]
  /// How often the frames are shown in a row, at least once; `nil` if they repeat forever.
  package let playCount: Int?
  /// The end of each frame after the beginning of a round, in seconds.
  private let ends: [Double]

  /// Delays up to this one, in seconds, are too short to be meant: browsers don't honor them either. [C]
  package static let ignoredDelay = 0.010
  /// What takes the place of a delay that is too short, in seconds. [C]
  package static let usualDelay = 0.100

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
}

extension AnimationTiming {
  /// The number of frames.
  package var frameCount: Int { delays.count }

  /// The length of a round, in seconds.
  package var duration: Double { ends.last ?? 0 }

  /// The number of the last frame that is shown, counted from the first frame of the first round; `nil` where rounds repeat forever.
  package var last: Int? {
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
    var (low, high) = (0, frameCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > rest { high = middle } else { low = middle + 1 }
    }
    var number = Int(round) * frameCount + low
    // A quotient and a sum may differ by a rounding error.
    if start(of: number) > time { number -= 1 }
    if start(of: number + 1) <= time { number += 1 }
    return min(number, last ?? number)
  }

  /// More rounds than any session shows: their frames still have numbers. [C]
  private static let maximumRounds = 1e12
}
