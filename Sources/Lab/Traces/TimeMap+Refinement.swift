import OverscrollStage
import ScrollEngine

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
    let series = subject.series(at: times)
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
}

extension TimeMap {
  /// The steps of the search within a frame, and its precision, in seconds. [C]
  private static let (releaseStep, releasePrecision) = (1e-3, 1e-6)

  /// Moves everything to where it differs least, within the frame to which alone a release is known.
  ///
  /// A trace has no touches: the lift was between its first decelerating row and the row before it. A motion would differ from
  /// itself by the way of a frame. Where the two have one clock, that is tried first.
  mutating func refineRelease(
    _ subject: Subject, _ series: Series, with reference: Series
  ) {
    guard alignment == .release || alignment == .frames, reference.delivery == .frames else {
      return
    }
    let early = Self.leeway(of: series)
    let late = Self.leeway(of: reference)
    guard early + late > 0 else { return }
    isRefined = true
    let fixed: Interpolation? =
      if case .series(let whole) = subject { Interpolation(whole) } else { nil }
    let range = -early - Interpolation.rounding...late + Interpolation.rounding
    let own = error(movedBy: 0, subject, fixed, reference)
    var best = (shift: 0.0, error: own.maximum)
    func attempt(_ shift: Double) -> Double {
      guard range.contains(shift) else { return .infinity }
      let (value, missing) = error(movedBy: shift, subject, fixed, reference)
      // What covers less is no better for it.
      guard missing <= own.missing else { return .infinity }
      if value < best.error { best = (shift, value) }
      return value
    }
    _ = attempt(-self.shift)
    guard best.error > Self.sameness else { return move(by: best.shift) }
    for place in stride(from: range.lowerBound, through: range.upperBound, by: Self.releaseStep) {
      _ = attempt(place)
    }
    var (low, high) = (best.shift - Self.releaseStep, best.shift + Self.releaseStep)
    let ratio = (5.0.squareRoot() - 1) / 2
    while high - low > Self.releasePrecision, best.error > Self.sameness {
      let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
      if attempt(a) <= attempt(b) { high = b } else { low = a }
    }
    move(by: best.shift)
  }

  /// How much earlier than its release the lift of a series may have been, in seconds: 0 where its touch is known.
  private static func leeway(of series: Series) -> Double {
    guard !series.touches.contains(where: { $0.phase == .ended }),
      let row = series.phases.firstIndex(of: .decelerating), row > 0
    else { return 0 }
    return series.times[row] - series.times[row - 1]
  }

  /// The maximum difference of the offsets below which nothing better is searched for, in points. [C]
  private static let sameness = 1e-6

  private mutating func move(by shift: Double) {
    self.shift += shift
    for index in flights.indices { flights[index].release += shift }
  }

  /// The most rows by which shifts are compared; of more, some are enough to choose one. [C]
  private static let searchedRows = 4096

  /// The maximum difference of the offset after a move, in points, and the rows that are not covered.
  private func error(
    movedBy shift: Double, _ subject: Subject, _ fixed: Interpolation?, _ reference: Series
  ) -> (maximum: Double, missing: Int) {
    var map = self
    map.move(by: shift)
    let times = reference.times.map { map($0) }
    let sampled = fixed ?? Interpolation(subject.series(at: times))
    let step = max(1, reference.count / Self.searchedRows)
    var (greatest, missing) = (0.0, 0)
    for column in [Series.Column.offsetX, .offsetY] {
      guard let values = reference.values[column] else { continue }
      for row in stride(from: 0, to: values.count, by: step) where !values[row].isNaN {
        guard let own = sampled.value(of: column, at: times[row], row: row) else {
          missing += 1
          continue
        }
        greatest = max(greatest, abs(own - values[row]))
      }
    }
    return (greatest, missing)
  }
}

extension TimeMap {
  /// The distance from its edge below which content comes to rest, in points. [T]
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
