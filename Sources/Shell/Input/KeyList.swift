import OverscrollDrawing
import ScrollGeometry

/// The list of a window's keys, drawn over its content.
package struct KeyList {
  private let rows: [(keys: String, summary: String)]
  private static let font = Font(.sans, size: 12)
  private static let keyFont = Font(.mono, size: 11)
  private static let (padding, leading, gap) = (16.0, 19.0, 18.0)

  /// Makes the list of the rows of a table that are worth a line.
  package init<Command>(
    _ table: CommandTable<Command>, where isListed: (Command) -> Bool = { _ in true }
  ) {
    rows = table.rows.filter { isListed($0.command) }.map { row in
      (Self.labels(of: row.bindings).joined(separator: "  "), row.summary)
    }
  }

  /// The keys as keyboards label them: those of the number block, mouse buttons and the names that some layouts have for others are
  /// left out, and so is a letter that means the same with Shift.
  package static func labels(of bindings: [KeyBinding]) -> [String] {
    var labels: [String] = []
    let hidden = ["KP_", "ISO_", "button"]
    for binding in bindings where !hidden.contains(where: binding.key.hasPrefix) {
      let capital = KeyBinding(binding.key.uppercased(), binding.modifiers)
      guard binding == capital || !bindings.contains(capital) else { continue }
      let name = Self.labels[binding.key] ?? binding.key
      labels.append(KeyBinding(name, binding.modifiers).description)
    }
    return labels
  }

  private static let labels = [
    "space": "Space", "KP_Enter": "Enter", "comma": ",", "period": ".", "bracketleft": "[",
    "bracketright": "]", "braceleft": "{", "braceright": "}", "backslash": "\\",
    "question": "?", "Escape": "Esc", "plus": "+", "equal": "=", "minus": "−",
    "BackSpace": "Backspace", "Next": "Page Down", "Prior": "Page Up", "less": "<",
    "greater": ">", "bar": "|", "underscore": "_", "numbersign": "#",
  ]

  /// Draws the list in the middle of a surface, smaller where it would not fit.
  func draw(on surface: Surface, scale: Double) throws(DrawingError) {
    let canvas = try Canvas(surface)
    let keyWidth = rows.map { canvas.measure($0.keys, font: Self.keyFont).width }.max() ?? 0
    let summaryWidth = rows.map { canvas.measure($0.summary, font: Self.font).width }.max() ?? 0
    let size = Size(
      width: keyWidth + Self.gap + summaryWidth + 2 * Self.padding,
      height: Double(rows.count) * Self.leading + 2 * Self.padding)
    let room = surface.size.size
    let fitting = min(scale, room.width / size.width, room.height / size.height)
    let origin = Point(
      (room.width - size.width * fitting) / 2, (room.height - size.height * fitting) / 2)
    canvas.concatenate(AffineTransform(translationX: origin.x.rounded(), y: origin.y.rounded()))
    canvas.concatenate(AffineTransform(scaleX: fitting, y: fitting))
    canvas.fill(
      Rect(origin: .zero, size: size), cornerRadius: 8, with: Color(white: 0.08, alpha: 0.92))
    for (index, row) in rows.enumerated() {
      let baseline = Self.padding + Double(index) * Self.leading + 14
      canvas.draw(
        row.keys, at: Point(Self.padding, baseline), font: Self.keyFont, color: DarkTheme.text)
      canvas.draw(
        row.summary, at: Point(Self.padding + keyWidth + Self.gap, baseline), font: Self.font,
        color: DarkTheme.softText)
    }
  }
}
