/// Reads the orientation and the thumbnail from EXIF metadata.
///
/// An EXIF block is a small TIFF file: a byte order mark, the offset of a directory, and its entries of
/// twelve bytes each, then the offset of the next directory, which has the thumbnail. Nothing in it is trusted.
enum Exif {
  private static let preamble: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]  // "Exif" and two zeros.

  private enum Tag {
    static let compression = 0x0103
    static let orientation = 0x0112
    static let thumbnailOffset = 0x0201
    static let thumbnailLength = 0x0202
  }

  /// The compression of a thumbnail that is a JPEG file.
  private static let jpegCompression = 6

  /// Returns the orientation in an APP1 marker, or `nil` if there is no valid one.
  static func orientation(in marker: UnsafeBufferPointer<UInt8>) -> Orientation? {
    block(in: marker).flatMap(orientation)
  }

  /// Returns the orientation in an EXIF block with or without the marker's preamble.
  static func orientation(in bytes: [UInt8]) -> Orientation? {
    bytes.withUnsafeBufferPointer { bytes in
      (block(in: bytes) ?? ExifBlock(bytes)).flatMap(orientation)
    }
  }

  /// Returns the JPEG file that is the thumbnail in an APP1 marker, or `nil` if there is none.
  static func thumbnail(in marker: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let block = block(in: marker), let first = block.firstDirectory,
      let directory = block.directory(after: first),
      block.values(of: Tag.compression, in: directory).allSatisfy({ $0 == jpegCompression }),
      let offset = block.values(of: Tag.thumbnailOffset, in: directory).first,
      let length = block.values(of: Tag.thumbnailLength, in: directory).first
    else { return nil }
    return block.bytes(at: offset, length: length)
  }

  /// What the colors in an APP1 marker are; see ``colorSource(_:)``.
  static func colorSource(in marker: UnsafeBufferPointer<UInt8>) -> ColorSource? {
    guard marker.starts(with: preamble) else { return nil }
    return colorSource(TagDirectories(Array(marker[preamble.count...])))
  }

  /// What the colors in an EXIF block with or without the marker's preamble are; see ``colorSource(_:)``.
  static func colorSource(in bytes: [UInt8]) -> ColorSource? {
    let start = bytes.starts(with: preamble) ? preamble.count : 0
    return colorSource(TagDirectories(Array(bytes[start...])))
  }

  /// What the colors of a camera's picture are: Adobe RGB where its color space is 2, or uncalibrated with the
  /// interoperability index R03; `nil` where nothing is known. [DCF 2.0]
  static func colorSource(_ tags: TagDirectories) -> ColorSource? {
    let index = tags.first(1, in: .interoperability).map { MetadataText.decode($0.bytes) }
    switch tags.first(0xA001, in: .exif)?.numbers.first {
    case 1: return .screen(by: "EXIF")
    case 2 where index != "R98", 0xFFFF where index == "R03":
      return .calibrated(.adobeRGB, by: "Adobe RGB, by EXIF")
    default: return index == "R98" ? .screen(by: "EXIF") : nil
    }
  }

  private static func block(in marker: UnsafeBufferPointer<UInt8>) -> ExifBlock? {
    guard marker.starts(with: preamble) else { return nil }
    return ExifBlock(UnsafeBufferPointer(rebasing: marker[preamble.count...]))
  }

  private static func orientation(in block: ExifBlock) -> Orientation? {
    guard let directory = block.firstDirectory else { return nil }
    return block.values(of: Tag.orientation, in: directory).lazy
      .compactMap(Orientation.init(rawValue:)).first
  }
}

/// The directories of an EXIF block, each known by its offset.
private struct ExifBlock {
  /// The sizes of TIFF's integer types, in bytes.
  private static let lengths = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 17: 8, 18: 8]
  /// The size of a value that is stored in the entry itself, in bytes.
  private static let valueLength = 4
  private static let entryLength = 12

  private let reader: ByteReader<UnsafeBufferPointer<UInt8>>

  /// Returns `nil` unless the bytes begin as a TIFF file does.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): reader = ByteReader(bytes: bytes)
    case (0x4D, 0x4D): reader = ByteReader(bytes: bytes, isBigEndian: true)
    default: return nil
    }
  }

  var firstDirectory: Int? { reader.number(at: 4, length: 4) }

  func directory(after directory: Int) -> Int? {
    guard let count = reader.number(at: directory, length: 2),
      let next = reader.number(at: directory + 2 + count * Self.entryLength, length: 4)
    else { return nil }
    return next == 0 ? nil : next
  }

  /// Returns the integers that a directory holds for a tag; a valid directory has one at most.
  func values(of tag: Int, in directory: Int) -> [Int] {
    let count = reader.number(at: directory, length: 2) ?? 0
    return (0..<count).compactMap { value(of: tag, at: directory + 2 + $0 * Self.entryLength) }
  }

  func bytes(at place: Int, length: Int) -> [UInt8]? {
    guard place >= 0, length > 0, place <= reader.bytes.count - length else { return nil }
    return Array(reader.bytes[place..<place + length])
  }

  private func value(of tag: Int, at entry: Int) -> Int? {
    guard reader.number(at: entry, length: 2) == tag,
      let length = reader.number(at: entry + 2, length: 2).flatMap({ Self.lengths[$0] }),
      let place =
        length <= Self.valueLength ? entry + 8 : reader.number(at: entry + 8, length: 4)
    else { return nil }
    return reader.number(at: place, length: length)
  }
}
