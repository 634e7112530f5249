/// Sends notifications of a change without nesting them, and limits how often listeners can cause further ones.
///
/// A listener that changes what it observes is notified again after it returns. A class, because a notification may
/// reach the same object again while it runs.
final class ReentrancyLimit {
  /// The maximum number of notifications for one change when listeners cause further changes. [C]
  static let limit = 16

  private var isRunning = false
  private var isRequestedAgain = false

  /// Calls `notify` at once or, during a notification, after it.
  func run(_ notify: () -> Void) {
    guard !isRunning else {
      isRequestedAgain = true
      return
    }
    isRunning = true
    defer { isRunning = false }
    for _ in 0..<Self.limit {
      isRequestedAgain = false
      notify()
      if !isRequestedAgain { return }
    }
  }
}
