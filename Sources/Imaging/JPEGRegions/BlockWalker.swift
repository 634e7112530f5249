/// Steps over the coded blocks of a scan, from which stuffing and markers were removed.
///
/// Only differences of first coefficients are decoded; of the others just the length is found out.
struct BlockWalker {
  /// The most bytes a block can take: 27 bits and 63 times 26 bits. [C]
  static let longestBlock = 210
  /// The bytes that may be read past the place of the next block.
  static let lookahead = 16

  let bytes: UnsafePointer<UInt8>
  let tables: UnsafePointer<UInt32>
  /// The next bit, counted from ``bytes``.
  var bit: Int
  /// The first bit after the last block's first coefficient.
  private(set) var alternatingBit = 0
  /// True if there was something that is no code.
  private(set) var isBroken = false

  init(bytes: UnsafePointer<UInt8>, tables: UnsafePointer<UInt32>, bit: Int) {
    self.bytes = bytes
    self.tables = tables
    self.bit = bit
  }

  /// At least 57 bits from a place on, the first one highest.
  @inline(__always)
  func peek(_ bit: Int) -> UInt64 {
    let word = UnsafeRawPointer(bytes + bit >> 3).loadUnaligned(as: UInt64.self)
    return word.bigEndian << UInt64(bit & 7)
  }

  /// Steps over a block.
  ///
  /// - Returns: the difference of its first coefficient from the one before.
  @inline(__always)
  mutating func step(_ first: SkipTables.Place, _ alternating: SkipTables.Place) -> Int {
    var word = peek(bit)
    var entry = tables[first.quick &+ Int(truncatingIfNeeded: word >> SkipTables.quickShift)]
    if entry == 0 { entry = tables[first.full &+ Int(truncatingIfNeeded: word >> 48)] }
    let (length, size) = (UInt64(entry >> 8), UInt64(entry & 15))
    isBroken = isBroken || length == 0
    word = word &<< length
    let difference = Self.difference(word, size)
    alternatingBit = bit &+ Int(truncatingIfNeeded: length &+ size)
    bit = alternatingBit
    skip(word &<< size, available: 57 &- Int(truncatingIfNeeded: length &+ size), alternating)
    return difference
  }

  /// The number that the highest `size` bits stand for.
  @inline(__always)
  private static func difference(_ word: UInt64, _ size: UInt64) -> Int {
    // The first bit is 0 for numbers below zero, which are counted from the lowest.
    let value = Int(truncatingIfNeeded: (word &>> 1) &>> (63 &- size))
    let isNegative = Int64(bitPattern: word) >= 0
    return isNegative ? value &+ 1 &- (1 &<< Int(truncatingIfNeeded: size)) : value
  }

  /// Steps over the coefficients after the first.
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
      let entry = tables[table.quick &+ Int(truncatingIfNeeded: word >> SkipTables.quickShift)]
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
        // At 64 the block ends without saying so, perhaps in the middle of the group.
        let symbol = tables[table.full &+ Int(truncatingIfNeeded: peek(bit) >> 48)]
        let run = symbol >> 4 & 15
        isBroken = isBroken || symbol == 0
        bit = bit &+ Int(symbol >> 8 &+ symbol & 15)
        if symbol & 15 == 0, run < 15 { return }
        position = position &+ run &+ 1
        if position >= 64 {
          isBroken = isBroken || position > 64
          return
        }
        left = 0
      }
    }
  }

  /// Goes on at the next whole byte, where a restart is.
  @inline(__always)
  mutating func align() { bit = (bit + 7) & ~7 }
}
