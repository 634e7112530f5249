import Glibc
import OverscrollBase

/// An open file with random access.
struct FileBytes: ~Copyable {
  /// The length of the file in bytes when it was opened.
  let count: Int
  private let descriptor: Int32

  /// Opens the file.
  init(_ file: ImageFile) throws(ImagingError) {
    descriptor = try file.openDescriptor()
    count = file.identity.byteCount
  }

  deinit { close(descriptor) }

  /// Returns `length` bytes from an offset on, or `nil` if they cannot be read.
  func read(_ place: Int, _ length: Int) -> [UInt8]? {
    guard place >= 0, length >= 0, place <= count - length else { return nil }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      isRead = read(place, into: UnsafeMutableRawBufferPointer(buffer))
      filled = isRead ? length : 0
    }
    return isRead ? bytes : nil
  }

  /// Fills a buffer from an offset on; returns false if the bytes cannot be read.
  func read(_ place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    FileDescriptor.read(descriptor, at: place, into: buffer)
  }

  /// Returns whether the file has been modified since it was opened.
  func isChanged(_ file: ImageFile) -> Bool { file.isChanged(descriptor) }
}
