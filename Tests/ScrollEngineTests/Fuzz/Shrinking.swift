extension Scenario {
  /// Returns a scenario with as few steps as possible that still has a problem.
  ///
  /// Removes runs of steps of decreasing length, then parts of the configuration.
  func shrunk() -> Scenario {
    var best = self
    var run = max(1, best.steps.count / 2)
    while true {
      var start = 0
      while start < best.steps.count {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + run, best.steps.count))
        if candidate.problem() != nil { best = candidate } else { start += run }
      }
      if run == 1 { break }
      run = max(1, run / 2)
    }
    return best.withPlainerSetup()
  }

  private func withPlainerSetup() -> Scenario {
    var best = self
    for index in setup.settings.indices.reversed() {
      best.tryOut { $0.setup.settings.remove(at: index) }
    }
    best.tryOut { $0.setup.subviews = [] }
    best.tryOut { $0.setup.hasRefreshControl = false }
    best.tryOut { $0.setup.isNested = false }
    best.tryOut { $0.setup.mischief = nil }
    best.tryOut { $0.setup.zooms = false }
    return best
  }

  private mutating func tryOut(_ change: (inout Scenario) -> Void) {
    var candidate = self
    change(&candidate)
    if candidate.problem() != nil { self = candidate }
  }
}
