package import OverscrollDrawing
package import ScrollEngine
package import ScrollGeometry

/// What is visible of the text that is typed into a field, in points of the field.
package struct FieldText: Hashable, Sendable {
  /// The letters, each with the start of its baseline.
  private var letters: [TextLetter]
  private var selection: [Rect]
  private var marked: [Rect]
  /// The caret; `nil` where text is selected.
  private var caret: Rect?

  /// What lies under selected text on dark fields.
  package static let selectionColor = Color(0x2863CC)

  package init(of field: TextField) {
    let range = field.selectedRange
    selection = field.selectionRects(for: range)
    marked = field.markedRange.map { field.selectionRects(for: $0) } ?? []
    caret = range.isEmpty ? field.caretRect(for: range.upperBound) : nil
    letters = field.visibleLetters
  }

  /// True where nothing is typed, or what is typed cannot be seen.
  var isEmpty: Bool { letters.isEmpty }
}

/// A letter of a line of text, at the place where the layout has it, whatever the font that is installed.
struct TextLetter: Hashable, Sendable {
  var text: String
  /// The start of its baseline, in points of the view.
  var place: Point
  /// In points.
  var width: Double
}

extension TextInput {
  /// The letters of the lines that are visible.
  var visibleLetters: [TextLetter] {
    visibleLines.flatMap { line in
      var place = line.origin
      return line.text.map { character in
        let letter = TextLetter(
          text: String(character), place: place, width: font.width(of: character))
        place.x += letter.width
        return letter
      }
    }
  }
}

extension FieldText {
  /// Draws the text in a field whose corner is at a place, both in pixels.
  package func draw(
    on canvas: Canvas, at corner: Point, baseline: Double, font: Font, color: Color, scale: Double,
    selectionColor: Color = FieldText.selectionColor, caretColor: Color = DarkTheme.accent
  ) {
    for rect in selection {
      canvas.fill((rect * scale).offset(by: corner), with: selectionColor)
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
    if let caret { canvas.fill((caret * scale).offset(by: corner), with: caretColor) }
  }
}

/// The metrics of a field's letters, drawn at a number of pixels per point.
package struct FieldFont: TextMeasurer {
  private let canvas: Canvas?
  private let font: Font
  private let scale: Double
  package let ascender: Double
  package let lineHeight: Double

  package init(_ font: Font, scale: Double) {
    (self.font, self.scale) = (font, scale)
    canvas = (try? Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true)).flatMap {
      try? Canvas($0)
    }
    let extents = canvas?.measure("x", font: font)
    ascender = (extents?.ascent ?? 0) / scale
    lineHeight = (extents?.height ?? 0) / scale
  }

  package func width(of character: Character) -> Double { width(of: String(character)) }

  /// Returns the width of a line of text, in points.
  package func width(of text: String) -> Double {
    (canvas?.measure(text, font: font).width ?? 0) / scale
  }
}
