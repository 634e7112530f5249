import CCodecs

/// The checksums of tile files.
enum Checksum {
  /// The CRC-32 of some bytes, which verifies that they are the ones that were written.
  static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(crc32_z(0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }
}
