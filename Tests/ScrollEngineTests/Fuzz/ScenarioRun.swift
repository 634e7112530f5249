import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// How time passes between the steps of a scenario.
enum Pace {
  /// At the times of the steps only.
  case events
  /// In frames at a rate per second, at most a few between two steps.
  case frames(Double)
  /// At uneven times.
  case jitter(UInt64)
}

extension Scenario {
  /// The maximum time from the last lift to rest, in seconds.
  static let maximumRest = 10.0
  /// The maximum number of frames between two steps, so that a test stays short.
  private static let maximumFrames = 3

  /// Runs the scenario and returns the first problem.
  func problem() -> String? {
    let rig = Rig(setup)
    let twin = Rig(setup)
    let hasTwin = !rig.isTroubledByFrames
    var random = SplitMix64(seed: seed ^ 0xF00D)
    for (index, step) in steps.enumerated() {
      if let problem = rig.pass(to: step.time, .frames(60)) { return "\(index): \(problem)" }
      if let problem = rig.performWithoutOvertaking(step.action) ?? rig.broken {
        return "after step \(index): \(problem)"
      }
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
    // There is no time after the latest one that the engine accepts.
    guard start + Self.maximumRest < 1e12 else { return nil }
    for wait in [0.02, 0.2, 0.7, 2, Self.maximumRest] {
      rig.window.advance(to: start + wait)
      if let problem = rig.broken { return "\(wait) s after the lift: \(problem)" }
    }
    let view = rig.scrollView
    guard setup.mischief == nil else { return nil }
    guard view.phase == .idle, !rig.window.needsAdvance else {
      return "rest: \(view.phase) \(Self.maximumRest) s after the lift"
    }
    return nil
  }

  private func restDifference(_ rig: Rig, _ twin: Rig) -> String? {
    twin.letGo(at: endTime)
    twin.window.advance(to: twin.window.time + Self.maximumRest)
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
  /// Performs a step; returns a problem if a drag moves the content farther than the finger.
  func performWithoutOvertaking(_ action: Scenario.Action) -> String? {
    let wasDragging = scrollView.phase == .dragging
    let offset = scrollView.contentOffset
    let way = travel(of: action)
    if !wasDragging { maximumGain = 1 }
    maximumGain = max(maximumGain, gain(of: offset))
    perform(action)
    guard let way, wasDragging, scrollView.phase == .dragging, isLeftAlone else { return nil }
    let moved = scrollView.contentOffset - offset
    let pixel = 1 / scrollView.displayScale + 1e-6
    guard abs(moved.x) <= abs(way.x) * maximumGain + pixel,
      abs(moved.y) <= abs(way.y) * maximumGain + pixel
    else { return "jump: the content moved by \(moved), the finger by \(way)" }
    return nil
  }

  /// The factor on the rubber band of content that is caught too far beyond its edge for the inverse;
  /// engine.md §3.
  private func gain(of offset: Point) -> Double {
    let (lower, upper) = (scrollView.minimumContentOffset, scrollView.maximumContentOffset)
    func gain(_ offset: Double, _ lower: Double, _ upper: Double, _ length: Double) -> Double {
      length > 0 ? max(lower - offset, offset - upper) / (0.9 * length) : 1
    }
    return max(
      1, gain(offset.x, lower.x, upper.x, scrollView.bounds.width),
      gain(offset.y, lower.y, upper.y, scrollView.bounds.height))
  }

  /// Advances to `end`; returns the first problem.
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
