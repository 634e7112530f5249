import ScrollGeometry

/// How many pixels of a picture have each value, by channel; transparent pixels do not count.
package struct Histogram: Hashable, Sendable {
  /// What is counted of a pixel.
  package enum Channel: Int, CaseIterable, Sendable {
    case red
    case green
    case blue
    /// The luma of Rec. 709.
    case luma

    /// The bits of a primary in 0xRRGGBB; 0 for the luma, which has none of its own.
    var mask: UInt32 { 0xFF_0000 >> UInt32(8 * rawValue) }
  }

  /// The number of values.
  package static let valueCount = 256

  /// The counts of all values of the first channel, then of the second one, and so on.
  private var counts = [Int](repeating: 0, count: Channel.allCases.count * Self.valueCount)
  /// The number of pixels.
  package private(set) var pixelCount = 0
  /// How many pixels have a channel at its lightest value, and how many one at its darkest.
  private var (lightCount, darkCount) = (0, 0)

  /// The primaries that pixels may have; the others are 0 in all of them, and clipped in none.
  private let primaries: UInt32

  /// Makes a histogram of no pixels, which may have these primaries, 0xFF in the place of each of 0xRRGGBB.
  package init(primaries: UInt32 = 0xFF_FFFF) { self.primaries = primaries }

  /// The counts of a channel, from the darkest value to the lightest one.
  package subscript(channel: Channel) -> ArraySlice<Int> {
    counts[channel.rawValue * Self.valueCount..<(channel.rawValue + 1) * Self.valueCount]
  }

  /// The share of pixels that are clipped in a channel, 0 … 1.
  ///
  /// - Parameters:
  ///   - channel: The channel.
  ///   - isLight: True for the lightest value, false for the darkest one.
  /// - Returns: The share of pixels that have that value.
  package func share(_ channel: Channel, atLightEnd isLight: Bool) -> Double {
    guard isLight || channel == .luma || primaries & channel.mask != 0 else { return 0 }
    let end = isLight ? self[channel].last : self[channel].first
    return Double(end ?? 0) / Double(max(pixelCount, 1))
  }

  /// The share of pixels that are clipped in any channel, 0 … 1.
  ///
  /// - Parameter isLight: True for the light end, false for the dark one.
  /// - Returns: The share; a pixel that is clipped at both ends counts at each.
  package func clippedShare(atLightEnd isLight: Bool) -> Double {
    Double(isLight ? lightCount : darkCount) / Double(max(pixelCount, 1))
  }

  /// The share of pixels from which on a channel is clipped; it is that of ``Tone``. [C]
  package static let clippedShare = Tone.percentiles.black

  /// Adds the pixels that a tile has, without its apron.
  mutating func add(_ tile: TilePixels) {
    let (filled, stride, apron) = (tile.filled, tile.stride, TilePixels.apron)
    let unused = ~primaries & 0xFF_FFFF
    let (counted, light, dark) = counts.withUnsafeMutableBufferPointer { counts in
      tile.withUnsafePixels { pixels in
        var (counted, light, dark) = (0, 0, 0)
        for y in filled.y..<filled.y + filled.height {
          let start = (y + apron) * stride + apron + filled.x
          for place in start..<start + filled.width {
            var pixel = pixels[place]
            if pixel < PixelRows.opaqueAlpha {
              guard pixel >> 24 > 0 else { continue }
              pixel = PixelRows.unpremultiplied(pixel)
            }
            let (red, green, blue) = (
              Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF)
            )
            // The weights of Rec. 709 in parts of 256.
            let luma = (54 &* red &+ 183 &* green &+ 19 &* blue) >> 8
            counts[red] &+= 1
            counts[256 &+ green] &+= 1
            counts[512 &+ blue] &+= 1
            counts[768 &+ luma] &+= 1
            counted &+= 1
            if red == 255 || green == 255 || blue == 255 { light &+= 1 }
            let used = pixel | unused
            if used & 0xFF_0000 == 0 || used & 0xFF00 == 0 || used & 0xFF == 0 { dark &+= 1 }
          }
        }
        return (counted, light, dark)
      }
    }
    pixelCount += counted
    lightCount += light
    darkCount += dark
  }
}

// MARK: - Of a picture

extension TiledPicture {
  /// The values of a picture's pixels, and the level that has been counted.
  package struct CountedPixels: Sendable {
    package let histogram: Histogram
    /// The level; one beyond the coarsest where not even that is complete.
    package let level: Int
  }

  /// Counts the values of the pixels of the finest level that is in memory as a whole; decodes nothing.
  ///
  /// It takes about two milliseconds for each megapixel, and may be called on any thread.
  ///
  /// - Parameters:
  ///   - level: Only a finer level is counted.
  ///   - shouldContinue: Returns false where the result is no longer needed.
  /// - Returns: The counts; `nil` where there is no finer level, or it is no longer needed.
  package func countPixels(
    finerThan level: Int = .max, while shouldContinue: () -> Bool = { true }
  ) -> CountedPixels? {
    for finer in 0..<min(level, pyramid.levelCount) {
      guard let tiles = residentTiles(ofLevel: finer, ifWhole: true) else { continue }
      return count(tiles, finer, shouldContinue)
    }
    // What there is of a picture that is still being decoded.
    guard level > pyramid.levelCount,
      let tiles = residentTiles(ofLevel: pyramid.coarsestLevel, ifWhole: false)
    else { return nil }
    return count(tiles, pyramid.levelCount, shouldContinue)
  }

  /// The largest picture of which all pixels are decoded to count them, in pixels. [C]
  private static let countedArea = 64_000_000

  /// Counts the values of all pixels, which are decoded again for that, whatever is in memory.
  ///
  /// It takes as long as decoding the picture, and may be called on any thread.
  ///
  /// - Parameter shouldContinue: Returns false where the result is no longer needed.
  /// - Returns: The counts; `nil` where it is no longer needed, cannot be decoded as a whole, or would take too much time or memory.
  package func countAllPixels(while shouldContinue: () -> Bool = { true }) -> CountedPixels? {
    guard !showsFrame, (pyramid.size(ofLevel: 0).area ?? .max) <= Self.countedArea else {
      return nil
    }
    var histogram = Histogram(primaries: source.info.primaries)
    do throws(ImagingError) {
      switch source.access {
      case .rows(let rows):
        guard rows.workBytes <= ImageLimits.spareBytes else { return nil }
        let builder = PyramidBuilder(source.info, levelCount: 1, progressiveArea: .max) {
          histogram.add($1)
        }
        try rows.decode(into: builder, while: shouldContinue)
        guard builder.isComplete else { return nil }
      case .tiles(let tiles):
        let grid = pyramid.grid(ofLevel: 0)
        for row in 0..<grid.height {
          for column in 0..<grid.width {
            guard shouldContinue() else { return nil }
            let key = TileKey(level: 0, column: column, row: row)
            histogram.add(try tiles.tile(key, of: pyramid))
          }
        }
      }
    } catch {
      return nil
    }
    return CountedPixels(histogram: histogram, level: 0)
  }

  private func count(
    _ tiles: [TilePixels], _ level: Int, _ shouldContinue: () -> Bool
  ) -> CountedPixels? {
    var histogram = Histogram(primaries: info.primaries)
    for tile in tiles {
      guard shouldContinue() else { return nil }
      histogram.add(tile)
    }
    return CountedPixels(histogram: histogram, level: level)
  }
}
