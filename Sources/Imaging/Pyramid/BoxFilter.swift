/// The 2×2 box filter on rows of premultiplied pixels.
///
/// Two channels are summed at once in the halves of a word: four bytes need ten bits, so sixteen bits a
/// channel never overflow. An unpaired row is passed twice and an unpaired column is averaged with
/// itself, so an odd edge is the average of the pixels there are. Rounds to nearest, half up.
enum BoxFilter {
  /// Every other byte of a word, from the lowest on: blue and red, or, shifted, green and alpha.
  private static let evenBytes: UInt32 = 0x00FF_00FF
  /// The same for two pixels.
  private static let evenBytesOfTwo: UInt64 = 0x00FF_00FF_00FF_00FF
  /// Half of the divisor four, in both halves of a word.
  private static let rounding: UInt32 = 0x0002_0002

  /// Halves two rows into one of half the width, rounded up.
  ///
  /// - Parameters:
  ///   - upper: The first row, `count` pixels.
  ///   - lower: The second row; may be the first one again.
  ///   - count: The pixels of a row, at least 1.
  ///   - startsUnpaired: True if the first pixel has no partner, instead of the last one of an odd `count`.
  ///   - output: Room for (count + 1) / 2 pixels.
  static func halve(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, count: Int,
    startsUnpaired: Bool,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    let lead = startsUnpaired ? 1 : 0
    if startsUnpaired { output[0] = column(upper[0], lower[0]) }
    let pairs = (count - lead) / 2
    halvePairs(upper + lead, lower + lead, pairs, into: output + lead)
    let done = lead + 2 * pairs
    if done < count { output[lead + pairs] = column(upper[done], lower[done]) }
  }

  /// The average of two pixels, one above the other.
  private static func column(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let low = 2 &* ((upper & evenBytes) &+ (lower & evenBytes)) &+ rounding
    let high = 2 &* ((upper >> 8 & evenBytes) &+ (lower >> 8 & evenBytes)) &+ rounding
    return (low >> 2 & evenBytes) | (high >> 2 & evenBytes) << 8
  }

  /// Averages blocks of two by two pixels, a word of two pixels from each row at a time.
  private static func halvePairs(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ pairs: Int,
    into output: UnsafeMutablePointer<UInt32>
  ) {
    let first = UnsafeRawPointer(upper)
    let second = UnsafeRawPointer(lower)
    for index in 0..<pairs {
      let above = first.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      let below = second.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      let low = (above & evenBytesOfTwo) &+ (below & evenBytesOfTwo)
      let high = (above >> 8 & evenBytesOfTwo) &+ (below >> 8 & evenBytesOfTwo)
      let lowSum = UInt32(truncatingIfNeeded: low &+ (low >> 32)) &+ rounding
      let highSum = UInt32(truncatingIfNeeded: high &+ (high >> 32)) &+ rounding
      output[index] = (lowSum >> 2 & evenBytes) | (highSum >> 2 & evenBytes) << 8
    }
  }
}
