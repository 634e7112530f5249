import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `The scale of live curves` {
  private static let duration = 4.0

  /// Drags to and fro, from each start on, by points a frame.
  private static func script(_ drags: [(start: Double, step: Double)]) throws -> Script {
    var lines = [
      #"{"overscroll":1,"viewport":[320,480],"content":[320,20000],"contentOffset":[0,9000]}"#
    ]
    for (start, step) in drags {
      var y = 240.0
      lines.append(#"{"t":\#(start),"touch":"began","id":0,"at":[160,240]}"#)
      for frame in 1...120 {
        y += frame / 20 % 2 == 0 ? step : -step
        lines.append(
          #"{"t":\#(start + Double(frame) / 60),"touch":"moved","id":0,"at":[160,\#(y)]}"#)
      }
      lines.append(#"{"t":\#(start + 2.3),"touch":"ended","id":0,"at":[160,\#(y)]}"#)
    }
    return try Script(parsing: lines.joined(separator: "\n"), file: "drags")
  }

  /// The times at which the scale changes, and the scale then.
  private static func changes(
    _ script: Script, to end: Double
  ) -> [(time: Double, formats: [Chart.Group: LaneBuilder.Format], target: Double)] {
    let simulation = Simulation(script)
    var (history, scale) = (CurveHistory(), LiveScale())
    var changes: [(Double, [Chart.Group: LaneBuilder.Format], Double)] = []
    for frame in 0..<Int(end * 60) {
      let time = Double(frame) / 60
      history.append(
        simulation.sample(at: time), ScrollLimits(simulation.stage.scrollView), at: time)
      let times = time - duration...time
      guard scale.follow(history, in: times, isFinal: frame == 0) else { continue }
      let lane = LaneBuilder(series: [history.series], styles: [.subject], times: times)
        .lane(.offset, isNeeded: true)
      changes.append((time, scale.formats, lane?.span.length ?? 0))
    }
    return changes
  }

  @Test func `stays as it is during drags that equal the one before`() throws {
    let changes = Self.changes(try Self.script([(0.5, 24), (3.2, 24), (5.9, 24)]), to: 8.6)
    #expect(changes.contains { $0.time < 3 })
    // Each drag ends at rest, where the curves are fitted exactly.
    let rests = [2.8, 5.5, 8.2]
    let later = changes.map(\.time).filter { $0 > 3.1 }
    #expect(later.allSatisfy { time in rests.contains { abs($0 - time) < 0.1 } }, "\(later)")
  }

  @Test func `grows with half of the span to spare, and fits exactly once all is at rest`() throws {
    let changes = Self.changes(try Self.script([(0.5, 2), (3.2, 24)]), to: 5.9)
    let growing = changes.filter { (3.3..<5.4).contains($0.time) }
    #expect((1...3).contains(growing.count))
    for (_, formats, target) in growing {
      let span = try #require(formats[.offset]).span.length
      #expect(span >= target * 1.49 && span <= target * 2.01)
    }
    let last = try #require(changes.last)
    #expect(last.time > 5.4)
    #expect(last.formats[.offset]?.span.length == last.target)
  }

  @Test func `shrinks to what is seen when the motion becomes much smaller`() throws {
    let changes = Self.changes(try Self.script([(0.5, 24), (6.5, 2)]), to: 9)
    let spans = changes.compactMap { $0.formats[.offset]?.span.length }
    #expect(try #require(spans.last) < #require(spans.max()) / 5)
    #expect(changes.filter { (3..<6.5).contains($0.time) }.count <= 1)
  }
}
