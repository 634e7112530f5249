import Synchronization

/// The time that the calling thread may wait for confined processes, on the program's own clock, whatever a process claims.
struct CallScope: Sendable {
  @TaskLocal static var current = CallScope()

  /// Time that is spent by waiting.
  final class Budget: Sendable {
    let seconds: Int
    private let spent = Mutex(Duration.zero)

    init(seconds: Int) { self.seconds = seconds }

    func spend(_ time: Duration) { spent.withLock { $0 += time } }

    var isOver: Bool { spent.withLock { $0 } > .seconds(seconds) }
  }

  private var budgets: [Budget] = []

  func spend(_ time: Duration) { for budget in budgets { budget.spend(time) } }

  /// The budget that is spent, if one is.
  var spentBudget: Budget? { budgets.first(where: \.isOver) }

  /// Runs a body that may wait for confined processes for some seconds altogether.
  static func run<Value, Failure>(
    within seconds: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var scope = current
    scope.budgets.append(Budget(seconds: seconds))
    let result = $current.withValue(scope) {
      Result { () throws(Failure) in try body() }
    }
    return try result.get()
  }
}
