import OverscrollBase
package import OverscrollDrawing
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
    var selection: Int?
    var count: Int
    var version: Int
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
      size: size, scale: scale, side: side, offset: list.contentOffset, selection: selection,
      count: count, version: surfaces.version, indicator: list.verticalScrollIndicator.opacity,
      surroundings: surroundings)
  }

  /// Returns whether it looks different from when it was last drawn.
  package func needsDisplay(_ surroundings: Surroundings) -> Bool { drawn != look(surroundings) }

  /// The size of the window, in pixels.
  private var viewport: PixelSize {
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
    surfaces.beginFrame()
    drawn = look(surroundings)
    let backdrop = surroundings.backdrop.background.color
    canvas.fill([PixelRect(viewport)], with: backdrop)
    let colors = Theme.overview.colors(on: backdrop)
    for indexPath in list.indexPathsForVisibleItems {
      guard let frame = list.layoutAttributesForItem(at: indexPath)?.frame else { continue }
      let cell = frame.offset(by: -list.bounds.origin) * scale
      drawCell(indexPath.item, in: cell, colors, surroundings.backdrop, on: canvas)
    }
    guard arrangement == .rows else { return }
    let indicator = list.verticalScrollIndicator
    canvas.draw(
      Indicator(
        frame: indicator.frame * scale, cornerRadius: indicator.cornerRadius * scale,
        color: colors.indicator, opacity: indicator.opacity))
    drawOverlays(surroundings, on: canvas)
  }

  private func drawOverlays(_ surroundings: Surroundings, on canvas: Canvas) {
    var frame = Frame(
      viewport: viewport, placement: Placement(size: viewport, origin: .zero, scale: 1))
    frame.scale = scale
    frame.message = surroundings.message ?? (count == 0 ? "There are no pictures." : nil)
    frame.field = surroundings.field
    frame.isDropTarget = surroundings.isDropTarget
    frame.layers = surroundings.layers
    frame.contrast = surroundings.contrast
    for overlay in Overlay.all(of: frame, measuredBy: canvas) {
      canvas.saved {
        canvas.clip(to: overlay.area.rect)
        canvas.draw(overlay)
      }
    }
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
    let isSelected = item == selection
    let square = PixelRect(
      rounding: Rect(x: cell.minX, y: cell.minY, width: cell.width, height: side * scale))
    if isSelected {
      let margin = Theme.overview.margin * scale
      let plate = Rect(
        x: cell.minX - margin, y: cell.minY - margin, width: cell.width + 2 * margin,
        height: cell.height + margin * (arrangement == .strip ? 2 : 1))
      canvas.fill(
        PixelRect(rounding: plate).rect, cornerRadius: Theme.overview.radius * scale,
        with: Theme.overview.selection)
    }
    switch surfaces.state(of: path) {
    case .ready(let surface):
      draw(
        surface, of: surfaces.side(of: path) ?? pixelSide, in: square, over: backdrop, on: canvas)
    case .failed: drawPlaceholder(in: square, colors, mark: "–", on: canvas)
    case .expensive: drawPlaceholder(in: square, colors, mark: "…", on: canvas)
    case nil: drawPlaceholder(in: square, colors, mark: nil, on: canvas)
    }
    if isMarked(item) { drawMark(in: square, on: canvas) }
    guard arrangement == .rows else { return }
    let font = Font(size: Theme.overview.textSize * scale)
    let name = surfaces.name(of: path) {
      let name = label(path)
      let text = canvas.elided(name, font: font, width: cell.width)
      return .init(text: text, width: canvas.measure(text, font: font).width)
    }
    let baseline = cell.maxY - Theme.overview.descent * scale
    canvas.draw(
      name.text, at: Point((cell.center.x - name.width / 2).rounded(), baseline.rounded()),
      font: font, color: isSelected ? Theme.overview.selectedText : colors.text)
  }

  /// Draws a thumbnail that was loaded for a side in the middle of its square.
  private func draw(
    _ surface: Surface, of side: Int, in square: PixelRect, over backdrop: Backdrop,
    on canvas: Canvas
  ) {
    // Those of another side are drawn at the new one until they are loaded again, but small pictures are never enlarged.
    let longer = max(surface.size.width, surface.size.height)
    let isEnlarged = side < pixelSide && longer == side
    let target = isEnlarged ? square.width : min(longer, square.width)
    let ratio = Double(target) / Double(longer)
    let size = PixelSize(
      width: max(1, Int((Double(surface.size.width) * ratio).rounded())),
      height: max(1, Int((Double(surface.size.height) * ratio).rounded())))
    let place = PixelRect(
      x: square.x + (square.width - size.width) / 2,
      y: square.y + (square.height - size.height) / 2, width: size.width, height: size.height)
    if !surface.isOpaque { drawTransparency(place, backdrop, on: canvas) }
    let scaling = AffineTransform(
      scaleX: Double(size.width) / Double(surface.size.width),
      y: Double(size.height) / Double(surface.size.height))
    let moving = AffineTransform(translationX: Double(place.x), y: Double(place.y))
    canvas.draw(
      surface, transform: scaling.concatenating(moving), into: place,
      filter: ratio == 1 ? .nearest : .bilinear, blending: surface.isOpaque ? .replace : .over)
  }

  /// Draws the backdrop of a thumbnail with transparent pixels, the same as the picture's.
  private func drawTransparency(_ place: PixelRect, _ backdrop: Backdrop, on canvas: Canvas) {
    if let color = backdrop.transparencyColor { return canvas.fill([place], with: color) }
    canvas.fill([place], with: Theme.checkerboard.light)
    let side = max(1, PixelRect.rounded(Double(Theme.checkerboard.side) * scale))
    let squares = (0..<(place.height + side - 1) / side).flatMap { row in
      stride(from: (row + 1) % 2, to: (place.width + side - 1) / side, by: 2).map { column in
        PixelRect(
          x: place.x + column * side, y: place.y + row * side, width: side, height: side
        ).intersection(place)
      }
    }
    canvas.fill(squares, with: Theme.checkerboard.dark)
  }

  /// Draws the mark of a picture in the corner of its square: a dot with a rim.
  private func drawMark(in square: PixelRect, on canvas: Canvas) {
    let side = Theme.overview.markDot * scale
    let rim = Rect(
      x: square.rect.maxX - side * 1.5, y: square.rect.minY + side / 2, width: side, height: side)
    canvas.fill(rim, cornerRadius: side / 2, with: Color(white: 1))
    let dot = rim.insetBy(dx: 2 * scale, dy: 2 * scale)
    canvas.fill(dot, cornerRadius: dot.width / 2, with: Theme.overview.mark)
  }

  private func drawPlaceholder(
    in square: PixelRect, _ colors: Theme.Overview.Colors, mark: String?, on canvas: Canvas
  ) {
    let rect = square.rect.insetBy(dx: square.rect.width * 0.1, dy: square.rect.height * 0.2)
    canvas.fill(rect, cornerRadius: Theme.overview.radius * scale, with: colors.placeholder)
    guard let mark else { return }
    let font = Font(size: Theme.overview.markSize * scale)
    let extents = canvas.measure(mark, font: font)
    let baseline = rect.center.y + (extents.ascent - extents.descent) / 2
    canvas.draw(
      mark, at: Point((rect.center.x - extents.width / 2).rounded(), baseline.rounded()),
      font: font, color: colors.text)
  }
}
