import ScrollGeometry

/// The headers of a baseline JPEG file in one scan, as far as walking over its blocks needs them.
struct JPEGHeader: Sendable {
  /// One color component.
  struct Component: Sendable {
    var identifier: UInt8
    /// The blocks of an MCU from left to right.
    var horizontalSampling: Int
    /// The blocks of an MCU from top to bottom.
    var verticalSampling: Int
    var quantizationTable: Int
    var dcTable = 0
    var acTable = 0
  }

  /// The picture's size as stored, in pixels.
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var components: [Component] = []
  /// The number of MCUs in a restart interval; 0 without restarts.
  private(set) var restartInterval = 0
  /// The offset in the file of the scan's first entropy-coded byte.
  private(set) var scanOffset = 0
  /// The DQT segments, markers included, as in the file.
  private(set) var quantizationSegments: [UInt8] = []
  /// The DC quantization step of each table.
  private var dcQuantizationSteps: [Int: Int] = [:]
  /// The Huffman tables by class (0 for DC, 16 for AC) plus number.
  private(set) var huffmanTables: [Int: HuffmanTable] = [:]

  /// The most segments and fill bytes before the first scan; programs write about twenty. [C]
  private static let maximumSegments = 4096

  /// Reads the segments before the first scan; returns `nil` for a file of another kind.
  init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    var offset = 2
    for step in 0... {
      guard step < Self.maximumSegments else { return nil }
      let head = read(offset, 4)
      guard head.count == 4, head[0] == 0xFF else { return nil }
      // A marker may be preceded by any number of fill bytes.
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2 else { return nil }
      let needsBody = [0xC0, 0xC1, 0xC4, 0xDB, 0xDD, 0xDA].contains(head[1])
      let body = needsBody ? read(offset + 4, length - 2) : []
      guard !needsBody || body.count == length - 2, readSegment(head[1], body) else { return nil }
      offset += 2 + length
      if head[1] == 0xDA { break }
    }
    scanOffset = offset
  }

  /// Reads a segment; returns false for one that rules out walking over blocks.
  private mutating func readSegment(_ marker: UInt8, _ body: [UInt8]) -> Bool {
    switch marker {
    case 0xC0, 0xC1: return readFrameHeader(body)
    case 0xC4: return readHuffmanTables(body)
    case 0xDB: return readQuantizationTables(body)
    case 0xDD:
      guard body.count == 2 else { return false }
      restartInterval = Int(body[0]) << 8 | Int(body[1])
    case 0xDA: return readScanHeader(body)
    // Progressive, lossless and arithmetic-coded frames, a second picture, or the end.
    case 0xC2...0xCF, 0xD0...0xD9, 0xDC, 0xDE, 0xDF: return false
    default: break
    }
    return true
  }

  private mutating func readFrameHeader(_ body: [UInt8]) -> Bool {
    guard components.isEmpty, body.count >= 6, body[0] == 8 else { return false }
    size = PixelSize(
      width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
    let count = Int(body[5])
    guard !size.isEmpty, count == 1 || count == 3, body.count == 6 + 3 * count else {
      return false
    }
    components = (0..<count).map { index in
      let part = body[(6 + 3 * index)...]
      let sampling = Int(part[part.startIndex + 1])
      // A lone component is never interleaved, whatever its factors are.
      return Component(
        identifier: part[part.startIndex], horizontalSampling: count == 1 ? 1 : sampling >> 4,
        verticalSampling: count == 1 ? 1 : sampling & 15,
        quantizationTable: Int(part[part.startIndex + 2]))
    }
    let factors = components.map { ($0.horizontalSampling, $0.verticalSampling) }
    let (horizontal, vertical) = maximumSampling
    return factors.allSatisfy { 1...4 ~= $0.0 && 1...4 ~= $0.1 }
      && factors.reduce(0) { $0 + $1.0 * $1.1 } <= 10
      && factors.allSatisfy { horizontal % $0.0 == 0 && vertical % $0.1 == 0 }
  }

  private mutating func readQuantizationTables(_ body: [UInt8]) -> Bool {
    let length = body.count + 2
    quantizationSegments += [0xFF, 0xDB, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    var place = 0
    while place < body.count {
      let is16Bit = body[place] >> 4 == 1
      let end = place + 1 + (is16Bit ? 128 : 64)
      guard body[place] >> 4 <= 1, end <= body.count else { return false }
      let first = Int(body[place + 1])
      dcQuantizationSteps[Int(body[place] & 15)] =
        is16Bit ? first << 8 | Int(body[place + 2]) : first
      place = end
    }
    return true
  }

  private mutating func readHuffmanTables(_ body: [UInt8]) -> Bool {
    var rest = body[...]
    while let head = rest.popFirst() {
      guard head >> 4 <= 1, head & 15 <= 3, rest.count >= 16 else { return false }
      let counts = Array(rest.prefix(16))
      let total = counts.reduce(0) { $0 + Int($1) }
      rest = rest.dropFirst(16)
      guard total <= 256, rest.count >= total,
        let table = HuffmanTable(counts: counts, symbols: Array(rest.prefix(total)))
      else { return false }
      huffmanTables[Int(head)] = table
      rest = rest.dropFirst(total)
    }
    return true
  }

  private mutating func readScanHeader(_ body: [UInt8]) -> Bool {
    let count = components.count
    guard count > 0, body.count == 4 + 2 * count, Int(body[0]) == count,
      Array(body.suffix(3)) == [0, 63, 0]
    else { return false }
    for index in 0..<count {
      guard body[1 + 2 * index] == components[index].identifier else { return false }
      let tables = Int(body[2 + 2 * index])
      components[index].dcTable = tables >> 4
      components[index].acTable = 16 + (tables & 15)
    }
    return components.allSatisfy {
      huffmanTables[$0.dcTable] != nil && huffmanTables[$0.acTable] != nil
        && dcQuantizationSteps[$0.quantizationTable] != nil
    }
  }

  /// The side of a block, in pixels.
  static let blockSide = 8

  /// The largest sampling factors of any component.
  var maximumSampling: (horizontal: Int, vertical: Int) {
    (components.map(\.horizontalSampling).max() ?? 1, components.map(\.verticalSampling).max() ?? 1)
  }

  /// The size of an MCU, in pixels.
  var mcuSize: PixelSize {
    PixelSize(
      width: maximumSampling.horizontal * Self.blockSide,
      height: maximumSampling.vertical * Self.blockSide)
  }

  /// The number of MCUs in a row and in a column.
  var mcuGrid: PixelSize {
    PixelSize(
      width: (size.width - 1) / mcuSize.width + 1, height: (size.height - 1) / mcuSize.height + 1)
  }

  /// The quantization step of a component's DC coefficients.
  func dcQuantizationStep(of component: Component) -> Int {
    dcQuantizationSteps[component.quantizationTable] ?? 1
  }
}

/// One Huffman table of a JPEG file.
struct HuffmanTable: Hashable, Sendable {
  /// The number of codes of each length, 1 … 16 bits.
  private let counts: [UInt8]
  /// The symbols in the order of their codes.
  private let symbols: [UInt8]

  /// Makes a table, or returns `nil` if there are more codes than their lengths allow.
  init?(counts: [UInt8], symbols: [UInt8]) {
    guard counts.count == 16 else { return nil }
    var code = 0
    for (index, count) in counts.enumerated() {
      code += Int(count)
      if code > 1 << (index + 1) { return nil }
      code <<= 1
    }
    self.counts = counts
    self.symbols = symbols
  }

  /// The standard's luminance DC table (ITU-T T.81, table K.3), which codes every difference from
  /// −2047 to 2047; tables optimized for a file seldom do.
  static let luminanceDC = HuffmanTable(
    counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))

  /// The table's DHT segment, marker included; `number` is its destination, with the class in the high
  /// half.
  func segment(_ number: Int) -> [UInt8] {
    let length = 2 + 1 + counts.count + symbols.count
    return [0xFF, 0xC4, UInt8(length >> 8), UInt8(length & 0xFF), UInt8(number)] + counts + symbols
  }

  /// The codes in the order of their symbols, each with its length in bits.
  var codes: [(bits: UInt64, length: Int)] {
    var codes: [(bits: UInt64, length: Int)] = []
    var next: UInt64 = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        codes.append((next, index + 1))
        next += 1
      }
      next <<= 1
    }
    return codes
  }

  /// The symbol that every value of sixteen bits begins with, and from bit 8 on the length of its
  /// code; 0 where there is no code.
  var lookup: [UInt32] {
    var table = [UInt32](repeating: 0, count: 1 << 16)
    var code = 0
    var next = 0
    for length in 1...16 {
      for _ in 0..<counts[length - 1] where next < symbols.count {
        let first = code << (16 - length)
        let entry = UInt32(symbols[next]) | UInt32(length) << 8
        for place in first..<first + (1 << (16 - length)) { table[place] = entry }
        code += 1
        next += 1
      }
      code <<= 1
    }
    return table
  }
}
