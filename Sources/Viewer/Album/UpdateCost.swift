/// The cost of following the last change of a file; times are in seconds.
///
/// A file that a program appends to all the time would otherwise be decoded all the time.
struct UpdateCost {
  /// The share of a processor core that following changes may take. [C]
  private static let share = 0.1
  /// The longest time between versions of a file that changes all the time. [C]
  private static let maximumInterval = 60.0

  /// When following the last change began.
  var began = -Double.infinity
  /// The processor time that the process had used then.
  var usedTime = 0.0

  /// Returns when the next change may be followed, given the processor time that the process has used by now.
  func earliestNext(usedTime now: Double) -> Double {
    began + min((now - usedTime) / Self.share, Self.maximumInterval)
  }
}
