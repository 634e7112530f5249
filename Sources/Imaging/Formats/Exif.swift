/// Reads the orientation from EXIF metadata.
///
/// An EXIF block is a small TIFF file: a byte order mark, the offset of a directory, and its entries of
/// twelve bytes each. Nothing in it is trusted.
enum Exif {
  private static let preamble: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]  // "Exif" and two zeros.
  private static let orientationTag = 0x0112
  /// The sizes of TIFF's integer types, in bytes.
  private static let lengths = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 17: 8, 18: 8]
  /// The size of a value that is stored in the entry itself, in bytes.
  private static let valueLength = 4
  private static let entryLength = 12

  /// Returns the orientation in an APP1 marker, or `nil` if there is no valid one.
  static func orientation(in marker: UnsafeBufferPointer<UInt8>) -> Orientation? {
    guard marker.starts(with: preamble) else { return nil }
    return orientation(inTIFF: UnsafeBufferPointer(rebasing: marker[preamble.count...]))
  }

  /// Returns the orientation in an EXIF block with or without the marker's preamble.
  static func orientation(in bytes: [UInt8]) -> Orientation? {
    bytes.withUnsafeBufferPointer { orientation(in: $0) ?? orientation(inTIFF: $0) }
  }

  private static func orientation(inTIFF bytes: UnsafeBufferPointer<UInt8>) -> Orientation? {
    guard bytes.count >= 8 else { return nil }
    let isBigEndian: Bool
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    let reader = ByteReader(bytes: bytes, isBigEndian: isBigEndian)
    guard let directory = reader.number(at: 4, length: 4),
      let count = reader.number(at: directory, length: 2)
    else { return nil }
    let entries = (0..<count).lazy.map { directory + 2 + $0 * entryLength }
    return entries.compactMap { orientation(entry: $0, reader) }.first
  }

  private static func orientation(entry: Int, _ reader: ByteReader) -> Orientation? {
    guard reader.number(at: entry, length: 2) == orientationTag,
      let length = reader.number(at: entry + 2, length: 2).flatMap({ lengths[$0] }),
      let place = length <= valueLength ? entry + 8 : reader.number(at: entry + 8, length: 4),
      let value = reader.number(at: place, length: length)
    else { return nil }
    return Orientation(rawValue: value)
  }
}

/// Reads integers from bytes that may end anywhere.
private struct ByteReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let isBigEndian: Bool

  /// Returns the integer at an offset, or `nil` if it is not within the bytes.
  func number(at place: Int, length: Int) -> Int? {
    guard place >= 0, place <= bytes.count - length else { return nil }
    let part = bytes[place..<place + length]
    let digits = isBigEndian ? Array(part) : part.reversed()
    return digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
