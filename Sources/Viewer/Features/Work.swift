import OverscrollShell
import Synchronization

/// Something that the user has started and that may take long; once it does, one plate tells how far it is, and Escape stops it.
struct Work {
  /// What is done, and to what.
  let label: String
  /// When it was started, in seconds of the host.
  let since: Double
  /// The part that is done, 0 … 1; `nil` where that isn't known.
  let fraction: Double?
  let stop: () -> Void

  /// Describes what a job does, all or a part of it; `nil` once it was asked to end.
  ///
  /// Escape calls `stop`; without one, it ends the job.
  init?<Value>(
    _ label: String, since: Double, fraction: Double? = nil, by job: Job<Value>,
    stop: (() -> Void)? = nil
  ) {
    guard !job.isCancelled else { return nil }
    (self.label, self.since, self.fraction) = (label, since, fraction)
    self.stop = stop ?? job.cancel
  }

  /// The time after which it is said, in seconds. [C]
  static let delay = 0.3
  /// The time after which it is said how far it is, in seconds. [C]
  private static let interval = 0.1

  /// True once it has taken so long that one wants to know.
  func isLong(at now: Double) -> Bool { now >= since + Self.delay }

  /// What is said of it; `others` go on besides.
  func text(besides others: Int) -> String {
    let percent = fraction.map { " \(Int((min(max($0, 0), 1) * 100).rounded(.down)))%" } ?? ""
    return "\(label) …\(percent)\(others > 0 ? " (and \(others) more)" : ""). Escape stops it."
  }

  /// When there is something else to say, in seconds of the host.
  func deadline(at now: Double) -> Double {
    isLong(at: now) ? now + Self.interval : since + Self.delay
  }

  /// How far a thread is.
  final class Part: Sendable {
    private let value = Mutex(0.0)

    var fraction: Double {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }
}

extension [Work] {
  /// The one that was started last, among those that take long.
  func latest(at now: Double) -> Work? { filter { $0.isLong(at: now) }.max { $0.since < $1.since } }

  /// What is said; `nil` for nothing.
  func text(at now: Double) -> String? {
    latest(at: now).map { $0.text(besides: filter { $0.isLong(at: now) }.count - 1) }
  }

  /// When there is something else to say, in seconds of the host; `nil` while nothing is done.
  func deadline(at now: Double) -> Double? { map { $0.deadline(at: now) }.min() }
}
