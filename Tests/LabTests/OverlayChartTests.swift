import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Many motions over each other.
@Suite struct `An overlay of motions` {
  /// A flick that begins at some time and is as fast as its steps are long.
  private func flick(at start: Double, step: Double) throws -> Series {
    let lines = (0...4).map { index in
      let phase = index == 0 ? "began" : index == 4 ? "ended" : "moved"
      let y = 440 - step * Double(min(index, 3))
      return
        #"{"t":\#(start + 0.016 * Double(index)),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
    }
    let script = try Script(
      parsing: ([#"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#] + lines)
        .joined(separator: "\n"), file: "a")
    return Series(script, name: "\(step)", rate: 240)
  }

  @Test func `has each release at 0, and the one in the middle as its median`() throws {
    let series = try [30.0, 50, 90].enumerated().map {
      try flick(at: 0.3 * Double($0.offset + 1), step: $0.element)
    }
    let chart = try Chart.overlay(series)
    let lane = try #require(chart.lanes.first { $0.kind == .offset })
    // The last one is drawn first.
    let members = Array(lane.curves.filter { $0.style == .member }.reversed())
    let median = try #require(lane.curves.first { $0.style == .median })
    #expect(members.count == 3 && lane.curves.last == median)
    for (member, one) in zip(members, series) {
      let release = try #require(one.releaseTime)
      #expect(abs((member.points.first?.x ?? 0) + release) < 1e-9)
    }
    let middle = members[1]
    for point in median.points where point.x > 0.05 && point.x < 2 {
      #expect(abs(point.y - (middle.value(at: point.x) ?? .nan)) < 0.05, "\(point.x)")
    }
    // Two have the one between them.
    let pair = try Chart.overlay(Array(series.prefix(2)))
    let both = try #require(pair.lanes.first { $0.kind == .offset })
    let (one, other) = (both.curves[0], both.curves[1])
    let mean = try #require(both.curves.last)
    for time in [0.1, 0.5, 1.0] {
      let expected = ((one.value(at: time) ?? 0) + (other.value(at: time) ?? 0)) / 2
      #expect(abs((mean.value(at: time) ?? 0) - expected) < 0.5, "\(time)")
    }
    #expect(chart.legend.map(\.name) == ["each", "median of 3"])
    #expect(chart.ticks.map(\.time) == [0] && chart.bands.isEmpty)
  }

  @Test func `has a median of velocities between theirs, and none after half of them have ended`()
    throws
  {
    let series = try [30.0, 50, 90].map { try flick(at: 0.3, step: $0) }
    let chart = try Chart.overlay(series)
    let lane = try #require(chart.lanes.first { $0.kind == .velocity })
    let median = try #require(lane.curves.first { $0.style == .median })
    let members = lane.curves.filter { $0.style == .member }
    for point in median.points where !point.y.isNaN {
      let values = members.compactMap { $0.value(at: point.x) }.filter { !$0.isNaN }
      guard values.count == 3, let low = values.min(), let high = values.max() else { continue }
      #expect(point.y >= low - 5 && point.y <= high + 5, "\(point)")
    }
    let ends = members.compactMap(\.points.last?.x).sorted()
    #expect(median.points.allSatisfy { $0.x <= ends[1] + 0.01 })
  }

  /// The median of the others would be another curve.
  @Test func `has no median where one is cut off, nor before one that begins amid its motion`()
    throws
  {
    let series = try [30.0, 50, 90].map { try flick(at: 0.3, step: $0) }
    let release = try #require(series[1].releaseTime)
    func median(_ all: [Series]) throws -> [Point] {
      let chart = try Chart.overlay(all)
      let lane = try #require(chart.lanes.first { $0.kind == .offset })
      return try #require(lane.curves.first { $0.style == .median }).points
        .filter { !$0.y.isNaN }
    }
    let whole = try median(series)
    #expect((whole.last?.x ?? 0) > 2)
    var cut = series
    let end = try #require(series[1].times.firstIndex { $0 > release + 0.5 })
    cut[1].removeRows(end..<cut[1].count)
    let points = try median(cut)
    // Nowhere does it step to another curve.
    #expect(points == whole.filter { $0.x <= cut[1].times[end - 1] - release + 1e-9 })
    #expect(abs((points.last?.x ?? 0) - 0.5) < 0.01)
    var late = series
    let start = try #require(series[1].times.firstIndex { $0 > release + 0.1 })
    late[1].removeRows(0..<start)
    let rest = try median(late)
    #expect(abs((rest.first?.x ?? 0) - 0.1) < 0.02 && (rest.last?.x ?? 0) > 2)
  }

  @Test func `names a motion that has no release`() throws {
    let still = Series(
      name: "still.csv", times: [0, 1], phases: [nil, nil], values: [.offsetY: [0, 1]])
    #expect(throws: LabError.self) { try Chart.overlay([try flick(at: 0.1, step: 40), still]) }
  }
}
