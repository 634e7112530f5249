import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

/// Writes a JPEG file row by row with libjpeg.
final class JPEGRowWriter: RowEncoder {
  private let stream: OutputStream
  private let writer: UnsafeMutablePointer<overscroll_jpeg_writer>

  /// Writes the header.
  init(_ descriptor: Int32, _ size: PixelSize, quality: Int) throws(SystemError) {
    stream = try OutputStream(descriptor)
    let writer = overscroll_jpeg_writer_open(
      stream.pointer, UInt32(size.width), UInt32(size.height), Int32(quality))
    guard let writer else { throw SystemError(ENOMEM) }
    self.writer = writer
    guard overscroll_jpeg_writer_start(writer) else { throw failure }
  }

  deinit { overscroll_jpeg_writer_close(writer) }

  private var failure: SystemError { SystemError(writer.pointee.failure) }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard overscroll_jpeg_write_row(writer, row.baseAddress) else { throw failure }
  }

  func finish() throws(SystemError) {
    guard overscroll_jpeg_writer_finish(writer) else { throw failure }
    try stream.flush()
  }
}

/// Writes a PNG file row by row with libpng.
final class PNGRowWriter: RowEncoder {
  /// Keeps the stream open.
  private let owner: Owner
  private let writer: UnsafeMutablePointer<overscroll_png_writer>

  private enum Owner: ~Copyable {
    case file(OutputStream)
    case memory(MemoryStream)

    var pointer: UnsafeMutablePointer<FILE> {
      switch self {
      case .file(let stream): stream.pointer
      case .memory(let stream): stream.pointer
      }
    }
  }

  /// Writes the header to a file.
  convenience init(_ descriptor: Int32, _ size: PixelSize, hasAlpha: Bool) throws(SystemError) {
    try self.init(owner: .file(OutputStream(descriptor)), size, hasAlpha: hasAlpha)
  }

  /// Writes the header to memory.
  convenience init(
    _ memory: MemoryStream, _ size: PixelSize, hasAlpha: Bool
  ) throws(SystemError) {
    try self.init(owner: .memory(memory), size, hasAlpha: hasAlpha)
  }

  private init(
    owner: consuming Owner, _ size: PixelSize, hasAlpha: Bool
  ) throws(SystemError) {
    self.owner = owner
    let writer = overscroll_png_writer_open(
      self.owner.pointer, UInt32(size.width), UInt32(size.height), hasAlpha)
    guard let writer else { throw SystemError(ENOMEM) }
    self.writer = writer
    guard overscroll_png_writer_start(writer) else { throw failure }
  }

  deinit { overscroll_png_writer_close(writer) }

  private var failure: SystemError { SystemError(writer.pointee.failure) }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    guard overscroll_png_write_row(writer, row.baseAddress) else { throw failure }
  }

  func finish() throws(SystemError) {
    guard overscroll_png_writer_finish(writer) else { throw failure }
    if fflush(owner.pointer) != 0 { throw .last }
  }
}

/// Writes a TIFF file row by row with libtiff; as BigTIFF where offsets of 32 bits may not be enough.
final class TIFFRowWriter: RowEncoder {
  private let tiff: OpaquePointer
  private var row: UInt32 = 0

  /// Begins the file.
  ///
  /// - Throws: `ESPIPE` where the file has no offset, which libtiff needs.
  init(_ descriptor: Int32, _ size: PixelSize, hasAlpha: Bool) throws(SystemError) {
    guard lseek(descriptor, 0, SEEK_CUR) >= 0 else { throw .last }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    let tiff = overscroll_tiff_writer_open(
      copy, UInt32(size.width), UInt32(size.height), hasAlpha, Self.isBig(size, hasAlpha: hasAlpha))
    guard let tiff else { throw SystemError(ENOMEM) }
    self.tiff = tiff
  }

  deinit { TIFFClose(tiff) }

  /// The most bytes of pixels, before compression, of a file with offsets of 32 bits: 4 GB less what compression may add. [C]
  private static let longestPixels = 4_000_000_000

  /// Returns whether a file may need 4 GB.
  static func isBig(_ size: PixelSize, hasAlpha: Bool) -> Bool {
    (size.area ?? .max) > longestPixels / (hasAlpha ? 4 : 3)
  }

  func write(_ row: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    errno = 0
    let bytes = UnsafeMutableRawPointer(mutating: row.baseAddress)
    guard TIFFWriteScanline(tiff, bytes, self.row, 0) == 1 else { throw failure }
    self.row += 1
  }

  func finish() throws(SystemError) {
    errno = 0
    guard TIFFFlush(tiff) == 1 else { throw failure }
  }

  /// The error of libtiff, which leaves the system's number.
  private var failure: SystemError { errno == 0 ? SystemError(EIO) : .last }
}

/// A C stream that writes to memory, closed and freed with its owner.
final class MemoryStream {
  let pointer: UnsafeMutablePointer<FILE>
  /// Where the C library keeps the place and the length of the bytes, up to date after a flush.
  private let place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let length: UnsafeMutablePointer<Int>

  /// Makes an empty stream; `nil` if memory is short.
  init?() {
    place = .allocate(capacity: 1)
    place.initialize(to: nil)
    length = .allocate(capacity: 1)
    length.initialize(to: 0)
    guard let pointer = open_memstream(place, length) else {
      place.deallocate()
      length.deallocate()
      return nil
    }
    self.pointer = pointer
  }

  deinit {
    fclose(pointer)
    free(place.pointee)
    place.deallocate()
    length.deallocate()
  }

  /// A copy of what was written.
  var bytes: [UInt8] {
    fflush(pointer)
    let bytes = UnsafeRawBufferPointer(start: place.pointee, count: length.pointee)
    return Array(bytes)
  }
}
