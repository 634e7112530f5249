package import Drawing
package import Geometry
package import Imaging

/// Which tiles fill a frame and where each goes; a pure function of the frame and the pyramid.
package struct TilePlan: Hashable, Sendable {
  /// One tile and its place.
  package struct Entry: Hashable, Sendable {
    /// The tile.
    package var key: TileKey
    /// The device pixels it fills; neighbours share their rounded edges.
    package var area: PixelRect
  }

  /// The level that is drawn.
  package let level: Int
  /// The filter for it.
  package let filter: Filter
  /// The tiles that show, row by row.
  package let entries: [Entry]
  private let placement: Placement

  /// Plans a frame.
  package init(_ frame: Frame, pyramid: Pyramid) {
    let placement = frame.placement
    self.placement = placement
    level = Self.level(for: placement.scale, pyramid)
    let levelScale = placement.scale * Double(1 << level)
    let isOnPixels =
      placement.origin
      == Point(
        placement.origin.x.rounded(), placement.origin.y.rounded())
    filter = frame.filter.filter(scale: levelScale, isOnPixels: isOnPixels)
    let visible = placement.visiblePart(in: frame.viewport)
    let window = PixelRect(frame.viewport).intersection(placement.area)
    entries = pyramid.tiles(covering: visible, level: level).keys.compactMap { key in
      let area = Self.area(of: key, in: pyramid, placement).intersection(window)
      return area.isEmpty ? nil : Entry(key: key, area: area)
    }
  }

  /// The coarsest level that is not magnified, so that it is drawn at half its size to its own.
  package static func level(for scale: Double, _ pyramid: Pyramid) -> Int {
    var level = 0
    // A hair of tolerance keeps a scale such as 0.5 that was computed, not typed, on its level.
    while level < pyramid.coarsestLevel, scale * Double(2 << level) <= 1 + 1e-9 { level += 1 }
    return level
  }

  /// The map from the pixels of a tile's surface, apron included, to device pixels.
  package func transform(of key: TileKey) -> AffineTransform {
    let scale = placement.scale * Double(1 << key.level)
    let side = Double(Pyramid.tileSide)
    let corner = Point(
      Double(key.column) * side - Double(TilePixels.apron),
      Double(key.row) * side - Double(TilePixels.apron))
    return AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: placement.origin.x + corner.x * scale,
      ty: placement.origin.y + corner.y * scale)
  }

  /// The whole pixels that a tile fills: the rounded place of its corners, the same for both neighbours.
  private static func area(
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
    return PixelRect(
      rounding: Rect(
        x: placement.origin.x + Double(rect.x) * scale,
        y: placement.origin.y + Double(rect.y) * scale,
        width: right - Double(rect.x) * scale, height: bottom - Double(rect.y) * scale))
  }
}

extension TilePlan {
  /// The tiles that a frame needs, most urgent first: those that show from the middle out, the coarser ones under
  /// them, then those around the place where the content will rest.
  ///
  /// - Parameters:
  ///   - frame: What is to be seen now.
  ///   - resting: Where the picture will lie when it rests.
  ///   - pyramid: The picture's tiles.
  /// - Returns: Keys without repetition.
  package static func wishes(
    _ frame: Frame, resting: Placement, pyramid: Pyramid
  ) -> [TileKey] {
    var seen: Set<TileKey> = []
    var wishes: [TileKey] = []
    func wish(_ placement: Placement, level: Int) {
      let visible = placement.visiblePart(in: frame.viewport)
      let range = pyramid.tiles(covering: visible, level: level)
      let middle = visible.center / Double(Pyramid.tileSide << level)
      let keys = range.keys.sorted { $0.distance(to: middle) < $1.distance(to: middle) }
      for key in keys where seen.insert(key).inserted { wishes.append(key) }
    }
    let level = level(for: frame.placement.scale, pyramid)
    wish(frame.placement, level: level)
    for coarser in pyramid.levels where coarser > level { wish(frame.placement, level: coarser) }
    if resting != frame.placement {
      wish(resting, level: Self.level(for: resting.scale, pyramid))
    }
    return wishes
  }
}

extension TileKey {
  /// The tile twice as coarse that holds this one, `levels` levels up.
  package func ancestor(_ levels: Int) -> TileKey {
    TileKey(level: level + levels, column: column >> levels, row: row >> levels)
  }

  /// The square of the distance from the tile's middle to a point given in tiles.
  fileprivate func distance(to point: Point) -> Double {
    let x = Double(column) + 0.5 - point.x
    let y = Double(row) + 0.5 - point.y
    return x * x + y * y
  }
}
