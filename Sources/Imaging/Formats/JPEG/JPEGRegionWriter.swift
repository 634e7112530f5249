import ScrollGeometry

/// A JPEG file made of some MCUs of a larger one.
///
/// AC codes are copied bit by bit. DC coefficients are coded as differences from other blocks than in
/// the larger file, so they are coded again, by a table that has a code for every difference.
struct JPEGRegionWriter: ~Copyable {
  /// The most bits that a DC difference takes in the new file. [C]
  private static let maximumDCLength = 20
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let end: [UInt8] = [0xFF, 0xD9]
  /// A JFIF segment, which marks three channels as YCbCr.
  private static let jfif: [UInt8] = [
    0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]

  private let header: JPEGHeader
  private let layout: MCULayout
  private let codes: [(bits: UInt64, length: Int)]
  private var writer: BitWriter
  private var last = SIMD4<Int>.zero
  /// True if a block could not be copied.
  private(set) var isCorrupt = false

  /// Makes a writer for a number of MCUs that take at most `byteCount` bytes in the larger file.
  init(_ header: JPEGHeader, _ layout: MCULayout, mcus: Int, byteCount: Int) {
    self.header = header
    self.layout = layout
    codes = HuffmanTable.luminanceDC?.codes ?? []
    writer = BitWriter(capacity: byteCount + mcus * layout.blocks.count * Self.maximumDCLength / 8)
  }

  /// Appends MCUs of one row.
  ///
  /// - Parameters:
  ///   - mcus: Their numbers in the row.
  ///   - number: The number in the scan of the row's first MCU.
  ///   - start: A walker at the start of `span`.
  ///   - span: A part of the row that contains the MCUs.
  mutating func append(
    _ mcus: Range<Int>, number: Int, _ start: BlockWalker, _ span: JPEGIndex.Span
  ) {
    var walker = start
    var predictors = SIMD4<Int>(truncatingIfNeeded: span.entry.predictors)
    for mcu in span.mcu..<mcus.upperBound {
      if layout.restarts(before: number + mcu) {
        walker.align()
        predictors = .zero
      }
      guard walker.isWithinBytes() else { break }
      for block in layout.blocks {
        predictors[block.component] += walker.step(block.dc, block.ac)
        guard mcu >= mcus.lowerBound else { continue }
        put(difference: predictors[block.component] - last[block.component])
        last[block.component] = predictors[block.component]
        copy(from: walker.acBit, to: walker.bit, walker)
      }
    }
    if walker.isCorrupt { isCorrupt = true }
  }

  private mutating func put(difference: Int) {
    let size = Int.bitWidth - abs(difference).leadingZeroBitCount
    guard size < codes.count else {
      isCorrupt = true
      return
    }
    let bits = difference < 0 ? difference - 1 + 1 << size : difference
    writer.put(codes[size].bits, codes[size].length)
    writer.put(UInt64(bits), size)
  }

  private mutating func copy(from start: Int, to end: Int, _ walker: BlockWalker) {
    var bit = start
    while end - bit >= 32 {
      writer.put(walker.peek(bit) >> 32, 32)
      bit += 32
    }
    if end > bit { writer.put(walker.peek(bit) >> UInt64(64 - (end - bit)), end - bit) }
  }

  /// The region as a file of its own.
  mutating func file(size: PixelSize) -> [UInt8] {
    var head = Self.start + Self.jfif + header.quantizationSegments
    if let table = HuffmanTable.luminanceDC { head += table.segment(0) }
    for (number, table) in header.huffmanTables where number >= 16 { head += table.segment(number) }
    head += frameHeader(size) + scanHeader
    return writer.stuffed(after: head, tail: Self.end)
  }

  private func frameHeader(_ size: PixelSize) -> [UInt8] {
    let count = header.components.count
    let (height, width) = (size.height, size.width)
    let head = [
      0xFF, 0xC1, 0, 8 + 3 * count, 8, height >> 8, height & 0xFF, width >> 8, width & 0xFF, count,
    ]
    let body = header.components.flatMap {
      [Int($0.identifier), $0.horizontalSampling << 4 | $0.verticalSampling, $0.quantizationTable]
    }
    return (head + body).map { UInt8(truncatingIfNeeded: $0) }
  }

  private var scanHeader: [UInt8] {
    let count = header.components.count
    let body = header.components.flatMap { [Int($0.identifier), $0.acTable - 16] }
    return ([0xFF, 0xDA, 0, 6 + 2 * count, count] + body + [0, 63, 0]).map {
      UInt8(truncatingIfNeeded: $0)
    }
  }
}

/// Appends bits to a buffer, most significant bit first.
struct BitWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var word: UInt64 = 0
  private var pending = 0
  private var count = 0

  /// Allocates room for a number of bytes, beyond which bits are dropped.
  init(capacity: Int) { memory = .allocate(capacity: capacity + 16) }

  deinit { memory.deallocate() }

  /// Appends the lowest `length` bits of a number, 0 … 32 of them; the higher ones must be 0.
  @inline(__always)
  mutating func put(_ bits: UInt64, _ length: Int) {
    word = word << UInt64(length) | bits
    pending += length
    if pending >= 32, count + 4 <= memory.count, let base = memory.baseAddress {
      pending -= 32
      let four = UInt32(truncatingIfNeeded: word >> UInt64(pending))
      UnsafeMutableRawPointer(base + count).storeBytes(of: four.bigEndian, as: UInt32.self)
      count += 4
    }
  }

  /// Pads the last byte with ones and returns all bytes between `head` and `tail`.
  ///
  /// A zero byte is stuffed after every `0xFF`, as in the entropy-coded data of a JPEG scan.
  mutating func stuffed(after head: [UInt8], tail: [UInt8]) -> [UInt8] {
    while pending % 8 != 0 { put(1, 1) }
    var bytes = head
    bytes.reserveCapacity(head.count + count + count / 64 + 64)
    func add(_ byte: UInt8) {
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
    for index in 0..<count { add(memory[index]) }
    while pending >= 8 {
      pending -= 8
      add(UInt8(truncatingIfNeeded: word >> UInt64(pending)))
    }
    bytes += tail
    return bytes
  }
}
