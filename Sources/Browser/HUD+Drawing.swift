import OverscrollDrawing
import ScrollGeometry

extension HUD {
  private static func font(_ scale: Double) -> Font { Font(.mono, size: Theme.hud.size * scale) }

  /// Returns the rectangle of the panel, in the window's top left corner.
  func area(scale: Double, _ canvas: Canvas) -> PixelRect {
    let extents = canvas.measure("0", font: Self.font(scale))
    let padding = 2 * Theme.hud.padding * scale
    let margin = PixelRect.rounded(Theme.hud.margin * scale)
    return PixelRect(
      x: margin, y: margin, width: width(extents, scale),
      height: Int((Double(rows.count) * Self.leading(extents) + padding).rounded(.up)))
  }

  /// The width with room for every value, in pixels.
  fileprivate func width(_ extents: TextExtents, _ scale: Double) -> Int {
    let text = Double(columns.name + columns.value) * extents.width
    return Int((text + 2 * Theme.hud.padding * scale).rounded(.up))
  }

  /// The line height, in whole device pixels, so that all lines are rendered alike.
  fileprivate static func leading(_ extents: TextExtents) -> Double {
    (extents.height * 1.12).rounded(.up)
  }
}

extension HUD {
  /// Draws the heads-up display into its panel.
  func draw(on canvas: Canvas, in plate: Rect, scale: Double) {
    let font = Font(.mono, size: Theme.hud.size * scale)
    let extents = canvas.measure("0", font: font)
    Plate(
      plate, cornerRadius: Theme.hud.padding * scale * 0.7, color: Theme.hud.plate, point: scale
    ).draw(on: canvas)
    let left = (plate.minX + Theme.hud.padding * scale).rounded()
    let middle = left + (Double(columns.name) * extents.width).rounded()
    let room = plate.maxX - Theme.hud.padding * scale - middle
    let isNarrow = plate.width < Double(width(extents, scale))
    var line = (plate.minY + Theme.hud.padding * scale + extents.ascent).rounded()
    for row in rows {
      let descent = extents.height - extents.ascent
      guard line + descent <= plate.maxY else { break }
      canvas.draw(row.name, at: Point(left, line), font: font, color: Theme.hud.name)
      let color = row.isAlert ? Theme.hud.alert : Theme.hud.value
      let value =
        isNarrow
        ? canvas.elided(row.value.withoutAlignment, font: font, width: room, atEnd: true)
        : row.value
      canvas.draw(value, at: Point(middle, line), font: font, color: color)
      line += Self.leading(extents)
    }
  }
}

extension String {
  /// The text without the spaces that put numbers below each other.
  fileprivate var withoutAlignment: String {
    split(separator: " ").joined(separator: " ")
  }
}
