import Glibc
import OverscrollBase
import Testing

@Suite struct `A background thread` {
  /// What a thread reports about itself.
  private struct Report: Sendable {
    var unblocked: [Int32]
    var niceness: Int32
  }

  private func report(niceness: Int32 = 0) async throws -> Report {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = BackgroundThread.start(niceness: niceness) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        let signals = [SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGCHLD, SIGPIPE, SIGALRM]
        continuation.resume(
          returning: Report(
            unblocked: signals.filter { sigismember(&mask, $0) != 1 },
            niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))
      }
      if !isStarted { continuation.resume(throwing: NoThread()) }
    }
  }

  private struct NoThread: Error {}

  @Test func `blocks all signals, and its starter's mask is unchanged`() async throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    let isTermBlocked = sigismember(&before, SIGTERM)
    let report = try await report()
    #expect(report.unblocked.isEmpty)
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect(sigismember(&after, SIGTERM) == isTermBlocked)
  }

  @Test func `has the niceness that is asked for, and others keep theirs`() async throws {
    let plain = try await report()
    let nicer = try await report(niceness: 3)
    #expect(nicer.niceness == min(plain.niceness + 3, 19))
    #expect(try await report().niceness == plain.niceness)
  }
}
