/// Reads integers from bytes that may end anywhere.
struct ByteReader<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  let bytes: Bytes
  /// Whether the highest byte of a number comes first.
  var isBigEndian = false

  /// Returns the number of `length` bytes at an offset, or `nil` if it isn't within the bytes.
  func number(at place: Int, length: Int) -> Int? {
    guard place >= 0, place <= bytes.count - length else { return nil }
    let start = bytes.startIndex + place
    return (0..<length).reduce(0) { value, index in
      value << 8 | Int(bytes[start + (isBigEndian ? index : length - 1 - index)])
    }
  }

  /// Returns the signed number of four bytes at an offset, or `nil` if it isn't within the bytes.
  func signedNumber(at place: Int) -> Int? {
    number(at: place, length: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }
}
