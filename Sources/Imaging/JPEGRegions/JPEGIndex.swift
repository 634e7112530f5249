import ScrollGeometry

/// An entropy index: the bit offsets at which decoding of a JPEG scan can begin.
struct JPEGIndex: Sendable {
  /// An entry point into the scan.
  struct Entry: Hashable, Sendable {
    /// The first bit, counted in unstuffed bytes from the scan's first.
    var bit: Int
    /// The DC predictors of the channels.
    var predictors: SIMD4<Int16>
  }

  /// The distance between entries, in pixels: the side of a tile. [C]
  private static let spacing = Pyramid.tileSide

  /// The MCUs from one entry of a row to the next.
  let stride: Int
  /// The entries of one row of MCUs.
  let entriesPerRow: Int
  /// The MCUs of a row.
  let mcusPerRow: Int
  private(set) var entries: ContiguousArray<Entry> = []
  /// The first unstuffed byte of each chunk of the file.
  private(set) var chunks: [Int] = []
  /// The bit after the last MCU; `nil` until the scan was indexed to its end.
  var end: Int?

  init(_ header: JPEGHeader) {
    mcusPerRow = header.mcuGrid.width
    stride = max(1, Self.spacing / header.mcuSize.width)
    // The first MCU of a row, and then each MCU before a tile's first.
    entriesPerRow = 1 + mcusPerRow / stride
  }

  /// The MCU at which an entry of a row begins.
  ///
  /// Each begins one MCU before a tile, where the tile's apron lies, so that the apron does not make
  /// decoding begin an entry earlier.
  func mcu(ofEntry number: Int) -> Int { max(0, number * stride - 1) }

  /// The last entry of a row that begins at an MCU or before it.
  func entry(before mcu: Int) -> Int { min((mcu + 1) / stride, entriesPerRow - 1) }

  /// The rows of MCUs that are indexed completely.
  var completeRows: Int {
    end != nil ? entries.count / entriesPerRow : max(0, entries.count - 1) / entriesPerRow
  }

  /// Appends the next entry.
  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Appends the next chunk by its first unstuffed byte.
  mutating func append(chunk start: Int) { chunks.append(start) }

  /// The chunk that an unstuffed byte lies in; O(log *n*).
  func chunk(of byte: Int) -> Int {
    var (low, high) = (0, chunks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle] <= byte { low = middle } else { high = middle }
    }
    return low
  }

  /// A run of MCUs in one row and where to find it.
  struct Span: Sendable {
    var entry: Entry
    /// The MCU at which the entry begins.
    var mcu: Int
    /// The chunks that contain it.
    var chunks: Range<Int>
    /// The first unstuffed byte of the first chunk.
    var start: Int
  }

  /// Returns where some MCUs of a row are, or `nil` if the row isn't indexed yet.
  func span(row: Int, mcus: Range<Int>) -> Span? {
    guard row < completeRows else { return nil }
    let number = entry(before: mcus.lowerBound)
    let first = entries[row * entriesPerRow + number]
    var last = number + 1
    while last < entriesPerRow, mcu(ofEntry: last) < mcus.upperBound { last += 1 }
    let place = row * entriesPerRow + last
    guard let endBit = place < entries.count ? entries[place].bit : end else { return nil }
    let firstChunk = chunk(of: first.bit >> 3)
    let lastChunk = chunk(of: (endBit + 7) >> 3)
    return Span(
      entry: first, mcu: mcu(ofEntry: number), chunks: firstChunk..<lastChunk + 1,
      start: chunks[firstChunk])
  }
}
