import ScrollGeometry

/// Whole pictures as PNG files in memory.
package enum PNGPicture {
  /// The largest picture that is made, in pixels: it takes some seconds and half a gigabyte. [M]
  package static let largestArea = 64_000_000

  /// Decodes a picture and returns it as a PNG file.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - shouldContinue: Called now and then; the method returns `nil` once it returns `false`.
  /// - Returns: The file; `nil` for a picture that is too large, or of which nothing can be decoded.
  package static func bytes(
    of source: any ImageSource, while shouldContinue: () -> Bool = { true }
  ) -> [UInt8]? {
    let size = source.info.size
    guard let area = size.area, area <= largestArea else { return nil }
    var pixels = [UInt32](repeating: 0, count: area)
    var isEmpty = true
    func copy(_ key: TileKey, _ tile: TilePixels) {
      guard key.level == 0 else { return }
      isEmpty = false
      let (left, top) = (key.column * Pyramid.tileSide, key.row * Pyramid.tileSide)
      for y in 0..<tile.size.height {
        let start = (top + y) * size.width + left
        for x in 0..<tile.size.width { pixels[start + x] = tile[x, y] }
      }
    }
    switch source.access {
    case .rows(let rows):
      let builder = PyramidBuilder(source.info) { copy($0, $1) }
      // A damaged file is copied as far as it is shown.
      try? rows.decode(into: builder, while: shouldContinue)
      builder.abandon()
    case .tiles(let tiles):
      let pyramid = Pyramid(size: size)
      let all = Rect(origin: .zero, size: size.size)
      for key in pyramid.tiles(covering: all, level: 0).keys where shouldContinue() {
        if let tile = try? tiles.tile(key, of: pyramid) { copy(key, tile) }
      }
    }
    guard !isEmpty, shouldContinue() else { return nil }
    return PNGText.file(
      Thumbnail(size: size, pixels: pixels, isOpaque: !source.info.hasAlpha), texts: [])
  }
}
