import OverscrollDrawing
package import ScrollGeometry

/// How a field over the picture looks, in points of its panel.
package struct FieldOverlay: Hashable, Sendable {
  /// A letter and the start of its baseline in the field.
  struct Letter: Hashable, Sendable {
    var text: String
    var place: Point
  }

  var label: String
  var problem: String?
  var size: Size
  /// The place of the field in the panel.
  var field: Rect
  var letters: [Letter]
  var selection: [Rect]
  var marked: [Rect]
  var caret: Rect?

  /// The font of the label and of the text.
  static func font(_ scale: Double) -> Font { Font(size: Theme.field.textSize * scale) }

  /// Returns its top left corner in a window, in pixels.
  package func corner(in viewport: PixelSize, scale: Double) -> Point {
    let area = area(in: viewport, scale: scale)
    return Point(Double(area.x), Double(area.y))
  }

  /// Returns the pixels that it covers in a window.
  package func area(in viewport: PixelSize, scale: Double) -> PixelRect {
    let lines = problem == nil ? 0 : Theme.field.problemHeight
    let rect = Rect(
      x: (Double(viewport.width) - size.width * scale) / 2,
      y: Double(viewport.height) - (size.height + lines + FieldPanel.margin) * scale,
      width: size.width * scale, height: (size.height + lines) * scale)
    return PixelRect(rounding: rect)
  }
}

extension Canvas {
  /// Draws a field.
  func draw(_ plate: FieldOverlay, in area: PixelRect, scale: Double) {
    let theme = Theme.field
    let origin = Point(Double(area.x), Double(area.y))
    Plate(
      area.rect, cornerRadius: theme.radius * scale, color: Theme.message.plate, point: scale
    ).draw(on: self)
    let font = FieldOverlay.font(scale)
    let extents = measure(plate.label, font: font)
    let middle = origin.y + plate.size.height * scale / 2
    let baseline = (middle + (extents.ascent - extents.descent) / 2).rounded()
    draw(
      plate.label, at: Point(origin.x + theme.padding * scale, baseline), font: font,
      color: theme.label)
    let field = plate.field * scale
    let corner = Point(origin.x + field.minX, origin.y + field.minY)
    saved {
      clip(to: field.offset(by: origin))
      for rect in plate.selection { fill((rect * scale).offset(by: corner), with: theme.selection) }
      for letter in plate.letters {
        draw(
          letter.text, at: Point(corner.x + letter.place.x * scale, baseline), font: font,
          color: Theme.message.text)
      }
      for rect in plate.marked {
        let line = Rect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1)
        fill((line * scale).offset(by: corner), with: Theme.message.text)
      }
      if let caret = plate.caret {
        fill((caret * scale).offset(by: corner), with: theme.caret)
      }
    }
    guard let problem = plate.problem else { return }
    let small = Font(size: theme.problemSize * scale)
    draw(
      elided(
        problem, font: small, width: area.rect.width - 2 * theme.padding * scale,
        atEnd: true),
      at: Point(
        origin.x + theme.padding * scale,
        (origin.y + (plate.size.height + theme.problemHeight / 2) * scale).rounded()),
      font: small, color: theme.problem)
  }
}
