package import Drawing
package import Geometry
package import Imaging

/// Which tiles fill a part of a window and where each goes; a pure function of the frame and the pyramid.
///
/// Everything is reckoned from the picture's corner and moved to its place in whole pixels at the end, so that a picture
/// that moves by whole pixels is drawn alike, to the last bit, wherever it is.
package struct TilePlan: Hashable, Sendable {
  /// One tile and its place.
  package struct Entry: Hashable, Sendable {
    /// The tile.
    package var key: TileKey
    /// The device pixels that the whole tile fills; neighbours share their rounded edges.
    package var frame: PixelRect
    /// The part of them that is planned for.
    package var area: PixelRect
  }

  /// The level that is drawn.
  package let level: Int
  /// The filter for it.
  package let filter: Filter
  /// The tiles that show, row by row.
  package let entries: [Entry]
  private let placement: Placement

  private init(level: Int, filter: Filter, entries: [Entry], placement: Placement) {
    self.level = level
    self.filter = filter
    self.entries = entries
    self.placement = placement
  }

  /// Plans a whole frame.
  package init(_ frame: Frame, pyramid: Pyramid) {
    self.init(
      frame.placement, rule: frame.filter, area: PixelRect(frame.viewport), pyramid: pyramid)
  }

  /// Plans the part of a picture that shows in `area`.
  package init(_ placement: Placement, rule: FilterRule, area: PixelRect, pyramid: Pyramid) {
    self.placement = placement
    level = Self.level(for: placement.scale, pyramid)
    let levelScale = placement.scale * Double(1 << level)
    filter = rule.filter(scale: levelScale, isOnPixels: placement.isOnPixels)
    let part = area.intersection(placement.area)
    let visible = Rect(
      origin: (part.rect.origin - placement.origin) / placement.scale,
      size: part.rect.size / placement.scale
    ).insetBy(dx: -1 / placement.scale, dy: -1 / placement.scale)
    entries =
      part.isEmpty
      ? []
      : pyramid.tiles(covering: visible, level: level).keys.compactMap { key in
        let frame = Self.frame(of: key, in: pyramid, placement)
        let area = frame.intersection(part)
        return area.isEmpty ? nil : Entry(key: key, frame: frame, area: area)
      }
  }

  /// The same plan with every tile moved by whole pixels.
  func offset(x: Int, y: Int) -> Self {
    let moved = entries.map {
      Entry(key: $0.key, frame: $0.frame.offset(x: x, y: y), area: $0.area.offset(x: x, y: y))
    }
    return Self(
      level: level, filter: filter, entries: moved, placement: placement.offset(x: x, y: y))
  }

  /// The tiles that show in a part of the planned area, each cut off at its edges.
  func entries(in area: PixelRect) -> [Entry] {
    entries.compactMap { entry in
      var part = entry
      part.area = entry.area.intersection(area)
      return part.area.isEmpty ? nil : part
    }
  }

  /// The block of tiles, at the level that is drawn, that covers the visible part of a picture.
  static func range(
    _ placement: Placement, in viewport: PixelSize, pyramid: Pyramid
  ) -> TileRange {
    pyramid.tiles(
      covering: placement.visiblePart(in: viewport), level: level(for: placement.scale, pyramid))
  }

  /// The coarsest level that is not magnified, so that it is drawn at half its size to its own.
  package static func level(for scale: Double, _ pyramid: Pyramid) -> Int {
    var level = 0
    // A hair of tolerance keeps a scale such as 0.5 that was computed, not typed, on its level.
    while level < pyramid.coarsestLevel, scale * Double(2 << level) <= 1 + 1e-9 { level += 1 }
    return level
  }

  /// The whole pixels that a tile fills: the rounded place of its corners, the same for both neighbours.
  private static func frame(
    of key: TileKey, in pyramid: Pyramid, _ placement: Placement
  ) -> PixelRect {
    let scale = placement.scale * Double(1 << key.level)
    let rect = pyramid.rect(of: key)
    let side = Pyramid.tileSide
    let right =
      rect.width < side
      ? Double(pyramid.size.width) * placement.scale
      : Double(rect.x + side) * scale
    let bottom =
      rect.height < side
      ? Double(pyramid.size.height) * placement.scale
      : Double(rect.y + side) * scale
    let (left, top) = (Double(rect.x) * scale, Double(rect.y) * scale)
    return placement.pixels(
      of: Rect(x: left, y: top, width: right - left, height: bottom - top))
  }
}

// MARK: - Sampling

extension TilePlan {
  /// A part of an entry's area and how a tile's surface is sampled for it.
  package struct Block: Hashable, Sendable {
    /// The device pixels.
    package var area: PixelRect
    /// From device pixels to pixels of the tile's surface, apron included.
    package var sampling: AffineTransform
  }

  /// The side of a block, in device pixels.
  ///
  /// A server's numbers have 16 bits after the point, so the place of a sample is
  /// off by up to a 65536th for each pixel from the block's middle: here by two thousandths of a pixel.
  private static let blockSide = 256

  /// How to draw an entry from the tile `key`, which is the entry's own or a coarser one that holds it.
  package func blocks(of entry: Entry, from key: TileKey) -> [Block] {
    let frame = entry.frame
    let columns = Self.blocks(from: frame.x, covering: entry.area.x..<entry.area.maxX)
    let rows = Self.blocks(from: frame.y, covering: entry.area.y..<entry.area.maxY)
    return rows.flatMap { row in
      columns.map { column in
        let block = PixelRect(
          x: frame.x + column * Self.blockSide, y: frame.y + row * Self.blockSide,
          width: Self.blockSide, height: Self.blockSide)
        return Block(
          area: block.intersection(entry.area), sampling: sampling(of: key, exactIn: block))
      }
    }
  }

  private static func blocks(from start: Int, covering range: Range<Int>) -> ClosedRange<Int> {
    (range.lowerBound - start) / blockSide...(range.upperBound - 1 - start) / blockSide
  }

  /// The map for a tile, in numbers that the server does not round, exact in the middle of `block`.
  private func sampling(of key: TileKey, exactIn block: PixelRect) -> AffineTransform {
    let scale = placement.scale * Double(1 << key.level)
    let unit = Canvas.samplingUnit
    // An even number, for pixels are sampled in their middles.
    let step = max((1 / scale / (2 * unit)).rounded(), 1) * 2 * unit
    func start(_ corner: Int, _ origin: Double, _ tile: Int) -> Double {
      let middle = corner + Self.blockSide / 2
      let whole = origin.rounded(.down)
      let fromCorner = (Double(middle) - whole - (origin - whole)) / scale
      let place = fromCorner - Double(tile * Pyramid.tileSide) + Double(TilePixels.apron)
      return (place / unit).rounded() * unit - step * Double(middle)
    }
    return AffineTransform(
      a: step, b: 0, c: 0, d: step, tx: start(block.x, placement.origin.x, key.column),
      ty: start(block.y, placement.origin.y, key.row))
  }
}
