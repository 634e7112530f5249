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

  /// Returns the device pixels for which a part of a tile is all that is sampled.
  func area(of part: PixelRect, in key: TileKey, _ pyramid: Pyramid) -> PixelRect {
    let frame = Self.frame(of: key, in: pyramid, placement)
    let (rect, scale) = (pyramid.rect(of: key), placement.scale * Double(1 << key.level))
    /// The place that is farther from an edge than filters reach, unless that is the tile's.
    func pixels(_ part: Range<Int>, _ length: Int, _ first: Int) -> (start: Double, end: Double) {
      let start = part.lowerBound > 0 ? part.lowerBound + TilePixels.apron : 0
      let end = part.upperBound < length ? part.upperBound - TilePixels.apron : length
      return (Double(first + start) * scale, Double(first + max(start, end)) * scale)
    }
    let (width, height) = (rect.width, rect.height)
    let columns = pixels(part.x..<part.maxX, width, rect.x)
    let rows = pixels(part.y..<part.maxY, height, rect.y)
    let inner = placement.pixels(
      of: Rect(
        x: columns.start, y: rows.start, width: columns.end - columns.start,
        height: rows.end - rows.start))
    let left = part.x > 0 ? inner.x : frame.x
    let top = part.y > 0 ? inner.y : frame.y
    return PixelRect(
      x: left, y: top, width: (part.maxX < width ? inner.maxX : frame.maxX) - left,
      height: (part.maxY < height ? inner.maxY : frame.maxY) - top)
  }

  // MARK: - Sampling

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

/// A frame and the tiles that show in it, planned once and shared by everything that needs them: requests, drawing, the
/// HUD and the check for missing tiles.
package struct FramePlan: Hashable, Sendable {
  /// The frame.
  package var frame: Frame
  /// The tiles that fill the window, and the placement of each.
  package let tiles: TilePlan
  /// The range of tiles that covers the visible part of the picture.
  package let visible: TileRange

  /// Plans a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - previous: An earlier plan for the same pyramid, whose tiles are reused if the content is the same.
  ///   - pyramid: The picture's tiles.
  package init(_ frame: Frame, reusing previous: FramePlan? = nil, pyramid: Pyramid) {
    self.frame = frame
    if let previous, previous.frame.showsSameContent(as: frame) {
      tiles = previous.tiles
      visible = previous.visible
    } else {
      tiles = TilePlan(frame, pyramid: pyramid)
      visible = TilePlan.range(frame.placement, in: frame.viewport, pyramid: pyramid)
    }
  }

  private init(_ frame: Frame, tiles: TilePlan, visible: TileRange) {
    self.frame = frame
    self.tiles = tiles
    self.visible = visible
  }

  /// Returns the plan translated by whole pixels.
  package func offset(x: Int, y: Int) -> Self {
    var moved = frame
    moved.placement = frame.placement.offset(x: x, y: y)
    return Self(moved, tiles: tiles.offset(x: x, y: y), visible: visible)
  }
}

extension Frame {
  /// Returns whether two frames have the same placement, viewport and filter.
  fileprivate func showsSameContent(as other: Frame) -> Bool {
    placement == other.placement && viewport == other.viewport && filter == other.filter
  }
}

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

extension TiledPicture {
  /// Returns whether waiting brings no more of a plan's tiles: all are there, or the picture is damaged or was stopped.
  package func isReady(_ plan: TilePlan) -> Bool {
    switch state {
    case .loading: false
    case .damaged, .stopped: true
    case .complete: plan.entries.allSatisfy { pixels($0.key) != nil }
    }
  }
}
