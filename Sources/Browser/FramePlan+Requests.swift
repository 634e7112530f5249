package import OverscrollImaging
package import ScrollGeometry

extension FramePlan {
  /// Returns the tiles that the frame needs, most urgent first: visible ones from the middle out, the one that is read, coarser
  /// ones as placeholders, those of the resting placement, and those that come into view next.
  ///
  /// - Parameters:
  ///   - resting: The placement of the picture after all animations have ended.
  ///   - direction: The direction in which the view travels over the picture; nothing is prefetched while it is at rest.
  ///   - sampled: A tile whose pixels are read; `nil` for none.
  ///   - pyramid: The picture's tiles.
  /// - Returns: Unique keys.
  package func requests(
    resting: Placement, direction: TravelDirection = .none, sampled: TileKey? = nil,
    pyramid: Pyramid
  ) -> [TileKey] {
    var seen: Set<TileKey> = []
    var requests: [TileKey] = []
    func add(_ range: TileRange, around shown: Rect) {
      let middle = shown.center / Double(Pyramid.tileSide << range.level)
      let keys = range.keys.sorted { $0.distance(to: middle) < $1.distance(to: middle) }
      for key in keys where seen.insert(key).inserted { requests.append(key) }
    }
    let shown = frame.placement.visiblePart(in: frame.viewport)
    add(visible, around: shown)
    if let sampled, seen.insert(sampled).inserted { requests.append(sampled) }
    for coarser in pyramid.levels where coarser > tiles.level {
      add(pyramid.tiles(covering: shown, level: coarser), around: shown)
    }
    if resting != frame.placement {
      add(
        TilePlan.range(resting, in: frame.viewport, pyramid: pyramid),
        around: resting.visiblePart(in: frame.viewport))
    }
    if direction != .none {
      let ahead = direction.ahead(of: shown, by: Double(Pyramid.tileSide << tiles.level))
      add(pyramid.tiles(covering: ahead, level: tiles.level), around: shown)
    }
    return requests
  }
}

/// The direction in which a view travels over a picture, on each axis: -1 toward the origin, 1 away from it, 0 at rest.
package struct TravelDirection: Hashable, Sendable {
  /// The horizontal direction.
  package var x: Int
  /// The vertical direction.
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x.signum()
    self.y = y.signum()
  }

  /// The direction of a velocity; an axis slower than `least` counts as at rest.
  package init(_ velocity: Point, least: Double) {
    self.init(
      x: abs(velocity.x) < least ? 0 : velocity.x < 0 ? -1 : 1,
      y: abs(velocity.y) < least ? 0 : velocity.y < 0 ? -1 : 1)
  }

  /// At rest.
  package static let none = Self(x: 0, y: 0)

  /// Returns a part of a picture extended by `distance` in this direction.
  fileprivate func ahead(of part: Rect, by distance: Double) -> Rect {
    let (left, top) = (x < 0 ? distance : 0, y < 0 ? distance : 0)
    return Rect(
      x: part.minX - left, y: part.minY - top,
      width: part.width + (x == 0 ? 0 : distance), height: part.height + (y == 0 ? 0 : distance))
  }
}

extension TileKey {
  /// Returns the tile that contains this one, `levels` levels up.
  package func ancestor(_ levels: Int) -> TileKey {
    TileKey(level: level + levels, column: column >> levels, row: row >> levels)
  }

  /// Returns the squared distance from the tile's center to a point, in tiles.
  fileprivate func distance(to point: Point) -> Double {
    let x = Double(column) + 0.5 - point.x
    let y = Double(row) + 0.5 - point.y
    return x * x + y * y
  }
}
