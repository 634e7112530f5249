/// Appends bits to a buffer, most significant bit first.
struct BitWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var word: UInt64 = 0
  private var pending = 0
  private var count = 0

  /// Allocates room for a number of bytes, beyond which bits are dropped.
  init(capacity: Int) {
    memory = .allocate(capacity: capacity + 16)
  }

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
