import OverscrollDrawing
import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// A line of text that the user types over the picture, such as a path, in its own engine window.
package final class FieldPanel {
  /// The largest width of the panel, its height, and its distance from the window's edges, in points. [C]
  static let (longest, height, margin) = (640.0, 40.0, 16.0)
  /// The distance of the text from the label, in points. [C]
  static let gap = 10.0

  /// What is asked for, as a short label.
  package let label: String
  /// What can be chosen besides the text, and the number of what is; at most one is no choice.
  package var choices: [String] = []
  package var choice = 0
  /// What the text means, as the end of the line of choices, or what can be typed.
  package var note = ""
  /// Why the text cannot be used, as a message; `nil` before it was tried.
  package var problem: String?
  private let panel = EnginePanel()
  private var window: Window { panel.window }
  private let field = TextField()
  private let scale: Double
  /// Where it lies, in points of the window; `nil` at its bottom.
  package var place: Rect?

  /// Makes a panel.
  ///
  /// - Parameters:
  ///   - label: What is asked for.
  ///   - text: The text to begin with.
  ///   - selection: What is selected of it, in characters; `nil` for all.
  ///   - scale: Device pixels per point.
  ///   - place: Where it lies, in points of the window; `nil` at its bottom.
  package init(
    label: String, text: String = "", selection: Range<Int>? = nil, scale: Double,
    at place: Rect? = nil
  ) {
    self.label = label
    self.scale = scale
    self.place = place
    field.font = FieldFont(FieldOverlay.font(scale, isSearch: place != nil), scale: scale)
    window.addSubview(field)
    self.text = text
    field.becomeFirstResponder()
    field.selectedRange = selection ?? 0..<text.count
  }

  /// What the text finds, below it; nothing is there while it cannot be used.
  package var hits = FieldHits()

  /// The clipboard.
  package var pasteboard: (any Pasteboard)? {
    get { window.pasteboard }
    set { window.pasteboard = newValue }
  }

  /// The text; setting it moves the caret to its end.
  package var text: String {
    get { field.text }
    set {
      field.text = newValue
      field.selectedRange = newValue.count..<newValue.count
    }
  }

  /// Handles a key or text.
  package func send(_ event: Event) {
    problem = nil
    panel.send(event)
  }

  /// Handles a touch or a button, in points of the panel; one on the choices chooses the next one.
  package func send(_ touch: TouchEvent) {
    if touch.phase == .began, hasCross, touch.location.x >= panel.size.width - panel.size.height {
      return text = ""
    }
    guard touch.phase == .began, !choices.isEmpty, touch.location.y >= Self.height else {
      return panel.send(.touch(touch))
    }
    if touch.location.y < Self.height + Theme.field.problemHeight { chooseNext() }
  }

  /// Whether it has the button that clears it; the field of a search has, which lies where the search does.
  private var hasCross: Bool { place != nil && !text.isEmpty }

  /// Chooses what follows.
  package func chooseNext() {
    if !choices.isEmpty { choice = (choice + 1) % choices.count }
  }

  /// The index of the name at a point of the panel; `nil` for none.
  package func hit(at location: Point) -> Int? {
    let row = Int(((location.y - panel.size.height) / Theme.field.hitHeight).rounded(.down))
    return problem == nil && hits.names.indices.contains(row) ? row : nil
  }

  private var caret: Rect { field.caretRect(for: field.selectedRange.upperBound) }

  /// The rectangle of the caret, in points of the panel, which input methods place their windows beside.
  package var caretInPanel: Rect { caret.offset(by: field.frame.origin) }

  /// Returns how the panel looks in a window of a size in pixels.
  package func plate(in viewport: PixelSize) -> FieldOverlay {
    let width = place?.width ?? min(Self.longest, Double(viewport.width) / scale - 2 * Self.margin)
    let height = place?.height ?? Self.height
    let text = label.reduce(0) { $0 + field.font.width(of: $1) }
    // The name of a file in it may be long.
    let labelWidth =
      place == nil
      ? min((Theme.field.padding + text).rounded(.up) + Self.gap, width / 2)
      : OverviewHeader.searchTextInset - TextField.textInset
    // The cross of a search is as wide as it is high.
    let end = place == nil ? Theme.field.padding : height
    field.frame = Rect(
      x: labelWidth, y: 0, width: max(width - labelWidth - end, 40), height: height)
    panel.size = Size(width: max(width, 80), height: height)
    window.layoutIfNeeded()
    return FieldOverlay(
      label: label, choices: choices, choice: choice,
      note: hits.names.isEmpty ? note : "", problem: problem,
      size: window.frame.size, field: field.frame, text: FieldText(of: field),
      hits: problem == nil ? hits : FieldHits(),
      place: place, hasCross: hasCross,
      hint: place != nil && self.text.isEmpty ? SearchQuery.hint : nil)
  }
}

/// What the text of a field finds: a few lines, of which one may be chosen.
package struct FieldHits: Hashable, Sendable {
  /// The names, at most so many. [C]
  package var names: [String] = []
  package static let limit = 6
  /// The index of the one that Return takes; `nil` where it takes the text itself.
  package private(set) var chosen: Int?

  package init(_ names: [String] = []) { self.names = names }

  /// Chooses the next one, or the one before; none is before the first.
  package mutating func move(by step: Int) {
    let next = (chosen ?? -1) + step
    chosen = next < 0 ? nil : min(next, names.count - 1)
    if names.isEmpty { chosen = nil }
  }
}

/// How a field over the picture looks, in points of its panel.
package struct FieldOverlay: Hashable, Sendable {
  var label: String
  var choices: [String]
  var choice: Int
  var note: String
  var problem: String?
  var size: Size
  /// The place of the field in the panel.
  var field: Rect
  var text: FieldText
  var hits = FieldHits()
  /// Where it lies, in points of the window; `nil` at its bottom.
  var place: Rect?
  /// Whether it has the button that clears it.
  var hasCross = false
  /// What can be typed, until something is; `nil` for nothing.
  var hint: String?

  /// Whether there is a line of choices, or of a note.
  fileprivate var hasLine: Bool { !choices.isEmpty || !note.isEmpty }

  /// The font of the label and of the text; a search has that of the box that it lies over.
  static func font(_ scale: Double, isSearch: Bool = false) -> Font {
    Font(size: (isSearch ? TextStyle.text.font.size : Theme.field.textSize) * scale)
  }

  /// Returns its top left corner in a window, in pixels.
  package func corner(in viewport: PixelSize, scale: Double) -> Point {
    let area = area(in: viewport, scale: scale)
    return Point(Double(area.x), Double(area.y))
  }

  /// Returns the pixels that it covers in a window.
  package func area(in viewport: PixelSize, scale: Double) -> PixelRect {
    if let place { return PixelRect(rounding: place * scale) }
    let list = Double(hits.names.count) * Theme.field.hitHeight
    let count = (hasLine ? 1 : 0) + (problem == nil ? 0 : 1)
    let lines = Double(count) * Theme.field.problemHeight + (list > 0 ? list + 6 : 0)
    let rect = Rect(
      x: (Double(viewport.width) - size.width * scale) / 2,
      y: Double(viewport.height) - (size.height + lines + FieldPanel.margin) * scale,
      width: size.width * scale, height: (size.height + lines) * scale)
    return PixelRect(rounding: rect)
  }
}

extension Canvas {
  /// Draws a field; that of a search has the colors of what it lies in.
  func draw(_ plate: FieldOverlay, in area: PixelRect, on background: Color, scale: Double) {
    let theme = Theme.field
    let origin = Point(Double(area.x), Double(area.y))
    if plate.place != nil { return drawSearch(plate, in: area, on: background, scale: scale) }
    Plate(area.rect, cornerRadius: theme.radius * scale, color: theme.plate, point: scale)
      .draw(on: self)
    let font = FieldOverlay.font(scale)
    let room = (plate.field.minX - FieldPanel.gap - theme.padding) * scale
    let isWhole = plate.field.minX < plate.size.width / 2
    let label = isWhole ? plate.label : elided(plate.label, font: font, width: room)
    let middle = origin.y + plate.size.height * scale / 2
    let baseline = baseline(of: font, centeredAt: middle)
    draw(
      label, at: Point(origin.x + theme.padding * scale, baseline), font: font,
      color: theme.label)
    let field = plate.field * scale
    let corner = Point(origin.x + field.minX, origin.y + field.minY)
    saved {
      clip(to: field.offset(by: origin))
      plate.text.draw(
        on: self, at: corner, baseline: baseline, font: font, color: Theme.message.text,
        scale: scale)
    }
    drawHits(plate, at: Point(origin.x, origin.y + plate.size.height * scale), scale: scale)
    let small = Font(size: theme.problemSize * scale)
    let width = area.rect.width - 2 * theme.padding * scale
    var line = Point(
      origin.x + theme.padding * scale,
      (origin.y + (plate.size.height + theme.problemHeight / 2) * scale).rounded())
    if plate.hasLine {
      let parts = plate.line(of: width) { measure($0, font: small).width }
      draw(parts, at: line, font: small, width: width)
      line.y += (theme.problemHeight * scale).rounded()
    }
    guard let problem = plate.problem else { return }
    draw(
      elided(problem, font: small, width: width, atEnd: true), at: line, font: small,
      color: theme.problem)
  }

  /// Draws the field of a search over its box in the header.
  private func drawSearch(
    _ plate: FieldOverlay, in area: PixelRect, on background: Color, scale: Double
  ) {
    let colors = Theme.overview.colors(on: background)
    let radius = Theme.overview.radius * scale
    let line = max(scale.rounded(), 1)
    fill(area.rect, cornerRadius: radius, with: colors.field)
    stroke(
      area.rect.insetBy(dx: line / 2, dy: line / 2), cornerRadius: radius - line / 2,
      with: colors.accentText, lineWidth: line)
    let font = FieldOverlay.font(scale, isSearch: true)
    let origin = Point(Double(area.x), Double(area.y))
    let middle = plate.size.height / 2
    let baseline = baseline(of: font, centeredAt: origin.y + middle * scale)
    let field = plate.field * scale
    let corner = Point(origin.x + field.minX, origin.y + field.minY)
    saved {
      clip(to: field.offset(by: origin))
      plate.text.draw(
        on: self, at: corner, baseline: baseline, font: font, color: colors.text, scale: scale,
        selectionColor: colors.fieldSelection, caretColor: colors.accentText)
      if let hint = plate.hint {
        let start = Point(corner.x + TextField.textInset * scale, baseline)
        draw(hint, at: start, font: font, color: colors.faintText)
      }
    }
    saved {
      concatenate(AffineTransform(translationX: origin.x, y: origin.y))
      concatenate(AffineTransform(scaleX: scale, y: scale))
      drawMagnifier(at: Point(16, middle), with: colors.faintText)
      if plate.hasCross {
        drawCross(at: Point(plate.size.width - middle, middle), with: colors.text)
      }
    }
  }

  /// Draws texts one after the other in a width; those that count are brighter.
  private func draw(
    _ parts: [(text: String, isBright: Bool)], at start: Point, font: Font, width: Double
  ) {
    var place = start
    for (text, isBright) in parts {
      // A choice ends in how it is written.
      let text = elided(text, font: font, width: start.x + width - place.x, atEnd: !isBright)
      draw(
        text, at: place, font: font, color: isBright ? Theme.message.text : Theme.field.label)
      place.x += measure(text, font: font).width
    }
  }
}

extension FieldOverlay {
  /// The line of choices in a width, and then the note.
  ///
  /// All choices, or where there is no room the one that is chosen and what Tab chooses next. What others have in common with the chosen one is left out where that makes room.
  func line(
    of width: Double, _ measure: (String) -> Double
  ) -> [(text: String, isBright: Bool)] {
    typealias Part = (text: String, isBright: Bool)
    guard choices.indices.contains(choice) else { return [(text: note, isBright: false)] }
    let note = note.isEmpty ? [] : [(text: "  \(note)", isBright: false)]
    func joined(_ texts: [String]) -> [Part] {
      texts.enumerated().flatMap { index, text -> [Part] in
        let part = (text: text, isBright: index == choice)
        return index > 0 ? [(text: "  |  ", isBright: false), part] : [part]
      }
    }
    let (all, brief) = (joined(choices), choices.map { Self.rest(of: $0, beside: choices[choice]) })
    let chosen = [(text: choices[choice], isBright: true)]
    let next = [(text: "  |  Tab: \(brief[(choice + 1) % brief.count])", isBright: false)]
    let others = choices.count > 1 ? chosen + next : chosen
    return [all + note, all, joined(brief) + note, joined(brief), others, chosen + note].first {
      $0.reduce(0) { $0 + measure($1.text) } <= width
    } ?? chosen
  }

  /// What follows in a choice the words that it has in common with another one.
  private static func rest(of text: String, beside other: String) -> String {
    guard text != other else { return text }
    let words = text.split(separator: ", ")
    let shared = zip(words, other.split(separator: ", ")).prefix { $0 == $1 }.count
    return words.dropFirst(shared).joined(separator: ", ")
  }
}

extension Canvas {
  /// Draws the names that a field's text finds, in rows below it.
  private func drawHits(_ plate: FieldOverlay, at corner: Point, scale: Double) {
    let theme = Theme.field
    let font = Font(size: theme.textSize * scale)
    for (index, name) in plate.hits.names.enumerated() {
      let row = Rect(
        x: corner.x + 6 * scale, y: corner.y + Double(index) * theme.hitHeight * scale,
        width: (plate.size.width - 12) * scale, height: theme.hitHeight * scale)
      let isChosen = index == plate.hits.chosen
      if isChosen {
        fill(row, cornerRadius: 4 * scale, with: Color(white: 1, alpha: 0.12))
      }
      draw(
        elided(name, font: font, width: row.width - 12 * scale), x: row.minX + 6 * scale,
        middle: row.center.y, font: font, color: isChosen ? DarkTheme.accent : Theme.message.text)
    }
  }
}
