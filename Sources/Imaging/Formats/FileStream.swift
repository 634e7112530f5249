import Glibc

/// An open C stream, closed with its owner.
struct FileStream: ~Copyable {
  /// The size of reads, in bytes; larger ones than the C library's own 4 kB save system calls. [C]
  private static let bufferSize = 1 << 16

  let pointer: UnsafeMutablePointer<FILE>

  /// Opens a file for reading.
  init(_ file: ImageFile) throws(ImagingError) {
    let descriptor = try file.openDescriptor()
    guard let pointer = fdopen(descriptor, "rb") else {
      let code = errno
      close(descriptor)
      throw ImageFile.failure(file.path, code)
    }
    setvbuf(pointer, nil, _IOFBF, Self.bufferSize)
    self.pointer = pointer
  }

  /// Opens a copy of bytes in memory; `file` is where they came from.
  init(_ bytes: [UInt8], _ file: ImageFile) throws(ImagingError) {
    guard let pointer = fmemopen(nil, bytes.count, "w+b") else {
      throw ImageFile.failure(file.path, errno)
    }
    fwrite(bytes, 1, bytes.count, pointer)
    rewind(pointer)
    self.pointer = pointer
  }

  deinit { fclose(pointer) }

  /// True if a read went past the end.
  var isAtEnd: Bool { feof(pointer) != 0 }
}
