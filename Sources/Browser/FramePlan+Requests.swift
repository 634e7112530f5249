package import Geometry
package import Imaging

extension FramePlan {
  /// The tiles that the frame needs, most urgent first: the visible ones from the middle out, the coarser ones under
  /// them, then those around the resting place of the content, then those that come into view next.
  ///
  /// - Parameters:
  ///   - resting: Where the picture will lie when it rests.
  ///   - direction: Where the view travels over the picture; nothing is prefetched while it rests.
  ///   - pyramid: The picture's tiles.
  /// - Returns: Keys without repetition.
  package func requests(
    resting: Placement, direction: TravelDirection = .none, pyramid: Pyramid
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

/// The direction in which a view travels over a picture, on each axis: -1 towards the origin, 1 away from it, 0 at rest.
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

  /// No motion.
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
