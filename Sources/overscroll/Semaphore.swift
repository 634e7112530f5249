import Glibc

/// A counting semaphore, for a thread without an event loop that waits for decoders.
final class Semaphore: Sendable {
  private let ends: (reader: Int32, writer: Int32)

  /// Makes a semaphore with a count of zero.
  init() throws(Failure) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else {
      throw Failure(message: "cannot create a pipe: \(String(cString: strerror(errno)))")
    }
    ends = (descriptors[0], descriptors[1])
  }

  deinit {
    close(ends.reader)
    close(ends.writer)
  }

  /// Increments the count; may be called from any thread.
  func signal() {
    var byte: UInt8 = 1
    _ = write(ends.writer, &byte, 1)
  }

  /// Waits until the count is above zero, and decrements it.
  func wait() {
    var byte: UInt8 = 0
    while read(ends.reader, &byte, 1) < 0, errno == EINTR {}
  }
}
