import OverscrollDrawing
import OverscrollShell
import ScrollEngine
import ScrollGeometry

extension CommandSheet {
  /// How the sheet looks now, for a frame.
  package var layer: OverlayLayer {
    let offset = list.presentationOffset.y
    let selected = selection.map { lines[$0].line }
    let rows = visibleLines.map { line, top in
      Picture.Row(line: line, top: top - offset, isSelected: line == selected)
    }
    let indicator = list.verticalScrollIndicator
    let picture = Picture(
      frame: frame, list: list.frame, query: query.text,
      beforeCaret: String(query.text.prefix(query.caret)),
      isAllSelected: query.isAllSelected, rows: rows,
      indicator: indicator.opacity > 0 ? indicator.frame : nil, opacity: indicator.opacity)
    return OverlayLayer(picture, area: frame)
  }

  /// Everything that is visible of the sheet.
  struct Picture: OverlayContent {
    /// A line and its top in the list.
    struct Row: Hashable, Sendable {
      var line: Line
      var top: Double
      var isSelected: Bool
    }

    var frame: Rect
    /// The place of the list in the sheet.
    var list: Rect
    var query: String
    var beforeCaret: String
    var isAllSelected: Bool
    var rows: [Row]
    var indicator: Rect?
    var opacity: Double
  }
}

extension CommandSheet.Picture {
  private static let theme = Theme.commands

  func draw(on canvas: Canvas) {
    let theme = Self.theme
    canvas.saved {
      canvas.concatenate(AffineTransform(translationX: frame.minX, y: frame.minY))
      let sheet = Rect(origin: .zero, size: frame.size)
      Plate(sheet, cornerRadius: theme.radius, color: theme.sheet).draw(on: canvas)
      drawField(on: canvas)
      canvas.saved {
        canvas.clip(to: list)
        if rows.isEmpty { drawEmpty(on: canvas) }
        for row in rows { draw(row, on: canvas) }
        if let indicator {
          canvas.fill(
            indicator.offset(by: list.origin), cornerRadius: indicator.width / 2,
            with: theme.indicator.withOpacity(opacity))
        }
      }
      guard canvas.contrast == .standard else { return }
      canvas.stroke(
        sheet.insetBy(dx: 0.5, dy: 0.5), cornerRadius: theme.radius, with: theme.line, lineWidth: 1)
    }
  }

  private func drawField(on canvas: Canvas) {
    let theme = Self.theme
    let font = Font(size: theme.querySize)
    let field = Rect(x: 0, y: 0, width: frame.width, height: list.minY)
    let extents = canvas.measure("x", font: font)
    let capitals = canvas.measure("X", font: font)
    let baseline = (field.center.y + (capitals.ascent - capitals.descent) / 2).rounded()
    let caret = theme.padding + canvas.measure(beforeCaret, font: font).width
    // A long query ends at the right edge.
    let shift = max(0, caret - (field.width - theme.padding))
    canvas.saved {
      canvas.clip(to: field.insetBy(dx: theme.padding / 2, dy: 0))
      if isAllSelected {
        canvas.fill(
          Rect(
            x: theme.padding - shift, y: baseline - extents.ascent - 2,
            width: canvas.measure(query, font: font).width, height: extents.height + 4),
          with: theme.selection)
      }
      let room = field.width - 2 * theme.padding
      canvas.draw(
        query.isEmpty
          ? canvas.elided("Search commands", font: font, width: room, atEnd: true) : query,
        at: Point(theme.padding - shift + (query.isEmpty ? 4 : 0), baseline),
        font: font, color: query.isEmpty ? theme.placeholder : theme.text)
      canvas.fill(
        Rect(
          x: (caret - shift).rounded() - 1, y: baseline - extents.ascent - 1, width: 1.5,
          height: extents.height + 2), with: DarkTheme.accent)
    }
    canvas.fill(
      Rect(x: 0, y: field.maxY - 1, width: frame.width, height: 1), with: theme.line)
  }

  private func drawEmpty(on canvas: Canvas) {
    let theme = Self.theme
    canvas.draw(
      "No command matches.", at: Point(theme.padding, list.minY + 26),
      font: Font(size: theme.textSize), color: theme.disabled)
  }

  private func draw(_ row: Row, on canvas: Canvas) {
    let theme = Self.theme
    let place = Rect(x: 0, y: list.minY + row.top, width: frame.width, height: row.line.height)
    switch row.line {
    case .heading(let title):
      canvas.draw(
        title, at: Point(theme.padding, place.maxY - 8),
        font: Font(size: theme.headingSize, isBold: true), color: theme.heading)
    case .item(let item): draw(item, in: place, isSelected: row.isSelected, on: canvas)
    }
  }

  private func draw(
    _ item: CommandItem, in place: Rect, isSelected: Bool, on canvas: Canvas
  ) {
    let theme = Self.theme
    if isSelected {
      canvas.fill(place.insetBy(dx: 6, dy: 1), cornerRadius: 5, with: theme.selection)
    }
    let color = item.isEnabled ? theme.text : theme.disabled
    let font = Font(size: theme.textSize)
    let end = theme.padding + canvas.measure(item.title, font: font).width + theme.gap
    let left = drawKeys(of: item, in: place, after: end, on: canvas)
    let extents = canvas.measure("X", font: font)
    let title = canvas.elided(
      item.title, font: font, width: left - theme.padding - theme.gap, atEnd: true)
    canvas.draw(
      title,
      at: Point(
        theme.padding, (place.center.y + (extents.ascent - extents.descent) / 2).rounded()),
      font: font, color: color)
  }

  /// The width that a title has before a key that is beside it, in points. [C]
  private static let titleWidth = 150.0

  /// Draws as many keys as fit between the title and the right edge, but at least one where a title has some room beside it; returns
  /// where they begin.
  private func drawKeys(
    of item: CommandItem, in place: Rect, after title: Double, on canvas: Canvas
  ) -> Double {
    let theme = Self.theme
    let font = Font(size: theme.keySize)
    let extents = canvas.measure("X", font: font)
    let widths = item.keys.map { max(canvas.measure($0, font: font).width + 10, 20).rounded(.up) }
    let end = place.width - theme.padding
    var left = end
    var count = 0
    let least = min(title, theme.padding + Self.titleWidth)
    while count < widths.count, left - widths[count] - 4 >= (count == 0 ? least : title) {
      left -= widths[count] + 4
      count += 1
    }
    var x = left + 4
    for (key, width) in zip(item.keys, widths).prefix(count) {
      let cap = Rect(x: x, y: place.center.y - 9, width: width, height: 18)
      canvas.fill(cap, cornerRadius: 4, with: theme.key)
      let text = canvas.measure(key, font: font).width
      canvas.draw(
        key,
        at: Point(
          cap.center.x - text / 2,
          (place.center.y + (extents.ascent - extents.descent) / 2).rounded()),
        font: font, color: item.isEnabled ? theme.keyText : theme.disabled)
      x += width + 4
    }
    return left
  }
}
