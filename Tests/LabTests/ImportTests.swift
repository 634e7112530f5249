import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Recordings of other devices as scripts.
@Suite struct `An imported recording` {
  private static let rate = 60.0
  private static let frame = 1 / rate

  /// A recording of touches and samples, given by rows of their cells in the order t, touch, id, x, y, offset_x, offset_y.
  private func series(_ rows: [String], _ header: [String] = []) throws -> Series {
    let lines =
      [
        RecordingReader.firstLine, "# viewport: 400x800", "# content: 4000x8000",
        "# displayScale: 3", "# rate: 60",
      ] + header + ["t,touch,id,x,y,offset_x,offset_y"] + rows
    return try Series(parsing: lines.joined(separator: "\n") + "\n", file: "a.csv")
  }

  private func acts(_ script: Script) -> [(time: Double, stamp: Double)] {
    script.events.map { ($0.time, $0.stamp ?? .nan) }
  }

  /// A flick of three movements whose events came a little before the frames, caught in the fourth frame of the deceleration.
  private func caught(at time: Double) throws -> [(time: Double, stamp: Double)] {
    let rows = [
      "0.5000,began,1,200,600,,", "0.5161,moved,1,200,550,,", "0.5330,moved,1,200,500,,",
      "0.5495,ended,1,200,500,,", "\(time),began,2,200,500,,", "\(time + 0.05),ended,2,200,500,,",
    ]
    return try acts(series(rows).script())
  }

  @Test func `has its first lift on a frame, and the stamps of all touches a frame earlier`() throws
  {
    let events = try caught(at: 0.62)
    let shift = 33 / 60.0 - 0.5495
    for (event, time) in zip(events, [0.5, 0.5161, 0.533, 0.5495]) {
      #expect(abs(event.time - time - shift) < 1e-9)
      #expect(abs(event.stamp - event.time + Self.frame) < 1e-9)
    }
  }

  @Test(arguments: [
    // A touch belongs to the frame it comes with, or to the next; it acts on the one before.
    (0.6, 36.0), (4.0, 36), (4.05, 36), (3.96, 36), (4.3, 37), (4.96, 37), (0.02, 33),
  ])
  func `has a touch during a deceleration on the last frame before it`(
    frames: Double, expected: Double
  ) throws {
    let events = try caught(at: 0.5495 + frames * Self.frame)
    let whole = frames < 1 ? 33 : expected
    #expect(abs(events[4].time - whole * Self.frame) < 1e-9)
    #expect(events[4].stamp <= events[4].time)
    // A later lift is on the nearest frame, too.
    #expect(abs(events[5].time * 60 - (events[5].time * 60).rounded()) < 1e-9)
    #expect(abs(events[5].stamp - events[5].time + Self.frame) < 1e-9)
  }

  @Test func `has no event after the lift that it came before`() throws {
    // Touches of 120 Hz: the lift is nearest to the frame before the last movement.
    let script = try series([
      "0.4,began,1,200,600,,", "0.5,ended,1,200,600,,", "0.6,began,1,200,600,,",
      "0.6083,moved,1,200,550,,", "0.6166,moved,1,200,500,,", "0.6236,ended,1,200,500,,",
    ]).script()
    let events = acts(script)
    #expect(abs(events[5].time - 37 * Self.frame) < 1e-9)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(events.allSatisfy { $0.stamp <= $0.time })
    #expect(try Script(parsing: script.text, file: "a") == script)
  }

  @Test func `keeps its times where touches came between frames`() throws {
    let rows = [
      "0.5003,began,1,200,600,,", "0.5083,moved,1,200,550,,", "0.5163,stationary,1,200,550,,",
      "0.5243,ended,1,200,550,,",
    ]
    let events = acts(try series(rows, ["# delivery: between"]).script())
    #expect(events.map(\.time) == [0.5003, 0.5083, 0.5163, 0.5243])
    #expect(events.allSatisfy { $0.time == $0.stamp })
    let error = #expect(throws: LabError.self) { try series(rows, ["# delivery: late"]) }
    #expect(error?.problem == "\"delivery\" is \"late\"; it must be one of frames, between")
  }

  // MARK: The offset before the touch

  private func start(_ rows: [String], _ header: [String] = []) throws -> Point? {
    let settings = try series(rows, header).script().header.settings
    guard case .point(let point) = settings.last(where: { $0.property == .contentOffset })?.value
    else { return nil }
    return point
  }

  @Test func `begins at the last sample before the touch`() throws {
    let rows = [
      "0.1,,,,,70,900", "0.2,,,,,80,1000", "0.5,began,1,200,600,,", "0.52,moved,1,200,560,,",
      "0.54,,,,,80,1030", "0.56,ended,1,200,560,,",
    ]
    #expect(try start(rows) == Point(80, 1000))
    #expect(try start(rows, ["# contentOffset: [5,6]"]) == Point(5, 6))
  }

  @Test(arguments: ["frames", "between"])
  func `begins where the first sample after the touch fits`(delivery: String) throws {
    // The finger moves 60 points by 45 to the left, less 10 each.
    let rows = [
      "0.5,began,1,300,600,,", "0.52,moved,1,300,600,,", "0.54,moved,1,255,540,,",
      "0.545,,,,,1035,2050", "0.6,moved,1,255,540,,", "0.7,ended,1,255,540,,",
    ]
    let found = try #require(try start(rows, ["# delivery: \(delivery)"]))
    #expect((found - Point(1000, 2000)).length < 1e-6)
  }

  @Test func `begins in the range, and fits beyond its edge`() throws {
    // Beyond the edge: 50 points of pull show 0.55·50·800/(800 + 0.55·50) = 26.6 at scale 3.
    let rows = { (offset: Double) in
      [
        "0.5,began,1,300,100,,", "0.52,moved,1,300,160,,", "0.54,,,,,,\(offset)",
        "0.7,ended,1,300,160,,",
      ]
    }
    #expect(try start(rows(-26.666666667))?.y == 0)
    #expect(try start(rows(-200))?.y == 0, "no offset fits; the nearest one in the range")
    let inside = try #require(try start(rows(-10))?.y)
    #expect(inside > 20 && inside < 40)
  }

  @Test func `begins nowhere in particular without samples`() throws {
    #expect(try start(["0.5,began,1,300,100,,", "0.7,ended,1,300,100,,"]) == nil)
  }
}
