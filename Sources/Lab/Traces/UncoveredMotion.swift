import OverscrollBase
import ScrollEngine

/// What one of two curves does before the first row of the other, or after its last.
///
/// There is nothing there to compare it with: where it moves, two curves that agree are not the same.
struct UncoveredMotion: Sendable {
  /// Which side begins after the other has moved, and which ends before the motion of the other does, as phrases.
  private(set) var beginning: String?
  private(set) var end: String?
  /// The greatest distances from the value that the other side holds there: its first or its last one.
  private(set) var distances: [Series.Column: Double] = [:]
  /// Whether the other rows move enough to tell by how much one side is later.
  private(set) var isMotionCovered = false

  /// The motion that a curve must have to be told from any other, in the differences allowed. [C]
  private static let leastMotion = 10.0
  /// How long a script is performed after its last event to find its rest, in seconds. [C]
  private static let restingTime = 20.0
  private static let columns: [Series.Column] = [.offsetX, .offsetY, .zoom]

  /// Whether nothing moves there.
  var isEmpty: Bool { beginning == nil && end == nil }

  /// What is missing, as a phrase; `nil` where nothing is.
  var message: String? {
    isEmpty ? nil : [beginning, end].compactMap(\.self).joined(separator: "; ")
  }

  /// A side of a comparison.
  private struct Side {
    var series: Series
    /// The times of its rows on the subject's clock.
    var times: [Double]
    /// The time from which on it tells what happens, and the time until then.
    var range: ClosedRange<Double>
    /// The number of rows in its file; 0 for a script.
    var count: Int
  }

  /// Nothing.
  init() {}

  /// Finds what the two sides of a comparison do by themselves.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - subject: Its subject.
  ///   - tolerances: The columns that matter, with the greatest difference allowed.
  init(_ comparison: Comparison, _ subject: Subject, _ tolerances: [Series.Column: Double]) {
    let (reference, times) = (comparison.reference, comparison.times)
    guard let first = times.first, let last = times.last else { return }
    // A table of touches knows of the motion, also where it does not tell the offset of a drag.
    let start = min(first, reference.touches.first.map { $0.time + comparison.shift } ?? first)
    let theirs = Side(
      series: reference, times: times, range: min(start, last)...last, count: reference.count)
    var rounding = reference.timeRounding
    let own: Side
    switch subject {
    case .series(let series):
      guard let first = series.times.first, let last = series.times.last else { return }
      let start = min(first, series.touches.first?.time ?? first)
      rounding = max(rounding, series.timeRounding)
      own = Side(
        series: series, times: series.times, range: min(start, last)...last, count: series.count)
    case .script(let script, let name):
      // It holds what it ends with.
      let series = Self.ends(
        of: script, name, beyond: theirs.range, rounding,
        isAtRest: comparison.subject.phases.last == .idle)
      own = Side(
        series: series, times: series.times, range: 0...Double.infinity, count: 0)
    }
    let sides = [(own, theirs), (theirs, own)]
    for (long, short) in sides {
      let before = long.times.partitioningIndex { $0 >= short.range.lowerBound - rounding }
      if add(0..<before, of: long, short, isBefore: true, tolerances) {
        let time = NumberText.fixed(short.series.times.first ?? 0, decimals: 4)
        beginning =
          "\(short.series.name) begins at \(time) s, while \(long.series.name) has already moved"
          + Self.share(before, of: long)
      }
      let after = long.times.partitioningIndex { $0 > short.range.upperBound + rounding }
      if add(after..<long.times.count, of: long, short, isBefore: false, tolerances) {
        let time = NumberText.fixed(short.series.times.last ?? 0, decimals: 4)
        let rows = long.times.count - after + (beginning == nil ? before : 0)
        end =
          "\(short.series.name) ends at \(time) s, while \(long.series.name) goes on"
          + Self.share(rows, of: long)
      }
    }
    isMotionCovered = Self.columns.contains { column in
      guard let values = reference.values[column], let tolerance = tolerances[column] else {
        return false
      }
      let covered = zip(times, values).filter {
        $0.0 >= own.range.lowerBound - rounding && $0.0 <= own.range.upperBound + rounding
          && !$0.1.isNaN
      }.map(\.1)
      guard let least = covered.min(), let most = covered.max() else { return false }
      return most - least > Self.leastMotion * tolerance
    }
  }

  private static func share(_ rows: Int, of side: Side) -> String {
    side.count > 0 ? ": \(rows) of its \(side.count) rows are not covered" : ""
  }

  /// Takes in rows that only one side has; returns whether something moves there by more than is allowed.
  private mutating func add(
    _ rows: Range<Int>, of long: Side, _ short: Side, isBefore: Bool,
    _ tolerances: [Series.Column: Double]
  ) -> Bool {
    var moves = false
    guard !rows.isEmpty else { return moves }
    for column in Self.columns {
      guard let tolerance = tolerances[column], let values = long.series.values[column],
        let others = short.series.values[column],
        let held = isBefore
          ? others.first(where: { !$0.isNaN }) : others.last(where: { !$0.isNaN })
      else { continue }
      let near =
        isBefore
        ? values[rows.upperBound...].first { !$0.isNaN }
        : values[..<rows.lowerBound].last { !$0.isNaN }
      guard let rest = near ?? values.first(where: { !$0.isNaN }) else { continue }
      for value in values[rows] where !value.isNaN {
        distances[column] = max(distances[column] ?? 0, abs(value - held))
        moves = moves || abs(value - rest) > tolerance
      }
    }
    return moves
  }

  /// What a script does before and after some times, at its events, with the rows at their ends.
  private static func ends(
    of script: Script, _ name: String, beyond range: ClosedRange<Double>, _ rounding: Double,
    isAtRest: Bool
  ) -> Series {
    let isTake = script.frameCount > 0
    let moments = script.moments
    // What comes after a take's last frame was never shown.
    let duration = isTake ? moments.last ?? 0 : script.duration
    let margin = max(rounding, Simulation.tolerance)
    var times = range.lowerBound < -margin ? [0.0] : []
    if let first = moments.first, first < range.lowerBound - margin {
      times += [0] + moments.filter { $0 < range.lowerBound - margin } + [range.lowerBound]
    }
    if duration > range.upperBound + margin || (!isTake && !isAtRest) {
      times += [range.upperBound] + moments.filter { $0 > range.upperBound + margin }
      times.append(max(duration, range.upperBound) + (isTake ? 0 : restingTime))
    }
    return Series(script, name: name, at: script.exact(times.map { max($0, 0) }, within: rounding))
  }
}
