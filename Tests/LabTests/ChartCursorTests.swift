import Glibc
import Testing

@testable import OverscrollLab

/// Two cursors on a chart, and the part of it that is looked at.
@Suite struct `Cursors on a chart` {
  private func chart(_ lines: String = "") throws -> (chart: Chart, series: Series) {
    let script = try Script(
      parsing: """
        {"overscroll":2,"viewport":[320,480],"content":[900,2000],"minimumZoomScale":0.5,"maximumZoomScale":4}
        {"t":0.1,"touch":"began","id":1,"at":[160,100]}
        {"t":0.15,"touch":"moved","id":1,"at":[120,160]}
        {"t":0.2,"touch":"moved","id":1,"at":[80,220]}
        {"t":0.25,"touch":"moved","id":1,"at":[40,280]}
        {"t":0.4,"touch":"ended","id":1,"at":[40,280]}
        {"t":1.5,"wheel":[0,-1],"at":[160,240],"modifiers":["control"]}
        \(lines)
        """, file: "a")
    let series = Series(script, name: "a", rate: 60)
    return (Chart([series]), series)
  }

  @Test func `tell the times, the differences, the slopes and the refreshes between them`() throws {
    let (chart, series) = try chart()
    var cursors = ChartCursors()
    #expect(cursors.isEmpty && chart.text(of: cursors).isEmpty)
    cursors[.first] = series.times[6]
    #expect(cursors.range == nil && chart.text(of: cursors) == "i at 0.100 s")
    cursors[.second] = series.times[30]
    let changes = chart.changes(from: series.times[6], to: series.times[30])
    for (name, column) in [("offset_x", Series.Column.offsetX), ("offset_y", .offsetY)] {
      let change = try #require(changes.first { $0.name == name })
      let values = try #require(series.values[column])
      #expect(change.first == values[6] && change.second == values[30])
      #expect(change.difference == values[30] - values[6])
    }
    let text = chart.text(of: cursors, refreshes: 24)
    #expect(text.hasPrefix("Δt 0.400 s   Δx "))
    #expect(text.contains("pt/s") && text.hasSuffix("24 refreshes"))
    cursors[.second] = nil
    cursors[.first] = 1.4
    cursors[.second] = series.times.last
    let zoom = try #require(
      chart.changes(from: 1.4, to: series.times.last ?? 0).first { $0.name == "zoom" })
    #expect(abs((zoom.ratio ?? 0) - 1.25) < 1e-9 && zoom.first == 1)
    #expect(chart.text(of: cursors).contains("zoom × 1.25"))
  }

  @Test func `are a table that is separated by tabs`() throws {
    let (chart, series) = try chart()
    var cursors = ChartCursors()
    (cursors[.first], cursors[.second]) = (series.times[6], series.times[30])
    let rows = chart.table(of: cursors, refreshes: 24, ["a fit"]).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.first == ["", "i", "o", "difference", "per second", "ratio"])
    #expect(rows.last == ["a fit"] && rows.dropLast().allSatisfy { $0.count == 6 })
    let y = try #require(rows.first { $0[0] == "offset_y, pt" })
    let numbers = try y[1...4].map { try #require(Double($0)) }
    #expect(abs(numbers[1] - numbers[0] - numbers[2]) < 1e-9)
    #expect(abs(numbers[2] / 0.4 - numbers[3]) < 1e-6)
  }

  @Test func `snap to the nearest place where a curve turns, of the lane under the pointer`() throws
  {
    let (chart, series) = try chart()
    let lane = try #require(chart.lanes.firstIndex { $0.kind == .offset })
    let offsets = try #require(series.values[.offsetY])
    let lowest = try #require(offsets.indices.min { offsets[$0] < offsets[$1] })
    let found = try #require(chart.extremum(near: 0.3, lane: lane))
    let row = try #require(series.times.firstIndex(of: found))
    #expect(offsets[row] == offsets[lowest])
    // A level peak begins where it is reached.
    #expect(offsets[row - 1] > offsets[row])
    #expect(Chart(times: 0...1).extremum(near: 0.5) == nil)
    #expect(chart.extremum(near: 0.3, lane: 99) == nil)
  }

  @Test(arguments: [0.2...0.5, 0.19...0.22, 0.05...0.0501, 1.45...1.9, -1...0.1, 3...4])
  func `are on a part of a chart that spans what is seen there`(times: ClosedRange<Double>) throws {
    let (chart, _) = try chart()
    let part = chart.focused(on: times)
    #expect(part.times == times && part.lanes.count == chart.lanes.count)
    for (whole, lane) in zip(chart.lanes, part.lanes) {
      #expect(lane.constant == whole.constant)
      for (all, curve) in zip(whole.curves, lane.curves) {
        #expect(curve.points.count <= all.points.count)
        for step in 0...10 {
          let time = times.lowerBound + Double(step) / 10 * times.length
          #expect(curve.value(at: time) == all.value(at: time))
          guard lane.constant == nil, let value = curve.value(at: time) else { continue }
          #expect(lane.span.contains(value), "\(lane.kind) at \(time)")
        }
      }
    }
    // What is seen, an edge within a quarter of it, and 8 % on both sides.
    if let offsets = part.lanes.first(where: { $0.kind == .offset }) {
      let seen = (0...200).flatMap { step in
        offsets.curves.compactMap {
          $0.value(at: times.lowerBound + Double(step) / 200 * times.length)
        }
      }
      let height = (seen.max() ?? 0) - (seen.min() ?? 0)
      if height > 1 { #expect(offsets.span.length <= 1.8 * height, "\(offsets.span)") }
    }
    #expect(part.ticks.allSatisfy { times.contains($0.time) })
  }

  @Test func `move with the clock of another take`() {
    var cursors = ChartCursors()
    (cursors[.first], cursors[.second]) = (3, 1)
    cursors.shift(by: -2)
    #expect(cursors.range == -1...1 && cursors[.first] == 1)
  }
}
