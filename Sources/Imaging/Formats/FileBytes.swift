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
    var done = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      while done < length {
        let part = UnsafeMutableBufferPointer(rebasing: buffer[done...])
        let got = pread(descriptor, part.baseAddress, part.count, place + done)
        guard got > 0 else { break }
        done += got
      }
      filled = done
    }
    return done == length ? bytes : nil
  }
}
