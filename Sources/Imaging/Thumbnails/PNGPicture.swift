import CCodecs
package import ScrollGeometry

/// Pictures as PNG files in memory.
package enum PNGPicture {
  /// The largest picture that is made, in pixels: the file takes some seconds and at most a quarter of a gigabyte. [M]
  package static let largestArea = 64_000_000

  /// Decodes a picture and returns it as a PNG file.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - rect: The part of it, in pixels as shown; the default is all of it.
  ///   - shouldContinue: Called now and then; the method returns `nil` once it returns `false`.
  /// - Returns: The file; `nil` for a picture that is too large, or of which nothing can be decoded.
  package static func bytes(
    of source: any ImageSource, rect: PixelRect? = nil, while shouldContinue: () -> Bool = { true }
  ) -> [UInt8]? {
    let reader = BandReader(source, rect: rect)
    let size = reader.rect.size
    guard let area = size.area, area > 0, area <= largestArea else { return nil }
    guard let memory = MemoryStream() else { return nil }
    do {
      let writer = try PNGRowWriter(memory, size, hasAlpha: source.info.hasAlpha)
      var isEmpty = true
      var row = [UInt8](repeating: 0, count: size.width * 4)
      // A damaged file is copied as far as it is shown.
      while let band = try reader.nextBand() {
        isEmpty = isEmpty && !band.pixels.contains { $0 != 0 }
        for y in band.rect.rows {
          guard shouldContinue() else { return nil }
          try row.withUnsafeMutableBufferPointer { bytes in
            band.withRow(y) { pixels in
              if source.info.hasAlpha {
                PixelRows.copyRGBA(pixels, into: bytes)
              } else {
                PixelRows.copyRGB(pixels, over: 0, into: bytes)
              }
            }
            try writer.write(UnsafeBufferPointer(bytes))
          }
        }
      }
      guard !isEmpty || reader.damage == nil else { return nil }
      try writer.finish()
    } catch {
      return nil
    }
    return memory.bytes
  }
}

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

  /// The whole chunks of a file, in their order, and where their contents lie.
  static func chunks(of bytes: [UInt8]) -> [(type: String, content: Range<Int>)] {
    var chunks: [(type: String, content: Range<Int>)] = []
    var place = ImageFormat.pngSignature.count
    while place + 12 <= bytes.count {
      let end = place + 8 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard end + 4 <= bytes.count else { break }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      chunks.append((type, place + 8..<end))
      place = end + 4
    }
    return chunks
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

/// The texts in a PNG file (tEXt chunks).
enum PNGText {
  /// Returns the texts by their keywords; of a damaged file those before the damage, none of another file.
  static func read(_ bytes: [UInt8]) -> [String: String] {
    guard bytes.starts(with: ImageFormat.pngSignature) else { return [:] }
    var texts: [String: String] = [:]
    for (type, content) in PNGData.chunks(of: bytes) where type == "tEXt" {
      let parts = bytes[content].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        texts[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
      }
    }
    return texts
  }

  /// Returns a PNG file of a thumbnail with texts.
  static func file(_ thumbnail: Thumbnail, texts: [(key: String, value: String)]) -> [UInt8]? {
    guard let data = PNGData.compressed(thumbnail) else { return nil }
    let header =
      PNGData.number(thumbnail.size.width) + PNGData.number(thumbnail.size.height)
      + [8, thumbnail.isOpaque ? 2 : 6, 0, 0, 0]
    var bytes = ImageFormat.pngSignature + PNGData.chunk("IHDR", header)
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
