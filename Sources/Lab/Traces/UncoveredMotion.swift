import OverscrollBase
import ScrollEngine

/// What one of two curves does before the first row of the other, in a gap between two of its rows, or after its last.
///
/// There is nothing there to compare it with: where it moves, two curves that agree are not the same.
struct UncoveredMotion: Sendable {
  /// Which side begins after the other has moved, which has a gap while the other moves, and which ends before the motion of the
  /// other does, as phrases.
  private(set) var beginning: String?
  private(set) var middle: String?
  private(set) var end: String?
  /// The greatest distances from what the other side holds there: its first value, those around a gap, or its last one.
  private(set) var distances: [Series.Column: Double] = [:]
  /// Whether the other rows move enough to tell by how much one side is later.
  private(set) var isMotionCovered = false

  /// The motion that a curve must have to be told from any other, in the differences allowed. [C]
  private static let leastMotion = 10.0
  /// How long a script is performed after its last event to find its rest, in seconds. [C]
  private static let restingTime = 20.0
  /// The usual steps between two rows from which on they have a gap that hides motion: times of recorded refreshes waver. [C]
  private static let leastGap = 2.5
  /// The most rows that a script without refreshes has in the gaps of the other side. [C]
  private static let rowsInGaps = 10_000.0
  private static let columns: [Series.Column] = [.offsetX, .offsetY, .zoom]

  /// Whether nothing moves there.
  var isEmpty: Bool { parts.isEmpty }

  /// Whether the rows of one side begin or end amid the motion, which another alignment may mend; none mends a gap.
  var isCut: Bool { beginning != nil || end != nil }

  /// The parts that are missing, by their names, in chronological order.
  var parts: [(name: String, message: String)] {
    [("beginning", beginning), ("middle", middle), ("end", end)].compactMap { name, message in
      message.map { (name, $0) }
    }
  }

  /// What is missing, as a phrase; `nil` where nothing is.
  var message: String? {
    isEmpty ? nil : parts.map(\.message).joined(separator: "; ")
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
    /// The usual time between its rows, in seconds.
    var step: Double
    /// The times of its touches on the subject's clock, which tell of the motion between its rows.
    var touches: [Double]

    /// Two rows that follow each other, and a time between them in which the side tells nothing.
    typealias Gap = (last: Int, next: Int, times: ClosedRange<Double>)

    /// The gaps between rows of a column that are known; a script has none.
    ///
    /// What a row shows may have come up to a step before it, and what follows it is shown by the next one.
    func gaps(of column: Series.Column) -> [Gap] {
      guard count > 0, step.isFinite, let values = series.values[column] else { return [] }
      let known = values.indices.filter { !values[$0].isNaN }
      return zip(known, known.dropFirst()).flatMap { last, next -> [Gap] in
        guard times[next] - times[last] > leastGap * step else { return [] }
        let first = touches.partitioningIndex { $0 > times[last] }
        let moments =
          [times[last]] + touches[first...].prefix { $0 < times[next] } + [times[next]]
        return zip(moments, moments.dropFirst()).filter { $1 - $0 > leastGap * step }
          .map { (last, next, $0 + step...$1 - step) }
      }
    }
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
      series: reference, times: times, range: min(start, last)...last, count: reference.count,
      step: reference.displayStep, touches: reference.touches.map { $0.time + comparison.shift })
    var rounding = reference.timeRounding
    let own: Side
    switch subject {
    case .series(let series):
      guard let first = series.times.first, let last = series.times.last else { return }
      let start = min(first, series.touches.first?.time ?? first)
      rounding = max(rounding, series.timeRounding)
      own = Side(
        series: series, times: series.times, range: min(start, last)...last, count: series.count,
        step: series.displayStep, touches: series.touches.map(\.time))
    case .script(let script, let name):
      // It holds what it ends with.
      let series = Self.rest(
        of: script, name, beside: theirs, rounding,
        isAtRest: comparison.subject.phases.last == .idle)
      own = Side(
        series: series, times: series.times, range: 0...Double.infinity, count: 0, step: .infinity,
        touches: [])
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
      addGaps(of: short, to: long, rounding, tolerances)
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
      let differences = comparison.differences.values[column]
      let covered = times.indices.filter { row in
        times[row] >= own.range.lowerBound - rounding
          && times[row] <= own.range.upperBound + rounding && !(differences?[row].isNaN ?? true)
      }.map { values[$0] }
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
        // What the other side shows at its end is told, although the row itself is not covered.
        moves = moves || abs(value - rest) > tolerance && abs(value - held) > tolerance
      }
    }
    return moves
  }

  /// Takes in the rows that a side has in the gaps of the other, where something moves there by more than is allowed.
  private mutating func addGaps(
    of short: Side, to long: Side, _ rounding: Double, _ tolerances: [Series.Column: Double]
  ) {
    var found: [Int: Side.Gap] = [:]
    for column in Self.columns {
      guard let tolerance = tolerances[column], let values = long.series.values[column],
        let others = short.series.values[column]
      else { continue }
      for gap in short.gaps(of: column) {
        let first = long.times.partitioningIndex { $0 >= gap.times.lowerBound - rounding }
        let held = others[gap.last]
        // Where both sides rest, they may still differ by what is allowed.
        let near = values[..<first].last { !$0.isNaN } ?? held
        let around = min(held, others[gap.next])...max(held, others[gap.next])
        for row in first..<long.times.count {
          guard long.times[row] <= gap.times.upperBound + rounding else { break }
          let value = values[row]
          guard abs(value - held) > tolerance, abs(value - near) > tolerance else { continue }
          found[gap.last] = gap
          distances[column] = max(
            distances[column] ?? 0, around.lowerBound - value, value - around.upperBound)
        }
      }
    }
    let gaps = found.values.sorted { $0.last < $1.last }
    guard let gap = gaps.first else { return }
    let times = [gap.last, gap.next].map {
      NumberText.fixed(short.series.times[$0], decimals: 4) + " s"
    }
    let others = gaps.count > 1 ? " and in \(gaps.count - 1) more" : ""
    let rows = gaps.reduce(0) { sum, gap in
      sum + long.times.partitioningIndex { $0 >= short.times[gap.next] - rounding }
        - long.times.partitioningIndex { $0 > short.times[gap.last] + rounding }
    }
    let message =
      "\(short.series.name) has no rows from \(times[0]) to \(times[1])\(others), while "
      + "\(long.series.name) moves" + Self.share(rows, of: long)
    middle = [middle, message].compactMap(\.self).joined(separator: "; ")
  }

  /// What a script does before and after the rows of the other side, and in its gaps, at its events, with the rows at their ends.
  private static func rest(
    of script: Script, _ name: String, beside side: Side, _ rounding: Double, isAtRest: Bool
  ) -> Series {
    let range = side.range
    let isTake = script.frameCount > 0
    let moments = script.moments
    // What comes after a take's last frame was never shown.
    let duration = isTake ? moments.last ?? 0 : script.duration
    let margin = max(rounding, Simulation.tolerance)
    var times = range.lowerBound < -margin ? [0.0] : []
    if let first = moments.first, first < range.lowerBound - margin {
      times += [0] + moments.filter { $0 < range.lowerBound - margin } + [range.lowerBound]
    }
    let gaps = Set(columns.flatMap { side.gaps(of: $0).map(\.times) }).sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    if isTake {
      // A take shows nothing between its frames, which its trace lacks, too.
      let frames = script.shownFrames.map { script.events[$0].time }
      times += gaps.flatMap { gap in frames.filter(gap.contains) }
    } else {
      times += rows(in: gaps, at: moments, after: side.step)
    }
    times.sort()
    if duration > range.upperBound + margin || (!isTake && !isAtRest) {
      times += [range.upperBound] + moments.filter { $0 > range.upperBound + margin }
      times.append(max(duration, range.upperBound) + (isTake ? 0 : restingTime))
    }
    return Series(script, name: name, at: script.exact(times.map { max($0, 0) }, within: rounding))
  }

  /// The times at which a script without frames is asked in the gaps of the other side: before and at the begin of each, at its
  /// moments and at even steps between these.
  private static func rows(
    in gaps: [ClosedRange<Double>], at moments: [Double], after usualStep: Double
  ) -> [Double] {
    let total = gaps.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let step = max(1 / Series.usualRate, total / rowsInGaps)
    var times: [Double] = []
    for gap in gaps {
      times += [gap.lowerBound - usualStep, gap.lowerBound]
      let first = moments.partitioningIndex { $0 > gap.lowerBound }
      times += moments[first...].prefix { $0 <= gap.upperBound }
      times += stride(from: gap.lowerBound + step, through: gap.upperBound, by: step)
    }
    return times
  }
}
