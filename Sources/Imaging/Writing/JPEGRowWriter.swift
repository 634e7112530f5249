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
