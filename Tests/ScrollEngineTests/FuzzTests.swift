import Glibc
import ScrollEngine
import Testing

/// `FUZZ_EVENTS=1000000 swift test -c release --filter FuzzTests` runs that many events instead of 5000 scenarios;
/// `FUZZ_SEED=7` starts at that seed instead of 0.
@Suite struct `Any sequence of input and calls` {
  /// The number of random scenarios in a plain test run, divided into parts that run in parallel.
  private static let scenarios: UInt64 = 5000
  private static let parts: UInt64 = 2

  private static func variable(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test(arguments: 0..<parts)
  func `keeps every invariant`(part: UInt64) {
    let events = Self.variable("FUZZ_EVENTS").map { $0 / Self.parts }
    var seed = (Self.variable("FUZZ_SEED") ?? 0) + part
    var tried: UInt64 = 0
    var scenarios: UInt64 = 0
    while events.map({ tried < $0 }) ?? (scenarios < Self.scenarios / Self.parts) {
      let scenario = ScenarioGenerator.scenario(seed)
      if let problem = scenario.problem() {
        Issue.record("\(scenario.report(problem))")
        return
      }
      tried += UInt64(scenario.steps.count)
      scenarios += 1
      seed += Self.parts
    }
    if events != nil { print("\(tried) events in \(scenarios) scenarios up to seed \(seed)") }
  }
}

@Suite struct `Any two motions` {
  /// The number of pairs in a plain test run; `FUZZ_PAIRS=100000` tries that many.
  private static let pairs: UInt64 = 500

  @Test(arguments: 0..<UInt64(2))
  func `meet without a jump, and rest as if the second came at rest`(part: UInt64) {
    let pairs = getenv("FUZZ_PAIRS").flatMap { UInt64(String(cString: $0)) } ?? Self.pairs
    for seed in stride(from: part, to: pairs, by: 2) {
      let pair = Pair(seed: seed)
      if let problem = pair.problem() {
        Issue.record("\(pair): \(problem)")
        return
      }
    }
  }
}

@Suite struct `Any input` {
  @Test(arguments: [true, false])
  func `mirrored gives the mirror image`(isHorizontal: Bool) {
    for seed in 0..<UInt64(1500) {
      let scenario = ScenarioGenerator.scenario(seed, .init(isMirrored: true))
      if let problem = scenario.mirrorProblem(isHorizontal: isHorizontal) {
        Issue.record("seed \(seed): \(problem)\n\(scenario.script)")
        return
      }
    }
  }

  @Test func `gives the same result to the last bit when it is replayed`() {
    for seed in 0..<UInt64(300) {
      let scenario = ScenarioGenerator.scenario(seed)
      #expect(scenario.log() == scenario.log(), "seed \(seed)")
    }
  }
}

extension Scenario {
  /// The states after each step and in ten frames after the last.
  func log() -> [String] {
    let rig = Rig(setup)
    var lines: [String] = []
    for step in steps {
      rig.window.advance(to: step.time)
      rig.perform(step.action)
      lines.append("\(Snapshot(rig.scrollView))")
    }
    for frame in 1...10 {
      rig.window.advance(to: rig.window.time + 1 / 60)
      lines.append("\(frame) \(Snapshot(rig.scrollView)) \(rig.milestones.count)")
    }
    return lines
  }

  /// A description of a problem, with the means to reproduce it.
  func report(_ problem: String) -> String {
    let shrunk = shrunk()
    return "seed \(seed): \(problem)\nshrunk: \(shrunk.problem() ?? "")\n\(shrunk.script)"
  }
}
