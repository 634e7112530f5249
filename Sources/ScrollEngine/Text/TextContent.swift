import ScrollGeometry

/// An edited text with its layout, as a value; coordinates are relative to the top left corner of the first line.
struct TextContent {
  var editor = TextEditor()
  private(set) var layout: TextLayout
  private(set) var metrics: TextMetrics
  /// The distance from the beginning of the line that vertical motions keep, in points.
  var goal: Double?
  /// The time at which the caret last moved, in seconds.
  var caretTime = 0.0

  init(font: any TextMeasurer, width: Double) {
    metrics = TextMetrics(font)
    layout = TextLayout([], width: width, metrics: metrics)
  }

  var characters: [Character] { editor.buffer.characters }
  var caret: Int { editor.selection.head }
  var height: Double { Double(layout.starts.count) * metrics.lineHeight }

  /// Lays out everything for a width, in points; infinite to wrap nothing.
  mutating func setWidth(_ width: Double) {
    layout = TextLayout(characters, width: width, metrics: metrics)
  }

  mutating func setFont(_ font: any TextMeasurer) {
    metrics = TextMetrics(font)
    setWidth(layout.width)
  }

  mutating func setText(_ text: String) {
    editor = TextEditor(text)
    goal = nil
    setWidth(layout.width)
  }

  /// Lays out what an edit has changed.
  mutating func update(_ edit: TextEdit) {
    goal = nil
    layout.update(edit, in: characters)
  }
}

// MARK: - Geometry

extension TextContent {
  /// Returns the rectangle of a caret.
  func caretRect(for position: Int) -> Rect {
    let position = min(max(position, 0), characters.count)
    return Rect(
      x: layout.x(of: position, in: characters), y: top(of: layout.line(at: position)),
      width: TextCaret.width, height: metrics.lineHeight)
  }

  /// Returns the rectangles of a selection in the lines from `top` to `bottom`; where it continues below, its line is selected to
  /// `edge`.
  func selectionRects(for range: Range<Int>, from top: Double, to bottom: Double, edge: Double)
    -> [Rect]
  {
    let range = editor.buffer.clamped(range)
    guard !range.isEmpty else { return [] }
    return lines(from: top, to: bottom).compactMap { line in
      let whole = layout.range(of: line)
      guard whole.overlaps(range) else { return nil }
      let part = whole.clamped(to: range)
      let start = layout.width(of: whole.lowerBound..<part.lowerBound, in: characters)
      let end = start + layout.width(of: part, in: characters)
      let right = range.upperBound > whole.upperBound ? max(edge, end) : end
      return Rect(
        x: start, y: self.top(of: line), width: right - start, height: metrics.lineHeight)
    }
  }

  /// Returns the position closest to `point`.
  func position(at point: Point) -> Int {
    let line = min(max(point.y / metrics.lineHeight, 0), Double(layout.starts.count - 1))
    return layout.position(at: point.x, in: Int(line), of: characters)
  }

  /// Returns the lines from `top` to `bottom` as they are to be drawn with the text's corner at `corner`.
  func textLines(from top: Double, to bottom: Double, corner: Point) -> [TextLine] {
    lines(from: top, to: bottom).map { line in
      let range = layout.range(of: line)
      let baseline = Point(x: 0, y: self.top(of: line) + metrics.ascender)
      return TextLine(
        range: range, text: Self.drawn(characters[range]), origin: corner + baseline,
        width: layout.width(of: range, in: characters))
    }
  }

  private func top(of line: Int) -> Double { Double(line) * metrics.lineHeight }

  private func lines(from top: Double, to bottom: Double) -> Range<Int> {
    let all = 0..<layout.starts.count
    guard top < bottom, bottom > 0, top < height else { return 0..<0 }
    let first = Int((max(top, 0) / metrics.lineHeight).rounded(.down))
    let last = Int((min(bottom, height) / metrics.lineHeight).rounded(.up))
    return (first..<max(first, last)).clamped(to: all)
  }

  private static func drawn(_ characters: ArraySlice<Character>) -> String {
    characters.reduce(into: "") { text, character in
      if character == "\t" {
        text += String(repeating: " ", count: TextMetrics.spacesPerTab)
      } else if !character.isControl {
        text.append(character)
      }
    }
  }
}

// MARK: - Motions

extension TextContent {
  /// Moves the head of the selection, and the whole of it unless the motion extends it.
  ///
  /// - Parameters:
  ///   - motion: The motion.
  ///   - extends: Whether the anchor stays.
  ///   - page: The number of lines of a page.
  mutating func move(_ motion: TextMotion, extends: Bool, page: Int) {
    let selection = editor.selection
    let goal = motion.isVertical ? self.goal ?? layout.x(of: caret, in: characters) : nil
    let target: Int
    switch motion {
    case .previousCharacter where !extends && !selection.isEmpty:
      target = selection.range.lowerBound
    case .nextCharacter where !extends && !selection.isEmpty: target = selection.range.upperBound
    default: target = destination(of: motion, page: page, goal: goal ?? 0)
    }
    editor.select(from: extends ? selection.anchor : target, to: target)
    self.goal = goal
  }

  /// Returns the range that a motion passes over, or the selection where there is one.
  func deleted(by motion: TextMotion) -> Range<Int> {
    let selection = editor.selection
    guard selection.isEmpty else { return selection.range }
    let target = destination(of: motion, page: 1, goal: 0)
    return min(target, caret)..<max(target, caret)
  }

  private func destination(of motion: TextMotion, page: Int, goal: Double) -> Int {
    let line = layout.line(at: caret)
    return switch motion {
    case .previousCharacter: max(caret - 1, 0)
    case .nextCharacter: min(caret + 1, characters.count)
    case .previousWord: editor.buffer.previousWord(from: caret)
    case .nextWord: editor.buffer.nextWord(from: caret)
    case .lineStart: layout.starts[line]
    case .lineEnd: layout.end(of: line)
    case .textStart: 0
    case .textEnd: characters.count
    case .previousLine: position(in: line - 1, at: goal)
    case .nextLine: position(in: line + 1, at: goal)
    case .previousPage: position(in: line - page, at: goal)
    case .nextPage: position(in: line + page, at: goal)
    }
  }

  /// Returns the position in a line, or the beginning or end of the text beyond the first or last one.
  private func position(in line: Int, at x: Double) -> Int {
    guard line >= 0 else { return 0 }
    guard line < layout.starts.count else { return characters.count }
    return layout.position(at: x, in: line, of: characters)
  }
}
