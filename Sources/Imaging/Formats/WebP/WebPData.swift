import OverscrollBase
import ScrollGeometry

/// What WebP files are written of.
enum WebPData {
  /// A chunk, with a byte at its end where its length is odd.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + content.count.bytes(4) + content
      + [UInt8](repeating: 0, count: content.count % 2)
  }

  /// The bits of EXIF and of XMP among the features.
  static let (exifBit, xmpBit): (UInt8, UInt8) = (0x08, 0x04)

  /// The chunk of features of a picture, which a file with metadata begins with.
  static func features(_ flags: UInt8, _ size: PixelSize) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + (size.width - 1).bytes(3) + (size.height - 1).bytes(3))
  }
}
