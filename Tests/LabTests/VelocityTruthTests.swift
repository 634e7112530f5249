import Glibc
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Whether the velocity of a trace is that of its offset.
@Suite struct `The velocity of a trace` {
  /// The rows per second, and those of a frame of a 60 Hz display.
  private static let (rate, frame) = (960.0, 16)
  /// The longest time after the last event that is looked at, in seconds.
  private static let longest = 4.0
  /// The most steps by which a script's content comes to rest, or is rounded to a pixel, along an axis without a change of phase.
  private static let maximumRests = 5
  /// The number of random scripts: `CURVE_SCRIPTS`, or 24.
  private static let scripts =
    getenv("CURVE_SCRIPTS").flatMap { UInt64(String(cString: $0)) } ?? 24

  @Test(arguments: Scenes.all.cards.map(\.name))
  func `adds up to the offset in each demo`(name: String) throws {
    // Endless content is set back by whole tiles.
    check(try PlayedScene.script(name), name, jumps: name == "endless")
  }

  @Test(arguments: 0..<scripts)
  func `adds up to the offset in random scripts`(seed: UInt64) {
    check(RandomUse.script(seed: seed), "seed \(seed)")
  }

  private func check(_ script: Script, _ name: String, jumps: Bool = false) {
    let until = (script.events.last?.time ?? 0) + Self.longest
    let rows = Simulation(script).trace(rate: Self.rate, until: until).samples
    let acts = Set(script.events.map { Int(($0.time * Self.rate - 1e-6).rounded(.up)) })
    for axis in [\Point.x, \Point.y] {
      var rests = 0
      for (index, row) in rows.enumerated() {
        let velocity = row.velocity[keyPath: axis]
        let earlier = rows[max(0, index - Self.frame)].offset[keyPath: axis]
        let way = (row.offset[keyPath: axis] - earlier) * 60
        let isInput = row.phase == .dragging || row.phase == .zooming
        if isInput, abs(velocity - way) < 1e-5 { continue }
        // Notches zoom by themselves.
        guard row.phase != .dragging else {
          Issue.record("\(name): \(velocity) at \(row.time) s, where it went \(way)")
          return
        }
        guard index + 1 < rows.count, !acts.contains(index + 1), rows[index + 1].phase == row.phase
        else { continue }
        let next = rows[index + 1]
        let step = next.offset[keyPath: axis] - row.offset[keyPath: axis]
        let (mean, later) = (step * Self.rate, next.velocity[keyPath: axis])
        let leeway = 5 + 0.05 * max(abs(velocity), abs(later))
        if mean >= min(velocity, later) - leeway, mean <= max(velocity, later) + leeway { continue }
        // What comes to rest does so within half a point of its place.
        let excess = step - velocity / Self.rate
        if abs(excess) < 0.51, rests < Self.maximumRests {
          rests += 1
          continue
        }
        if jumps, abs(step) > 100 { continue }
        Issue.record(
          "\(name): \(velocity)…\(later) at \(row.time) s, \(row.phase), where it was \(mean)")
        return
      }
    }
  }

  @Test(arguments: 0..<scripts)
  func `is the same at 30, 60 and 144 Hz`(seed: UInt64) {
    let script = RandomUse.script(seed: seed)
    let until = (script.events.last?.time ?? 0) + 1
    let traces = [30, 60, 144].map { rate in
      (rate / 6, Simulation(script).trace(rate: Double(rate), until: until).samples)
    }
    for place in 0..<Int(until * 6) {
      let samples = traces.compactMap { every, samples in
        samples.indices.contains(place * every) ? samples[place * every] : nil
      }
      guard samples.count == traces.count else { break }
      let velocities = samples.map(\.velocity)
      for velocity in velocities.dropFirst() {
        #expect(
          (velocity - velocities[0]).length < 1e-4 + 1e-6 * velocity.length,
          "seed \(seed), \(samples[0].time) s, \(samples[0].phase.rawValue): \(velocities)")
      }
    }
  }

  @Test func `of a bounce follows the content, and that of the law goes on`() throws {
    let script = try Series(parsing: Recordings.flick, file: "flick").script()
    let rows = Simulation(script).trace(rate: 60).samples
    let row = try #require(rows.first { $0.time >= 1.1 })
    #expect(abs(row.velocity.y + 443) < 30 && row.lawVelocity.y > 500)
  }
}

/// The versions of the format.
@Suite struct `A trace` {
  private static let script = """
    {"overscroll":2,"viewport":[402,874],"content":[402,1500]}
    {"t":0.1,"touch":"began","id":1,"at":[200,700]}
    {"t":0.12,"touch":"moved","id":1,"at":[200,640]}
    {"t":0.12,"frame":0,"missed":0,"age":0}
    {"t":0.14,"touch":"moved","id":1,"at":[200,340]}
    {"t":0.16,"touch":"ended","id":1,"at":[200,340]}
    {"t":0.2,"frame":1,"missed":0,"age":0}
    {"t":0.3,"frame":2,"missed":0,"age":0}
    """

  private func take(ending version: Trace.Version) throws -> (script: Script, trace: String) {
    let lines = Self.script.replacing(
      /"t":(?<time>[0-9.]+),"frame".*0}/,
      with: {
        version == .third ? $0.output.0.dropLast() + ",\"presented\":\($0.time)}" : $0.output.0
      })
    let text = try Simulation(Script(parsing: lines, file: "a")).frameTrace().csv(version)
    let end =
      #"{"t":0.3,"end":{"events":5,"frames":3,"trace":"\#(Trace.hash(text.utf8))","reason":"stopped"}}"#
    return (try Script(parsing: lines + "\n" + end, file: "a"), text)
  }

  @Test func `has the velocity of the law in the last two columns`() throws {
    let samples = try Simulation(Script(parsing: Self.script, file: "a")).frameTrace().samples
    let last = try #require(samples.last)
    #expect(last.velocity.y != last.lawVelocity.y)
    let cells = { (row: String) in row.split(separator: ",").map(String.init) }
    let (old, new) = (cells(last.row(.first)), cells(last.row(.second)))
    #expect(new.count == 20 && old.count == 18)
    #expect(Array(new[18...]) == Array(old[4...5]) && new[5] != old[5])
    #expect(Trace.Version.second.columns.hasPrefix(Trace.Version.first.columns + ","))
    #expect(
      Trace.Version.second.columns.hasSuffix("indicator_h_alpha,law_velocity_x,law_velocity_y"))
  }

  @Test(arguments: Trace.Version.allCases)
  func `of any version checks as it did when it was recorded`(version: Trace.Version) throws {
    let (script, trace) = try take(ending: version)
    let hash = Trace.hash(trace.utf8)
    for text in [trace, nil] {
      let check = try TakeCheck(script, trace: text, file: "a")
      #expect(check == .same(frames: 3, hash: hash))
    }
    let other = trace.replacing("000,decelerating,", with: "000,dragging,")
    guard case .different(_, let column, _, _) = try TakeCheck(script, trace: other, file: "a")
    else { return #expect(Bool(false)) }
    #expect(column == "phase")
    let last = try #require(trace.split(separator: "\n").last)
    let cells = last.split(separator: ",")
    let changed = trace.replacing(
      last, with: (cells.dropLast() + ["123.000000000"]).joined(separator: ","))
    guard case .different(_, let name, _, _) = try TakeCheck(script, trace: changed, file: "a")
    else { return #expect(Bool(false)) }
    #expect(name == String(version.columns.split(separator: ",").last ?? ""))
  }

  @Test func `of any version has the velocity that is measured from row to row`() throws {
    let (_, old) = try take(ending: .first)
    let (_, new) = try take(ending: .second)
    let (first, second) = (
      try Series(parsing: old, file: "old"), try Series(parsing: new, file: "new")
    )
    #expect(first.values[.velocityY] == second.values[.velocityY])
    #expect(first.values[.lawVelocityY] == second.values[.lawVelocityY])
    #expect(second.values[.velocityY] != second.values[.lawVelocityY])
    #expect(first.values[.offsetY] == second.values[.offsetY])
    #expect(Chart([first]).lanes.map(\.kind) == [.offset, .velocity])
    #expect(Chart([second]).lanes.map(\.kind) == [.offset, .velocity])
    let both = Chart([second], groups: [.velocity, .lawVelocity])
    #expect(both.lanes.map(\.kind) == [.velocity, .lawVelocity])
    let comparison = try Comparison(.series(first), with: second, alignment: Alignment.none)
    #expect(comparison.isSame && comparison.skipped.isEmpty)
  }
}
