import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

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
