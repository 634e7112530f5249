import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry

extension ViewPainter {
  /// Draws the text of a text field or text view: selection, lines, the line under marked text, and the caret.
  func drawText(of input: any TextInput, on canvas: Canvas) {
    let font = Font(.mono, size: Palette.text)
    if input.isFirstResponder, !input.selectedRange.isEmpty {
      for rect in input.selectionRects(for: input.selectedRange) {
        canvas.fill(rect, with: Color(Look.Color(0x2D6CDF, opacity: 0.25)))
      }
    }
    for line in input.visibleLines {
      var x = line.origin.x
      for character in line.text {
        // Each at the place where the layout has it, whatever the width of the font that is installed.
        canvas.draw(
          String(character), at: Point(x, line.origin.y), font: font, color: Color(Palette.ink))
        x += input.font.width(of: character)
      }
    }
    if let marked = input.markedRange {
      for rect in input.selectionRects(for: marked) {
        canvas.fill(
          Rect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1),
          with: Color(Palette.ink))
      }
    }
    if let field = input as? TextField, field.text.isEmpty, !field.placeholder.isEmpty {
      canvas.draw(
        field.placeholder,
        at: Point(
          field.bounds.minX + TextField.textInset, field.bounds.minY + field.bounds.height / 2 + 4),
        font: Font(size: Palette.text), color: Color(Palette.muted))
    }
    if let caret = input.caretRect, input.isCaretOn(at: time ?? input.window?.time ?? 0) {
      canvas.fill(caret, with: Color(Palette.blue))
    }
  }
}
