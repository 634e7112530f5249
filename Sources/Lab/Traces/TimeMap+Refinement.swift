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
