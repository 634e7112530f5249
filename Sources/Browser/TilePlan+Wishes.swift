package import Geometry
package import Imaging

extension TilePlan {
  /// The tiles that a frame needs, most urgent first: those that show from the middle out, the coarser ones under
  /// them, then those around the place where the content will rest, then those that come into view next.
  ///
  /// - Parameters:
  ///   - frame: What is to be seen now.
  ///   - resting: Where the picture will lie when it rests.
  ///   - heading: Where the view moves over the picture; nothing is wished for ahead of one that does not.
  ///   - pyramid: The picture's tiles.
  /// - Returns: Keys without repetition.
  package static func wishes(
    _ frame: Frame, resting: Placement, heading: Heading = .none, pyramid: Pyramid
  ) -> [TileKey] {
    var seen: Set<TileKey> = []
    var wishes: [TileKey] = []
    func wish(_ placement: Placement, level: Int, heading: Heading = .none) {
      let shown = placement.visiblePart(in: frame.viewport)
      let side = Double(Pyramid.tileSide << level)
      let visible = heading.ahead(of: shown, by: side)
      let range = pyramid.tiles(covering: visible, level: level)
      let middle = shown.center / side
      let keys = range.keys.sorted { $0.distance(to: middle) < $1.distance(to: middle) }
      for key in keys where seen.insert(key).inserted { wishes.append(key) }
    }
    let level = level(for: frame.placement.scale, pyramid)
    wish(frame.placement, level: level)
    for coarser in pyramid.levels where coarser > level { wish(frame.placement, level: coarser) }
    if resting != frame.placement {
      wish(resting, level: Self.level(for: resting.scale, pyramid))
    }
    if heading != .none { wish(frame.placement, level: level, heading: heading) }
    return wishes
  }
}

/// Where a view moves over a picture, on each axis: -1 towards the picture's beginning, 1 towards its end, or 0.
package struct Heading: Hashable, Sendable {
  /// Across.
  package var x: Int
  /// Down.
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x.signum()
    self.y = y.signum()
  }

  /// The heading of a motion; what is slower than `least` on an axis counts as rest.
  package init(_ velocity: Point, least: Double) {
    self.init(
      x: abs(velocity.x) < least ? 0 : velocity.x < 0 ? -1 : 1,
      y: abs(velocity.y) < least ? 0 : velocity.y < 0 ? -1 : 1)
  }

  /// No motion.
  package static let none = Self(x: 0, y: 0)

  /// A part of a picture with what comes next on the sides it moves to.
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
