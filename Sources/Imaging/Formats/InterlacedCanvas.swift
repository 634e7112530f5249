import Geometry
import Glibc

/// Every second row of a picture in memory, for PNG files whose rows come in several passes.
///
/// All passes but the last only have pixels of even rows, and the last has the odd rows one by one.
struct InterlacedCanvas: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let width: Int
  private let evenRows: Int

  /// Takes zeroed memory, or throws where there is none.
  init(size: PixelSize, of file: ImageFile) throws(ImagingError) {
    evenRows = Self.evenRows(size)
    width = size.width
    // The odd rows share one, whose pixels are of no use.
    let count = width * (evenRows + 1)
    guard let start = calloc(count, TilePixels.bytesPerPixel) else {
      throw file.lacksMemory
    }
    memory = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { free(memory.baseAddress) }

  /// The pixels of an even row, or a place for those of an odd one to be thrown away.
  func row(_ row: Int) -> UnsafeMutableBufferPointer<UInt32> {
    let place = row % 2 == 0 ? row / 2 : evenRows
    return UnsafeMutableBufferPointer(rebasing: memory[place * width..<(place + 1) * width])
  }

  /// The memory a canvas takes, in bytes; the largest `Int` when that does not fit.
  static func byteCount(_ size: PixelSize) -> Int {
    PixelSize(width: size.width, height: evenRows(size) + 1).byteCount
  }

  private static func evenRows(_ size: PixelSize) -> Int { (size.height + 1) / 2 }
}

extension PixelSize {
  /// The memory that all pixels take, in bytes; the largest `Int` when that does not fit.
  var byteCount: Int {
    let bytes = (area ?? .max).multipliedReportingOverflow(by: TilePixels.bytesPerPixel)
    return bytes.overflow ? .max : bytes.partialValue
  }
}
