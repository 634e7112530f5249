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
