/// A sum that tells whether bytes are the ones that were written; no guard against malice.
///
/// Eight bytes at a time are mixed by a multiplication (after FNV-1a and splitmix), which runs faster
/// than a disk reads.
struct Checksum: Hashable, Sendable {
  private(set) var value: UInt64

  init(seed: UInt64 = 0) {
    value = 0xCBF2_9CE4_8422_2325 ^ seed
  }

  /// The sum with these bytes after those before.
  func adding(_ bytes: UnsafeRawBufferPointer) -> Checksum {
    var sum = value ^ UInt64(truncatingIfNeeded: bytes.count)
    let words = bytes.count / 8
    for index in 0..<words {
      let word = bytes.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      sum = Self.mix(sum ^ UInt64(littleEndian: word))
    }
    for index in words * 8..<bytes.count { sum = Self.mix(sum ^ UInt64(bytes[index])) }
    var result = self
    result.value = sum
    return result
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
