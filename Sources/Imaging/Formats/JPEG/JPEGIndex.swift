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
  private var entries: ContiguousArray<Entry> = []
  /// The first unstuffed byte of each chunk of the file.
  private var chunks: [Int] = []
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
  func chunk(of byte: Int) -> Int { max(chunks.partitioningIndex { $0 > byte } - 1, 0) }

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

/// The blocks of an MCU in their coded order, and the tables to step over them.
struct MCULayout: Sendable {
  /// One block of an MCU.
  struct Block: Hashable, Sendable {
    /// The index of the block's component.
    var component: Int
    /// The block's place among the component's blocks of the MCU.
    var column: Int
    var row: Int
    var dc: SkipTables.Place
    var ac: SkipTables.Place
  }

  let tables: SkipTables
  let blocks: [Block]
  /// The number of MCUs in a restart interval; 0 without restarts.
  let restartInterval: Int
  /// The most bytes that the MCUs between two entries of an index take.
  let maximumStride: Int

  /// Builds the tables, or returns `nil` if the header lacks one.
  init?(_ header: JPEGHeader) {
    var tables = SkipTables()
    var places: [Int: SkipTables.Place] = [:]
    var blocks: [Block] = []
    for (index, component) in header.components.enumerated() {
      guard let dcTable = header.huffmanTables[component.dcTable],
        let acTable = header.huffmanTables[component.acTable]
      else { return nil }
      let dc = places[component.dcTable] ?? tables.add(dc: dcTable)
      let ac = places[component.acTable] ?? tables.add(ac: acTable)
      (places[component.dcTable], places[component.acTable]) = (dc, ac)
      for row in 0..<component.verticalSampling {
        for column in 0..<component.horizontalSampling {
          blocks.append(Block(component: index, column: column, row: row, dc: dc, ac: ac))
        }
      }
    }
    self.tables = tables
    self.blocks = blocks
    restartInterval = header.restartInterval
    maximumStride = JPEGIndex(header).stride * blocks.count * BlockWalker.maximumBlockSize
  }

  /// True if a restart interval begins at an MCU other than the scan's first.
  @inline(__always)
  func restarts(before mcu: Int) -> Bool { restartInterval > 0 && mcusToRestart(before: mcu) == 0 }

  /// The number of MCUs until the next restart interval begins: 0 where it begins at this MCU, and a
  /// whole interval at the scan's first MCU.
  func mcusToRestart(before mcu: Int) -> Int {
    guard restartInterval > 0 else { return 0 }
    return mcu == 0
      ? restartInterval : (restartInterval - mcu % restartInterval) % restartInterval
  }
}

/// Steps over the MCUs of a scan and collects their DC coefficients.
struct MCUWalker {
  /// One block of an MCU and where its DC coefficient goes.
  private struct Step {
    var block: MCULayout.Block
    var start: Int
    var step: Int
  }

  private let layout: MCULayout
  private let steps: [Step]
  private let preview: DCPreview
  var walker: BlockWalker
  /// The DC predictors of the components.
  var predictors: SIMD4<Int16>

  init(
    _ layout: MCULayout, into preview: DCPreview, walker: BlockWalker,
    predictors: SIMD4<Int16> = .zero
  ) {
    self.layout = layout
    self.preview = preview
    self.walker = walker
    self.predictors = predictors
    steps = layout.blocks.map { block in
      let place = preview.place(of: block)
      return Step(block: block, start: place.start, step: place.step)
    }
  }

  /// Steps over MCUs of a row and stores the DC coefficients of their blocks; ends early past the last
  /// byte.
  ///
  /// - Parameters:
  ///   - mcus: Their numbers in the row.
  ///   - number: The number in the scan of the row's first MCU.
  ///   - origin: The first MCU whose coefficients are stored.
  @inline(__always)
  mutating func walk(_ mcus: Range<Int>, number: Int, origin: Int = 0) {
    let target = preview.coefficients
    // Copies, which the compiler can keep in registers.
    var walker = self.walker
    var predictors = self.predictors
    let interval = layout.restartInterval
    var toRestart = layout.mcusToRestart(before: number + mcus.lowerBound)
    steps.withUnsafeBufferPointer { steps in
      for mcu in mcus {
        if interval > 0 {
          if toRestart == 0 {
            walker.align()
            predictors = .zero
            toRestart = interval
          }
          toRestart &-= 1
        }
        guard walker.isWithinBytes() else { break }
        for step in steps {
          let difference = walker.step(step.block.dc, step.block.ac)
          let value = predictors[step.block.component] &+ Int16(truncatingIfNeeded: difference)
          predictors[step.block.component] = value
          if mcu >= origin { target[step.start + (mcu - origin) * step.step] = value }
        }
      }
    }
    self.walker = walker
    self.predictors = predictors
  }
}

/// Steps over the coded blocks of a scan, in unstuffed bytes without markers.
///
/// Only DC differences are decoded; AC coefficients are skipped by their lengths.
struct BlockWalker {
  /// The most bytes a block can take: 64 codes of 16 bits, each with 15 more. [C]
  static let maximumBlockSize = 248
  /// The bytes that may be read past the start of the next block.
  static let lookahead = 16

  let bytes: UnsafePointer<UInt8>
  let tables: UnsafePointer<UInt32>
  /// The next bit, counted from ``bytes``.
  var bit: Int
  /// The first bit of the last block's AC coefficients.
  private(set) var acBit = 0
  /// The number of bits in ``bytes``; one MCU and ``lookahead`` bytes more are readable.
  var end: Int
  /// True after bits that aren't a code of the table in use, and after an MCU beyond ``end``.
  private(set) var isCorrupt = false

  /// Returns whether the next MCU begins within the bytes; if it doesn't, they are corrupt.
  ///
  /// Called before every MCU: it is what keeps damaged files from being read past their buffers.
  @inline(__always)
  mutating func isWithinBytes() -> Bool {
    if bit <= end { return true }
    isCorrupt = true
    return false
  }

  /// Returns at least 57 bits from an offset on, left-aligned.
  @inline(__always)
  func peek(_ bit: Int) -> UInt64 {
    let word = UnsafeRawPointer(bytes + bit >> 3).loadUnaligned(as: UInt64.self)
    return word.bigEndian << UInt64(bit & 7)
  }

  /// Steps over a block.
  ///
  /// - Parameters:
  ///   - dc: The tables of the block's DC code.
  ///   - ac: The tables of the block's AC code.
  /// - Returns: The block's DC difference.
  @inline(__always)
  mutating func step(_ dc: SkipTables.Place, _ ac: SkipTables.Place) -> Int {
    var word = peek(bit)
    var entry = tables[dc.fast &+ Int(truncatingIfNeeded: word >> SkipTables.fastShift)]
    if entry == 0 { entry = tables[dc.full &+ Int(truncatingIfNeeded: word >> 48)] }
    let (length, size) = (UInt64(entry >> 8), UInt64(entry & 15))
    isCorrupt = isCorrupt || length == 0
    word = word &<< length
    let difference = Self.extended(word, size)
    acBit = bit &+ Int(truncatingIfNeeded: length &+ size)
    bit = acBit
    skip(word &<< size, available: 57 &- Int(truncatingIfNeeded: length &+ size), ac)
    return difference
  }

  /// The signed value of the highest `size` bits (EXTEND in the standard).
  @inline(__always)
  private static func extended(_ word: UInt64, _ size: UInt64) -> Int {
    // Negative values have a leading 0 and are stored plus 2^size − 1.
    let value = Int(truncatingIfNeeded: (word &>> 1) &>> (63 &- size))
    let isNegative = Int64(bitPattern: word) >= 0
    return isNegative ? value &+ 1 &- (1 &<< Int(truncatingIfNeeded: size)) : value
  }

  /// Skips the AC coefficients of a block.
  @inline(__always)
  private mutating func skip(_ start: UInt64, available: Int, _ table: SkipTables.Place) {
    var word = start
    var left = available
    var position: UInt32 = 1
    while true {
      if left < 32 {
        word = peek(bit)
        left = 57
      }
      let entry = tables[table.fast &+ Int(truncatingIfNeeded: word >> SkipTables.fastShift)]
      let length = Int(entry & SkipTables.lengthMask)
      let next = position &+ entry >> SkipTables.advanceShift
      if next < 64 {
        bit = bit &+ length
        position = next
        word = word &<< UInt64(length)
        left = left &- length
      } else if next >= SkipTables.end, next < SkipTables.end + 64 {
        bit = bit &+ length
        return
      } else {
        // A block of 64 coefficients ends without an end-of-block code, perhaps within the group.
        let symbol = tables[table.full &+ Int(truncatingIfNeeded: peek(bit) >> 48)]
        let run = symbol >> 4 & 15
        isCorrupt = isCorrupt || symbol == 0
        bit = bit &+ Int(symbol >> 8 &+ symbol & 15)
        if symbol & 15 == 0, run < 15 { return }
        position = position &+ run &+ 1
        if position >= 64 {
          isCorrupt = isCorrupt || position > 64
          return
        }
        left = 0
      }
    }
  }

  /// Moves on to the next whole byte, where a restart interval begins.
  @inline(__always)
  mutating func align() { bit = (bit + 7) & ~7 }
}
