import OverscrollHost
import OverscrollShell

/// Keeps the desktop from its screen saver while it is wanted, by its portal; without one, nothing is done.
struct IdleInhibitor {
  private enum State {
    case off
    case asking(Job<(any Sendable & AnyObject)?>)
    /// `nil` where there is no portal.
    case on((any Sendable & AnyObject)?)
  }

  private var state = State.off

  /// Asks for the screen to stay on, or no longer.
  ///
  /// - Parameters:
  ///   - isWanted: Whether it is wanted now.
  ///   - services: What is asked.
  ///   - wake: Called on another thread once the portal has answered.
  mutating func follow(
    isWanted: Bool, by services: any HostServices, wake: @escaping @Sendable () -> Void
  ) {
    switch state {
    case .off where isWanted:
      state = .asking(
        Job(unavailable: nil, wake: wake) { _ in
          services.inhibitIdle("Slideshow")
        })
    case .asking(let job) where job.isDone:
      state = isWanted ? .on(job.drain().flatMap(\.self)) : .off
    case .on where !isWanted: state = .off
    case .off, .asking, .on: break
    }
  }
}
