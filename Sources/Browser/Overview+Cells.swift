import Glibc
import OverscrollBase
package import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import ScrollLists

extension Overview {
  /// Everything that determines the appearance of an overview.
  struct Look: Hashable {
    var size: Size
    var scale: Double
    var side: Double
    var offset: Point
    var count: Int
    /// The numbers that change with the thumbnails, and with the selection.
    var version: Int
    var revision: Int
    var indicator: Double
    var surroundings: Surroundings
  }

  /// What is drawn around and over the thumbnails.
  package struct Surroundings: Hashable, Sendable {
    /// What lies behind them.
    package var backdrop = Backdrop()
    /// A message for the user.
    package var message: String?
    /// The text field over the picture, if any.
    package var field: FieldOverlay?
    /// Whether something is being dragged over the window that can be dropped.
    package var isDropTarget = false
    /// What else lies over the thumbnails.
    package var layers: [OverlayLayer] = []
    /// How clearly text and plates stand out.
    package var contrast = Contrast.standard

    /// Makes plain surroundings.
    package init() {}
  }

  private func look(_ surroundings: Surroundings) -> Look {
    Look(
      size: size, scale: scale, side: side, offset: list.contentOffset, count: count,
      version: surfaces.version, revision: revision,
      indicator: list.verticalScrollIndicator.opacity, surroundings: surroundings)
  }

  /// Returns whether it looks different from when it was last drawn.
  package func needsDisplay(_ surroundings: Surroundings) -> Bool { drawn != look(surroundings) }

  /// The size of the window, in pixels.
  var viewport: PixelSize {
    PixelSize(
      width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Draws it at the origin of a canvas whose unit is a pixel.
  ///
  /// - Parameters:
  ///   - surroundings: What is drawn around and over the thumbnails.
  ///   - canvas: The canvas.
  package func draw(_ surroundings: Surroundings, on canvas: Canvas) {
    window.layoutIfNeeded()
    findHovered()
    surfaces.beginFrame()
    drawn = look(surroundings)
    let backdrop = surroundings.backdrop.background.color
    canvas.fill([PixelRect(viewport)], with: backdrop)
    let colors = Theme.overview.colors(on: backdrop)
    let displacement = list.frame.origin - list.bounds.origin
    drawHeadings(movedBy: displacement, colors, on: canvas)
    for indexPath in list.indexPathsForVisibleItems {
      guard let frame = list.layoutAttributesForItem(at: indexPath)?.frame else { continue }
      drawCell(
        sections.item(at: indexPath), in: frame.offset(by: displacement) * scale, colors,
        surroundings.backdrop, on: canvas)
    }
    guard arrangement == .rows else { return }
    if count == 0 { drawEmptyText(colors, on: canvas) }
    if let band { drawBand(band.offset(by: displacement), colors, on: canvas) }
    if let header {
      canvas.saved {
        canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
        header.draw(
          on: canvas, width: size.width, hovered: hoveredPart, colors, over: backdrop,
          measuredBy: ruler)
      }
    }
    let indicator = list.verticalScrollIndicator
    canvas.draw(
      Indicator(
        frame: indicator.frame.offset(by: list.frame.origin) * scale,
        cornerRadius: indicator.cornerRadius * scale, color: colors.indicator,
        opacity: indicator.opacity))
    if let flight { drawFlight(flight, over: surroundings.backdrop, on: canvas) }
    surroundings.drawOverlays(in: viewport, scale: scale, on: canvas)
  }

  /// Draws the rectangle that the mouse selects.
  private func drawBand(_ band: Rect, _ colors: Theme.Overview.Colors, on canvas: Canvas) {
    let rect = PixelRect(rounding: band * scale).rect
    canvas.fill(rect, with: colors.accent.withOpacity(Theme.overview.bandOpacity))
    let line = max(1, scale.rounded())
    canvas.stroke(rect.insetBy(dx: line / 2, dy: line / 2), with: colors.accent, lineWidth: line)
  }

  /// Says why there are no cells, in the middle of their place.
  private func drawEmptyText(_ colors: Theme.Overview.Colors, on canvas: Canvas) {
    let query = header?.query ?? ""
    let text =
      query.isEmpty
      ? "There are no pictures."
      : SearchQuery(query).hasStars
        ? "No picture is found by “\(query.isolated)”." : "No name has “\(query.isolated)” in it."
    let font = Font(size: Theme.message.size * scale)
    let room = list.frame * scale
    let shown = canvas.elided(text, font: font, width: room.width - 2 * Self.inset * scale)
    canvas.draw(shown, centeredAt: room.center, font: font, color: colors.faintText)
  }
}

// MARK: - Cells

extension Overview {
  /// Draws a picture's thumbnail and its name into a rectangle in pixels.
  private func drawCell(
    _ item: Int, in cell: Rect, _ colors: Theme.Overview.Colors, _ backdrop: Backdrop,
    on canvas: Canvas
  ) {
    let path = path(item)
    let isSelected = isSelected(item)
    let isHovered = item == hovered
    let square = PixelRect(
      rounding: Rect(x: cell.minX, y: cell.minY, width: cell.width, height: side * scale))
    if isHovered {
      let margin = Theme.overview.margin * scale
      canvas.fill(
        PixelRect(rounding: cell.insetBy(dx: -margin, dy: -margin)).rect,
        cornerRadius: Theme.overview.radius * scale, with: colors.hover)
    }
    if item < folderCount {
      return drawFolder(
        path, in: square, cell, isSelected: isSelected, colors,
        over: backdrop.background.color, on: canvas)
    }
    if flight?.item == item {
      return drawName(of: path, below: square, in: cell, colors.text, on: canvas)
    }
    var picture = square
    var isReady = false
    let surfaceSide = surfaces.side(of: path) ?? pixelSide
    switch surfaces.state(of: path) {
    case .ready(let surface, let isDamaged):
      let turn = thumbnailTurn(path)
      picture = place(of: turn.applied(to: surface.size), for: surfaceSide, in: square)
      isReady = true
      if isSelected { drawRing(under: picture, colors, on: canvas) }
      canvas.draw(surface, turn, in: picture, isDamaged: isDamaged, over: backdrop, scale: scale)
      if isHovered { canvas.fill([picture], with: Theme.overview.lighter) }
      if let edge = colors.edge, !isSelected { drawEdge(around: picture, edge, on: canvas) }
      if isDamaged { canvas.drawWarning(in: picture, scale: scale) }
    case .failed(let reason):
      picture = drawBroken(
        in: square, reason: isHovered || isSelected && selectedCount == 1 ? reason : nil, colors,
        on: canvas)
    case .expensive: picture = drawPlaceholder(in: square, colors, mark: "…", on: canvas)
    case nil: picture = drawPlaceholder(in: square, colors, mark: nil, on: canvas)
    }
    if isSelected, !isReady { drawRing(around: picture, colors, on: canvas) }
    if isMarked(item) { drawMark(in: picture, on: canvas) }
    drawStars(stars(item), on: picture, in: square, on: canvas)
    guard arrangement == .rows else { return }
    drawName(
      of: path, below: square, in: cell, isSelected ? colors.accentText : colors.text, on: canvas)
  }

  /// Draws the ring around a picture that is selected, whose corners will lie over it.
  func drawRing(
    under picture: PixelRect, _ colors: Theme.Overview.Colors, on canvas: Canvas
  ) {
    let width = (Theme.overview.ring * scale).rounded()
    canvas.fill(
      picture.rect.insetBy(dx: -width, dy: -width), cornerRadius: Theme.overview.radius * scale,
      with: colors.accent)
  }

  /// Draws a hairline around a picture, which may be as light as the background.
  private func drawEdge(around picture: PixelRect, _ color: Color, on canvas: Canvas) {
    let line = max(1, scale.rounded())
    canvas.stroke(
      picture.rect.insetBy(dx: -line / 2, dy: -line / 2), with: color, lineWidth: line)
  }

  /// Draws the ring around what stands for a picture that is selected.
  private func drawRing(
    around picture: PixelRect, _ colors: Theme.Overview.Colors, on canvas: Canvas
  ) {
    let width = (Theme.overview.ring * scale).rounded()
    canvas.stroke(
      picture.rect.insetBy(dx: -width / 2, dy: -width / 2),
      cornerRadius: Theme.overview.radius * scale - width / 2, with: colors.accent,
      lineWidth: width)
  }

  /// Draws a name in two lines at most.
  func drawName(
    of path: FilePath, below square: PixelRect, in cell: Rect, _ color: Color, on canvas: Canvas
  ) {
    let font = Font(size: Theme.overview.textSize * scale)
    let name = surfaces.name(of: path) {
      ThumbnailSurfaces.Name(label(path), font: font, width: cell.width, measuredBy: canvas)
    }
    for (index, line) in name.lines.enumerated() {
      let baseline =
        cell.minY
        + (side + Theme.overview.ascent + Double(index) * Theme.overview.lineHeight) * scale
      canvas.draw(
        line.text, at: Point((cell.center.x - line.width / 2).rounded(), baseline.rounded()),
        font: font, color: color)
    }
  }

  /// The place of a thumbnail that was loaded for a side: in the middle of its square.
  func place(of shown: PixelSize, for side: Int, in square: PixelRect) -> PixelRect {
    // Those of another side are drawn at the new one until they are loaded again, but small pictures are never enlarged.
    let longer = max(shown.width, shown.height)
    let isEnlarged = side < pixelSide && longer == side
    let target = isEnlarged ? square.width : min(longer, square.width)
    let ratio = Double(target) / Double(longer)
    let size = PixelSize(
      width: max(1, Int((Double(shown.width) * ratio).rounded())),
      height: max(1, Int((Double(shown.height) * ratio).rounded())))
    return PixelRect(
      x: square.x + (square.width - size.width) / 2,
      y: square.y + (square.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// Draws the mark of a picture in its corner: a dot with a rim.
  private func drawMark(in picture: PixelRect, on canvas: Canvas) {
    let side = Theme.overview.markDot * scale
    let margin = Theme.overview.badgeMargin * scale
    let rim = Rect(
      x: picture.rect.maxX - side - margin, y: picture.rect.minY + margin, width: side,
      height: side)
    canvas.fill(rim, cornerRadius: side / 2, with: Color(white: 1))
    let dot = rim.insetBy(dx: 2 * scale, dy: 2 * scale)
    canvas.fill(dot, cornerRadius: dot.width / 2, with: Theme.overview.mark)
  }

  /// How much smaller stars are at least drawn than usual. [C]
  private static let leastStarScale = 0.6

  /// Draws stars in the lower right corner of a picture, or a cross for one that was rejected, on a dark plate that sets them off from
  /// any picture.
  ///
  /// The plate of a picture that is too small reaches beyond it, within its square.
  private func drawStars(
    _ stars: Int, on picture: PixelRect, in square: PixelRect, on canvas: Canvas
  ) {
    let theme = Theme.overview
    let count = abs(stars)
    let margin = 4 * scale
    let width = Double(count) * theme.star + Double(count - 1) + 2 * theme.starPadding
    guard count > 0 else { return }
    // On a narrow picture they are smaller, down to what can still be counted.
    let least = Self.leastStarScale * scale
    let point = max(min(scale, (picture.rect.width - 2 * margin) / width), least)
    let (side, padding) = (theme.star * point, theme.starPadding * point)
    let size = Size(width: width * point, height: side + 1.2 * padding)
    func start(_ size: Double, _ picture: ClosedRange<Double>, _ square: ClosedRange<Double>)
      -> Double
    {
      let middle = (picture.lowerBound + picture.upperBound - size) / 2
      let start = max(picture.upperBound - size - margin, middle)
      return max(min(start, square.upperBound - size), square.lowerBound)
    }
    let (inner, outer) = (picture.rect, square.rect)
    let plate = Rect(
      x: start(size.width, inner.minX...inner.maxX, outer.minX...outer.maxX),
      y: start(size.height, inner.minY...inner.maxY, outer.minY...outer.maxY),
      width: size.width, height: size.height)
    Plate(plate, cornerRadius: plate.height / 2, color: theme.starPlate, point: scale)
      .draw(on: canvas)
    for index in 0..<count {
      let center = Point(
        plate.minX + padding + side / 2 + Double(index) * (side + point),
        plate.center.y + side * 0.04)
      if stars < 0 {
        canvas.fillPolygon(Self.cross(at: center, radius: side / 2), with: theme.mark)
      } else {
        canvas.fillPolygon(Self.star(at: center, radius: side / 2), with: theme.starColor)
      }
    }
  }

  /// The corners of a diagonal cross.
  private static func cross(at center: Point, radius: Double) -> [Point] {
    let width = radius * 0.25
    return (0..<4).flatMap { arm in
      let angle = (Double(arm) + 0.5) * .pi / 2
      let along = Point(cos(angle), sin(angle))
      let across = Point(-along.y, along.x)
      return [
        along * radius - across * width, along * radius + across * width,
        (along + across) * width,
      ].map { center + $0 }
    }
  }

  /// The corners of a star with five points.
  private static func star(at center: Point, radius: Double) -> [Point] {
    // The inner corners of a pentagram are shorter by the square of the golden ratio; these are a little plumper. [C]
    (0..<10).map { corner in
      let length = corner.isMultiple(of: 2) ? radius : radius * 0.45
      let angle = Double(corner) * .pi / 5
      return Point(center.x + length * sin(angle), center.y - length * cos(angle))
    }
  }

  /// Draws what stands for a thumbnail that isn't there; returns its place.
  private func drawPlaceholder(
    in square: PixelRect, _ colors: Theme.Overview.Colors, mark: String?, isWhole: Bool = false,
    on canvas: Canvas
  ) -> PixelRect {
    let rect =
      isWhole
      ? square
      : PixelRect(
        rounding: square.rect.insetBy(dx: square.rect.width * 0.1, dy: square.rect.height * 0.2))
    canvas.fill(rect.rect, cornerRadius: Theme.overview.radius * scale, with: colors.placeholder)
    guard let mark else { return rect }
    let font = Font(size: Theme.overview.glyphSize * scale)
    let extents = canvas.measure(mark, font: font)
    let baseline = rect.rect.center.y + (extents.ascent - extents.descent) / 2
    canvas.draw(
      mark, at: Point((rect.rect.center.x - extents.width / 2).rounded(), baseline.rounded()),
      font: font, color: colors.text)
    return rect
  }

  /// Draws what stands for a picture that cannot be shown: a broken picture, and the reason below it, which takes all of the square.
  private func drawBroken(
    in square: PixelRect, reason: String?, _ colors: Theme.Overview.Colors, on canvas: Canvas
  ) -> PixelRect {
    let plate = drawPlaceholder(
      in: square, colors, mark: nil, isWhole: reason != nil, on: canvas)
    let font = Font(size: Theme.overview.reasonSize * scale)
    let lineHeight = Theme.overview.lineHeight * scale
    let padding = Theme.overview.margin * 2 * scale
    let size = Theme.overview.broken * scale
    let room = plate.rect.height - size.height - 3 * padding
    let lineLimit = Int(room / lineHeight)
    let lines =
      reason.map {
        lineLimit < 1
          ? []
          : canvas.wrapped(
            $0, font: font, width: plate.rect.width - 2 * padding, lines: lineLimit)
      } ?? []
    let height = size.height + (lines.isEmpty ? 0 : padding + Double(lines.count) * lineHeight)
    let glyph = Rect(
      x: plate.rect.center.x - size.width / 2, y: plate.rect.center.y - height / 2,
      width: size.width, height: size.height)
    canvas.drawBrokenGlyph(in: glyph, colors.glyph)
    for (index, line) in lines.enumerated() {
      let width = canvas.measure(line, font: font).width
      let baseline = glyph.maxY + padding + Double(index + 1) * lineHeight - 4 * scale
      canvas.draw(
        line, at: Point((plate.rect.center.x - width / 2).rounded(), baseline.rounded()),
        font: font, color: colors.text)
    }
    return plate
  }
}

// MARK: - Thumbnails

extension Canvas {
  /// Draws a thumbnail.
  ///
  /// - Parameters:
  ///   - surface: The thumbnail.
  ///   - turn: How it is turned or flipped.
  ///   - place: Its place, in pixels.
  ///   - isDamaged: Whether it is of a file of which a part is missing.
  ///   - backdrop: What lies under its transparent pixels.
  ///   - scale: The device pixels per point.
  func draw(
    _ surface: Surface, _ turn: Orientation, in place: PixelRect, isDamaged: Bool,
    over backdrop: Backdrop, scale: Double
  ) {
    if isDamaged {
      fill([place], with: Theme.overview.damaged)
    } else if !surface.isOpaque {
      drawTransparency(place, backdrop, scale)
    }
    draw(
      surface, transform: turn.transform(from: surface.size, to: place), into: place,
      filter: place.size == turn.applied(to: surface.size) ? .nearest : .bilinear,
      blending: surface.isOpaque ? .replace : .over)
  }

  /// Draws the backdrop of a thumbnail with transparent pixels, the same as the picture's.
  private func drawTransparency(_ place: PixelRect, _ backdrop: Backdrop, _ scale: Double) {
    if let color = backdrop.transparencyColor { return fill([place], with: color) }
    fill([place], with: Theme.checkerboard.light)
    let side = max(1, PixelRect.rounded(Double(Theme.checkerboard.side) * scale))
    let squares = (0..<(place.height + side - 1) / side).flatMap { row in
      stride(from: (row + 1) % 2, to: (place.width + side - 1) / side, by: 2).map { column in
        PixelRect(
          x: place.x + column * side, y: place.y + row * side, width: side, height: side
        ).intersection(place)
      }
    }
    fill(squares, with: Theme.checkerboard.dark)
  }

  /// Draws a sign in the lower corner of a picture of which a part is missing: a triangle with an exclamation mark.
  func drawWarning(in picture: PixelRect, scale: Double) {
    let side = Theme.overview.warning * scale
    let margin = Theme.overview.badgeMargin * scale
    let left = picture.rect.minX + margin
    let bottom = picture.rect.maxY - margin
    let middle = left + side / 2
    fillPolygon(
      [
        Point(middle, bottom - side), Point(left + side, bottom), Point(left, bottom),
      ], with: DarkTheme.alert)
    let line = side / 8
    fill(
      [
        Rect(x: middle - line / 2, y: bottom - side * 0.66, width: line, height: side * 0.34),
        Rect(x: middle - line / 2, y: bottom - side * 0.22, width: line, height: line),
      ], with: Color(white: 0.1))
  }

  /// Draws a frame with a hill and a sun that is torn from the top to the bottom.
  func drawBrokenGlyph(in rect: Rect, _ color: Color) {
    let unit = rect.width / 40
    func point(_ x: Double, _ y: Double) -> Point {
      Point(rect.minX + x * unit, rect.minY + y * unit)
    }
    // Two halves, whose torn edges are parallel.
    let tear = [(19.0, 0.0), (15, 9), (23, 17), (18, 23), (22, 30)]
    for (offset, edge) in [(-1.5, 1.5), (1.5, 38.5)] {
      let torn = tear.map { point($0.0 + offset, min(max($0.1, 1.5), 28.5)) }
      strokeLine(
        through: [torn[0], point(edge, 1.5), point(edge, 28.5)] + torn.reversed(), with: color,
        lineWidth: 2.5 * unit)
    }
    fillPolygon([point(5, 25), point(10, 14), point(16, 21), point(17, 25)], with: color)
    fillPolygon([point(24, 25), point(25, 20), point(29, 15), point(35, 25)], with: color)
    let sun = Rect(origin: point(29, 6), size: Size(width: 5 * unit, height: 5 * unit))
    fill(sun, cornerRadius: 2.5 * unit, with: color)
  }
}

extension Orientation {
  /// Maps the pixels of a picture as stored to where it is shown.
  func transform(from size: PixelSize, to place: PixelRect) -> AffineTransform {
    let origin = self.place(of: .zero)
    let (right, down) = (self.place(of: Point(1, 0)) - origin, self.place(of: Point(0, 1)) - origin)
    let (width, height) = (Double(size.width), Double(size.height))
    return AffineTransform(
      a: right.x / width, b: right.y / width, c: down.x / height, d: down.y / height, tx: origin.x,
      ty: origin.y
    ).concatenating(AffineTransform(scaleX: Double(place.width), y: Double(place.height)))
      .concatenating(AffineTransform(translationX: Double(place.x), y: Double(place.y)))
  }
}

extension ThumbnailSurfaces.Name {
  /// Where a name may be broken. [C]
  private static let separators: Set<Character> = [" ", "-", "_", ".", ")"]

  /// Breaks a name into two lines at most: as much as fits into the first, and the rest with an ellipsis in its middle.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - font: The font.
  ///   - width: The width of a line, in units of the canvas.
  ///   - canvas: Measures text.
  init(_ name: String, font: Font, width: Double, measuredBy canvas: Canvas) {
    func line(_ text: String) -> Line {
      Line(text: text, width: canvas.measure(text, font: font).width)
    }
    let whole = line(name)
    let characters = Array(name)
    // A name between marks for its direction of writing is not taken apart.
    guard whole.width > width, characters.count > 2, name == name.withoutIsolates else {
      lines = [whole.width > width ? line(canvas.elided(name, font: font, width: width)) : whole]
      return
    }
    let count = (1..<characters.count - 1).partitioningIndex {
      canvas.measure(String(characters[...$0]), font: font).width > width
    }
    // Between words if one ends in the second half.
    let end =
      (count / 2..<count).last { Self.separators.contains(characters[$0]) }.map { $0 + 1 } ?? count
    let rest = String(characters[end...].drop { $0 == " " })
    lines = [
      line(String(characters[..<end])), line(canvas.elided(rest, font: font, width: width)),
    ]
  }
}

extension String {
  /// The text without the marks around one of another direction of writing.
  fileprivate var withoutIsolates: String {
    String(
      String.UnicodeScalarView(unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
  }
}

extension Overview {
  /// The height of a heading, in points. [C]
  static let headingHeight = 40.0

  /// Draws the headings that are visible, moved by a distance in points.
  func drawHeadings(
    movedBy displacement: Point, _ colors: Theme.Overview.Colors, on canvas: Canvas
  ) {
    guard !sections.headings.isEmpty else { return }
    let elements = layout.layoutAttributesForElements(in: list.bounds) ?? []
    for element in elements where element.representedElementKind != nil {
      let heading = sections.headings[element.indexPath.section]
      let frame = element.frame.offset(by: displacement)
      let count = LocaleText.user.number(heading.count)
      let (strong, plain) = (TextStyle.strong.font, TextStyle.text.font)
      let room = frame.width - 2 * grid.gutter
      canvas.saved {
        canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
        let countWidth = canvas.measure(count, font: plain).width
        let title = canvas.elided(
          heading.title, font: strong, width: max(room - countWidth - 12, 1))
        let width = canvas.measure(title, font: strong).width
        let center = frame.minY + frame.height * 0.55
        let start = (frame.minX + grid.gutter).rounded()
        canvas.draw(title, x: start, middle: center, font: strong, color: colors.text)
        guard width + 12 + countWidth <= room else { return }
        canvas.draw(
          count, x: (start + width + 12).rounded(), middle: center, font: plain,
          color: colors.faintText)
      }
    }
  }
}
