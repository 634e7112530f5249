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

/// Reads integers from bytes that may end anywhere.
struct ByteReader<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  let bytes: Bytes
  /// Whether the highest byte of a number comes first.
  var isBigEndian = false

  /// Returns the number of `length` bytes at an offset, or `nil` if it isn't within the bytes.
  func number(at place: Int, length: Int) -> Int? {
    guard place >= 0, place <= bytes.count - length else { return nil }
    let start = bytes.startIndex + place
    return (0..<length).reduce(0) { value, index in
      value << 8 | Int(bytes[start + (isBigEndian ? index : length - 1 - index)])
    }
  }

  /// Returns the signed number of four bytes at an offset, or `nil` if it isn't within the bytes.
  func signedNumber(at place: Int) -> Int? {
    number(at: place, length: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }
}

/// What a search through the chunks of a file may cost: there may be any number of them, and a search must end.
struct ReadBudget {
  /// The most bytes that are read. [C]
  private static let maximumBytes = 32 << 20
  /// The longest time, in seconds: a file of gigabytes on a slow disk. [C]
  private static let seconds = 0.5
  /// The chunks between two looks at the clock. [C]
  private static let interval = 256

  private var left = maximumBytes
  private var taken = 0
  private let end = ContinuousClock.now + .seconds(seconds)

  /// Takes the bytes that are about to be read; false where there is no budget for them.
  mutating func take(_ count: Int) -> Bool {
    taken += 1
    left -= count
    guard left >= 0 else { return false }
    return taken % Self.interval != 0 || ContinuousClock.now < end
  }
}
