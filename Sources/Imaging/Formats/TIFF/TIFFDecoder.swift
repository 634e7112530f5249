import ScrollGeometry
import Synchronization

/// Decodes blocks of one page, one at a time, on any thread.
final class TIFFDecoder: Sendable {
  private let state: Mutex<TIFFBlockReader>

  /// Opens the file once more and goes to the page.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
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

/// Reads the planes of a page, which follow each other in it or are pages of their own; not thread-safe.
struct TIFFPlanes {
  /// At the page itself.
  let first: TIFFHandle
  private let page: TIFFPage
  private let numbers: [Int]
  /// One for each plane that is a page of its own, or whose rows are read; otherwise one for all.
  private let handles: [TIFFHandle]

  /// Opens the file for some planes: once, or once for each of them.
  init(
    _ file: ImageFile, _ page: TIFFPage, _ numbers: [Int], byRows: Bool = false,
    _ limits: ImageLimits
  ) throws(ImagingError) {
    first = try TIFFHandle(file, page: page, limits: limits)
    (self.page, self.numbers) = (page, numbers)
    guard !page.stack.isEmpty || byRows else {
      handles = [first]
      return
    }
    var handles: [TIFFHandle] = []
    for number in numbers {
      if !page.stack.isEmpty, number > 0 {
        let handle = try TIFFHandle(file, limits: limits)
        let plane = page.plane(ofChannel: number)
        guard handle.selectPage(at: page.stack[number - 1], plane: plane),
          let other = try? handle.page(), other.block == page.block, other.size == page.size,
          other.blockBytes == page.blockBytes, other.rowBytes == page.rowBytes
        else { throw file.changed }
        handles.append(handle)
      } else {
        handles.append(handles.isEmpty ? first : try TIFFHandle(file, page: page, limits: limits))
      }
    }
    self.handles = handles
  }

  /// Decodes a block of one of the planes; false, with what could be decoded, where it is damaged.
  func readBlock(_ number: Int, of index: Int, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    let (handle, number) = place(of: number, index)
    return handle.readBlock(number, of: page, into: bytes)
  }

  /// Returns whether the file leaves out a block in all of the planes.
  func leavesOut(_ number: Int) -> Bool {
    numbers.indices.allSatisfy {
      let (handle, number) = place(of: number, $0)
      return handle.leavesOut(number)
    }
  }

  /// Where a block of one of the planes is, and its number there.
  private func place(of number: Int, _ index: Int) -> (TIFFHandle, Int) {
    guard page.stack.isEmpty else { return (handles[index], number) }
    return (handles[0], number + numbers[index] * page.planeBlocks)
  }

  /// Decodes the row after the one that was read last in one of the planes; false where it is damaged.
  func readRow(_ row: Int, of index: Int, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    handles[index].readRow(
      row, plane: page.stack.isEmpty ? numbers[index] : 0, of: page, into: bytes)
  }
}

/// Decodes blocks of one page; not thread-safe.
final class TIFFBlockReader {
  private let page: TIFFPage
  private let planes: TIFFPlanes
  private var handle: TIFFHandle { planes.first }
  private let converter: TIFFRowConverter
  private let mask: TIFFMask?
  /// What libtiff decodes, plane after plane.
  private var bytes: [UInt8] = []
  /// What libtiff converts.
  private var converted: [UInt32] = []
  /// The pixels of all whole blocks that the file leaves out; `nil` before the first.
  private var leftOut: ContiguousArray<UInt32>?

  /// Opens the file once more and goes to the page.
  init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    planes = try TIFFPlanes(file, page, page.format.planeNumbers, limits)
    converter = TIFFRowConverter(page, of: planes.first)
    mask = try TIFFMask(file, of: page, limits: limits)
    self.page = page
  }

  /// Decodes a block, as far as it is not damaged; missing samples are zero.
  func block(column: Int, row: Int) -> TIFFBlock {
    let size = PixelSize(width: page.block.width, height: page.rows(ofBlockRow: row))
    let number = row * page.grid.width + column
    let isAlike = mask == nil && size.height == page.block.height && planes.leavesOut(number)
    if isAlike, let leftOut {
      return TIFFBlock(size: size, pixels: leftOut, failure: failure(isGood: true))
    }
    let isGood: Bool
    if case .converted = page.format.model {
      isGood = convert(column: column, row: row)
    } else {
      isGood = decode(number)
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
    if isAlike { leftOut = pixels }
    return TIFFBlock(size: size, pixels: pixels, failure: failure(isGood: isGood))
  }

  private func failure(isGood: Bool) -> ImagingError? {
    isGood && !handle.isChanged
      ? nil : handle.damage("some of the TIFF data is damaged or missing")
  }

  private func decode(_ number: Int) -> Bool {
    let length = page.format.planes * page.blockBytes
    if bytes.count < length { bytes = [UInt8](repeating: 0, count: length) }
    return bytes.withUnsafeMutableBytes { bytes in
      var isGood = true
      for plane in 0..<page.format.planes {
        let start = plane * page.blockBytes
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + page.blockBytes])
        _ = part.initializeMemory(as: UInt8.self, repeating: 0)
        if planes.readBlock(number, of: plane, into: part) { continue }
        isGood = false
      }
      return isGood
    }
  }

  private func convert(column: Int, row: Int) -> Bool {
    let length = page.block.width * page.block.height
    if converted.count < length { converted = [UInt32](repeating: 0, count: length) }
    let isLeftOut = planes.leavesOut(row * page.grid.width + column)
    return converted.withUnsafeMutableBufferPointer { pixels in
      pixels.update(repeating: isLeftOut ? PixelRows.opaqueAlpha : 0)
      if isLeftOut { return true }
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
