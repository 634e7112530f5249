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
  private static let defaultSize = PixelSize(width: 550, height: 350)
  /// The distance of lines unless one is given, in pixels.
  private static let defaultSpacing = 50
  /// The longest side, in pixels.
  private static let maximumSide = 1_000_000
  /// The spacings that make a picture worth looking at, in pixels. [C]
  private static let spacings = 10...10_000

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
        "\(size) is not a valid size; each side must be from 1 to " + "\(Self.maximumSide) pixels")
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

  package var info: ImageInfo { ImageInfo(format: "grid", size: size, layout: "drawn as needed") }

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
}

/// How a grid's colors encode their position.
///
/// **Tint.** The paper of the cell in column c and row r, which is the space from one drawn line to the
/// next, has red = 238 + w(c mod 16), green = 244 and blue = 224 + w(r mod 16). The wave w runs
/// 0, 2, 4 … 14, 15, 13 … 3, 1, so that neighbors differ by two at most and the paper only seems to
/// undulate. Paper is flat, so a tint survives any filter and any zoom; it gives the cell modulo 16.
/// Levels with fewer lines count the larger cells between those that are drawn.
///
/// **Microprint.** At level 0, in cells of 48 pixels or more, two rows of dots along the cell's foot tell
/// it for certain: the upper one says the column, the lower one the row. A dot, two pixels apart from the
/// next place, is a one: first a dot that is always there, then seventeen bits, the lowest first, then one
/// more that makes the number of ones among these eighteen even. A dot's green is 222, 22 less than paper's.
package enum GridCode {
  /// How many cells have different tints.
  package static let period = 16
  /// The bits of a column or a row: 2^17 cells of ten pixels are more than a million pixels.
  package static let bitCount = 17
  /// The smallest cell that has room for microprint, in pixels.
  package static let smallestPrintedCell = 48
  /// The first dot's distance from the cell's left line, in pixels.
  package static let firstDot = 5
  /// The distance from one dot's place to the next, in pixels.
  package static let dotPitch = 2
  /// The dots' distance from the next cell's line, in pixels, of the column's row and of the row's.
  package static let footDistances = [6, 3]
  /// How much darker than paper a dot is, in each channel.
  package static let dotDepth: UInt32 = 22
  package static let minimumRed: UInt32 = 238
  package static let green: UInt32 = 244
  package static let minimumBlue: UInt32 = 224
}

/// A cell of a grid.
package struct GridCell: Hashable, Sendable {
  /// The cells to the left of it.
  package var column: Int
  /// The cells above it.
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

extension GridCode {
  /// The color of a cell's paper, opaque.
  static func tint(of cell: GridCell) -> UInt32 {
    PixelRows.opaqueAlpha | redTint(ofColumn: cell.column) | green << 8 | blueTint(ofRow: cell.row)
  }

  /// The red byte of a column's paper, in its place in a pixel.
  private static func redTint(ofColumn column: Int) -> UInt32 { (minimumRed + wave(column)) << 16 }

  /// The blue byte of a row's paper.
  static func blueTint(ofRow row: Int) -> UInt32 { minimumBlue + wave(row) }

  /// The color of a dot on paper.
  static func dot(on paper: UInt32) -> UInt32 { paper - dotDepth * 0x0001_0101 }

  /// The dots' distances from the cell's left line for a column or a row, in pixels.
  static func dots(of number: Int) -> [Int] {
    let parity = (number & (1 << bitCount - 1)).nonzeroBitCount & 1
    let bits = number & (1 << bitCount - 1) | parity << bitCount
    let places = (0...bitCount).filter { bits >> $0 & 1 == 1 }.map { $0 + 1 }
    return ([0] + places).map { firstDot + $0 * dotPitch }
  }

  private static func wave(_ place: Int) -> UInt32 {
    let phase = UInt32(truncatingIfNeeded: place) % UInt32(period)
    return phase < 8 ? 2 * phase : 31 - 2 * phase
  }
}
