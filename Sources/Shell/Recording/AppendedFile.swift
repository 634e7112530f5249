import Glibc
import OverscrollBase

/// A text file that grows, and that can be cut back to an earlier length.
final class AppendedFile {
  private let descriptor: Int32
  /// The length in bytes.
  private(set) var length = 0

  /// Creates an empty file that the user alone may read and write, or empties the one of that name.
  init(_ path: FilePath) throws(SystemError) {
    descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o600)
    }
    if descriptor < 0 { throw .last }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    guard FileDescriptor.write(bytes, to: descriptor) else { throw .last }
    length += bytes.count
  }

  /// Writes over the first bytes, without a change of length.
  func overwriteStart(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= length, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw .last
    }
  }

  /// Drops everything from `length` on.
  func cut(to length: Int) throws(SystemError) {
    guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
      throw .last
    }
    self.length = length
  }

  /// Waits until the file is on the disk.
  func synchronize() throws(SystemError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }
}
