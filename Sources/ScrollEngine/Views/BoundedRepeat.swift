/// Reports a change, and again while its listeners cause further changes, but not without end.
///
/// A listener that changes what it listens to is not called from within itself: the change is noted and reported when
/// the listener has returned. A class, so that a report may reach the same object again while it runs.
final class BoundedRepeat {
  /// How often one change is reported when listeners keep making others. [C]
  static let limit = 16

  private var isReporting = false
  private var isAskedAgain = false

  /// Calls `report`, at once or, from within a report, after it.
  func run(_ report: () -> Void) {
    guard !isReporting else {
      isAskedAgain = true
      return
    }
    isReporting = true
    defer { isReporting = false }
    for _ in 0..<Self.limit {
      isAskedAgain = false
      report()
      if !isAskedAgain { return }
    }
  }
}
