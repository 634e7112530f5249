import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

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
