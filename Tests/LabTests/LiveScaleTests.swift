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

  /// The times at which the scale changes.
  private static func changes(_ script: Script, to end: Double) -> [Double] {
    let simulation = Simulation(script)
    var (history, scale) = (CurveHistory(), LiveScale())
    return (0..<Int(end * 60)).map { Double($0) / 60 }.filter { time in
      history.append(
        simulation.sample(at: time), ScrollLimits(simulation.stage.scrollView), at: time)
      return scale.follow(history, in: time - duration...time, isFinal: time == 0)
    }
  }

  @Test func `stays as it is during drags that equal the one before`() throws {
    let changes = Self.changes(try Self.script([(0.5, 24), (3.2, 24), (5.9, 24)]), to: 8.6)
    #expect(changes.contains { $0 < 3 })
    // Each drag ends at rest, where the curves are fitted exactly.
    let rests = [2.8, 5.5, 8.2]
    let later = changes.filter { $0 > 3.1 }
    #expect(later.allSatisfy { time in rests.contains { abs($0 - time) < 0.1 } }, "\(later)")
  }
}
