import OverscrollDrawing
import ScrollGeometry

extension Overlay {
  /// Lays a page out in the middle of a window.
  static func page(_ page: Frame.Page, _ frame: Frame, _ canvas: Canvas) -> Overlay {
    let theme = Theme.page
    let width = min(theme.width * frame.scale, Double(frame.viewport.width) * theme.widest)
    let texts = [
      (page.title, theme.titleSize, true, 1.0, 1), (page.message, theme.textSize, false, 0.85, 6),
      (page.hint, theme.hintSize, false, 0.5, 2),
    ]
    var (lines, y): ([PageLine], Double) = ([], 0)
    for (text, size, isBold, opacity, count) in texts {
      let font = Font(size: size * frame.scale, isBold: isBold)
      let pieces =
        count == 1
        ? [canvas.elided(text, font: font, width: width)]
        : canvas.wrapped(text, font: font, width: max(width, 1), lines: count)
      for piece in pieces {
        y += (font.size * theme.leading).rounded()
        let x = (Double(frame.viewport.width) - canvas.measure(piece, font: font).width) / 2
        lines.append(
          PageLine(text: piece, place: Point(x.rounded(), y), font: font, opacity: opacity))
      }
      y += (font.size * theme.gap).rounded()
    }
    let top = ((Double(frame.viewport.height) - y) / 2).rounded()
    for index in lines.indices { lines[index].place.y += top }
    let color = Theme.overview.colors(on: frame.backdrop.background.color).text
    return Overlay(
      .page(lines, color.withOpacity(1)), area: PixelRect(frame.viewport), scale: frame.scale)
  }
}
