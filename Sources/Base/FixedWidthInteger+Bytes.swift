extension FixedWidthInteger {
  /// The bytes of the number, the lowest first, as little endian files have them; reversed they are those of big endian ones.
  ///
  /// - Parameter count: How many; those above the number's width repeat its sign.
  /// - Returns: The lowest bytes.
  package func bytes(_ count: Int = Self.bitWidth / 8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
