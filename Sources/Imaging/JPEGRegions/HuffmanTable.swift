/// One Huffman table of a JPEG file.
struct HuffmanTable: Hashable, Sendable {
  /// The number of codes of each length, 1 … 16 bits.
  let counts: [UInt8]
  /// The symbols in the order of their codes.
  let symbols: [UInt8]

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
}

extension HuffmanTable {
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
