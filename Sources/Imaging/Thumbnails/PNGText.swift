import ScrollGeometry

/// The texts in a PNG file (tEXt chunks).
enum PNGText {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns the texts by their keywords; of a damaged file those before the damage, none of another file.
  static func read(_ bytes: [UInt8]) -> [String: String] {
    guard bytes.starts(with: signature) else { return [:] }
    var texts: [String: String] = [:]
    var place = signature.count
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length
      guard end + 4 <= bytes.count else { break }
      if bytes[place + 4..<place + 8].elementsEqual("tEXt".utf8) {
        let parts = bytes[place + 8..<end].split(
          separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
          texts[String(decoding: parts[0], as: UTF8.self)] = String(
            decoding: parts[1], as: UTF8.self)
        }
      }
      place = end + 4
    }
    return texts
  }

  /// Returns a PNG file of a thumbnail with texts.
  static func file(_ thumbnail: Thumbnail, texts: [(key: String, value: String)]) -> [UInt8]? {
    guard let data = PNGData.compressed(thumbnail) else { return nil }
    let header =
      PNGData.number(thumbnail.size.width) + PNGData.number(thumbnail.size.height)
      + [8, thumbnail.isOpaque ? 2 : 6, 0, 0, 0]
    var bytes = signature + PNGData.chunk("IHDR", header)
    for (key, value) in texts {
      bytes += PNGData.chunk("tEXt", Array(key.utf8) + [0] + Array(value.utf8))
    }
    return bytes + PNGData.chunk("IDAT", data) + PNGData.chunk("IEND", [])
  }
}

extension Thumbnail {
  /// The thumbnail as a PNG file, with transparency where it has some; `nil` where memory is short.
  package var pngFile: [UInt8]? { PNGText.file(self, texts: []) }
}
