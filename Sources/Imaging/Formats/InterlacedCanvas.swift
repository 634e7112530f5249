import Glibc
import ScrollGeometry

/// The even rows of an interlaced PNG in memory.
///
/// All passes but the last contain pixels of even rows only, and the last has the odd rows in order.
struct InterlacedCanvas: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let width: Int
  private let evenRows: Int

  /// Allocates zeroed memory, or throws if there is none.
  init(size: PixelSize, of file: ImageFile) throws(ImagingError) {
    evenRows = Self.evenRows(size)
    width = size.width
    // The odd rows share one, whose pixels are discarded.
    let count = width * (evenRows + 1)
    guard let start = calloc(count, TilePixels.bytesPerPixel) else {
      throw file.lacksMemory
    }
    memory = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { free(memory.baseAddress) }

  /// The pixels of an even row, or a scratch row for an odd one.
  func row(_ row: Int) -> UnsafeMutableBufferPointer<UInt32> {
    let place = row % 2 == 0 ? row / 2 : evenRows
    return UnsafeMutableBufferPointer(rebasing: memory[place * width..<(place + 1) * width])
  }

  /// The memory a canvas takes, in bytes; `Int.max` if that overflows.
  static func byteCount(_ size: PixelSize) -> Int {
    PixelSize(width: size.width, height: evenRows(size) + 1).byteCount
  }

  private static func evenRows(_ size: PixelSize) -> Int { (size.height + 1) / 2 }
}

extension PixelSize {
  /// The memory that all pixels take, in bytes; `Int.max` if that overflows.
  var byteCount: Int {
    let bytes = (area ?? .max).multipliedReportingOverflow(by: TilePixels.bytesPerPixel)
    return bytes.overflow ? .max : bytes.partialValue
  }
}
