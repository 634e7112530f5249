import Glibc
import OverscrollBase

/// A C stream that writes to a copy of a descriptor, closed with its owner.
struct OutputStream: ~Copyable {
  /// The size of writes, in bytes; larger ones than the C library's own 4 kB save system calls. [C]
  private static let bufferSize = 1 << 16

  let pointer: UnsafeMutablePointer<FILE>

  /// Makes a stream that writes to the same file.
  init(_ descriptor: Int32) throws(SystemError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    guard let pointer = fdopen(copy, "wb") else {
      let error = SystemError.last
      close(copy)
      throw error
    }
    setvbuf(pointer, nil, _IOFBF, Self.bufferSize)
    self.pointer = pointer
  }

  deinit { fclose(pointer) }

  /// Writes what is buffered.
  func flush() throws(SystemError) {
    if fflush(pointer) != 0 { throw .last }
  }
}
