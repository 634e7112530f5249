import ScrollGeometry
import Synchronization

/// Decodes blocks of one page, one at a time, on any thread.
final class TIFFDecoder: Sendable {
  private let page: TIFFPage
  private let state: Mutex<TIFFBlockReader>

  /// Opens the file once more and goes to the page.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    self.page = page
    state = Mutex(try TIFFBlockReader(file, page: page, limits: limits))
  }

  /// Decodes a block; see ``TIFFBlockReader/block(column:row:)``.
  func block(column: Int, row: Int) -> TIFFBlock {
    state.withLock { $0.block(column: column, row: row) }
  }
}

/// The pixels of a tile or strip.
struct TIFFBlock: Sendable {
  /// As wide as the page's blocks and as high as the part inside the picture.
  let size: PixelSize
  /// Premultiplied pixels, row by row without gaps.
  let pixels: ContiguousArray<UInt32>
  /// The error, if some of the pixels are damaged.
  let failure: ImagingError?

  /// The pixels of one of the columns of parts of this width into which it is divided.
  func part(_ column: Int, width: Int) -> TIFFBlock {
    let columns = column * width..<min((column + 1) * width, size.width)
    var part = ContiguousArray<UInt32>()
    part.reserveCapacity(columns.count * size.height)
    for row in 0..<size.height {
      let start = row * size.width
      part += pixels[start + columns.lowerBound..<start + columns.upperBound]
    }
    let size = PixelSize(width: columns.count, height: size.height)
    return TIFFBlock(size: size, pixels: part, failure: failure)
  }
}

/// Decodes blocks of one page; not thread-safe.
final class TIFFBlockReader {
  private let page: TIFFPage
  private let handle: TIFFHandle
  private let converter: TIFFRowConverter
  private let mask: TIFFMask?
  /// What libtiff decodes, plane after plane.
  private var bytes: [UInt8] = []
  /// What libtiff converts.
  private var converted: [UInt32] = []

  /// Opens the file once more and goes to the page.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    handle = try TIFFHandle(file, page: page, limits: limits)
    converter = TIFFRowConverter(page, of: handle)
    mask = try TIFFMask(file, of: page, limits: limits)
    self.page = page
  }

  /// Decodes a block, as far as it is not damaged; missing samples are zero.
  func block(column: Int, row: Int) -> TIFFBlock {
    let size = PixelSize(width: page.block.width, height: page.rows(ofBlockRow: row))
    let isGood: Bool
    if case .converted = page.format.model {
      isGood = convert(column: column, row: row)
    } else {
      isGood = decode(column: column, row: row)
    }
    let count = size.width * size.height
    let pixels = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { buffer, filled in
      for line in 0..<size.height {
        let start = line * size.width
        let pixels = UnsafeMutableBufferPointer(rebasing: buffer[start..<start + size.width])
        make(line, of: size, into: pixels)
        mask?.apply(x: column * size.width, y: row * page.block.height + line, to: pixels)
      }
      filled = count
    }
    let failure =
      isGood && !handle.isChanged
      ? nil : handle.damage("some of the TIFF data is damaged or missing")
    return TIFFBlock(size: size, pixels: pixels, failure: failure)
  }

  private func decode(column: Int, row: Int) -> Bool {
    let length = page.format.planes * page.blockBytes
    if bytes.count < length { bytes = [UInt8](repeating: 0, count: length) }
    let number = row * page.grid.width + column
    return bytes.withUnsafeMutableBytes { bytes in
      var isGood = true
      for plane in 0..<page.format.planes {
        let start = plane * page.blockBytes
        let part = UnsafeMutableRawBufferPointer(
          rebasing: bytes[start..<start + page.blockBytes])
        _ = part.initializeMemory(as: UInt8.self, repeating: 0)
        if handle.readBlock(number + plane * page.planeBlocks, into: part) { continue }
        isGood = false
      }
      return isGood
    }
  }

  private func convert(column: Int, row: Int) -> Bool {
    let length = page.block.width * page.block.height
    if converted.count < length { converted = [UInt32](repeating: 0, count: length) }
    return converted.withUnsafeMutableBufferPointer { pixels in
      pixels.update(repeating: 0)
      return handle.convertBlock(
        x: column * page.block.width, y: row * page.block.height, into: pixels)
    }
  }

  private func make(
    _ line: Int, of size: PixelSize, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    if case .converted = page.format.model {
      // libtiff counts rows from the last one of a whole tile, or of what there is of a strip.
      let last = (page.isTiled ? page.block.height : size.height) - 1
      converted.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        converter.convert(converted: base + (last - line) * size.width, into: pixels)
      }
    } else {
      bytes.withUnsafeBytes { all in
        guard let base = all.baseAddress else { return }
        let rows = (0..<page.format.planes).map {
          base + $0 * page.blockBytes + line * page.rowBytes
        }
        converter.convert(rows, into: pixels)
      }
    }
  }
}

/// A cache of decoded blocks, which neighboring tiles and their aprons share.
final class TIFFBlockCache: Sendable {
  /// A block of a level's page.
  struct Key: Hashable, Sendable {
    var level: Int
    var column: Int
    var row: Int
  }

  /// The most bytes to hold: two windows of full HD. [C]
  private static let budget = 16 << 20

  private struct State: Sendable {
    var blocks: [Key: TIFFBlock] = [:]
    var recency = RecencyList<Key>()
    var bytes = 0
  }

  private let state = Mutex(State())

  /// The block, or `nil` if it isn't cached; it then counts as used just now.
  subscript(key: Key) -> TIFFBlock? {
    state.withLock { state in
      guard let block = state.blocks[key] else { return nil }
      state.recency.use(key)
      return block
    }
  }

  /// Inserts a block and evicts the least recently used ones.
  func insert(_ block: TIFFBlock, for key: Key) {
    guard block.byteCount <= Self.budget else { return }
    state.withLock { state in
      guard state.blocks.updateValue(block, forKey: key) == nil else { return }
      state.recency.use(key)
      state.bytes += block.byteCount
      while state.bytes > Self.budget, let oldest = state.recency.minimumRecentlyUsed {
        state.recency.remove(oldest)
        state.bytes -= state.blocks.removeValue(forKey: oldest)?.byteCount ?? 0
      }
    }
  }
}

extension TIFFBlock {
  fileprivate var byteCount: Int { pixels.count * TilePixels.bytesPerPixel }
}
