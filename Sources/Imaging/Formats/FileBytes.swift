import Glibc

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
    var done = 0
    while done < buffer.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got = pread(descriptor, part.baseAddress, part.count, place + done)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      done += got
    }
    return true
  }

  /// Returns whether the file has been modified since it was opened.
  func isChanged(_ file: ImageFile) -> Bool { file.isChanged(descriptor) }
}
