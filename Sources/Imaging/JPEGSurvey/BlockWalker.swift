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
    let word = peek(bit)
    var entry = tables[first.quick + Int(word >> UInt64(64 - SkipTables.quickBits))]
    if entry == 0 { entry = tables[first.full + Int(word >> 48)] }
    let (length, size) = (Int(entry >> 8), Int(entry & 0xFF))
    if length == 0 || size > 15 {
      isBroken = true
      return 0
    }
    let shifted = word << UInt64(length)
    bit += length + size
    alternatingBit = bit
    skip(shifted << UInt64(size), available: 57 - length - size, alternating)
    guard size > 0 else { return 0 }
    let value = Int(shifted >> UInt64(64 - size))
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /// Steps over the coefficients after the first.
  @inline(__always)
  private mutating func skip(_ start: UInt64, available: Int, _ table: SkipTables.Place) {
    var word = start
    var left = available
    var position = 1
    while true {
      if left < 32 {
        word = peek(bit)
        left = 57
      }
      let entry = tables[table.quick + Int(word >> UInt64(64 - SkipTables.quickBits))]
      let length = Int(entry & SkipTables.lengthMask)
      let next = position + Int(entry >> SkipTables.advanceShift & SkipTables.advanceMask)
      // At 64 the block ends without saying so, perhaps in the middle of the group.
      if length == 0 || next >= 64 {
        position = stepOnce(table, from: position)
        if position >= 64 { return }
        left = 0
        continue
      }
      bit += length
      if entry & SkipTables.endFlag != 0 { return }
      position = next
      word <<= UInt64(length)
      left -= length
    }
  }

  /// Steps over one symbol, and answers the place of the next coefficient; 64 at a block's end.
  @inline(never)
  private mutating func stepOnce(_ table: SkipTables.Place, from position: Int) -> Int {
    let entry = tables[table.full + Int(peek(bit) >> 48)]
    let (length, run, size) = (Int(entry >> 8), Int(entry & 0xFF) >> 4, Int(entry & 15))
    guard length > 0 else {
      isBroken = true
      return 64
    }
    bit += length + size
    if size == 0, run < 15 { return 64 }
    let next = position + run + 1
    if next > 64 { isBroken = true }
    return next
  }

  /// Goes on at the next whole byte, where a restart is.
  @inline(__always)
  mutating func align() { bit = (bit + 7) & ~7 }
}
