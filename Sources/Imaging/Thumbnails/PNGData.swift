import CCodecs
import ScrollGeometry

/// The parts of a PNG file.
enum PNGData {
  /// The level of compression: quick. [C]
  private static let compressionLevel: Int32 = 3

  /// Returns a number of four bytes.
  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    let checksum = body.withUnsafeBytes { Checksum.crc32($0) }
    return number(content.count) + body + number(Int(checksum))
  }

  /// Returns the compressed rows of a thumbnail, each byte the difference from the pixel to the left (filter 1); `nil` if memory
  /// is short.
  static func compressed(_ thumbnail: Thumbnail) -> [UInt8]? {
    let channels = thumbnail.isOpaque ? 3 : 4
    var rows: [UInt8] = []
    rows.reserveCapacity((thumbnail.size.width * channels + 1) * thumbnail.size.height)
    for y in 0..<thumbnail.size.height {
      rows.append(1)
      var left: [UInt8] = [0, 0, 0, 0]
      for x in 0..<thumbnail.size.width {
        let pixel = samples(thumbnail.pixels[y * thumbnail.size.width + x])
        for channel in 0..<channels { rows.append(pixel[channel] &- left[channel]) }
        left = pixel
      }
    }
    var length = compressBound(UInt(rows.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    let status = compress2(&result, &length, rows, UInt(rows.count), compressionLevel)
    guard status == Z_OK else { return nil }
    return Array(result.prefix(Int(length)))
  }

  /// Red, green, blue and alpha, not premultiplied.
  private static func samples(_ pixel: UInt32) -> [UInt8] {
    let alpha = pixel >> 24
    return [16, 8, 0].map { shift in
      let value = pixel >> shift & 255
      return UInt8(alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha))
    } + [UInt8(alpha)]
  }
}
