/// One code table of a JPEG file.
struct HuffmanCode: Hashable, Sendable {
  /// The number of codes of each length, 1 … 16 bits.
  let counts: [UInt8]
  /// The symbols in the order of their codes.
  let symbols: [UInt8]

  /// Takes a table; nil when there are more codes than their lengths allow.
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

  /// The differences of first coefficients as the standard's own table codes them: any number from
  /// −2047 to 2047, of which few tables in files are capable.
  static let differences = HuffmanCode(
    counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))
}

extension HuffmanCode {
  /// The table's segment, marker included; `number` as a file numbers it, class in the high half.
  func segment(_ number: Int) -> [UInt8] {
    let length = 2 + 1 + counts.count + symbols.count
    return [0xFF, 0xC4, UInt8(length >> 8), UInt8(length & 0xFF), UInt8(number)] + counts + symbols
  }

  /// For every sixteen bits the code they begin with: symbol, and from bit 8 on its length, which is 0
  /// where there is none.
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

/// Tables for stepping over the coefficients of blocks several at a time.
///
/// They lie in one array, since an array is reached through a pointer, and one pointer is enough.
struct SkipTables: Sendable {
  /// The bits that a quick look takes. [C]
  static let quickBits = 12
  /// What brings the highest bits of a word of 64 down to where a quick look takes them.
  static let quickShift = UInt64(64 - quickBits)
  /// The bits of a quick entry that hold a number of bits.
  static let lengthMask: UInt32 = 63
  /// Where a quick entry holds a number of coefficients: 64 where nothing can be said, and
  /// ``end`` more where the block ends.
  static let advanceShift: UInt32 = 6
  /// Added to the number of coefficients in an entry that ends a block.
  static let end: UInt32 = 1024

  /// The places of one code's tables.
  struct Place: Hashable, Sendable {
    /// Entries of ``quickBits``.
    var quick: Int
    /// Entries of sixteen bits, as ``HuffmanCode/lookup``.
    var full: Int
  }

  private(set) var entries: ContiguousArray<UInt32> = []

  /// Adds the tables of a code for coefficients after the first.
  mutating func add(alternating code: HuffmanCode) -> Place {
    let full = code.lookup
    let quick = (0..<1 << Self.quickBits).map { Self.group(UInt32($0), full) }
    return add(quick: quick, full: full)
  }

  /// Adds the tables of a code for first coefficients; a quick entry is one of the full table's.
  mutating func add(first code: HuffmanCode) -> Place {
    let full = code.lookup
    let quick = (0..<1 << Self.quickBits).map { index in
      let entry = full[index << (16 - Self.quickBits)]
      return entry >> 8 <= Self.quickBits ? entry : 0
    }
    return add(quick: quick, full: full)
  }

  private mutating func add(quick: [UInt32], full: [UInt32]) -> Place {
    let place = Place(quick: entries.count, full: entries.count + quick.count)
    entries += quick
    entries += full
    return place
  }

  /// As many whole symbols as begin in these bits: how long they are together with the bits that follow
  /// the last, how many coefficients they stand for, and whether they end the block.
  private static func group(_ bits: UInt32, _ full: [UInt32]) -> UInt32 {
    let window = Int(bits) << (16 - quickBits)
    var length = 0
    var advance = 0
    while length < quickBits {
      let entry = full[(window << length) & 0xFFFF]
      let codeLength = Int(entry >> 8)
      let (run, size) = (Int(entry & 0xFF) >> 4, Int(entry & 15))
      guard codeLength > 0, length + codeLength <= quickBits else { break }
      if size == 0, run < 15 {
        return UInt32(length + codeLength) | (UInt32(advance) + end) << advanceShift
      }
      guard advance + run + 1 < 64 else { break }
      length += codeLength + size
      advance += run + 1
    }
    return UInt32(length) | UInt32(length > 0 ? advance : 64) << advanceShift
  }
}
