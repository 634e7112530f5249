import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

// MARK: - Folders

extension Overview {
  /// Draws a folder as a stack of its first pictures, and its name.
  func drawFolder(
    _ path: FilePath, in square: PixelRect, _ cell: Rect, isSelected: Bool,
    _ colors: Theme.Overview.Colors, over background: Color, on canvas: Canvas
  ) {
    let pictures = stack(path) ?? []
    let cards = cards(max(pictures.count, 1), in: square.rect)
    let edge = max(1, scale.rounded())
    for (index, card) in cards.enumerated().reversed() {
      if index == 0, isSelected {
        drawRing(under: card, colors, on: canvas)
      } else {
        canvas.fill(card.rect.insetBy(dx: -edge, dy: -edge), with: background)
      }
      // What is behind does not show through.
      canvas.fill([card], with: colors.placeholder.over(background))
      guard pictures.indices.contains(index),
        case .ready(let surface, _) = surfaces.state(of: pictures[index])
      else { continue }
      drawFilling(surface, thumbnailTurn(pictures[index]), card, on: canvas)
    }
    let front = cards[0].rect
    if pictures.isEmpty {
      let width = Theme.overview.folder * scale
      canvas.drawFolderGlyph(
        in: Rect(
          x: front.center.x - width / 2, y: front.center.y - width * 0.4, width: width,
          height: width * 0.8), colors.glyph.over(background))
    } else {
      canvas.drawFolderBadge(in: front, scale: scale)
    }
    drawName(
      of: path, below: square, in: cell, isSelected ? colors.accentText : colors.text, on: canvas)
  }

  /// The places of the pictures of a stack in a square, the front one first.
  private func cards(_ count: Int, in square: Rect) -> [PixelRect] {
    let step = Theme.overview.stackStep * scale
    let width = square.width - 2 * step
    let height = width * 0.72
    let top = square.center.y - (height + Double(count - 1) * step) / 2
    return (0..<count).map { index in
      let inset = step * Double(index)
      return PixelRect(
        rounding: Rect(
          x: square.center.x - width / 2 + inset, y: top + step * Double(count - 1 - index),
          width: max(width - 2 * inset, 1), height: max(height, 1)))
    }
  }

  /// Draws the middle of a picture so that it fills a rectangle.
  private func drawFilling(
    _ surface: Surface, _ turn: Orientation, _ place: PixelRect, on canvas: Canvas
  ) {
    let size = turn.applied(to: surface.size)
    let ratio = max(
      Double(place.width) / Double(size.width), Double(place.height) / Double(size.height))
    let whole = Rect(
      x: place.rect.center.x - Double(size.width) * ratio / 2,
      y: place.rect.center.y - Double(size.height) * ratio / 2,
      width: (Double(size.width) * ratio).rounded(.up),
      height: (Double(size.height) * ratio).rounded(.up))
    canvas.draw(
      surface,
      transform: turn.transform(from: surface.size, to: PixelRect(around: whole)), into: place,
      filter: .bilinear, blending: surface.isOpaque ? .replace : .over)
  }
}

extension Canvas {
  /// Draws the sign of a folder in the lower corner of a picture that stands for it.
  func drawFolderBadge(in picture: Rect, scale: Double) {
    let width = Theme.overview.warning * scale
    let margin = Theme.overview.badgeMargin * scale
    let place = Rect(
      x: picture.minX + margin, y: picture.maxY - margin - width * 0.8, width: width,
      height: width * 0.8)
    let plate = place.insetBy(dx: -4 * scale, dy: -4 * scale)
    Plate(plate, cornerRadius: 4 * scale, color: Theme.overview.badge, point: scale).draw(on: self)
    drawFolderGlyph(in: place, Color(white: 1))
  }

  /// Draws a folder with its tab.
  fileprivate func drawFolderGlyph(in rect: Rect, _ color: Color) {
    let (width, height) = (rect.width, rect.height)
    let radius = width / 12
    fillPolygon(
      [
        Point(rect.minX, rect.minY + height * 0.4), Point(rect.minX, rect.minY + height * 0.06),
        Point(rect.minX + width * 0.36, rect.minY + height * 0.06),
        Point(rect.minX + width * 0.46, rect.minY + height * 0.2),
        Point(rect.minX + width * 0.46, rect.minY + height * 0.4),
      ], with: color)
    fill(
      Rect(x: rect.minX, y: rect.minY + height * 0.2, width: width, height: height * 0.76),
      cornerRadius: radius, with: color)
  }
}
