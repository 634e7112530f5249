/// Reports a change, and again while its listeners cause further changes, but not without end.
///
/// A listener that changes what it listens to is not called from within itself: the change is noted and reported when
/// the listener has returned. A class, so that a report may reach the same object again while it runs.
final class ReentrancyLimit {
  /// How often one change is reported when listeners keep making others. [C]
  static let limit = 16

  private var isRunning = false
  private var isRequestedAgain = false

  /// Calls `report`, at once or, from within a report, after it.
  func run(_ report: () -> Void) {
    guard !isRunning else {
      isRequestedAgain = true
      return
    }
    isRunning = true
    defer { isRunning = false }
    for _ in 0..<Self.limit {
      isRequestedAgain = false
      report()
      if !isRequestedAgain { return }
    }
  }
}
