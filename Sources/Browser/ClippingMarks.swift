import OverscrollImaging

/// Stripes in the place of pixels that are clipped as they are seen: at the light end stripes that rise, at the dark end darker ones
/// that fall, in the color of the channels that are clipped; a pixel that is clipped at both ends, as pure colors are, has both.
///
/// They belong to the pixels, which they scroll and grow with.
enum ClippingMarks {
  /// The width of a stripe, in pixels: a power of two, and a part of a tile's side. [C]
  private static let width = 4
  /// The brightness of the stripes at the light end and at the dark end, in 256ths: those of the channels that are clipped. [C]
  private static let (light, dark): ((Int, Int), (Int, Int)) = ((256, 96), (160, 56))

  /// Returns the pixels of a tile, apron included, of which those that are clipped are striped.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - primaries: The primaries that pixels may have; the others are 0 in all of them, and not clipped.
  /// - Returns: The pixels.
  static func marked(_ tile: TilePixels, _ primaries: UInt32) -> [UInt32] {
    let stride = tile.stride
    // The stripes of neighbors go on in each other, and the apron has those of the neighbor.
    let period = 2 * width
    let start = period - TilePixels.apron % period
    return tile.withUnsafePixels { pixels in
      var marked = Array(pixels)
      var (x, y) = (0, 0)
      for index in pixels.indices {
        let pixel = pixels[index]
        if let mark = mark(of: pixel, primaries, x + start, y + start) { marked[index] = mark }
        x += 1
        if x == stride { (x, y) = (0, y + 1) }
      }
      return marked
    }
  }

  /// Returns what marks a premultiplied pixel at a place; `nil` for one that is not clipped, or not seen.
  private static func mark(
    of pixel: UInt32, _ primaries: UInt32, _ x: Int, _ y: Int
  ) -> UInt32? {
    let alpha = pixel >> 24
    func channels(_ pixel: UInt32) -> (UInt32, UInt32, UInt32) {
      (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    }
    let (red, green, blue) = channels(pixel)
    let used = channels(pixel | ~primaries)
    let isDark = min(used.0, used.1, used.2) == 0
    guard alpha > 0, isDark || max(red, green, blue) >= alpha else { return nil }
    // Falling stripes fill the gaps between rising ones.
    let isLight =
      max(red, green, blue) >= alpha && !(isDark && (x + y) & width != 0)
    func isClipped(_ channel: UInt32, _ used: UInt32) -> Bool {
      isLight ? channel >= alpha : used == 0
    }
    let isSecond = (isLight ? x + y : x - y) & width != 0
    let levels = isLight ? light : dark
    let level = UInt32(isSecond ? levels.1 : levels.0)
    let value = min(alpha * level / 256, alpha)
    return alpha << 24 | (isClipped(red, used.0) ? value << 16 : 0)
      | (isClipped(green, used.1) ? value << 8 : 0) | (isClipped(blue, used.2) ? value : 0)
  }
}
