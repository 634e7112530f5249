import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollHost

@Suite struct `A descriptor for signals` {
  /// The signals that the thread blocks.
  private var blocked: Set<Int32> {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    return Set((1..<32).filter { sigismember(&signals, $0) == 1 })
  }

  /// Has the thread block these and no others.
  private func block(_ numbers: Set<Int32>) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  @Test func `blocks them in its thread, and leaves those that were blocked before`() throws {
    let usual = blocked
    defer { block(usual) }
    var random = SplitMix64(seed: 45)
    for _ in 0..<20 {
      let before = Set(
        [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGWINCH].filter { _ in random.chance(0.5) })
      block(before)
      do {
        let signals = try SignalDescriptor()
        #expect(blocked.isSuperset(of: before.union([SIGTERM, SIGINT])))
        _ = consume signals
      }
      #expect(blocked == before)
    }
  }
}
