import OverscrollDrawing
import ScrollEngine
package import ScrollGeometry

/// How a field over the picture looks, in points of its panel.
package struct FieldOverlay: Hashable, Sendable {
  var label: String
  var problem: String?
  var size: Size
  /// The place of the field in the panel.
  var field: Rect
  var text: FieldText

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

/// What is visible of the text that is typed into a field, in points of the field.
struct FieldText: Hashable, Sendable {
  /// The letters, each with the start of its baseline.
  private var letters: [Letter] = []
  private var selection: [Rect]
  private var marked: [Rect]
  /// The caret; `nil` where text is selected.
  private var caret: Rect?

  private struct Letter: Hashable, Sendable {
    var text: String
    var place: Point
  }

  init(of field: TextField) {
    let range = field.selectedRange
    selection = field.selectionRects(for: range)
    marked = field.markedRange.map { field.selectionRects(for: $0) } ?? []
    caret = range.isEmpty ? field.caretRect(for: range.upperBound) : nil
    for line in field.visibleLines {
      var x = line.origin.x
      for character in line.text {
        letters.append(Letter(text: String(character), place: Point(x, line.origin.y)))
        x += field.font.width(of: character)
      }
    }
  }
}

extension FieldText {
  /// Draws the text in a field whose corner is at a place, both in pixels.
  func draw(
    on canvas: Canvas, at corner: Point, baseline: Double, font: Font, color: Color, scale: Double
  ) {
    let theme = Theme.field
    for rect in selection {
      canvas.fill((rect * scale).offset(by: corner), with: theme.selection)
    }
    for letter in letters {
      canvas.draw(
        letter.text, at: Point(corner.x + letter.place.x * scale, baseline), font: font,
        color: color)
    }
    for rect in marked {
      let line = Rect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1)
      canvas.fill((line * scale).offset(by: corner), with: color)
    }
    if let caret { canvas.fill((caret * scale).offset(by: corner), with: theme.caret) }
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
      plate.text.draw(
        on: self, at: corner, baseline: baseline, font: font, color: Theme.message.text,
        scale: scale)
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
