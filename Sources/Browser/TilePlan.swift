package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// The tiles that fill a part of a window, and the placement of each; a pure function of the frame and the pyramid.
///
/// Positions are computed relative to the picture's origin and translated by whole pixels at the end, so that a picture
/// that scrolls by whole pixels is drawn bit for bit the same wherever it is.
package struct TilePlan: Hashable, Sendable {
  /// A tile and its placement.
  package struct Entry: Hashable, Sendable {
    /// The tile.
    package var key: TileKey
    /// The device pixels of the whole tile; neighbors share their rounded edges.
    package var frame: PixelRect
    /// The part of the tile that is drawn.
    package var area: PixelRect
  }

  /// The level of the tiles.
  package let level: Int
  /// The filter they are drawn with.
  package let filter: Filter
  /// The visible tiles, row by row.
  package let entries: [Entry]
  private let placement: Placement
}

extension TilePlan {
  /// Plans a whole frame.
  package init(_ frame: Frame, pyramid: Pyramid) {
    self.init(
      frame.placement, rule: frame.filter, area: PixelRect(frame.viewport), pyramid: pyramid)
  }

  /// Plans the part of a picture that is visible in `area`.
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

  /// Returns the plan translated by whole pixels.
  func offset(x: Int, y: Int) -> Self {
    let moved = entries.map {
      Entry(key: $0.key, frame: $0.frame.offset(x: x, y: y), area: $0.area.offset(x: x, y: y))
    }
    return Self(
      level: level, filter: filter, entries: moved, placement: placement.offset(x: x, y: y))
  }

  /// Returns the tiles one level finer that make up an entry.
  func children(of entry: Entry, in pyramid: Pyramid) -> [Entry] {
    let (column, row) = (2 * entry.key.column, 2 * entry.key.row)
    let keys = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TileKey(level: entry.key.level - 1, column: column + $0.0, row: row + $0.1)
    }
    return keys.filter(pyramid.contains).compactMap { key in
      let frame = Self.frame(of: key, in: pyramid, placement)
      let area = frame.intersection(entry.area)
      return area.isEmpty ? nil : Entry(key: key, frame: frame, area: area)
    }
  }

  /// Returns the tiles that intersect a part of the planned area, clipped to it.
  func entries(in area: PixelRect) -> [Entry] {
    entries.compactMap { entry in
      var part = entry
      part.area = entry.area.intersection(area)
      return part.area.isEmpty ? nil : part
    }
  }

  /// Returns the range of tiles that covers the visible part of a picture.
  static func range(
    _ placement: Placement, in viewport: PixelSize, pyramid: Pyramid
  ) -> TileRange {
    pyramid.tiles(
      covering: placement.visiblePart(in: viewport), level: level(for: placement.scale, pyramid))
  }

  /// Returns the coarsest level that is not magnified: it is drawn at a scale from a half to 1.
  package static func level(for scale: Double, _ pyramid: Pyramid) -> Int {
    var level = 0
    // The tolerance absorbs rounding errors in scales such as 0.5.
    while level < pyramid.coarsestLevel, scale * Double(2 << level) <= 1 + 1e-9 { level += 1 }
    return level
  }

  /// Returns the whole pixels of a tile: its rounded edges, which are the same for both neighbors.
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
    return placement.widened(
      placement.pixels(of: Rect(x: left, y: top, width: right - left, height: bottom - top)))
  }
}

// MARK: - Sampling

extension TilePlan {
  /// A part of an entry's area and its sampling transform.
  package struct Block: Hashable, Sendable {
    /// The device pixels.
    package var area: PixelRect
    /// From device pixels to pixels of the tile's surface, apron included.
    package var sampling: AffineTransform
  }

  /// The side of a block, in device pixels.
  ///
  /// X servers transform with 16.16 fixed-point numbers, so the position of a sample is off by up to 1/65536 of a pixel
  /// for each pixel of distance from the block's center: by at most 0.002 pixels.
  private static let blockSide = 256

  /// Returns the blocks that draw an entry from the tile `key`: the entry's own tile or one of its ancestors.
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

  /// Returns the sampling transform for a tile, in fixed-point numbers that servers do not round, exact at the center of
  /// `block`.
  private func sampling(of key: TileKey, exactIn block: PixelRect) -> AffineTransform {
    let scale = placement.scale * Double(1 << key.level)
    let unit = Canvas.samplingUnit
    // An even number, because pixels are sampled at their centers.
    let step = max((1 / scale / (2 * unit)).rounded(), 1) * 2 * unit
    func start(_ corner: Int, _ origin: Double, _ tile: Int) -> Double {
      let middle = corner + Self.blockSide / 2
      let whole = origin.rounded(.down)
      let fromCorner = (Double(middle) - whole - (origin - whole)) / scale
      let place = fromCorner - Double(tile * Pyramid.tileSide) + Double(TilePixels.apron)
      return (place / unit).rounded() * unit - step * Double(middle)
    }
    /// Where the middle of the only pixel across or down shows the middle of the tile's first.
    func middle(_ pixel: Int) -> Double {
      Double(TilePixels.apron) + 0.5 - step * (Double(pixel) + 0.5)
    }
    let (area, isThin) = (placement.area, placement.isThin)
    return AffineTransform(
      a: step, b: 0, c: 0, d: step,
      tx: isThin.across
        ? middle(area.x) : start(block.x, placement.origin.x, key.column),
      ty: isThin.down ? middle(area.y) : start(block.y, placement.origin.y, key.row))
  }
}
