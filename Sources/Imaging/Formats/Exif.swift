/// Reads the orientation, the thumbnail, the resolution and the color space from EXIF metadata; nothing in it is trusted.
enum Exif {
  /// What an APP1 marker has before the block: "Exif" and two zeros.
  static let preamble: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

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
    block(in: marker).flatMap { orientation(in: $0) }
  }

  /// Returns the orientation in an EXIF block with or without the marker's preamble.
  static func orientation(in block: [UInt8]) -> Orientation? {
    TagDirectories(block).integers(Tag.orientation).lazy
      .compactMap(Orientation.init(rawValue:)).first
  }

  /// Returns the JPEG file that is the thumbnail in an APP1 marker, or `nil` if there is none.
  static func thumbnail(in marker: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let block = block(in: marker) else { return nil }
    // The second directory has it.
    let tags = TagDirectories(block)
    guard tags.integers(Tag.compression, of: 1).allSatisfy({ $0 == jpegCompression }),
      let offset = tags.integers(Tag.thumbnailOffset, of: 1).first, offset >= 0,
      let length = tags.integers(Tag.thumbnailLength, of: 1).first, length > 0,
      offset <= block.count - length
    else { return nil }
    return Array(block[offset..<offset + length])
  }

  /// How large pixels are by an APP1 marker; `nil` where it doesn't say.
  static func scale(in marker: UnsafeBufferPointer<UInt8>) -> PixelScale? {
    block(in: marker).flatMap { PixelScale(TagDirectories($0), "EXIF") }
  }

  /// What the colors in an APP1 marker are; see ``colorSource(_:)``.
  static func colorSource(in marker: UnsafeBufferPointer<UInt8>) -> ColorSource? {
    block(in: marker).flatMap { colorSource(in: $0) }
  }

  /// What the colors in an EXIF block with or without the marker's preamble are; see ``colorSource(_:)``.
  static func colorSource(in bytes: [UInt8]) -> ColorSource? { colorSource(TagDirectories(bytes)) }

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

  private static func block(in marker: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    marker.starts(with: preamble) ? Array(marker[preamble.count...]) : nil
  }
}
