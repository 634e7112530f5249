import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// The panel with what a file says of its picture: one text, which scrolls, and can be selected and copied.
package final class InformationPanel: EnginePanel {
  /// The text.
  package let textView = InformationText()
  /// Receives what is copied.
  package var copyText: (String) -> Void = { _ in }
  /// Returns whether keys are for the panel; they aren't while text is typed elsewhere.
  package var takesKeys: () -> Bool = { true }
  /// True where scrolling by keys is animated.
  package var animates = true

  private let edge = PanelBox(Look())
  /// What the lines are laid out for: the device pixels per point.
  private var textScale = 0.0
  private var hasPointer = false
  /// How far the last text was scrolled, for one that follows it.
  private var keptOffset = 0.0

  /// The whole text, of which the panel shows as much as it can lay out within a frame.
  private var wholeText = ""

  /// The bytes of text that are shown; files of cameras have a tenth of it. [C]
  static let maximumLength = 100_000
  /// The part of a page that stays visible when a key scrolls by a page. [C]
  private static let overlap = 0.1

  package override init() {
    super.init()
    window.look = Look(fill: Look.Color(DarkTheme.ground))
    window.addSubview(textView)
    window.addSubview(edge)
  }

  /// True where the keys that scroll are the panel's: after a click on it, or Tab.
  package var isFocused: Bool { textView.isFirstResponder }

  /// Shows a text from its top.
  package func show(_ text: String) {
    keptOffset = 0
    wholeText = text
    textView.show(Self.shown(of: text))
    textView.stopScrollingAndZooming()
    textView.contentOffset = .zero
    didChange()
  }

  /// As many whole lines as are shown, and how many more there are.
  private static func shown(of text: String) -> String {
    guard text.utf8.count > maximumLength,
      let end = text.utf8.prefix(maximumLength).lastIndex(of: UInt8(ascii: "\n"))
    else { return text }
    let rest = text.utf8[end...].count { $0 == UInt8(ascii: "\n") }
    return text[..<end] + "\n\nand \(rest) more lines, which Ctrl+C copies with the others"
  }

  /// Shows for a moment that another text is on its way.
  package func showReading(_ text: String) {
    let offset = keptOffset > 0 ? keptOffset : textView.contentOffset.y
    show(text)
    keptOffset = offset
  }

  /// Shows the text that was on its way, as far scrolled as the one before: in pictures of one camera a tag has one place.
  package func showRead(_ text: String) {
    let offset = keptOffset
    show(text)
    let lowest = textView.minimumContentOffset.y
    textView.contentOffset = Point(0, min(max(offset, lowest), textView.maximumContentOffset.y))
  }

  /// Gives the keys that scroll back to the window.
  package func resignFocus() {
    guard isFocused else { return }
    textView.resignFirstResponder()
    textView.selectedRange = 0..<0
    didChange()
  }

  package override func layOut() {
    textView.frame = Rect(origin: .zero, size: size)
    if size == .zero {
      hasPointer = false
      resignFocus()
    }
  }

  package override func settle() {
    let scale = window.ruler.scale
    if scale != textScale {
      textScale = scale
      textView.displayScale = scale
      textView.font = InformationText.LabelFont(window.ruler)
    }
    edge.look = Look(fill: Look.Color(isFocused ? DarkTheme.accent : DarkTheme.frame))
    edge.frame = Rect(x: 0, y: 0, width: isFocused ? 2 : 1, height: size.height)
  }

  package override func pointerDidMove(to location: Point?) { hasPointer = location != nil }

  package override func keyPressed(_ key: KeyEvent) -> Bool { keyWasPressed(key) }

  // MARK: - Keys

  /// Copies the selection, or without one all of the text.
  private func copy() {
    let (range, text) = (textView.selectedRange, textView.text)
    let isWhole = range.isEmpty || range.count == text.count
    copyText(isWhole ? wholeText : String(Array(text)[range]))
  }

  private func scroll(to y: Double) {
    let range = textView.minimumContentOffset.y...textView.maximumContentOffset.y
    let target = min(max(y, range.lowerBound), range.upperBound)
    textView.setContentOffset(Point(0, target), animated: animates)
  }

  /// Handles a key while the panel has the focus; returns `false` for keys of the window.
  fileprivate func scrollKeyPressed(_ key: KeyEvent) -> Bool {
    let (offset, page) = (textView.contentOffset.y, size.height * (1 - Self.overlap))
    switch key.key {
    case "Tab": resignFocus()
    case "Up", "Down", "KP_Up", "KP_Down": window.send(.key(key))
    case "Prior", "KP_Prior": scroll(to: offset - page)
    case "Next", "KP_Next": scroll(to: offset + page)
    case "Home", "KP_Home": scroll(to: -.infinity)
    case "End", "KP_End": scroll(to: .infinity)
    default: return false
    }
    return true
  }

  fileprivate func keyWasPressed(_ key: KeyEvent) -> Bool {
    guard takesKeys() else { return false }
    if key.modifiers == .control, hasPointer || isFocused {
      switch key.key {
      case "c": copy()
      case "a":
        textView.becomeFirstResponder()
        textView.selectedRange = 0..<textView.text.count
      default: return false
      }
      return true
    }
    if isFocused, key.modifiers == .shift, key.isTextCommand {
      window.send(.key(key))
      return true
    }
    guard key.modifiers.isEmpty else { return false }
    if isFocused { return scrollKeyPressed(key) }
    guard key.key == "Tab" else { return false }
    textView.becomeFirstResponder()
    return true
  }
}

extension Look.Color {
  /// The same color.
  init(_ color: Color) {
    self.init(color.rgb, opacity: color.alpha)
  }
}

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
