internal import CLinux
internal import Glibc
internal import Synchronization

/// Wakes the event loop from other threads.
///
/// It carries no data. Any number of calls before the loop runs result in a single ``Input/wakeUp``.
package final class Waker: Sendable {
  package let descriptor: Int32
  private let isPending = Atomic(false)

  /// Makes a waker.
  ///
  /// - Throws: The system's error where too many files are open.
  package init() throws(HostError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw HostError.system("create an event descriptor") }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop; never blocks, and makes no system call while a wake-up is pending.
  package func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Returns whether the waker was used since the last call.
  package func drain() -> Bool {
    // The descriptor is drained first: a call in between then wakes the loop once too often rather than not at all.
    emptyPipe(descriptor)
    return isPending.exchange(false, ordering: .acquiringAndReleasing)
  }
}

/// Resets the counter of a timerfd or an eventfd.
package func emptyPipe(_ descriptor: Int32) {
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)
}
