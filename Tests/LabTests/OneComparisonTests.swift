import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// What is drawn of a reference, held against what a comparison says of it.
@Suite struct `A reference along a take` {
  private static let names = KitFile.touches.filter { $0 != "chromium-flick.csv" }

  /// A recording, its import, and the comparison of both.
  private func take(_ name: String) throws -> (script: Script, ghost: GhostTrack) {
    let reference = try Series(parsing: KitFile(name).text, file: name)
    let script = try reference.script()
    return (script, try GhostTrack(reference, along: script, name: "take"))
  }

  /// The greatest difference of the offset that a comparison found.
  private func maximum(_ comparison: Comparison) throws -> Double {
    try #require(comparison.columns.first { $0.column == .offsetY }).maximum
  }

  @Test(arguments: names)
  func `is never farther from it than the comparison says, at any time`(name: String) throws {
    let (script, ghost) = try take(name)
    let allowed = try maximum(ghost.comparison) + 1e-9
    let simulation = Simulation(script)
    let (first, last) = (try #require(ghost.series.times.first), ghost.series.times.last ?? 0)
    // The rows at which the subject is about to rest are not compared, and within half a point.
    let settling = ghost.comparison.uncovered > 0 ? 0.5 : 0
    var count = 0
    for step in 0...Int(last * 997) {
      let time = Double(step) / 997
      let sample = simulation.sample(at: time)
      guard let state = ghost.state(at: time, beside: sample) else {
        #expect(time < first || time > last)
        continue
      }
      count += 1
      let difference = abs(try #require(state.offsetY) - sample.offset.y)
      #expect(difference <= max(allowed, settling), "\(name): \(difference) at \(time) s")
    }
    #expect(count > 900)
  }

  @Test func `has the difference of the lane and of the table at each of its rows`() throws {
    let (script, ghost) = try take("flick-into-the-edge.csv")
    let lane = try #require(Chart.Lane(residual: ghost.comparison, in: 0...3))
    let points = lane.curves.flatMap(\.points).filter { !$0.y.isNaN }
    #expect(points.count >= ghost.comparison.rows)
    let largest = try #require(points.map { abs($0.y) }.max())
    #expect(try largest == maximum(ghost.comparison))
    let simulation = Simulation(script)
    for point in points {
      let sample = simulation.sample(at: point.x)
      let state = try #require(ghost.state(at: point.x, beside: sample))
      #expect(state.offsetY == sample.offset.y - point.y)
    }
  }

  @Test func `is drawn in a chart where the window shows it`() throws {
    let (script, ghost) = try take("flick-into-the-edge.csv")
    let take = PerformedTake(script)
    let chart = Chart(take, ghost: ghost)
    let curves = try #require(chart.lanes.first).curves
    let (reference, own) = (
      try #require(curves.first { $0.style == .reference(0) }), try #require(curves.last)
    )
    #expect(own.style == .subject)
    let rows = ghost.series.times
    for frame in take.frames where rows[0]...rows[rows.count - 1] ~= frame.sample.time {
      let time = frame.sample.time
      let (a, b) = (try #require(own.value(at: time)), try #require(reference.value(at: time)))
      // 0.75 s is 19 µs before a touch moves the content by 41.7 points.
      #expect(abs(a - b) < 2e-5, "at \(time) s")
    }
    let known = Set(reference.points.map(\.x))
    #expect(rows.allSatisfy(known.contains))
  }

  @Test func `holds its last value across a gap, and is nowhere before its first row`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":1,"viewport":[100,100],"content":[100,1000]}
        {"t":1.5,"call":"setContentOffset","offset":[0,300],"animated":false}
        """, file: "a")
    let times = [0.5, 0.6, 0.7, 0.8, 2, 2.1]
    let reference = Series(
      name: "gap", times: times, phases: times.map { _ in nil },
      values: [.offsetY: [1, 2, 3, 4, 305, 305]])
    let ghost = try GhostTrack(reference, along: script, name: "take")
    let simulation = Simulation(script)
    let places = [0.4, 0.5, 0.65, 1, 1.6, 2.05, 2.2].map { time in
      ghost.state(at: time, beside: simulation.sample(at: time))?.offsetY
    }
    #expect(ghost.comparison.usedAlignment == Alignment.none && places.count == 7)
    #expect(places[0] == nil && places[6] == nil)
    for (place, expected) in zip(places[1...5], [1, 2.5, 4, 4, 305]) {
      #expect(abs(try #require(place) - expected) < 1e-9)
    }
  }
}

/// `--align best` on the files of the conformance kit.
@Suite struct `The best alignment` {
  private static let files =
    KitFile.touches.map { KitFile.folder + "/" + $0 }
    + TextFiles.paths(in: "Resources/conformance/golden", endingIn: ".trace")

  private static func series(_ path: String) throws -> Series {
    try Series(parsing: TextFiles.text(path), file: path)
  }

  private func largest(_ comparison: Comparison) -> Double {
    comparison.columns.filter { [.offsetX, .offsetY].contains($0.column) }.map(\.maximum).max() ?? 0
  }

  @Test(arguments: files) func `is as good as any other, with other files of the kit`(path: String)
    throws
  {
    let subject = Subject.series(try Self.series(path))
    // Itself, and the next ones.
    let start = try #require(Self.files.firstIndex(of: path))
    for other in (0..<4).map({ Self.files[(start + $0) % Self.files.count] }) {
      let reference = try Self.series(other)
      let named = Alignment.allCases.filter { $0 != .best }.compactMap {
        try? Comparison(subject, with: reference, alignment: $0)
      }
      guard !named.isEmpty else { continue }
      let best = try Comparison(subject, with: reference, alignment: .best)
      #expect(best.alignment == .best)
      // A name may leave motion uncovered, and with it the difference.
      for comparison in named where comparison.missing.isEmpty {
        #expect(
          largest(best) <= largest(comparison) + 1e-6,
          "\(path) with \(other): \(comparison.alignment.rawValue)")
        #expect(best.isSame || !comparison.isSame)
      }
      if let used = best.usedAlignment {
        #expect(named.contains { $0.alignment == used && largest($0) == largest(best) })
      }
    }
  }

  @Test func `names what it found`() throws {
    let reference = try Self.series(KitFile.folder + "/flick-into-the-edge.csv")
    let script = Subject.script(try reference.script(), name: "edge.script")
    let best = try Comparison(
      script, with: reference, tolerances: [.offsetY: 2e-5], alignment: .best)
    #expect(best.isSame && best.usedAlignment == .frames)
    #expect(best.report.contains("aligned by best (frames), shift +0.00104 s"))
    #expect(best.json.contains(#""align":{"mode":"best","found":"frames","shift":0.00104"#))
    var moved = reference
    moved.shift(by: 0.0625)
    let found = try Comparison(.series(moved), with: reference, alignment: .best)
    #expect(found.usedAlignment == .start && abs(found.shift - 0.0625) < 1e-9)
    #expect(found.report.contains("aligned by best (start)"))
  }

  /// A drag after which the finger rests, and a table that begins with that rest.
  @Test func `is that of equal times where the rows of both are the same there`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":2,"viewport":[402,874],"content":[402,20000]}
        {"t":0.1,"touch":"began","id":1,"at":[160,700]}
        {"t":0.12,"touch":"moved","id":1,"at":[160,560]}
        {"t":0.15,"touch":"moved","id":1,"at":[160,460]}
        {"t":1.0,"touch":"ended","id":1,"at":[160,460]}
        """, file: "a")
    let offset = Simulation(script).sample(at: 0.5).offset.y
    let times = (0..<179).map { 0.1552 + Double($0) / 240 }
    let rest = Subject.series(
      Series(
        name: "rest.trace", times: times, phases: times.map { _ in .dragging },
        values: [.offsetY: times.map { _ in offset }]))
    let hold = Subject.script(script, name: "hold.script")
    for (one, other) in [(hold, rest), (rest, hold)] {
      for alignment in [nil, Alignment.best] {
        let comparison = try Comparison.between(one, other, alignment: alignment)
        #expect(comparison.usedAlignment == Alignment.none, "\(comparison.report)")
        #expect(comparison.agrees && !comparison.isSame && comparison.shift == 0)
      }
    }
  }

  @Test func `finds a shift that no name has`() throws {
    // A swing without touches and phases has neither a start nor a release.
    let times = (0..<64).map { Double($0) / 64 }
    func series(_ shift: Double) -> Series {
      Series(
        name: "swing", times: times, phases: times.map { _ in nil },
        values: [.offsetY: times.map { 100 * ($0 + shift) * ($0 + shift) }])
    }
    let best = try Comparison(.series(series(0)), with: series(-0.0377), alignment: .best)
    #expect(best.usedAlignment == nil && abs(best.shift + 0.0377) < 1e-3)
    #expect(best.report.contains("aligned by best (shift)"))
  }
}
