import Glibc
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Laws that are fitted between two cursors.
@Suite struct `A fitted law` {
  /// A drag past the top edge, held there, and let go.
  private static func pull(horizontally: Bool = false) throws -> Script {
    let place = { (way: Double) in horizontally ? "[\(200 + way),240]" : "[160,\(100 + way)]" }
    var lines = [
      #"{"overscroll":2,"viewport":[320,480],"content":[900,2000],"displayScale":3}"#,
      #"{"t":0.1,"touch":"began","id":1,"at":\#(place(0))}"#,
    ]
    for step in 1...30 {
      lines.append(
        #"{"t":\#(0.1 + Double(step) / 60),"touch":"moved","id":1,"at":\#(place(Double(step) * 8))}"#
      )
    }
    lines.append(#"{"t":0.8,"touch":"ended","id":1,"at":\#(place(240))}"#)
    return try Script(parsing: lines.joined(separator: "\n"), file: "pull")
  }

  private static let flick = """
    {"overscroll":2,"viewport":[320,480],"content":[320,20000],"contentOffset":[0,2000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.116,"touch":"moved","id":1,"at":[160,370]}
    {"t":0.132,"touch":"moved","id":1,"at":[160,330]}
    {"t":0.148,"touch":"moved","id":1,"at":[160,290]}
    {"t":0.16,"touch":"ended","id":1,"at":[160,290]}
    """

  @Test(arguments: [30.0, 60, 144, 240])
  func `is the deceleration of a flick at every rate`(rate: Double) throws {
    let script = try Script(parsing: Self.flick, file: "flick")
    let series = Series(script, name: "flick", rate: rate)
    let fit = try MotionFit(.deceleration, series, in: 0.3...1.8)
    // 0.998 per ms in steps of 1/60 s, of which a row between two of them is a part.
    #expect(fit.text.hasPrefix("deceleration: τ 0.49") || fit.text.hasPrefix("deceleration: τ 0.5"))
    #expect(fit.determination > 0.9999 && fit.residual < 0.6, "\(fit.text)")
    let drawn = try #require(fit.curves[.y])
    #expect(drawn.count > 20 && drawn.allSatisfy { (0.3...1.8).contains($0.x) })
    for point in drawn {
      let row = try #require(series.times.firstIndex(of: point.x))
      #expect(abs(point.y - (series.values[.offsetY]?[row] ?? .nan)) < 2)
    }
  }

  /// Two exponentials of 10.05 and 12.05 per second, rounded by the steps of the law, are a spring just above critical damping.
  @Test(arguments: [false, true], [60.0, 144])
  func `is the spring of a bounce along each axis`(horizontally: Bool, rate: Double) throws {
    let series = Series(try Self.pull(horizontally: horizontally), name: "pull", rate: rate)
    let fit = try #require(
      SpringFit(
        series.times.indices.filter { series.times[$0] > 0.82 && series.times[$0] < 1.4 }.map {
          row in
          (
            series.times[row],
            Point(series.values[.offsetX]?[row] ?? 0, series.values[.offsetY]?[row] ?? 0)
          )
        }))
    #expect(fit.determination > 0.9999, "\(fit)")
    #expect(fit.rest.length < 0.5)
    // 0.01005 per millisecond, and nothing else after a release at rest.
    #expect(abs(fit.dampingRatio - 1) < 0.05 && abs(fit.response - 0.62) < 0.04, "\(fit)")
    let text = try MotionFit(.spring, series, in: 0.82...1.4).text
    #expect(text.hasPrefix("spring: response 0."), "\(text)")
  }

  @Test(arguments: [0.3, 0.7, 1, 1.8], [4.0, 20])
  func `is the spring that made the positions`(ratio: Double, frequency: Double) throws {
    // Integrated in small steps, independent of the solutions that are fitted.
    var (place, velocity) = (80.0, 300.0)
    var positions: [(time: Double, offset: Point)] = []
    for step in 0..<12_000 {
      if step.isMultiple(of: 100) {
        positions.append((5 + Double(step) / 10_000, Point(place + 12, 0)))
      }
      velocity += (-frequency * frequency * place - 2 * ratio * frequency * velocity) / 10_000
      place += velocity / 10_000
    }
    let fit = try #require(SpringFit(positions))
    #expect(abs(fit.dampingRatio / ratio - 1) < 0.02, "\(fit)")
    #expect(abs(fit.response / (2 * .pi / frequency) - 1) < 0.02, "\(fit)")
    #expect(abs(fit.rest.x - 12) < 0.2 && fit.determination > 0.9999)
  }

  @Test(arguments: [false, true], [60.0, 240])
  func `is the rubber band that the engine has`(horizontally: Bool, rate: Double) throws {
    let series = Series(try Self.pull(horizontally: horizontally), name: "pull", rate: rate)
    let fit = try MotionFit(.rubberBand, series, in: 0...0.79)
    // Offsets are whole pixels, thirds of a point.
    #expect(fit.text.firstMatch(of: /coefficient 0\.5(49|50|5,)/) != nil, "\(fit.text)")
    #expect(fit.determination > 0.9999 && fit.residual < 0.15, "\(fit.text)")
    #expect(fit.curves.keys.first == (horizontally ? .x : .y) && fit.curves.count == 1)
  }

  @Test func `is none where the rows say too little, with a reason`() throws {
    let series = Series(try Self.pull(), name: "pull", rate: 60)
    func problem(_ kind: MotionFit.Kind, _ series: Series, _ times: ClosedRange<Double>) -> String?
    {
      do throws(MotionFit.Problem) {
        return try MotionFit(kind, series, in: times).text
      } catch {
        return error.message
      }
    }
    #expect(
      problem(.rubberBand, series, 0.9...2)
        == "no finger pulls the content beyond an edge between the cursors")
    for kind in [MotionFit.Kind.deceleration, .spring] {
      #expect(problem(kind, series, 3...4)?.contains("rest") == true)
      #expect(problem(kind, series, 0.9...0.901)?.contains("rest") == true)
      #expect(problem(kind, Series(name: "empty"), 0...1)?.contains("rest") == true)
    }
    var table = Series(name: "table")
    for row in 0..<20 {
      table.append(time: Double(row) / 60, phase: nil, [(.offsetY, Double(-row))])
    }
    #expect(problem(.rubberBand, table, 0...1)?.contains("no finger") == true)
  }

  @Test func `keeps to one finger: two that pull, or one that takes over, are no pull of one`()
    throws
  {
    var series = Series(try Self.pull(), name: "pull", rate: 60)
    let own = series.touches
    series.touches += own.map { touch in
      var other = touch
      other.id = 2
      return other
    }
    series.touches.sort { $0.time < $1.time }
    #expect(throws: MotionFit.Problem.self) { try MotionFit(.rubberBand, series, in: 0...0.79) }
  }
}
