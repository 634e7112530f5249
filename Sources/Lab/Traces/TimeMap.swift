import ScrollEngine

/// Alignment by moments that a trace tells to a frame only.
///
/// A trace has no touches: the lift was between its first decelerating row and the row before it. Aligned by these rows, a motion
/// would differ from itself at another rate by the way of a frame.
extension TimeMap {
  /// How much of a motion decides, from the moment on, in seconds. [C]
  private static let window = 0.25
  /// The steps of the search within a frame, and its precision, in seconds. [C]
  private static let (momentStep, momentPrecision) = (1e-3, 1e-7)
  /// The maximum difference of offsets of the same motion, in points. [C]
  private static let sameness = 0.5

  /// Moves everything within the frame to which alone the moment is known.
  ///
  /// The clock of a trace is that of its script: where two traces, or a script and a trace, may have had the moment at the same
  /// time, they had. Otherwise the rows that follow the moment decide, if they agree anywhere in that frame.
  mutating func refineMoment(of subject: Series, with reference: Series, start: MotionStart?) {
    let (moments, others) = (Moments(series: subject, start), Moments(series: reference, start))
    guard let own = moments.moment(of: alignment),
      let other = others.moment(of: alignment),
      own.leeway + other.leeway > 0
    else { return }
    let rounding = Interpolation.rounding
    let low = own.leeway > 0 ? rounding - own.leeway : -rounding
    let high = other.leeway > 0 ? other.leeway - rounding : rounding
    guard low < high else { return }
    if moments.share(alignment, with: others) { return move(by: -shift) }
    let rows = reference.times.indices.filter {
      reference.times[$0] >= other.time && reference.times[$0] <= other.time + Self.window
    }
    let curves = Interpolation(subject)
    var best = (shift: 0.0, error: Double.infinity)
    func attempt(_ shift: Double) -> Double {
      let value = error(movedBy: shift, own.time, curves, reference, rows)
      if value < best.error { best = (shift, value) }
      return value
    }
    _ = attempt(0)
    for place in stride(from: low, through: high, by: Self.momentStep) { _ = attempt(place) }
    var (lower, upper) = (
      max(low, best.shift - Self.momentStep), min(high, best.shift + Self.momentStep)
    )
    let ratio = (5.0.squareRoot() - 1) / 2
    while upper - lower > Self.momentPrecision {
      let (a, b) = (upper - ratio * (upper - lower), lower + ratio * (upper - lower))
      if attempt(a) <= attempt(b) { upper = b } else { lower = a }
    }
    if best.error <= Self.sameness { move(by: best.shift) }
  }

  /// Moves everything, the releases of decelerations included.
  private mutating func move(by shift: Double) {
    self.shift += shift
    for index in flights.indices { flights[index].release += shift }
  }

  /// The maximum difference of the offset at some rows after a move, in points; infinite where there is nothing to compare.
  private func error(
    movedBy shift: Double, _ moment: Double, _ subject: Interpolation, _ reference: Series,
    _ rows: [Int]
  ) -> Double {
    var map = self
    map.move(by: shift)
    var greatest: Double?
    for column in [Series.Column.offsetX, .offsetY] {
      guard let values = reference.values[column] else { continue }
      for row in rows where !values[row].isNaN {
        let time = map(reference.times[row])
        // Before its own row after the moment the subject bends within a frame.
        guard time >= moment - Interpolation.rounding,
          let own = subject.value(of: column, at: time)
        else { continue }
        greatest = max(greatest ?? 0, abs(own - values[row]))
      }
    }
    return greatest ?? .infinity
  }
}

/// The moments of a series by which it can be aligned.
private struct Moments {
  /// A moment, and how much earlier it may have been, in seconds.
  typealias Moment = (time: Double, leeway: Double)

  private let series: Series
  private let start: MotionStart?

  init(series: Series, _ start: MotionStart?) { (self.series, self.start) = (series, start) }

  /// The moment of an alignment; `nil` where it has none.
  func moment(of alignment: Alignment) -> Moment? {
    switch alignment {
    case .none, .best: return nil
    case .start:
      guard let start, let time = start.time(in: series) else { return nil }
      // The content moved between two rows, however touches came.
      let isKnown = start == .touch || (start == .phase && series.rate != nil)
      return moment(at: time, isKnown: isKnown)
    case .release, .frames:
      return series.releaseTime.map {
        moment(
          at: $0, isKnown: series.rate != nil || series.touches.contains { $0.phase == .ended })
      }
    }
  }

  /// A moment, which touches tell exactly, and the phases of a recording, too: a device's touches come with its frames.
  private func moment(at time: Double, isKnown: Bool) -> Moment {
    guard !isKnown, let row = series.times.firstIndex(of: time), row > 0 else { return (time, 0) }
    return (time, min(time - series.times[row - 1], series.usualStep))
  }

  /// Returns whether this and another series of the same clock may have had a moment at the same time.
  ///
  /// The first deceleration of one may be so short that the other has no row in it.
  func share(_ alignment: Alignment, with other: Self) -> Bool {
    guard series.rate == nil, other.series.rate == nil, let own = moment(of: alignment),
      let moment = other.moment(of: alignment)
    else { return false }
    let rounding = Interpolation.rounding
    func meet(_ one: Moment, _ two: Moment) -> Bool {
      one.time - one.leeway < two.time + rounding && two.time - two.leeway < one.time + rounding
    }
    if meet(own, moment) { return true }
    guard alignment != .start else { return false }
    return releases.contains { meet($0, moment) } || other.releases.contains { meet(own, $0) }
  }

  /// The moments of all releases.
  private var releases: [Moment] {
    let ends = series.touches.filter { $0.phase == .ended }.map { Moment($0.time, 0) }
    guard ends.isEmpty else { return ends }
    return series.phases.indices.filter {
      series.phases[$0] == .decelerating && $0 > 0 && series.phases[$0 - 1] != .decelerating
    }
    .map { moment(at: series.times[$0], isKnown: series.rate != nil) }
  }
}

extension TimeMap {
  /// How far the rows of a deceleration may be from the display's own times, in seconds: recorded ones are up to 1.1 ms. [C]
  private static let maximumFlightShift = 2e-3
  /// The steps of the first search, and the precision of the last, in seconds. [C]
  private static let (flightStep, flightPrecision) = (1e-4, 1e-6)

  /// Finds the shift of the decelerations with the least maximum difference, where touches came between frames.
  ///
  /// The display reports a frame's time earlier than the time for which the scroll view computed it.
  mutating func refine(_ subject: Subject, with reference: Series) {
    guard alignment == .frames, reference.delivery == .between, !flights.isEmpty else { return }
    var best = (shift: 0.0, error: error(0, subject, reference))
    let steps = Int((Self.maximumFlightShift / Self.flightStep).rounded())
    for step in -steps...steps {
      let shift = Double(step) * Self.flightStep
      let value = error(shift, subject, reference)
      if value < best.error { best = (shift, value) }
    }
    var (low, high) = (best.shift - Self.flightStep, best.shift + Self.flightStep)
    let ratio = (5.0.squareRoot() - 1) / 2
    while high - low > Self.flightPrecision {
      let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
      if error(a, subject, reference) <= error(b, subject, reference) { high = b } else { low = a }
    }
    let refined = (low + high) / 2
    flightShift = error(refined, subject, reference) < best.error ? refined : best.shift
  }

  /// The maximum difference of the offset during the decelerations with a shift, in points.
  private func error(_ shift: Double, _ subject: Subject, _ reference: Series) -> Double {
    var map = self
    map.flightShift = shift
    let times = reference.times.map { map($0) }
    let series = subject.series(at: times, within: reference.timeRounding)
    let sampled = Interpolation(series)
    var greatest = 0.0
    for column in [Series.Column.offsetX, .offsetY] {
      guard let values = reference.values[column] else { continue }
      let settling = map.settlingRows(of: column, series, reference, times)
      for (row, value) in values.enumerated() where !value.isNaN && !settling.contains(row) {
        let time = reference.times[row]
        guard flights.contains(where: { time >= $0.start && time < $0.end }),
          let own = sampled.value(of: column, at: times[row], row: row)
        else { continue }
        greatest = max(greatest, abs(own - value))
      }
    }
    return greatest
  }

  /// The distance from its edge below which content comes to rest, in points, as of the engine (`DecelerationLaw`).
  private static let restingDistance = 0.5
  /// How many frames earlier than the subject a recording between frames may come to rest. [M]
  ///
  /// UIKit of iOS 26.1 finds content beyond an edge at rest at its own frames, which lie between the points of the subject's grid.
  private static let restingFrames = 2

  /// The rows at which a deceleration of the reference has just come to rest and the subject is about to, in the same place.
  ///
  /// There are none where touches came with the frames: those lie on the grid.
  func settlingRows(
    of column: Series.Column, _ subject: Series, _ reference: Series, _ times: [Double]
  ) -> Set<Int> {
    guard alignment == .frames, reference.delivery == .between, column.velocity != nil,
      let values = reference.values[column]
    else { return [] }
    let curve = Interpolation(subject)
    var found: Set<Int> = []
    for flight in flights {
      let rows = reference.times.indices.filter {
        reference.times[$0] >= flight.start && reference.times[$0] < flight.end
          && !values[$0].isNaN
      }
      guard let last = rows.last else { continue }
      let end = curve.value(of: column, at: times[last], row: last)
      let moving = rows.last { values[$0] != values[last] }
      let resting = rows.drop { $0 <= moving ?? -1 }.prefix(Self.restingFrames)
      found.formUnion(
        resting.filter { row in
          let own = curve.value(of: column, at: times[row], row: row)
          return own.map { $0 != end && abs($0 - values[last]) < Self.restingDistance } ?? false
        })
    }
    return found
  }
}
