import Geometry
import TestRandom
import ScrollEngine

/// How time passes between the steps of a scenario.
enum Pace {
  /// Only where something happens.
  case events
  /// In frames of so many per second, at most a few at a time.
  case frames(Double)
  /// At uneven times.
  case jitter(UInt64)
}

extension Scenario {
  /// How long after the last finger is lifted everything must be at rest, in seconds.
  static let longestRest = 10.0
  /// How many frames pass at most between two steps, so that a test stays short.
  private static let mostFrames = 3

  /// Lets the scenario happen and returns the first thing that is wrong with it.
  func problem() -> String? {
    let rig = Rig(setup)
    let twin = Rig(setup)
    let hasTwin = !rig.isTroubledByFrames
    var random = SplitMix64(seed: seed ^ 0xF00D)
    for (index, step) in steps.enumerated() {
      if let problem = rig.pass(to: step.time, .frames(60)) { return "\(index): \(problem)" }
      rig.perform(step.action)
      if let problem = rig.broken { return "after step \(index): \(problem)" }
      guard hasTwin else { continue }
      _ = twin.pass(to: step.time, .jitter(random.next()))
      twin.perform(step.action)
      if let problem = difference(rig, twin) { return "after step \(index): \(problem)" }
    }
    return restProblem(rig) ?? (hasTwin ? restDifference(rig, twin) : nil)
  }

  private func restProblem(_ rig: Rig) -> String? {
    rig.letGo(at: endTime)
    if let problem = rig.broken { return "after the lift: \(problem)" }
    let start = rig.window.time
    // No time comes after the latest one that the engine takes.
    guard start + Self.longestRest < 1e12 else { return nil }
    for wait in [0.02, 0.2, 0.7, 2, Self.longestRest] {
      rig.window.advance(to: start + wait)
      if let problem = rig.broken { return "\(wait) s after the lift: \(problem)" }
    }
    let view = rig.scrollView
    guard setup.mischief == nil else { return nil }
    guard view.phase == .idle, !rig.window.needsAdvance else {
      return "rest: \(view.phase) \(Self.longestRest) s after the lift"
    }
    return nil
  }

  private func restDifference(_ rig: Rig, _ twin: Rig) -> String? {
    twin.letGo(at: endTime)
    twin.window.advance(to: twin.window.time + Self.longestRest)
    return difference(rig, twin)
  }

  private func difference(_ rig: Rig, _ twin: Rig) -> String? {
    let (one, other) = (Snapshot(rig.scrollView), Snapshot(twin.scrollView))
    guard one == other else { return "path:\n  \(one)\n  \(other)" }
    guard rig.milestones == twin.milestones else {
      return "path: \(rig.milestones.suffix(9)) or \(twin.milestones.suffix(9))"
    }
    return nil
  }
}

extension Rig {
  /// Lets time pass up to `end`; returns what was wrong on the way.
  func pass(to end: Double, _ pace: Pace) -> String? {
    switch pace {
    case .events: break
    case .frames(let rate):
      guard window.needsAdvance else { break }
      for frame in 1...3 {
        let time = window.time + 1 / rate
        guard time < end else { break }
        window.advance(to: time)
        if let broken { return "frame \(frame) after \(time) s: \(broken)" }
      }
    case .jitter(let seed):
      var random = SplitMix64(seed: seed)
      if random.chance(0.5) { window.advance(to: random.number(window.time, end)) }
    }
    window.advance(to: end)
    return nil
  }
}
