package import OverscrollLab

extension TimeLinePanel {
  /// A take that continues live: what the timeline shows of it.
  package struct Live: Hashable, Sendable {
    /// The time of the newest frame, in seconds of the take.
    package private(set) var time: Double
    /// The number of the newest frame.
    package private(set) var frame: Int
    /// The stretches of phases.
    package private(set) var bands: [Chart.Band]
    /// The touches and marks.
    package private(set) var moments: [Moment]
    /// The times of frames before which refreshes were missed.
    package private(set) var missedTimes: [Double]

    /// Creates the first part of a take, up to a time.
    package init(_ take: PerformedTake, upTo time: Double) {
      let frames = take.frames.prefix { $0.sample.time <= time }
      self.time = time
      frame = max(0, frames.count - 1)
      bands = take.bands(of: frames)
      moments = take.moments.filter { $0.time <= time }
      missedTimes = frames.filter { $0.missed > 0 }.map(\.sample.time)
    }

    /// Creates an empty take.
    package init() {
      (time, frame, bands, moments, missedTimes) = (0, 0, [], [], [])
    }

    /// Adds a frame, in the place of the last one where no refresh showed that.
    package mutating func append(_ next: FrameSampler.Sample, _ frame: Script.Frame) {
      let sample = next.sample
      if next.replacesLast, missedTimes.last == time { missedTimes.removeLast() }
      time = max(time, sample.time)
      if !next.replacesLast { self.frame += 1 }
      let lift = moments.last { $0.kind == .touchUp && $0.time <= time }?.time
      bands.append(sample.phase, at: time, lift: lift)
      if frame.missed > 0 { missedTimes.append(time) }
    }

    /// Adds an event, if it is a touch or a mark.
    package mutating func note(_ event: Script.TimedEvent) {
      if let moment = Moment(event) { moments.append(moment) }
    }
  }
}
