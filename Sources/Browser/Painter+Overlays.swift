import Drawing
import Geometry

extension Painter {
  /// Draws what lies around the picture: the quiet ground, and a shadow that marks the edge.
  func drawSurroundings(_ frame: Frame, on canvas: Canvas) {
    let window = PixelRect(frame.viewport)
    let picture = frame.placement.area
    let visible = window.intersection(picture)
    let margins = window.subtracting(visible)
    guard !margins.isEmpty else { return }
    canvas.fill(margins, with: Theme.background)
    canvas.saved {
      canvas.clip(to: margins)
      drawShadow(around: picture.rect, scale: frame.scale, on: canvas)
    }
  }

  /// A soft shadow, made of nested outlines that get fainter, and a hairline.
  private func drawShadow(around picture: Rect, scale: Double, on canvas: Canvas) {
    let steps = 7
    let reach = Theme.shadow.reach * scale
    for step in 1...steps {
      let distance = reach * Double(step) / Double(steps)
      canvas.fill(
        picture.insetBy(dx: -distance, dy: -distance), cornerRadius: distance,
        with: Color(white: 0, alpha: Theme.shadow.alpha / Double(steps)))
    }
    let line = max(1, scale.rounded())
    canvas.stroke(
      picture.insetBy(dx: -line / 2, dy: -line / 2), with: Theme.edge, lineWidth: line)
  }

  /// Draws what lies over everything: indicators, progress, a sentence.
  func drawOverlays(_ frame: Frame, on canvas: Canvas) {
    for indicator in frame.indicators { canvas.draw(indicator) }
    if let progress = frame.progress { draw(progress, frame, on: canvas) }
    if let message = frame.message { draw(message, frame, on: canvas) }
  }

  private func draw(_ progress: Frame.Progress, _ frame: Frame, on canvas: Canvas) {
    let thickness = Theme.progress.thickness * frame.scale
    let whole = Rect(x: 0, y: 0, width: Double(frame.viewport.width), height: thickness)
    canvas.fill(whole, with: Theme.progress.rest)
    guard case .part(let part) = progress else { return }
    var done = whole
    done.size.width *= min(max(part, 0), 1)
    canvas.fill(done, with: Theme.progress.done)
  }

  private func draw(_ message: String, _ frame: Frame, on canvas: Canvas) {
    let font = Font(size: Theme.message.size * frame.scale)
    let extents = canvas.measure(message, font: font)
    let padding = font.size * 0.8
    let width = min(extents.width, Double(frame.viewport.width) - 4 * padding)
    let plate = Rect(
      x: ((Double(frame.viewport.width) - width) / 2 - padding).rounded(),
      y: (Double(frame.viewport.height) - extents.height - 4 * padding).rounded(),
      width: (width + 2 * padding).rounded(), height: (extents.height + padding).rounded())
    canvas.fill(plate, cornerRadius: padding / 2, with: Theme.message.plate)
    canvas.saved {
      canvas.clip(to: plate)
      canvas.draw(
        message,
        at: Point(plate.minX + padding, plate.minY + padding / 2 + extents.ascent), font: font,
        color: Theme.message.text)
    }
  }
}

extension PixelRect {
  /// What is left when `hole` is cut out: up to four rectangles; all of it when they share nothing.
  func subtracting(_ hole: PixelRect) -> [PixelRect] {
    guard !hole.isEmpty else { return [self] }
    let parts = [
      PixelRect(x: x, y: y, width: width, height: hole.y - y),
      PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
      PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
    ]
    return parts.filter { !$0.isEmpty }
  }
}
