import ScrollEngine

/// How the times of a reference are matched to those of a subject.
package enum Alignment: String, Hashable, Sendable, CaseIterable {
  /// Equal times.
  case none
  /// The first touch down, or else the first row that is not idle, or else the first that moves: the same on both sides.
  case start
  /// The lift before the first deceleration, or else its first row, or without a deceleration the last touch up.
  case release
  /// Row k of the reference's deceleration at the subject's release + k frames; UIKit integrates whole display steps, and the
  /// jitter of recorded times would otherwise outweigh any tolerance. The times of traces are exact, and stay.
  case frames
  /// The one of the others, or a shift within a quarter of a second of theirs, with the least maximum difference; see
  /// ``BestAlignment``.
  case best
}

/// A mapping from the times of a reference to those of a subject.
struct TimeMap {
  /// A deceleration of the reference, whose rows lie on the frames of its display.
  struct Flight {
    /// The time of its first row, and the time from which on rows no longer belong to it.
    var start: Double
    var end: Double
    /// The time of the subject that corresponds to the first row.
    var release: Double
  }

  /// The alignment in use.
  var alignment: Alignment
  /// The time to add to a reference's time, in seconds.
  var shift: Double
  /// The decelerations of the reference, in chronological order; for ``Alignment/frames``.
  var flights: [Flight] = []
  /// The display rate of the reference, in hertz; `nil` for a trace, whose times are exact.
  var rate: Double?
  /// The further time to add to the times of decelerations, in seconds.
  var flightShift = 0.0

  /// The time of the subject that corresponds to `time` of the reference.
  func callAsFunction(_ time: Double) -> Double {
    guard let flight = flights.last(where: { time >= $0.start }), time < flight.end else {
      return time + shift
    }
    let passed = time - flight.start
    return flight.release + (rate.map { (passed * $0).rounded() / $0 } ?? passed) + flightShift
  }
}

/// What tells when a motion starts.
enum MotionStart: CaseIterable {
  /// The first touch down.
  case touch
  /// The first row that is not idle.
  case phase
  /// The first row at which the content is elsewhere.
  case movement

  /// The time of the start in a series; `nil` where it is not known.
  func time(in series: Series) -> Double? {
    switch self {
    case .touch: series.touches.first { $0.phase == .began }?.time
    case .phase: series.phases.firstIndex { $0 != nil && $0 != .idle }.map { series.times[$0] }
    case .movement:
      [Series.Column.offsetX, .offsetY, .zoom].compactMap { column in
        guard let values = series.values[column],
          let first = values.first(where: { !$0.isNaN })
        else { return nil }
        return values.firstIndex { !$0.isNaN && $0 != first }.map { series.times[$0] }
      }.min()
    }
  }
}

/// Something that can be compared: a series, or a script that is simulated at any times.
package enum Subject: Sendable {
  case series(Series)
  case script(Script, name: String)

  /// The series at `times`, which rise; a script is simulated, so that no value lies between rows.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds.
  ///   - rounding: How far they may be from the exact ones, in seconds.
  /// - Returns: The series.
  func series(at times: [Double], within rounding: Double = Interpolation.rounding) -> Series {
    switch self {
    case .series(let series): return series
    case .script(let script, let name):
      var series: Series
      if script.hasFrames(at: times, within: rounding) {
        series = Series(framesOf: script, name: name)
      } else {
        series = Series(script, name: name, at: script.exact(times, within: rounding))
      }
      // Nothing is before the script's beginning.
      if times.first.map({ $0 >= 0 }) ?? false { series.retime(to: times) }
      series.timeRounding = rounding
      return series
    }
  }

  /// How far the stamp of a recorded refresh may be from its time, in seconds: recorded ones are up to 1.1 ms. [C]
  private static let maximumJitter = 2e-3

  /// The series at the rows of a reference, with the times that these have on the subject's clock.
  ///
  /// A script moves its content in steps, with its input, which the rows of a recording come after. Where a stamp is on the other
  /// side of a step, what differs is the way until the step at the speed of the recording, and not the whole step. Where most stamps
  /// are, they do not waver: one of the two is late.
  func series(at times: [Double], beside reference: Series) -> Series {
    var series = series(at: times, within: reference.timeRounding)
    guard case .script(let script, let name) = self, reference.rate != nil else { return series }
    let inputs = script.events.filter { !$0.action.isFrame }.map(\.time)
    let steps = times.indices.compactMap { row -> Step? in
      let next = inputs.partitioningIndex { $0 > times[row] + Simulation.tolerance }
      let near = [next - 1, next].filter(inputs.indices.contains).map { inputs[$0] - times[row] }
      guard let distance = near.min(by: { abs($0) < abs($1) }),
        abs(distance) <= Self.maximumJitter
      else { return nil }
      // What a step leads away from is shown until just before it.
      let moment =
        times[row] + distance - (distance > Simulation.tolerance ? 0 : Script.leastMoment / 2)
      return Step(row: row, distance: distance, moment: moment)
    }
    guard !steps.isEmpty else { return series }
    let moments = steps.map(\.moment).sorted()
    let shown = Series(script, name: name, at: moments)
    for column in [Series.Column.offsetX, .offsetY] {
      guard let values = reference.values[column], let own = series.values[column],
        let moved = shown.values[column]
      else { continue }
      let ways = steps.map { step in
        (
          step: step, way: values[step.row] - own[step.row],
          taken: moved[moments.partitioningIndex { $0 >= step.moment }] - own[step.row]
        )
      }.filter { abs($0.taken) > Measurements.settlingDistance && !$0.way.isNaN }
      let beyond = ways.filter { abs($0.way - $0.taken) < abs($0.way) }
      guard Double(beyond.count) <= Self.largestPart * Double(ways.count) else { continue }
      let speeds = Series.speeds(values, at: reference.times)
      // A row at the time of an input has seen it.
      for (step, way, taken) in beyond
      where step.distance > Simulation.tolerance || step.distance < -Script.leastMoment {
        let rest = abs(way - taken) + speeds[step.row] * abs(step.distance)
        guard rest < abs(way) else { continue }
        series.values[column]?[step.row] = values[step.row] - (way > 0 ? rest : -rest)
      }
    }
    return series
  }

  /// The part of the stamps near inputs that are on the other side of one, at most, where they waver. [C]
  private static let largestPart = 0.75

  /// The input that is nearest to a row.
  private struct Step {
    var row: Int
    /// How much later it is, in seconds.
    var distance: Double
    /// The time at which the content is on its other side, in seconds.
    var moment: Double
  }

  /// The rate at which a script without refreshes has rows, in hertz. [C]
  package static let rate = 240.0

  /// The series at its own times: a take's are those of its refreshes, and another script has rows at ``rate``.
  package var series: Series {
    switch self {
    case .series(let series): series
    case .script(let script, let name):
      script.isPresented
        ? Series(framesOf: script, name: name) : Series(script, name: name, rate: Self.rate)
    }
  }
}

extension Subject {
  /// What follows its name in a plot: that constants of the engine have other values.
  package var plotSuffix: String {
    if case .script(let script, _) = self, !script.tuning.isEmpty { " (tuned)" } else { "" }
  }

  /// The series of the main scroll view, and of a script those of its other scroll views that move, each with its name.
  package var movingScrollViews: [Series] {
    let main = series
    guard case .script(let script, let name) = self, !script.header.scrollViewNames.isEmpty
    else { return [main] }
    let all = Series.scrollViews(of: script, at: main.times)
    let columns: [Series.Column] = [.offsetX, .offsetY, .zoom]
    return all.enumerated().compactMap { index, view in
      guard index == 0 || columns.contains(where: { view.series.moves($0) }) else { return nil }
      var series = index == 0 ? main : view.series
      series.measureVelocities(like: main)
      series.name = "\(name): \(view.title.title)"
      return series
    }
  }
}

extension Script {
  var frameTimes: [Double] { shownFrames.map { events[$0].time } }

  /// How close events that are not frames' may be to each other, in seconds. [C]
  fileprivate static let leastMoment = 1.1e-6

  /// The times at which something may be shown that was not before: those of a take's frames, or else of all events.
  var moments: [Double] { frameCount > 0 ? frameTimes : events.map(\.time) }

  /// Returns times, which rise, with those that are a moment of the script but for their rounding made exact.
  ///
  /// Input at the time of a row would be lost where that is rounded down.
  package func exact(_ times: [Double], within rounding: Double) -> [Double] {
    let moments = moments
    let leeway = frameCount > 0 ? rounding : min(rounding, Self.leastMoment)
    var next = 0
    var last = -Double.infinity
    return times.map { time in
      while next < moments.count, moments[next] < time - leeway { next += 1 }
      let isMoment = next < moments.count && abs(moments[next] - time) <= leeway
      last = max(last, isMoment ? moments[next] : time)
      return last
    }
  }

  /// Returns whether times are those of this take's own trace, several of which may be the same: what came in between decides.
  package func hasFrames(at times: [Double]) -> Bool {
    hasFrames(at: times, within: Interpolation.rounding)
  }

  fileprivate func hasFrames(at times: [Double], within rounding: Double) -> Bool {
    let frames = [0] + frameTimes
    return frames.count > 1 && frames.count == times.count
      && zip(frames, times).allSatisfy { abs($0 - $1) <= rounding }
  }
}

extension TimeMap {
  /// Finds the mapping.
  ///
  /// Without a `start` that both sides tell, motions start with their first rows.
  ///
  /// - Throws: ``LabError`` where the alignment needs something that one side lacks. The best alignment is a choice among
  ///   mappings, and adds nothing here.
  init(
    _ alignment: Alignment, of subject: Series, with reference: Series, start: MotionStart? = nil
  ) throws(LabError) {
    self.init(alignment: alignment, shift: 0)
    switch alignment {
    case .none, .best: break
    case .start:
      shift = try Self.difference(subject, reference, "start") { series in
        start.map { $0.time(in: series) } ?? series.times.first
      }
    case .release: shift = try Self.difference(subject, reference, "release") { $0.releaseTime }
    case .frames: try alignFrames(subject, reference)
    }
  }

  private mutating func alignFrames(
    _ subject: Series, _ reference: Series
  ) throws(LabError) {
    let flights = reference.flights
    guard let first = flights.first else {
      throw LabError(
        file: reference.name,
        problem: "no decelerating rows, which --align frames needs; try --align best")
    }
    // The k-th deceleration of one is the k-th of the other, or without a deceleration of the subject the k-th lift.
    let own = [subject.flights.compactMap(\.lift), subject.lifts.map(\.time)]
      .first { $0.count == flights.count }
    guard let release = own?.first ?? subject.releaseTime else {
      throw LabError(
        file: subject.name, problem: "no release, which --align frames needs; try --align best")
    }
    let same = own == nil ? reference.coasts.first ?? first : first
    shift = release - (same.lift ?? same.start)
    rate = reference.rate
    self.flights = zip(flights.indices, flights).map { index, flight in
      let release = own?[index] ?? release + flight.start - same.start
      return Flight(
        start: flight.start, end: flight.end,
        release: reference.delivery == .between ? flight.start + shift : release)
    }
  }

  private static func difference(
    _ subject: Series, _ reference: Series, _ name: String, _ time: (Series) -> Double?
  ) throws(LabError) -> Double {
    guard let one = time(subject) else {
      throw LabError(file: subject.name, problem: "no \(name) to align by; try --align best")
    }
    guard let other = time(reference) else {
      throw LabError(file: reference.name, problem: "no \(name) to align by; try --align best")
    }
    return one - other
  }
}
