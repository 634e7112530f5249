import Glibc

/// What decoders ring and a thread without an event loop waits at.
final class Semaphore: Sendable {
  private let ends: (reader: Int32, writer: Int32)

  /// Hangs a semaphore.
  init() throws(Failure) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else {
      throw Failure(message: "the system gave no pipe: \(String(cString: strerror(errno)))")
    }
    ends = (descriptors[0], descriptors[1])
  }

  deinit {
    close(ends.reader)
    close(ends.writer)
  }

  /// Rings; may be called from any thread.
  func signal() {
    var byte: UInt8 = 1
    _ = write(ends.writer, &byte, 1)
  }

  /// Waits until it was rung, once for each ring.
  func wait() {
    var byte: UInt8 = 0
    while read(ends.reader, &byte, 1) < 0, errno == EINTR {}
  }
}
