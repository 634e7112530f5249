import Geometry
import Glibc

/// The whole picture in memory, for files whose rows come in several passes.
struct InterlacedCanvas: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let width: Int

  /// Takes zeroed memory for every pixel, or throws where there is none.
  init(size: PixelSize, subject: String) throws(ImagingError) {
    let count = size.width * size.height
    guard let start = calloc(count, TilePixels.bytesPerPixel) else {
      throw ImagingError(.noResources, subject, "there is not enough memory to decode it")
    }
    memory = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
    width = size.width
  }

  deinit { free(memory.baseAddress) }

  /// The pixels of one row.
  func row(_ row: Int) -> UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(rebasing: memory[row * width..<(row + 1) * width])
  }

  /// The memory a canvas takes, in bytes; the largest `Int` when that does not fit.
  static func byteCount(_ size: PixelSize) -> Int {
    let bytes = (size.area ?? .max).multipliedReportingOverflow(by: TilePixels.bytesPerPixel)
    return bytes.overflow ? .max : bytes.partialValue
  }
}
