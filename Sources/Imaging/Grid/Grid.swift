package import ScrollGeometry

/// A picture without a file: squared paper, drawn tile by tile, of any size up to a million square.
///
/// A line every ``spacing`` pixels, a stronger one every fifth, and beside the crossings their
/// coordinates. Each level is drawn for itself: where lines or labels would crowd, fewer are drawn.
///
/// A program can determine its position from the colors, which ``GridCode`` explains.
package struct Grid: TileSource {
  /// The size at level 0, in pixels.
  package let size: PixelSize
  /// The distance from line to line, in pixels.
  package let spacing: Int
  /// How many times larger than at 96 dots an inch lettering is drawn: from 1 up, as far as a cell has room for it.
  let letterScale: Int

  /// The size unless one is given, in pixels: the one the viewer's first scenes use.
  package static let defaultSize = PixelSize(width: 550, height: 350)
  /// The distance of lines unless one is given, in pixels.
  package static let defaultSpacing = 50
  /// The longest side, in pixels.
  package static let maximumSide = 1_000_000
  /// The spacings that make a picture worth looking at, in pixels. [C]
  package static let spacings = 10...10_000

  /// Makes a grid.
  ///
  /// - Throws: when a side or the spacing is out of range.
  package init(
    size: PixelSize = Self.defaultSize, spacing: Int = Self.defaultSpacing, letterScale: Int = 1
  ) throws(ImagingError) {
    let sides = 1...Self.maximumSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw ImagingError(
        .badArgument, "grid",
        "\(size) is not a valid size; each side must be from 1 to "
          + "\(Self.maximumSide) pixels")
    }
    guard Self.spacings.contains(spacing) else {
      throw ImagingError(
        .badArgument, "grid",
        "lines every \(spacing) pixels cannot be drawn; the spacing must be from "
          + "\(Self.spacings.lowerBound) to \(Self.spacings.upperBound) pixels")
    }
    self.size = size
    self.spacing = spacing
    let font = GridFont.large
    let room = spacing - GridCode.smallestPrintedCell / 5
    self.letterScale = max(1, min(letterScale, room / (font.height + font.margin)))
  }

  /// The same grid with its lettering as large as the desktop's, in device pixels for a point.
  package func lettered(at scale: Double) -> Grid {
    (try? Grid(size: size, spacing: spacing, letterScale: Int(min(scale, 16).rounded()))) ?? self
  }
}

extension Grid {
  package var info: ImageInfo {
    ImageInfo(format: "grid", size: size, layout: "drawn as needed")
  }

  package func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let rect = pyramid.rect(of: key)
    guard !rect.size.isEmpty else {
      throw ImagingError(.badArgument, "grid", "there is no tile \(key)")
    }
    var painter = GridPainter(
      rule: GridRule(self, level: key.level), rect: rect,
      limits: pyramid.size(ofLevel: key.level))
    painter.paint()
    return TilePixels(size: rect.size, isOpaque: true, storage: painter.pixels)
  }

  package func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    var painter = GridPainter(rule: GridRule(self, level: 0), rect: part, limits: pyramid.size)
    painter.paint()
    let painted = TilePixels(size: part.size, isOpaque: true, storage: painter.pixels)
    return painted.pixels(in: PixelRect(part.size))
  }

  /// The distance between the lines that a level shows, in pixels of level 0.
  package func step(ofLevel level: Int) -> Int { GridRule(self, level: level).step }
}
