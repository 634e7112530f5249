package import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

/// Draws scenes of pictures, in every mode, into images in memory.
///
/// Differences are calculated from the displayed pixels: at 1:1 and above, those of the files; below, the reduced ones. Colors are
/// compared unpremultiplied, as in the summary; alpha does not count. Where a
/// tile of one picture is missing, both are drawn with the coarser tiles that both have; where there are none, nothing is
/// compared.
package final class ComparePainter {
  /// The painters of the pictures.
  package let painters: [Painter]
  private let maker = ImageSurfaceFactory()
  /// The pictures, while something is calculated from both; picture A is drawn on the window's image where both are opaque.
  private var first: Surface?
  private var second: Surface?
  /// What is seen of a turned picture before it is turned.
  private var unturned: Surface?

  /// The limit for uploads in a frame, in bytes: about thirty tiles. [C]
  private static let uploadLimit = 8 << 20

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - areOpaque: Whether each has no transparent pixels.
  ///   - byteLimit: The limit for tile surfaces of all, in bytes.
  package init(_ pictures: [any TileProvider], areOpaque: [Bool], byteLimit: Int) {
    let maker = maker
    painters = zip(pictures, areOpaque).map { picture, isOpaque in
      Painter(
        maker: maker, provider: picture, isOpaque: isOpaque, byteLimit: byteLimit / pictures.count)
    }
  }

  /// The memory of additional images, in bytes: without the tiles' and the target's.
  package var bufferBytes: Int {
    [first, second, unturned].reduce(0) { $0 + ($1?.byteCount ?? 0) }
  }

  /// Whether tiles of the last scene wait for the next frame to be uploaded.
  package private(set) var isUnfinished = false

  /// Draws a scene, without what lies over it, on an image of the window's size.
  package func draw(_ scene: CompareScene, on surface: Surface) throws(DrawingError) {
    let plans = zip(scene.frames, painters).map { FramePlan($0, pyramid: $1.pyramid) }
    let needed = scene.needed
    // Surfaces of pictures that are not needed are evicted, too.
    let keys = { (picture: Int) in
      { needed.contains(picture) ? plans[picture].tiles.entries.map(\.key) : [] }
    }
    for (picture, painter) in painters.enumerated() {
      painter.surfaces.beginFrame(uploadLimit: Self.uploadLimit, visible: keys(picture))
    }
    if scene.turns.allSatisfy({ $0 == nil }) { unturned = nil }
    if scene.content.isCalculated {
      try calculate(scene, scene.pair(plans), scene.pair(painters), on: surface)
    } else {
      (first, second) = (nil, nil)
      try drawParts(scene, plans, on: surface)
    }
    for (picture, painter) in painters.enumerated() {
      painter.surfaces.endFrame(visible: keys(picture))
    }
    isUnfinished = painters.contains { !$0.surfaces.postponed.isEmpty }
  }

  private func drawParts(
    _ scene: CompareScene, _ plans: [FramePlan], on surface: Surface
  ) throws(DrawingError) {
    let canvas = try Canvas(surface)
    for part in scene.parts {
      if let turn = scene.turns[part.picture] {
        try drawTurned(turn, plans[part.picture], part, on: surface)
        continue
      }
      let plan = plans[part.picture].offset(x: part.viewport.x, y: part.viewport.y)
      try canvas.saved { () throws(DrawingError) in
        canvas.clip(to: [part.area])
        _ = try painters[part.picture].drawContent(of: plan, in: part.area, on: canvas)
      }
    }
    let gaps = [PixelRect(surface.size)].subtracting(scene.viewports.all)
    canvas.fill(gaps, with: Theme.compare.gap)
  }

  // MARK: - Turned

  /// Draws a turned picture in a part of the window, with what surrounds it.
  private func drawTurned(
    _ turn: CompareScene.Turn, _ plan: FramePlan, _ part: CompareScene.Part, on surface: Surface
  ) throws(DrawingError) {
    let image = try scratch(\.unturned, plan.frame.viewport, false)
    let whole = PixelRect(plan.frame.viewport)
    _ = try painters[part.picture].drawContent(of: plan, in: whole, on: try Canvas(image))
    try Canvas(surface).fill([part.area], with: plan.frame.backdrop.background.color)
    copy(image, turn, at: part.viewport, to: surface, in: part.area)
  }

  /// Copies the pixels of a turned picture to a part of a surface.
  private func copy(
    _ image: Surface, _ turn: CompareScene.Turn, at viewport: PixelRect, to surface: Surface,
    in area: PixelRect
  ) {
    image.withPixels { pixels, imageStride in
      surface.withPixels { target, stride in
        for y in area.y..<area.maxY {
          let columns = turn.rect.columns(ofRow: y - viewport.y)
            .clamped(to: area.x - viewport.x..<area.maxX - viewport.x)
          let start = y * stride + viewport.x + columns.lowerBound
          turn.rect.sample(
            row: y - viewport.y, columns, of: UnsafeBufferPointer(pixels), stride: imageStride,
            in: turn.image,
            into: UnsafeMutableBufferPointer(rebasing: target[start..<start + columns.count]))
        }
      }
    }
  }

  /// The parts of the rows of an area in which a turned picture is not.
  private func margins(of turn: CompareScene.Turn, in area: PixelRect) -> [PixelRect] {
    area.rows.flatMap { y in
      let row = PixelRect(x: area.x, y: y, width: area.width, height: 1)
      let columns = turn.rect.columns(ofRow: y).clamped(to: area.columns)
      return row.subtracting(
        PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: 1))
    }
  }

  /// Draws both pictures where they overlap, at the finest level at which both are complete; picture B is turned, and not in the
  /// margins.
  ///
  /// - Returns: What is compared: all, or nothing.
  private func drawBoth(
    _ turn: CompareScene.Turn, _ plans: PicturePair<FramePlan>,
    _ painters: PicturePair<Painter>, in overlap: PixelRect, beside margins: [PixelRect],
    on canvases: PicturePair<Canvas>,
    coarserBy levels: ClosedRange<Int>
  ) throws(DrawingError) -> [PixelRect] {
    let whole = PixelRect(plans.b.frame.viewport)
    let isTransparent = !canvases.b.surface.isOpaque
    let image = try scratch(\.unturned, plans.b.frame.viewport, isTransparent)
    let canvas = try Canvas(image)
    for level in levels {
      let lacking =
        try painters.a.incompleteAreas(of: plans.a, coarserBy: level, in: overlap)
        + painters.b.incompleteAreas(of: plans.b, coarserBy: level, in: whole)
      guard lacking.isEmpty else { continue }
      try painters.a.drawContent(of: plans.a, coarserBy: level, in: overlap, on: canvases.a)
      if isTransparent { canvas.clear(.clear) }
      try painters.b.drawContent(of: plans.b, coarserBy: level, in: whole, on: canvas)
      // Beside it, nothing differs.
      for canvas in canvases.both { canvas.fill(margins, with: Color(0)) }
      copy(image, turn, at: PixelRect(plans.a.frame.viewport), to: canvases.b.surface, in: overlap)
      return [overlap]
    }
    return []
  }

  // MARK: - Differences

  private func calculate(
    _ scene: CompareScene, _ plans: PicturePair<FramePlan>, _ painters: PicturePair<Painter>,
    on surface: Surface
  ) throws(DrawingError) {
    let turn = scene.turns[scene.b]
    let isTransparent = painters.both.contains { !$0.isOpaque }
    let other = try scratch(\.second, surface.size, isTransparent)
    let colors = isTransparent ? try scratch(\.first, surface.size, true) : surface
    let window = scene.viewports.main
    let canvases = PicturePair(a: try Canvas(colors), b: try Canvas(other))
    let target = isTransparent ? try Canvas(surface) : canvases.a
    if isTransparent { for canvas in canvases.both { canvas.clear(.clear) } }
    // Outlines are drawn over one of the pictures, whose image is the window's.
    var base = PairSide.a
    if case .outline(_, let side) = scene.content { base = side }
    let canvas = { (side: PairSide) in side == base ? canvases.a : canvases.b }
    let background = plans[base].frame.backdrop.background.color
    if base == .b, turn != nil {
      target.fill([window], with: background)
    } else {
      painters[base].drawSurroundings(plans[base].frame, in: window, on: target)
    }
    var areas = plans.map { $0.frame.placement.area.intersection(window) }
    if let turn { areas.b = turn.rect.bounds.intersection(window) }
    let overlap = areas.a.intersection(areas.b)
    target.fill(
      areas.both.disjoint.subtracting([overlap]), with: Theme.compare.uncovered)
    var uncovered: [PixelRect] = []
    if let turn {
      let beside = areas.b.subtracting(overlap).flatMap { margins(of: turn, in: $0) }
      target.fill(beside, with: background)
      uncovered = margins(of: turn, in: overlap)
    }
    var left = overlap.isEmpty ? [] : [overlap]
    var compared: [PixelRect] = []
    let levels = PairSide.allCases.map {
      painters[$0].pyramid.coarsestLevel - plans[$0].tiles.level
    }
    let coarser = max(levels.max() ?? 0, 0)
    if let turn, !overlap.isEmpty {
      compared = try drawBoth(
        turn, plans, painters, in: overlap, beside: uncovered, on: PicturePair { canvas($0) },
        coarserBy: 0...coarser)
      left = left.subtracting(compared)
    }
    for level in 0...coarser where !left.isEmpty && turn == nil {
      var lacking: [PixelRect] = []
      for side in PairSide.allCases {
        for area in left {
          lacking += try painters[side].incompleteAreas(
            of: plans[side], coarserBy: level, in: area)
        }
      }
      let next = lacking.disjoint
      let complete = left.subtracting(next)
      for side in PairSide.allCases {
        for area in complete {
          try painters[side].drawContent(
            of: plans[side], coarserBy: level, in: area, on: canvas(side))
        }
      }
      compared += complete
      left = next
    }
    // Areas without pixels are not compared.
    target.fill(left, with: Theme.missing)
    if isTransparent {
      let isDifference = if case .difference = scene.content { true } else { false }
      flatten(colors, onto: surface, in: compared, unpremultiplied: isDifference)
      unpremultiply(colors, in: compared)
      unpremultiply(other, in: compared)
    }
    switch scene.content {
    case .difference(let gain, let channels):
      subtract(other, from: surface, in: compared, gain: gain, channels)
    case .outline(let threshold, _):
      outline(
        surface, (colors, other), in: compared, above: threshold, scale: plans.a.frame.scale)
    default: break
    }
    target.fill(uncovered, with: Theme.compare.uncovered)
  }

  /// Returns an additional image, made again where another one is needed.
  private func scratch(
    _ path: ReferenceWritableKeyPath<ComparePainter, Surface?>, _ size: PixelSize,
    _ isTransparent: Bool
  ) throws(DrawingError) -> Surface {
    if let known = self[keyPath: path], known.size == size, known.isOpaque != isTransparent {
      return known
    }
    self[keyPath: path] = nil
    let made = try maker.makeSurface(size: size, opaque: !isTransparent)
    self[keyPath: path] = made
    return made
  }

  /// Calls `body` with the pixels of each row of some areas in two images, and with the row.
  private func forEachRow(
    of areas: [PixelRect], in surface: Surface, _ other: Surface,
    _ body: (
      UnsafeMutableBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>, _ row: PixelRect
    ) -> Void
  ) {
    surface.withPixels { pixels, stride in
      other.withPixels { others, otherStride in
        for area in areas {
          for y in area.rows {
            let (start, otherStart) = (y * stride + area.x, y * otherStride + area.x)
            body(
              UnsafeMutableBufferPointer(rebasing: pixels[start..<start + area.width]),
              UnsafeBufferPointer(rebasing: others[otherStart..<otherStart + area.width]),
              PixelRect(x: area.x, y: y, width: area.width, height: 1))
          }
        }
      }
    }
  }

  /// Copies the colors of a picture, over black or divided by their alpha, to the window's image.
  private func flatten(
    _ picture: Surface, onto surface: Surface, in areas: [PixelRect],
    unpremultiplied isUnpremultiplied: Bool
  ) {
    forEachRow(of: areas, in: surface, picture) { target, colors, _ in
      _ = target.update(fromContentsOf: colors)
      if isUnpremultiplied { PixelRows.unpremultiply(target) }
    }
  }

  private func unpremultiply(_ picture: Surface, in areas: [PixelRect]) {
    picture.withPixels { pixels, stride in
      for area in areas {
        for y in area.y..<area.maxY {
          let row = y * stride + area.x
          PixelRows.unpremultiply(
            UnsafeMutableBufferPointer(rebasing: pixels[row..<row + area.width]))
        }
      }
    }
  }

  private func subtract(
    _ other: Surface, from surface: Surface, in areas: [PixelRect], gain: Int,
    _ channels: CompareSettings.Channels
  ) {
    forEachRow(of: areas, in: surface, other) { pixels, others, _ in
      DifferencePixels.subtract(others, from: pixels, gain: gain, channels)
    }
  }

  /// Draws lines around what differs, with a contrasting edge that keeps them visible on any picture.
  private func outline(
    _ surface: Surface, _ pictures: (Surface, Surface), in areas: [PixelRect],
    above threshold: Int, scale: Double
  ) {
    var mask = PixelMask(size: surface.size)
    forEachRow(of: areas, in: pictures.0, pictures.1) { pixels, others, row in
      mask.withRow(row.y, row.columns) {
        DifferencePixels.mark(UnsafeBufferPointer(pixels), others, above: threshold, in: $0)
      }
    }
    guard !mask.isEmpty else { return }
    let distance = max(1, PixelRect.rounded(Theme.compare.distance * scale))
    let width = max(1, PixelRect.rounded(Theme.compare.lineWidth * scale))
    let edge = max(1, PixelRect.rounded(Theme.compare.lineWidth * scale / 2))
    let line = mask.outline(at: distance, width: width)
    let lineAndEdge = line.grown(by: edge)
    surface.withPixels { pixels, stride in
      paint(lineAndEdge, Theme.compare.outlineEdge, pixels, stride)
      paint(line, Theme.compare.outline, pixels, stride)
    }
  }

  private func paint(
    _ mask: PixelMask, _ color: UInt32, _ pixels: UnsafeMutableBufferPointer<UInt32>, _ stride: Int
  ) {
    let width = mask.size.width
    mask.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<mask.size.height {
        for x in 0..<width where bytes[y * width + x] != 0 { pixels[y * stride + x] = color }
      }
    }
  }
}
