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

  /// The share of the usual size below which the list is divided into pages instead of shrunk. [C]
  private static let smallest = 0.85
  private static let columnGap = 28.0

  /// A list that fits a surface.
  private struct Arrangement {
    var columns = 1
    /// The device pixels per point.
    var scale: Double
    /// The rows of a page, at least one.
    var count: Int

    /// The pages that a number of rows needs.
    func pageCount(of rows: Int) -> Int { (rows + count - 1) / count }
  }

  /// Returns how many pages the list needs in a room of a size in pixels.
  func pageCount(in room: PixelSize, scale: Double) -> Int {
    guard let canvas = try? Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    else { return 1 }
    return arrangement(in: room.size, scale: scale, canvas).pageCount(of: rows.count)
  }

  private func widths(_ canvas: Canvas) -> (keys: Double, summary: Double) {
    (
      rows.map { canvas.measure($0.keys, font: Self.keyFont).width }.max() ?? 0,
      rows.map { canvas.measure($0.summary, font: Self.font).width }.max() ?? 0
    )
  }

  /// Puts the list into columns where it would otherwise shrink, and onto pages where it would become too small.
  private func arrangement(in room: Size, scale: Double, _ canvas: Canvas) -> Arrangement {
    let (keys, summary) = widths(canvas)
    let column = keys + Self.gap + summary
    let all = (1...3).map { columns -> Arrangement in
      let width =
        Double(columns) * column + Double(columns - 1) * Self.columnGap + 2 * Self.padding
      let lines = (rows.count + columns - 1) / columns
      let height = Double(lines) * Self.leading + 2 * Self.padding
      let fitting = min(scale, room.width / width, room.height / height)
      return Arrangement(columns: columns, scale: fitting, count: max(rows.count, 1))
    }
    if let best = all.max(by: { $0.scale < $1.scale }), best.scale >= Self.smallest * scale {
      return best
    }
    let small = Self.smallest * scale
    // The last line says how to go on.
    let lines = Int((room.height / small - 2 * Self.padding) / Self.leading) - 1
    return Arrangement(scale: small, count: max(min(lines, rows.count), 1))
  }

  /// Draws a page of the list in the middle of a surface.
  func draw(
    on surface: Surface, scale: Double, page: Int = 0, contrast: Contrast = .standard
  ) throws(DrawingError) {
    let canvas = try Canvas(surface)
    canvas.contrast = contrast
    let room = surface.size.size
    let place = arrangement(in: room, scale: scale, canvas)
    let widths = widths(canvas)
    let pages = place.pageCount(of: rows.count)
    let first = min(page, max(pages - 1, 0)) * place.count
    let shown = rows[first..<min(first + place.count, rows.count)]
    let lines = (shown.count + place.columns - 1) / place.columns
    let column = min(
      widths.keys + Self.gap + widths.summary, room.width / place.scale - 2 * Self.padding)
    let size = Size(
      width: Double(place.columns) * (column + Self.columnGap) - Self.columnGap
        + 2 * Self.padding,
      height: Double(lines + (pages > 1 ? 1 : 0)) * Self.leading + 2 * Self.padding)
    let origin = Point(
      (room.width - size.width * place.scale) / 2, (room.height - size.height * place.scale) / 2)
    canvas.concatenate(AffineTransform(translationX: origin.x.rounded(), y: origin.y.rounded()))
    canvas.concatenate(AffineTransform(scaleX: place.scale, y: place.scale))
    Plate(
      Rect(origin: .zero, size: size), cornerRadius: 8, color: Color(white: 0.08, alpha: 0.92)
    ).draw(on: canvas)
    for (index, row) in shown.enumerated() {
      let left =
        Self.padding + Double(index / max(lines, 1)) * (column + Self.columnGap)
      let baseline = Self.padding + Double(index % max(lines, 1)) * Self.leading + 14
      // Where a row does not fit, its keys take no more than they need.
      let keys = canvas.measure(row.keys, font: Self.keyFont).width
      let indent = pages > 1 ? keys + Self.gap / 2 : widths.keys + Self.gap
      canvas.draw(
        row.keys, at: Point(left, baseline), font: Self.keyFont, color: DarkTheme.text)
      let summary = canvas.wrapped(
        row.summary, font: Self.font, width: max(column - indent, 1), lines: 1)[0]
      canvas.draw(
        summary, at: Point(left + indent, baseline), font: Self.font, color: DarkTheme.softText)
    }
    guard pages > 1 else { return }
    canvas.draw(
      "\(min(page, pages - 1) + 1) of \(pages)",
      at: Point(
        Self.padding, Self.padding + Double(lines) * Self.leading + 14), font: Self.font,
      color: DarkTheme.faintText)
  }
}
