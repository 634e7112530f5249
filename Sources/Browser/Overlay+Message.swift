import OverscrollDrawing
import ScrollGeometry

extension Overlay {
  /// The largest number of lines of a message. [C]
  private static let messageLines = 4

  /// Lays a message out at the lower edge of a window, above a field or plates.
  static func message(_ message: String, _ frame: Frame, _ canvas: Canvas) -> Overlay {
    let font = Font(size: Theme.message.size * frame.scale)
    let padding = font.size * Theme.message.padding
    let widest = max(Double(frame.viewport.width) - 4 * padding, font.size)
    // A name that is longer than a line is shortened where it says least.
    let words = message.split(separator: " ").map {
      canvas.elided(String($0), font: font, width: widest)
    }
    let lines = canvas.wrapped(
      words.joined(separator: " "), font: font, width: widest, lines: messageLines)
    let width = lines.map { canvas.measure($0, font: font).width }.max() ?? 0
    let height = leading(of: font, canvas) * Double(lines.count)
    let bottom =
      frame.field.map { $0.area(in: frame.viewport, scale: frame.scale).y }
      ?? (frame.lowerPlates > 0
        ? frame.viewport.height - PixelRect.rounded(frame.lowerPlates * frame.scale) : nil)
    let area = Rect(
      x: ((Double(frame.viewport.width) - width) / 2 - padding).rounded(),
      y: (Double(bottom ?? frame.viewport.height) - height - (bottom == nil ? 4 : 2) * padding)
        .rounded(),
      width: (width + 2 * padding).rounded(), height: (height + padding).rounded())
    return Overlay(.message(lines), area: PixelRect(rounding: area), scale: frame.scale)
  }

  /// The distance between the lines of a message.
  private static func leading(of font: Font, _ canvas: Canvas) -> Double {
    canvas.measure("Xg", font: font).height
  }

  /// Draws the lines of a message on their plate.
  func draw(_ lines: [String], on canvas: Canvas) {
    let font = Font(size: Theme.message.size * scale)
    let padding = font.size * Theme.message.padding
    let plate = area.rect
    Plate(
      plate, cornerRadius: padding / 2, color: Theme.message.plate, point: scale
    ).draw(on: canvas)
    canvas.saved {
      canvas.clip(to: plate)
      var baseline = plate.minY + padding / 2 + canvas.measure("Xg", font: font).ascent
      for line in lines {
        let width = canvas.measure(line, font: font).width
        let x = lines.count == 1 ? plate.minX + padding : (plate.center.x - width / 2).rounded()
        canvas.draw(line, at: Point(x, baseline), font: font, color: Theme.message.text)
        baseline += Self.leading(of: font, canvas)
      }
    }
  }
}
