import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// What curves show of a window that was stopped in a flight.
@Suite struct `The curve of a freeze` {
  private static let period = 1.0 / 60
  /// The frame that is shown half a second late, and the time from what is drawn for to the display, in seconds.
  private static let (late, lead) = (31, 0.008)

  private static func script() throws -> Script {
    var lines = [
      #"{"overscroll":2,"viewport":[320,480],"content":[320,9000],"contentOffset":[0,2000]}"#
    ]
    let touches = [400.0, 380, 340, 300, 260, 260].enumerated().map { index, y in
      let phase = index == 0 ? "began" : index == 5 ? "ended" : "moved"
      let time = 0.1 + 0.0125 * Double(index)
      return (time, #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#)
    }
    let frames = (6...90).map { index -> (Double, String) in
      let time = Double(index > late ? index + 30 : index) * period
      let shown = time + lead + (index == late ? 30 * period : 0)
      let missed = index == late ? 30 : 0
      return (
        time,
        #"{"t":\#(time),"frame":\#(index),"missed":\#(missed),"age":0,"presented":\#(shown)}"#
      )
    }
    lines += (touches + frames).sorted { $0.0 < $1.0 }.map(\.1)
    return try Script(parsing: lines.joined(separator: "\n"), file: "a.script")
  }

  @Test func `holds what was on the display until the late frame was there`() throws {
    let script = try Self.script()
    let series = Subject.script(script, name: "a").series
    let row = try #require(series.frames.firstIndex { $0?.index == Self.late })
    let offsets = try #require(series.values[.offsetY])
    let shown = Double(Self.late + 30) * Self.period + Self.lead
    #expect(series.phases[row] == .decelerating && offsets[row] > offsets[row - 1] + 1)
    #expect(series.frames.compactMap { $0 }.filter { $0.missed > 0 }.map(\.index) == [Self.late])
    for chart in [Chart([series]), Chart(PerformedTake(script))] {
      let lane = try #require(chart.lanes.first { $0.kind == .offset })
      let curve = try #require(lane.curves.first { $0.name == "offset_y" })
      for time in [series.times[row], 0.7, shown - 0.004] {
        let value = try #require(curve.value(at: time))
        #expect(abs(value - offsets[row - 1]) < 1e-6, "\(time) s: \(value)")
      }
      // It is there from then on, and is where the measured velocity has it.
      let moments = curve.points.filter { abs($0.y - offsets[row]) < 1e-9 }.map(\.x)
      #expect(moments.count == 1 && abs((moments.first ?? 0) - shown) < 1e-9, "\(moments)")
      let ticks = chart.ticks.filter { $0.kind == .missedRefresh }.map(\.time)
      #expect(ticks.count == 1 && abs((ticks.first ?? 0) - shown) < 1e-9, "\(ticks)")
    }
  }
}
