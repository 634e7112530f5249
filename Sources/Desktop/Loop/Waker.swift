internal import CX11
internal import Glibc
internal import Synchronization

/// What other threads wake the event loop with.
///
/// It carries no letters: whoever is woken looks where the news are kept. Any number of posts between two
/// looks are one ``Event/mail``.
package final class Waker: Sendable {
  let descriptor: Int32
  private let isPending = Atomic(false)

  /// Makes an empty waker.
  ///
  /// - Throws: The system's reason when there are too many open files.
  package init() throws(DesktopError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw DesktopError.system("make a waker") }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop; never blocks, costs next to nothing when the loop has not looked yet.
  package func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// True if somebody posted since the last time.
  func take() -> Bool {
    // The descriptor first: a post between the two wakes the loop once too often, not once too few.
    drain(descriptor)
    return isPending.exchange(false, ordering: .acquiringAndReleasing)
  }
}
