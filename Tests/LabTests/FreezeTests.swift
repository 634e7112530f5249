import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// A window that is stopped for a while: nothing is drawn, and input waits.
@Suite struct `A freeze` {
  private static let header =
    #"{"overscroll":2,"viewport":[320,480],"content":[320,4000],"contentOffset":[0,3000]}"#

  /// A flick that bounces at the edge: lines of a script with their times in seconds.
  private static let flick = (0...13).map { index -> (time: Double, line: String) in
    let phase = index == 0 ? "began" : index == 13 ? "ended" : "moved"
    let (time, y) = (0.1 + 0.008 * Double(index), 400 - 10 * min(index, 12))
    return (time, #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#)
  }

  /// The flick on a display of 60 Hz, and the refreshes that show nothing new because the window is stopped.
  private struct Frozen {
    var script: Script
    /// The times of the refreshes that were missed, in seconds.
    var missed: [Double] = []
    /// The time that was drawn for after the freeze, in seconds.
    var drawn = 0.0

    // The window draws for the last input it has read, and not for the present, where it `isStale`.
    init(_ range: Range<Double>, isStale: Bool) throws {
      var lines = `A freeze`.flick
      let refreshes = (6...250).map { Double($0) / 60 + 0.01 }
      missed = refreshes.filter(range.contains)
      let late = try #require(refreshes.first { $0 >= range.upperBound })
      let input = lines.last { range.contains($0.time) }?.time
      drawn = min(late - 0.004, isStale ? (input ?? late) + 0.008 : late)
      for (index, refresh) in refreshes.filter({ !range.contains($0) }).enumerated() {
        let time = refresh == late ? drawn : refresh - 0.004
        lines.append(
          (
            time,
            #"{"t":\#(time),"frame":\#(index),"missed":\#(refresh == late ? missed.count : 0),"#
              + #""presented":\#(refresh)}"#
          ))
      }
      let sorted = lines.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }
      script = try Script(
        parsing: ([`A freeze`.header] + sorted.map(\.element.line)).joined(separator: "\n"),
        file: "a")
    }
  }

  /// The press, the drag, the lift, the flight and the bounce.
  @Test(arguments: 0..<60) func `misses each refresh in it by every path`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let script = try Script(
      parsing: ([Self.header] + Self.flick.map(\.line)).joined(separator: "\n"), file: "a")
    let end = try #require(
      Simulation(script).trace(rate: 60).samples.last { $0.phase != .idle }?.time)
    // A third of them begins under the finger.
    let start = random.number(0.1, seed % 3 == 0 ? 0.2 : end - 0.5)
    let frozen = try Frozen(
      start..<start + random.number(0.05, seed % 3 == 0 ? 0.6 : 0.4), isStale: random.chance(0.5))
    let missed = frozen.missed.count
    let take = frozen.script
    #expect(missed > 0 && TakeQuality(take).missed.values.reduce(0, +) == missed)
    #expect(PerformedTake(take).frames.map(\.missed).reduce(0, +) == missed)
    let series = Subject.script(take, name: "a").series
    #expect(series.frames.compactMap { $0?.missed }.reduce(0, +) == missed)
    // It is one gesture, however long the freeze is, and so is its trace.
    let gestures = Measurements(series).gestures
    #expect(gestures.map { $0.values[.missed] } == [Double(missed)])
    #expect(abs((gestures.first?.start ?? 0) - Self.flick[0].time) < 1e-6)
    #expect(abs((gestures.first?.lift ?? 0) - Self.flick[13].time) < 1e-6)
    // The time until it rests is known to a few refreshes, or to be within its bounds.
    let exact = try #require(
      Measurements(Series(script, name: "a", rate: 1000)).gestures.first?.values[.settle])
    let settle = gestures.first.flatMap { gesture in
      gesture.bounds[.settle] ?? gesture.values[.settle].map { $0...$0 + 7 / 60.0 }
    }
    let shown = try #require(settle)
    #expect(exact > shown.lowerBound - 2 / 60.0 && exact < shown.upperBound + 2 / 60.0, "\(shown)")
    let trace = try Series(parsing: Simulation(take).frameTrace().csv, file: "a.trace")
    #expect(Measurements(trace).gestures.count == 1)
    // The one that shows what was missed is late since the first of them.
    let lane = try #require(Chart.Lane(refreshesOf: series, in: 0...5))
    let late = lane.refreshes.filter { $0.missed > 0 }
    #expect(late.map(\.missed) == [missed] && late.map(\.time) == [frozen.drawn])
    #expect(abs((late.first?.deadline ?? 0) - frozen.missed[0]) < 1e-6)
    let rows = RefreshTable(take).csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    }
    #expect(rows.map { $0[3] }.reduce(0, +) == Double(missed))
    let main = Series.scrollViews(of: take, at: series.times)[0].series
    for ticks in [series.ticks, main.ticks] {
      #expect(ticks.filter { $0.kind == .missedRefresh }.map(\.time) == [frozen.drawn])
    }
  }
}
