import ScrollGeometry

/// The lines into which a text is broken, for a width.
///
/// A line breaks after white space, a hyphen or an ideograph; a word that is wider than a line breaks between any two characters.
/// White space at the end of a line does not wrap: it may extend beyond the width.
struct TextLayout {
  /// The positions at which lines begin; never empty.
  private(set) var starts: [Int] = [0]
  /// The number of characters of the text.
  private(set) var count = 0
  /// The width of a line, in points; infinite for lines that end at line breaks only.
  let width: Double
  private let metrics: TextMetrics

  /// Lays out a text; a width that is not above 0 wraps nothing.
  init(_ characters: [Character], width: Double, metrics: TextMetrics) {
    self.width = width > 0 ? width : .infinity
    self.metrics = metrics
    count = characters.count
    starts = lineStarts(of: characters, in: 0..<count)
  }

  /// Lays out again the paragraphs that a change touched.
  ///
  /// O(*n*) in their length, and in the number of lines after them.
  mutating func update(_ edit: TextEdit, in characters: [Character]) {
    let first = starts.partitioningIndex { $0 >= edit.start }
    let last = starts.partitioningIndex { $0 > edit.start + edit.old.count }
    let delta = edit.new.count - edit.old.count
    let region = edit.start..<edit.start + edit.new.count
    if delta != 0 { for index in last..<starts.count { starts[index] += delta } }
    starts.replaceSubrange(first..<last, with: lineStarts(of: characters, in: region))
    count = characters.count
  }

  /// The range of a line, with the line break at its end.
  func range(of line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : count)
  }

  /// The line that shows a position; a position between two lines is at the beginning of the second one.
  func line(at position: Int) -> Int {
    max(starts.partitioningIndex { $0 > position } - 1, 0)
  }

  /// The last position of a line that is shown in it: before the line break, or before its last character where it wraps.
  func end(of line: Int) -> Int {
    let range = range(of: line)
    return line + 1 < starts.count ? max(range.upperBound - 1, range.lowerBound) : range.upperBound
  }

  /// Returns the distance of a position from the beginning of its line, in points.
  func x(of position: Int, in characters: [Character]) -> Double {
    width(of: starts[line(at: position)]..<position, in: characters)
  }

  /// Returns the position in a line that is closest to `x` points from its beginning.
  func position(at x: Double, in line: Int, of characters: [Character]) -> Int {
    var edge = 0.0
    let range = starts[line]..<end(of: line)
    for position in range {
      let width = metrics.width(of: characters[position])
      if x <= edge + width / 2 { return position }
      edge += width
    }
    return range.upperBound
  }

  /// Returns the width of a range within a line, in points.
  func width(of range: Range<Int>, in characters: [Character]) -> Double {
    characters[range].reduce(0) { $0 + metrics.width(of: $1) }
  }

  // MARK: - Breaking lines

  /// The positions at which lines begin, for a range of whole paragraphs.
  private func lineStarts(of characters: [Character], in region: Range<Int>) -> [Int] {
    var found: [Int] = []
    var start = region.lowerBound
    while true {
      let end = characters[start..<region.upperBound].firstIndex(where: \.isNewline)
      wrap(characters, start..<(end ?? region.upperBound), into: &found)
      guard let end else { return found }
      start = end + 1
    }
  }

  private func wrap(_ characters: [Character], _ paragraph: Range<Int>, into found: inout [Int]) {
    var start = paragraph.lowerBound
    found.append(start)
    guard width.isFinite else { return }
    var opportunity = start
    var x = 0.0
    for position in paragraph {
      let character = characters[position]
      let advance = metrics.width(of: character)
      if character.isBreakable, !character.hangs { opportunity = position }
      while x + advance > width, position > start, !character.hangs {
        start = opportunity > start ? opportunity : position
        found.append(start)
        x = width(of: start..<position, in: characters)
      }
      x += advance
      let endsPart = character.isHyphen && position > start && !characters[position - 1].hangs
      if character.isBreakable || endsPart { opportunity = position + 1 }
    }
  }
}

extension Character {
  /// Whether a line may break after the character and the character may extend beyond it.
  var hangs: Bool { isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}" }

  /// Whether a line may break on both sides of the character.
  fileprivate var isBreakable: Bool {
    hangs || unicodeScalars.first?.properties.isIdeographic ?? false
  }

  /// Whether a line may break after the character, which belongs to a word.
  fileprivate var isHyphen: Bool { self == "-" || self == "\u{2010}" || self == "\u{2014}" }
}

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

  // MARK: - Geometry

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

  // MARK: - Motions

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

/// The metrics of a font at a size, which the host program provides.
///
/// Text is laid out from left to right, without kerning, ligatures or bidirectional order: the width of a line is the sum of
/// its characters' widths. The engine asks for each character once and keeps the answer.
public protocol TextMeasurer {
  /// The distance from the top of a line to its baseline, in points.
  ///
  /// Corresponds to `UIFont.ascender`.
  var ascender: Double { get }

  /// The distance from one line to the next, in points; a value that is not above 0 counts as 1.
  ///
  /// Corresponds to `UIFont.lineHeight`.
  var lineHeight: Double { get }

  /// Returns the advance width of a character, in points; a negative or non-finite one counts as 0.
  func width(of character: Character) -> Double
}

/// A font all of whose characters have the same width, the same on every machine.
public struct FixedWidthMeasurer: TextMeasurer, Hashable, Sendable {
  /// The width of every character, in points.
  public let width: Double
  /// The distance from the top of a line to its baseline, in points.
  public let ascender: Double
  /// The distance from one line to the next, in points.
  public let lineHeight: Double

  /// Creates a font; by default of 8 × 18 points with the baseline at 14.
  public init(width: Double = 8, ascender: Double = 14, lineHeight: Double = 18) {
    self.width = width
    self.ascender = ascender
    self.lineHeight = lineHeight
  }

  /// Returns the width of every character.
  public func width(of character: Character) -> Double { width }
}

/// The widths of characters, measured once, and the other metrics of a font with refused values replaced.
final class TextMetrics {
  /// The width of a tab, in spaces. [C]
  static let spacesPerTab = 4
  /// The largest width of a character and height of a line, in points. [C]
  private static let largestLength = 1e4

  let measurer: any TextMeasurer
  let ascender: Double
  let lineHeight: Double
  private var widths: [Character: Double] = [:]

  init(_ measurer: any TextMeasurer) {
    self.measurer = measurer
    let height = measurer.lineHeight
    lineHeight = height > 0 && height <= Self.largestLength ? height : 1
    let ascender = measurer.ascender
    self.ascender = ascender.isAcceptable ? min(max(ascender, 0), lineHeight) : lineHeight
  }

  /// Returns the width of a character, in points: four spaces for a tab, zero for other control characters.
  func width(of character: Character) -> Double {
    if let known = widths[character] { return known }
    let width = measured(character)
    widths[character] = width
    return width
  }

  private func measured(_ character: Character) -> Double {
    if character == "\t" { return width(of: " ") * Double(Self.spacesPerTab) }
    guard !character.isControl else { return 0 }
    let width = measurer.width(of: character)
    return width > 0 && width <= Self.largestLength ? width : 0
  }
}

extension Character {
  /// Whether the character is a control character or a line break, which has no glyph.
  var isControl: Bool {
    isNewline || unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}
