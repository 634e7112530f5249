/// Lookup tables for stepping over several coefficients at a time.
///
/// All tables lie in one array, so that a single pointer reaches them.
struct SkipTables: Sendable {
  /// The bits that index a fast table. [C]
  static let fastBits = 12
  /// The shift that brings the highest ``fastBits`` of a 64-bit word down.
  static let fastShift = UInt64(64 - fastBits)
  /// The part of a fast AC entry that holds a number of bits.
  static let lengthMask: UInt32 = 63
  /// The shift of a fast AC entry's number of coefficients: 64 where the bits begin no whole symbol,
  /// and ``end`` more where they end the block.
  static let advanceShift: UInt32 = 6
  /// Added to the number of coefficients in an entry that ends a block.
  static let end: UInt32 = 1024

  /// The offsets of one code's tables.
  struct Place: Hashable, Sendable {
    /// The table indexed by ``fastBits`` bits.
    var fast: Int
    /// The table indexed by sixteen bits; see ``HuffmanTable/lookup``.
    var full: Int
  }

  private(set) var entries: ContiguousArray<UInt32> = []

  /// Adds the tables of an AC code.
  mutating func add(ac table: HuffmanTable) -> Place {
    let full = table.lookup
    let fast = (0..<1 << Self.fastBits).map { Self.group(UInt32($0), full) }
    return add(fast: fast, full: full)
  }

  /// Adds the tables of a DC code, whose fast entries are those of the full table.
  mutating func add(dc table: HuffmanTable) -> Place {
    let full = table.lookup
    let fast = (0..<1 << Self.fastBits).map { index in
      let entry = full[index << (16 - Self.fastBits)]
      return entry >> 8 <= Self.fastBits ? entry : 0
    }
    return add(fast: fast, full: full)
  }

  private mutating func add(fast: [UInt32], full: [UInt32]) -> Place {
    let place = Place(fast: entries.count, full: entries.count + fast.count)
    entries += fast
    entries += full
    return place
  }

  /// The entry for the whole symbols that begin in some bits: their length together with the bits
  /// that follow the last, the coefficients they stand for, and whether they end the block.
  private static func group(_ bits: UInt32, _ full: [UInt32]) -> UInt32 {
    let window = Int(bits) << (16 - fastBits)
    var length = 0
    var advance = 0
    while length < fastBits {
      let entry = full[(window << length) & 0xFFFF]
      let codeLength = Int(entry >> 8)
      let (run, size) = (Int(entry & 0xFF) >> 4, Int(entry & 15))
      guard codeLength > 0, length + codeLength <= fastBits else { break }
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
