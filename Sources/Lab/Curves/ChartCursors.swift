import OverscrollBase
import ScrollGeometry

/// Two moments of a chart between which something is measured.
package struct ChartCursors: Hashable, Sendable {
  /// One of the two.
  package enum Side: String, Hashable, Sendable, CaseIterable {
    /// The first, by its key.
    case first = "i"
    /// The second.
    case second = "o"
  }

  /// The times in seconds; `nil` for a cursor that is not placed.
  package private(set) var times: [Side: Double] = [:]

  package init() {}

  package var isEmpty: Bool { times.isEmpty }

  /// Places a cursor at a time in seconds, or takes it away.
  package subscript(side: Side) -> Double? {
    get { times[side] }
    set { times[side] = newValue }
  }

  /// The times from the earlier one to the later one; `nil` unless both are placed at different times.
  package var range: ClosedRange<Double>? {
    guard let first = times[.first], let second = times[.second], first != second else {
      return nil
    }
    return min(first, second)...max(first, second)
  }

  /// Moves both by `shift` seconds, as where another take begins.
  package mutating func shift(by shift: Double) { times = times.mapValues { $0 + shift } }
}

extension Chart {
  /// What a curve does from one cursor to the other.
  package struct Change: Hashable, Sendable {
    /// The curve's name in tables, with its scroll view where there are several.
    package var name: String
    package var kind: Lane.Kind
    package var hue: Hue
    /// The values at the cursors: scales in a lane of scales.
    package var first: Double
    package var second: Double

    package var difference: Double { second - first }
    /// The second in parts of the first; `nil` where that is 0.
    package var ratio: Double? { first == 0 ? nil : second / first }
  }

  /// What the curves of a take do from one time to another, in seconds, lane by lane; without what is known at one end only.
  package func changes(from first: Double, to second: Double) -> [Change] {
    let (start, end) = (readout(at: first), readout(at: second))
    return start.values.compactMap { value in
      let lane = lanes[value.lane]
      guard value.style.isOfTake,
        let other = end.values.first(where: {
          $0.lane == value.lane && $0.hue == value.hue && $0.style == value.style
        }),
        let curve = lane.curves.first(where: { $0.hue == value.hue && $0.style == value.style })
      else { return nil }
      let isScale = lane.kind == .zoom
      let side = value.style == .other ? "B " : ""
      return Change(
        name: side + (lane.owner.isEmpty ? curve.name : "\(lane.owner) \(curve.name)"),
        kind: lane.kind, hue: value.hue,
        first: isScale ? ChartAxis.scale(value.value) : value.value,
        second: isScale ? ChartAxis.scale(other.value) : other.value)
    }
  }

  /// The time of the frame nearest to a time at which a curve turns: its offset, speed or scale is greater, or less, than
  /// before and after; `nil` where none turns.
  ///
  /// - Parameters:
  ///   - time: The time in seconds.
  ///   - lane: The index of the lane whose curves count; `nil` for all.
  /// - Returns: The time in seconds, where the curve is level the first one.
  package func extremum(near time: Double, lane: Int? = nil) -> Double? {
    let curves =
      lane.map { lanes.indices.contains($0) ? lanes[$0].curves : [] }
      ?? lanes.filter { $0.kind != .refreshes }.flatMap(\.curves)
    let found = curves.filter(\.style.isOfTake).flatMap { Self.turns(of: $0.points) }
    return found.min { abs($0 - time) < abs($1 - time) }
  }

  private static func turns(of points: [Point]) -> [Double] {
    var turns: [Double] = []
    var direction = 0.0
    // Where the values began that the last point has.
    var level: Double?
    for (last, next) in zip(points, points.dropFirst()) {
      guard last.y.isFinite, next.y.isFinite else {
        (direction, level) = (0, nil)
        continue
      }
      if next.y == last.y {
        if level == nil { level = last.x }
        continue
      }
      let way = next.y > last.y ? 1.0 : -1
      if direction != 0, way != direction { turns.append(level ?? last.x) }
      (direction, level) = (way, nil)
    }
    return turns
  }

  /// The lines that say what is between two cursors.
  ///
  /// - Parameters:
  ///   - cursors: The cursors.
  ///   - refreshes: The number of refreshes between them; `nil` where it is not known.
  /// - Returns: A line for the time and the offsets and scales that change.
  package func text(of cursors: ChartCursors, refreshes: Int? = nil) -> String {
    guard let first = cursors[.first], let second = cursors[.second] else {
      return cursors.times.first.map { "\($0.key.rawValue) at \(Self.text(ofTime: $0.value))" }
        ?? ""
    }
    let duration = second - first
    var parts = ["Δt " + Self.text(ofTime: duration)]
    for change in changes(from: first, to: second) {
      switch change.kind {
      case .offset where change.difference != 0:
        let name = change.name.replacing("offset_", with: "Δ")
        var text = "\(name) \(Self.text(change.difference, 1)) pt"
        if duration != 0 { text += ", mean \(Self.text(change.difference / duration, 0)) pt/s" }
        if let ratio = change.ratio { text += ", ratio \(Self.text(ratio, 4))" }
        parts.append(text)
      case .zoom where change.difference != 0:
        parts.append("\(change.name) × \(Self.text(change.ratio ?? 1, 4))")
      default: break
      }
    }
    if let refreshes { parts.append("\(refreshes) refresh\(refreshes == 1 ? "" : "es")") }
    return parts.joined(separator: "   ")
  }

  /// A table of what is between two cursors, separated by tabs, a row for the time, each curve, and each further line.
  package func table(of cursors: ChartCursors, refreshes: Int? = nil, _ lines: [String]) -> String {
    var rows = [["", "i", "o", "difference", "per second", "ratio"]]
    let (first, second) = (cursors[.first], cursors[.second])
    func cell(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    if let first, let second {
      rows.append(["t, s", "\(first)", "\(second)", "\(second - first)", "", ""])
      rows += changes(from: first, to: second).map { change in
        [
          change.kind.unit.isEmpty || change.kind == .zoom
            ? change.name : "\(change.name), \(change.kind.unit)",
          cell(change.first), cell(change.second), cell(change.difference),
          first == second ? "" : cell(change.difference / (second - first)), cell(change.ratio),
        ]
      }
    } else {
      rows.append(["t, s", cell(first), cell(second), "", "", ""])
    }
    if let refreshes { rows.append(["refreshes", "", "", "\(refreshes)", "", ""]) }
    return (rows.map { $0.joined(separator: "\t") } + lines).map { $0 + "\n" }.joined()
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    NumberText.withMinus(NumberText.trimmed(value, decimals: decimals))
  }
}

extension Chart {
  /// The part of a chart that some times show: its lanes span what is seen then, and only what is near is kept.
  ///
  /// - Parameter times: The times in seconds.
  /// - Returns: The chart; lanes that are constant in the whole stay so.
  package func focused(on times: ClosedRange<Double>) -> Chart {
    var chart = self
    chart.times = times
    for index in lanes.indices {
      chart.lanes[index].curves = lanes[index].curves.map { curve in
        var curve = curve
        curve.points = curve.points.near(times)
        return curve
      }
      chart.lanes[index].refreshes = lanes[index].refreshes.filter { times.contains($0.time) }
      chart.lanes[index].edges = lanes[index].edges.map { edges in
        Edges(
          hue: edges.hue, lower: edges.lower.near(times), upper: edges.upper.near(times))
      }
      chart.lanes[index].guides = lanes[index].guides.map { guide in
        Guide(kind: guide.kind, hue: guide.hue, points: guide.points.near(times))
      }
      guard lanes[index].constant == nil else { continue }
      chart.lanes[index].span = LaneBuilder.span(
        of: chart.lanes[index].curves, chart.lanes[index].edges, lanes[index].kind, in: times)
    }
    chart.bands = bands.filter { $0.range.overlaps(times) }
    chart.ticks = ticks.filter { times.contains($0.time) || $0.kind == .mark }
    return chart
  }
}

extension [Point] {
  /// The points within some times, and one on each side.
  fileprivate func near(_ times: ClosedRange<Double>) -> Self {
    let first = partitioningIndex { $0.x >= times.lowerBound }
    let last = partitioningIndex { $0.x > times.upperBound }
    return Array(self[Swift.max(0, first - 1)..<Swift.min(count, last + 1)])
  }
}
