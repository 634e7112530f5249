import Glibc

/// What decoders ring and a thread without an event loop waits at.
final class Doorbell: Sendable {
  private let ends: (listener: Int32, button: Int32)

  /// Hangs a bell.
  init() throws(Failure) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else {
      throw Failure(sentence: "the system gave no pipe: \(String(cString: strerror(errno)))")
    }
    ends = (descriptors[0], descriptors[1])
  }

  deinit {
    close(ends.listener)
    close(ends.button)
  }

  /// Rings; may be called from any thread.
  func ring() {
    var byte: UInt8 = 1
    _ = write(ends.button, &byte, 1)
  }

  /// Waits until it was rung, once for each ring.
  func wait() {
    var byte: UInt8 = 0
    while read(ends.listener, &byte, 1) < 0, errno == EINTR {}
  }
}
