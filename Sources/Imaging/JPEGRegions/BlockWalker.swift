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
