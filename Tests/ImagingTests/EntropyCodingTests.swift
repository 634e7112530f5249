import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A Huffman table` {
  @Test func `gives every code of the standard's table its symbol`() throws {
    let table = try #require(HuffmanTable.luminanceDC)
    // ITU-T T.81, table K.3.
    let codes: [(UInt64, Int)] = [
      (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4),
      (0b11110, 5), (0b111110, 6), (0b1111110, 7), (0b1111_1110, 8), (0b1_1111_1110, 9),
    ]
    #expect(table.codes.map(\.bits) == codes.map(\.0))
    #expect(table.codes.map(\.length) == codes.map(\.1))
    let lookup = table.lookup
    for (symbol, (bits, length)) in codes.enumerated() {
      let entry = UInt32(symbol) | UInt32(length) << 8
      let first = Int(bits) << (16 - length)
      #expect(lookup[first] == entry && lookup[first + 1 << (16 - length) - 1] == entry)
    }
    #expect(lookup[0xFFFF] == 0, "all ones are no code")
  }

  @Test func `with more codes than their lengths allow is refused`() {
    var counts = [UInt8](repeating: 0, count: 16)
    counts[0] = 2
    #expect(HuffmanTable(counts: counts, symbols: [0, 1]) != nil)
    counts[1] = 1
    #expect(HuffmanTable(counts: counts, symbols: [0, 1, 2]) == nil)
    #expect(HuffmanTable(counts: [1], symbols: [0]) == nil)
  }

  @Test func `is written as the segment it was read from`() throws {
    let segment = try #require(HuffmanTable.luminanceDC).segment(0x10)
    #expect(segment.prefix(5) == [0xFF, 0xC4, 0, 31, 0x10])
    #expect(segment.count == 2 + 31)
  }
}

@Suite struct `A bit writer` {
  @Test func `puts the highest bits first, and pads with ones`() {
    var writer = BitWriter(capacity: 8)
    writer.put(0b101, 3)
    writer.put(0, 2)
    #expect(writer.stuffed(after: [1], tail: [2]) == [1, 0b1010_0111, 2])
  }

  @Test func `stuffs a zero after every byte of ones`() {
    var writer = BitWriter(capacity: 8)
    for byte in [0xFF, 0xD9, 0xFF, 0xFF, 0x00] as [UInt64] { writer.put(byte, 8) }
    #expect(writer.stuffed(after: [], tail: []) == [0xFF, 0, 0xD9, 0xFF, 0, 0xFF, 0, 0x00])
  }

  @Test func `drops what exceeds its capacity`() {
    var writer = BitWriter(capacity: 4)
    for _ in 0..<100 { writer.put(0xABCD_EF01, 32) }
    #expect(writer.stuffed(after: [], tail: []).starts(with: [0xAB, 0xCD, 0xEF, 0x01]))
  }

  @Test func `writes what an unstuffer reads`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
      }
      var writer = BitWriter(capacity: bytes.count)
      for byte in bytes { writer.put(UInt64(byte), 8) }
      let stuffed = writer.stuffed(after: [], tail: [0xFF, 0xD9, 0x11])
      let (unstuffed, hasEnded) = Self.unstuff(stuffed, in: Int.random(in: 1...50, using: &random))
      #expect(unstuffed == bytes && hasEnded)
    }
  }

  /// Unstuffs bytes a piece at a time.
  static func unstuff(_ bytes: [UInt8], in length: Int) -> (bytes: [UInt8], hasEnded: Bool) {
    var unstuffer = Unstuffer(followsFF: false)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      let part = Array(bytes[start..<min(start + length, bytes.count)])
      var output = [UInt8](repeating: 0, count: part.count)
      let count = part.withUnsafeBufferPointer { part in
        output.withUnsafeMutableBufferPointer { unstuffer.unstuff(part, into: $0) }
      }
      result += output[..<count]
    }
    return (result, unstuffer.hasEnded)
  }
}

@Suite struct `An unstuffer` {
  @Test(arguments: 1...9) func `drops stuffing, fill bytes and restart markers`(length: Int) {
    let bytes: [UInt8] = [1, 0xFF, 0, 0xFF, 0xD3, 2, 0xFF, 0xFF, 0xD7, 3, 0xFF, 0xFF, 0, 4]
    let (unstuffed, hasEnded) = `A bit writer`.unstuff(bytes, in: length)
    #expect(unstuffed == [1, 0xFF, 2, 3, 0xFF, 4] && !hasEnded)
  }

  @Test(arguments: 1...4) func `ends at any other marker`(length: Int) {
    let (unstuffed, hasEnded) = `A bit writer`.unstuff([1, 2, 0xFF, 0xC4, 3, 4], in: length)
    #expect(unstuffed == [1, 2] && hasEnded)
  }
}

@Suite struct `The MCUs of a JPEG scan` {
  /// Headers of a picture with one sampling factor for luma and single chroma blocks.
  static func header(
    width: Int, height: Int, sampling: UInt8 = 0x11, restart: Int = 0,
    dc: HuffmanTable? = HuffmanTable.luminanceDC, ac: HuffmanTable? = HuffmanTable.luminanceDC
  ) -> JPEGHeader? {
    guard let dc, let ac else { return nil }
    func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    let frame: [UInt8] =
      [0xFF, 0xC0, 0, 17, 8] + bytes(height) + bytes(width)
      + [3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0]
    let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let interval: [UInt8] = [0xFF, 0xDD, 0, 4] + bytes(restart)
    let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
    let file =
      [0xFF, 0xD8] + frame + quantization + interval + dc.segment(0) + ac.segment(0x10) + scan
    return JPEGHeader { offset, count in
      offset <= file.count ? Array(file[offset..<min(offset + count, file.count)]) : []
    }
  }

  @Test func `have the size and the blocks of the sampling factors`() throws {
    let header = try #require(Self.header(width: 100, height: 50, sampling: 0x21))
    #expect(header.mcuSize.width == 16 && header.mcuSize.height == 8)
    #expect(header.mcuGrid.width == 7 && header.mcuGrid.height == 7)
    let layout = try #require(MCULayout(header))
    #expect(layout.blocks.map(\.component) == [0, 0, 1, 2])
    #expect(layout.blocks.map(\.column) == [0, 1, 0, 0])
  }

  @Test(arguments: [0x00, 0x50, 0x15, 0x44, 0x30] as [UInt8])
  func `with impossible sampling factors are refused`(sampling: UInt8) {
    #expect(Self.header(width: 100, height: 50, sampling: sampling) == nil)
  }

  @Test func `restart at every interval but the first`() throws {
    let header = try #require(Self.header(width: 100, height: 50, restart: 5))
    let layout = try #require(MCULayout(header))
    #expect((0..<20).filter { layout.restarts(before: $0) } == [5, 10, 15])
    #expect((0..<7).map { layout.mcusToRestart(before: $0) } == [5, 4, 3, 2, 1, 0, 4])
    let plainHeader = try #require(Self.header(width: 100, height: 50))
    let plain = try #require(MCULayout(plainHeader))
    #expect(!(0..<20).contains { plain.restarts(before: $0) })
  }

  @Test func `are stepped over to the DC coefficients that were written`() throws {
    // An AC table of one code: a block without AC coefficients.
    var counts = [UInt8](repeating: 0, count: 16)
    counts[0] = 1
    let ac = try #require(HuffmanTable(counts: counts, symbols: [0]))
    let header = try #require(Self.header(width: 80, height: 8, restart: 4, ac: ac))
    let layout = try #require(MCULayout(header))
    let codes = try #require(HuffmanTable.luminanceDC).codes
    let values = [5, -7, 1000, -1000, 0, 1, -1, 300, 12, -40]
    var writer = BitWriter(capacity: 1000)
    var last = SIMD3<Int>.zero
    var bits = 0
    func put(_ number: Int, _ length: Int) {
      writer.put(UInt64(number), length)
      bits += length
    }
    for (mcu, value) in values.enumerated() {
      if layout.restarts(before: mcu) {
        while bits % 8 != 0 { put(1, 1) }
        last = .zero
      }
      for component in 0..<3 {
        let difference = value / (component + 1) - last[component]
        last[component] = value / (component + 1)
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        try #require(size < codes.count)
        put(Int(codes[size].bits), codes[size].length)
        put(difference < 0 ? difference - 1 + 1 << size : difference, size)
        put(0, 1)
      }
    }
    let bytes = `A bit writer`.unstuff(writer.stuffed(after: [], tail: []), in: 1000).bytes
    let preview = DCPreview(header, mcus: values.count)
    let slack = 3 * BlockWalker.maximumBlockSize + BlockWalker.lookahead
    guard let guarded = GuardedBytes(bytes, zeros: slack) else { throw NoMemory() }
    layout.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let walker = BlockWalker(bytes: guarded.pointer, tables: tables, bit: 0, end: bytes.count * 8)
      var mcus = MCUWalker(layout, into: preview, walker: walker)
      mcus.walk(0..<values.count, number: 0)
      #expect(!mcus.walker.isCorrupt && (mcus.walker.bit + 7) / 8 == bytes.count)
    }
    for component in 0..<3 {
      let found = (0..<values.count).map {
        Int(preview.coefficients[component * values.count + $0])
      }
      #expect(found == values.map { $0 / (component + 1) })
    }
  }
}

@Suite struct `An entropy index` {
  private func index(width: Int, rows: Int) throws -> JPEGIndex {
    let header = try #require(
      `The MCUs of a JPEG scan`.header(width: width, height: 8 * max(rows, 1)))
    var index = JPEGIndex(header)
    for chunk in 0..<4 { index.append(chunk: 100 * chunk) }
    for entry in 0..<rows * index.entriesPerRow {
      index.append(JPEGIndex.Entry(bit: entry * 80, predictors: .zero))
    }
    return index
  }

  @Test func `has an entry at the row's start and one MCU before each tile`() throws {
    let index = try index(width: 600, rows: 0)
    #expect(index.stride == 32 && index.entriesPerRow == 3 && index.mcusPerRow == 75)
    #expect((0..<3).map { index.mcu(ofEntry: $0) } == [0, 31, 63])
    #expect([0, 30, 31, 62, 63, 74].map { index.entry(before: $0) } == [0, 0, 1, 1, 2, 2])
  }

  @Test func `finds nothing in rows that are not complete`() throws {
    var index = try index(width: 600, rows: 2)
    #expect(index.completeRows == 1)
    #expect(index.span(row: 0, mcus: 0..<75) != nil)
    #expect(index.span(row: 1, mcus: 0..<10) == nil)
    index.end = 500
    #expect(index.completeRows == 2)
    #expect(index.span(row: 1, mcus: 70..<75) != nil)
    #expect(index.span(row: 2, mcus: 0..<1) == nil)
  }

  @Test func `finds the entry, the chunks and their start`() throws {
    var index = try index(width: 600, rows: 2)
    index.end = 8 * 350
    let span = try #require(index.span(row: 1, mcus: 64..<75))
    #expect(span.mcu == 63 && span.entry.bit == 5 * 80)
    #expect(span.chunks == 0..<4 && span.start == 0)
    #expect([0, 99, 100, 399].map { index.chunk(of: $0) } == [0, 0, 1, 3])
  }
}
