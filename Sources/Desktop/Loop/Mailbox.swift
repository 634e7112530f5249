internal import CX11
internal import Glibc
internal import Synchronization

/// What other threads wake the event loop with.
///
/// It carries no letters: whoever is woken looks where the news are kept. Any number of posts between two
/// looks are one ``Event/mail``.
package final class Mailbox: Sendable {
  let descriptor: Int32
  private let isPosted = Atomic(false)

  /// Makes an empty mailbox.
  ///
  /// - Throws: The system's reason when there are too many open files.
  package init() throws(DesktopError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw DesktopError.system("make a mailbox") }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop; never blocks, costs next to nothing when the loop has not looked yet.
  package func post() {
    guard !isPosted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// True if somebody posted since the last time.
  func take() -> Bool {
    // The descriptor first: a post between the two wakes the loop once too often, not once too few.
    drain(descriptor)
    return isPosted.exchange(false, ordering: .acquiringAndReleasing)
  }
}
