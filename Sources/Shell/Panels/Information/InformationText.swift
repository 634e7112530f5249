import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A text of lines such as `size: 200×150`, whose names are fainter than their values.
package final class InformationText: TextView, PanelView {
  /// The ranges of the names with their colons, in order.
  private var names: [Range<Int>] = []

  private static let name = Look.Color(DarkTheme.faintText)
  private static let value = Look.Color(DarkTheme.text)
  private static let selection = Look.Color(DarkTheme.accent.withOpacity(0.4))
  /// The distance from the text to the edges, in points. [C]
  private static let inset = EdgeInsets(top: 12, left: 16, bottom: 16, right: 16)

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isEditable = false
    alwaysBounceVertical = true
    indicatorStyle = .white
    textContainerInset = Self.inset
    lineFragmentPadding = 0
  }

  /// Shows a text.
  func show(_ text: String) {
    names = Self.names(in: text)
    self.text = text
    selectedRange = 0..<0
  }

  /// The ranges, in characters, from the beginning of each line to its first colon that a space follows.
  static func names(in text: String) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var start = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let end = line.firstRange(of: ": ") {
        names.append(start..<start + line[..<end.lowerBound].count + 1)
      }
      start += line.count + 1
    }
    return names
  }

  package var look: Look {
    var shapes: [Look.Shape] = []
    if isFirstResponder, !selectedRange.isEmpty {
      shapes += selectionRects(for: selectedRange).map { .rect($0, radius: 0, Self.selection) }
    }
    let lines = visibleLines
    var rest = names[...]
    for line in lines {
      rest = rest.drop { $0.upperBound <= line.range.lowerBound }
      let nameLength = rest.first.map { $0.clamped(to: line.range).count } ?? 0
      shapes += self.shapes(of: line, nameLength: nameLength)
    }
    return Look(shapes: shapes)
  }

  /// The parts of a line; text that needs shaping is drawn word by word, each where the layout has it.
  private func shapes(of line: TextLine, nameLength: Int) -> [Look.Shape] {
    let ascent = (font as? LabelFont)?.ascent ?? font.ascender
    let characters = Array(line.text)
    var ends = [min(nameLength, characters.count), characters.count]
    if TextShaping.isNeeded(for: line.text) {
      ends += characters.indices.filter { characters[$0] == " " }.map { $0 + 1 }
    }
    var (shapes, start, x) = ([Look.Shape](), 0, line.origin.x)
    for end in ends.sorted() where end > start {
      let part = characters[start..<end]
      if part.contains(where: { $0 != " " }) {
        let color = end <= nameLength ? Self.name : Self.value
        shapes.append(.label(String(part), color, at: Point(x, line.origin.y - ascent)))
      }
      if end < characters.count { x += part.reduce(0) { $0 + font.width(of: $1) } }
      start = end
    }
    return shapes
  }
}

extension InformationText {
  /// The metrics of the panels' plain lettering, for a ruler's scale.
  struct LabelFont: TextMeasurer {
    let ascender: Double
    let lineHeight = 18.0
    /// The distance from the top of a label to its baseline, in points.
    let ascent: Double
    private let ruler: TextRuler

    init(_ ruler: TextRuler) {
      self.ruler = ruler
      let metrics = ruler.lineMetrics(.text)
      ascent = metrics.ascent
      // The baseline lies on a whole device pixel.
      let gap = (lineHeight - metrics.height) / 2
      ascender = ((gap + ascent) * ruler.scale).rounded() / ruler.scale
    }

    func width(of character: Character) -> Double { ruler.width(of: String(character), .text) }
  }
}

extension Look.Shape {
  /// A part of a line whose top left corner is at a point.
  fileprivate static func label(_ text: String, _ color: Look.Color, at place: Point) -> Self {
    .text(
      Look.Label(
        text, size: TextStyle.text.font.size, color: color, anchor: .zero, margin: 0), at: place)
  }
}
