import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// The panel with what a file says of its picture, which scrolls, and whose values can be selected and copied.
package final class InformationPanel: EnginePanel {
  /// The text.
  package let textView = InformationText()
  /// Receives what is clicked.
  package var open: (Information.Link) -> Void = { _ in }
  /// Receives what is copied.
  package var copyText: (String) -> Void = { _ in }
  /// Returns whether a key may be for the panel; none is while text is typed elsewhere.
  package var takesKey: (KeyEvent) -> Bool = { _ in true }
  /// True where scrolling by keys is animated.
  package var animates = true

  private let edge = PanelBox(\.frame)
  /// What the lines are laid out for: the device pixels per point.
  private var textScale = 0.0
  private var hasPointer = false
  /// How far the last text was scrolled, for one that follows it.
  private var keptOffset = 0.0

  private var information = Information(title: "", text: "")
  /// The titles of the groups that were unfolded.
  private var unfolded: Set<String> = []

  /// The part of a page that stays visible when a key scrolls by a page. [C]
  private static let overlap = 0.1

  package override init() {
    super.init()
    window.ground = \.paper
    window.addSubview(textView)
    let tap = TapGestureRecognizer { [weak self] tap in
      guard let self, tap.state == .recognized else { return }
      click(textView.entry(at: tap.location(in: textView)))
    }
    tap.cancelsTouchesInView = false
    tap.delegate = textView
    textView.addGestureRecognizer(tap)
    window.addSubview(edge)
  }

  /// True where the keys that scroll are the panel's: after a click on it, or Tab.
  package var isFocused: Bool { textView.isFirstResponder }

  /// Shows what is known of a picture, from its top.
  package func show(_ information: Information) {
    keptOffset = 0
    self.information = information
    textView.show(information, unfolded: unfolded)
    textView.stopScrollingAndZooming()
    textView.contentOffset = .zero
    didChange()
  }

  /// The histogram of the picture; `nil` before it is counted.
  package var histogram: HistogramChart? {
    get { textView.histogram.chart }
    set {
      textView.histogram.chart = newValue
      didChange()
    }
  }

  /// Shows for a moment that something else is on its way.
  package func showReading(_ information: Information) {
    let offset = keptOffset > 0 ? keptOffset : textView.contentOffset.y
    show(information)
    keptOffset = offset
  }

  /// Shows what was on its way, as far scrolled as what was before: in pictures of one camera a tag has one place.
  package func showRead(_ information: Information) {
    let offset = keptOffset
    show(information)
    scroll(toVisible: offset)
  }

  private func scroll(toVisible offset: Double) {
    let lowest = textView.minimumContentOffset.y
    textView.contentOffset = Point(0, min(max(offset, lowest), textView.maximumContentOffset.y))
  }

  /// Opens a link, or folds or unfolds a group.
  private func click(_ entry: InformationText.Entry?) {
    switch entry?.kind {
    case .row(_, let link?): open(link)
    case .heading(let title, isOpen: .some):
      unfolded.formSymmetricDifference([title])
      refold()
    default: break
    }
  }

  private func refold() {
    let offset = textView.contentOffset.y
    textView.show(information, unfolded: unfolded)
    scroll(toVisible: offset)
    didChange()
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
    textView.placeHistogram()
    if size == .zero {
      hasPointer = false
      resignFocus()
    }
  }

  package override func paletteDidChange() {
    textView.indicatorStyle = palette == .dark ? .white : .black
  }

  package override func settle() {
    let scale = window.ruler.scale
    if scale != textScale {
      textScale = scale
      textView.displayScale = scale
      textView.font = InformationText.LabelFont(window.ruler)
    }
    edge.fill = isFocused ? \.accent : \.frame
    edge.frame = Rect(x: 0, y: 0, width: isFocused ? 2 : 1, height: size.height)
  }

  package override func pointerDidMove(to location: Point?) { hasPointer = location != nil }

  package override func keyPressed(_ key: KeyEvent) -> Bool { keyWasPressed(key) }

  // MARK: - Keys

  /// Copies the selection, or without one all of the text.
  private func copy() {
    let (range, text) = (textView.selectedRange, textView.text)
    let isWhole = range.isEmpty || range.count == text.count
    copyText(isWhole ? information.text : String(Array(text)[range]))
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
    case "Return", "KP_Enter":
      let folded = information.groups.filter(\.isFolded).map(\.title)
      unfolded = unfolded.isEmpty ? Set(folded) : []
      refold()
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
    guard takesKey(key) else { return false }
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

/// Values, one below the other, with their labels on the left and headings between them.
package final class InformationText: TextView, PanelView {
  /// A paragraph of the text, which has the value alone.
  struct Entry: Hashable {
    enum Kind: Hashable {
      case title(String)
      case summary(String)
      /// The heading of a group, and for one that can be folded whether it is open.
      case heading(String, isOpen: Bool?)
      case row(label: String, Information.Link?)
      case gap
    }

    var kind: Kind
    /// Where it begins, in characters.
    var start = 0
  }

  private(set) var entries: [Entry] = []
  /// Lies below the summary, and scrolls with the text.
  let histogram = HistogramView()
  private var firstHistogramLine = 0

  /// The bytes of text that are shown; files of cameras have a tenth of it. [C]
  static let maximumLength = 100_000
  /// The width of labels, in points.
  private static let labelWidth = 96.0
  /// The lines of the text that the histogram covers. [C]
  private static let histogramLines = 5
  /// The distance from the values to the edges, in points.
  private static let inset = EdgeInsets(
    top: PanelSpacing.margin, left: 2 * PanelSpacing.margin + labelWidth, bottom: 16,
    right: PanelSpacing.margin)

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isEditable = false
    alwaysBounceVertical = true
    indicatorStyle = .white
    textContainerInset = Self.inset
    lineFragmentPadding = 0
    histogram.isUserInteractionEnabled = false
    histogram.isHidden = true
    addSubview(histogram)
  }

  /// Shows what is known of a picture.
  ///
  /// - Parameters:
  ///   - information: What is known.
  ///   - unfolded: The titles of the groups that are open although they can be folded.
  func show(_ information: Information, unfolded: Set<String>) {
    var (entries, values): ([Entry], [String]) = ([], [])
    var length = 0
    func add(_ kind: Entry.Kind, _ value: String = "") {
      entries.append(Entry(kind: kind))
      values.append(value)
      length += value.utf8.count + 1
    }
    add(.title(information.title))
    if !information.summary.isEmpty { add(.summary(information.summary)) }
    histogram.isHidden = !information.hasHistogram
    if information.hasHistogram {
      for _ in 0...Self.histogramLines { add(.gap) }
      firstHistogramLine = entries.count - Self.histogramLines
      placeHistogram()
    }
    for group in information.groups {
      add(.gap)
      let isOpen = !group.isFolded || unfolded.contains(group.title)
      if !group.title.isEmpty {
        add(.heading(group.title, isOpen: group.isFolded ? isOpen : nil))
      }
      guard isOpen else { continue }
      for (index, row) in group.rows.enumerated() {
        guard length + row.value.utf8.count <= Self.maximumLength else {
          add(.row(label: "", nil), "and \(group.rows.count - index) more, which Ctrl+C copies")
          break
        }
        // In a value, a line would be taken for another value.
        add(.row(label: row.label, row.link), row.value.replacing("\n", with: " "))
      }
    }
    var start = 0
    for index in entries.indices {
      entries[index].start = start
      start += values[index].count + 1
    }
    self.entries = entries
    text = values.joined(separator: "\n")
    selectedRange = 0..<0
  }

  /// Puts the histogram over the empty lines that are there for it.
  func placeHistogram() {
    // What is above it are single lines.
    histogram.frame = Rect(
      x: PanelSpacing.margin, y: Self.inset.top + Double(firstHistogramLine) * font.lineHeight,
      width: max(bounds.width - 2 * PanelSpacing.margin, 1),
      height: Double(Self.histogramLines) * font.lineHeight)
  }

  /// The paragraph at a place; `nil` below the last one.
  func entry(at place: Point) -> Entry? {
    let lines = visibleLines
    // Lines are as high as they are apart.
    guard let line = lines.last(where: { $0.origin.y - font.ascender <= place.y }),
      place.y <= line.origin.y - font.ascender + font.lineHeight
    else { return nil }
    return entry(of: line)
  }

  private func entry(of line: TextLine) -> Entry? {
    entries.last { $0.start <= line.range.lowerBound }
  }

  package var look: Look {
    var shapes: [Look.Shape] = []
    if isFirstResponder, !selectedRange.isEmpty {
      shapes += selectionRects(for: selectedRange).map {
        .rect($0, radius: 0, palette.readSelection)
      }
    }
    for line in visibleLines {
      guard let entry = entry(of: line) else { continue }
      if entry.start == line.range.lowerBound { shapes += self.shapes(of: entry, line) }
      let isLink = if case .row(_, .some) = entry.kind { true } else { false }
      shapes += self.shapes(of: line, isLink ? palette.accent : palette.ink)
    }
    return Look(shapes: shapes)
  }

  /// What a paragraph has beside its value.
  private func shapes(of entry: Entry, _ line: TextLine) -> [Look.Shape] {
    let width = max(bounds.width - 2 * PanelSpacing.margin, 1)
    let row = Rect(
      x: PanelSpacing.margin, y: line.origin.y - font.ascender, width: width,
      height: font.lineHeight)
    let (value, label) = (palette.ink, palette.label)
    switch entry.kind {
    case .title(let title):
      let shown = panelWindow?.ruler.elidedName(title, .title, width: width) ?? title
      return [.line(shown, .title, in: row, color: value)]
    case .summary(let text):
      return [.line(elided(text, .text, width: width), in: row, color: label)]
    case .heading(let title, let isOpen):
      let heading = Look.Shape.line(title, .strong, in: row, color: value)
      guard let isOpen else { return [heading] }
      let middle = Point(row.minX + self.width(of: title, .strong) + 12, row.center.y)
      let sign =
        isOpen
        ? [Point(-4, -2), Point(4, -2), Point(0, 3)] : [Point(-2, -4), Point(-2, 4), Point(3, 0)]
      return [heading, .polygon(sign.map { middle + $0 }, label)]
    case .row(let name, _):
      guard !name.isEmpty else { return [] }
      var place = row
      place.size.width = Self.labelWidth
      return [
        .line(elided(name, .text, width: Self.labelWidth), in: place, x: 1, color: label)
      ]
    case .gap: return []
    }
  }

  /// The parts of a line; text that needs shaping is drawn word by word, each where the layout has it.
  private func shapes(of line: TextLine, _ color: Color) -> [Look.Shape] {
    let ascent = (font as? LabelFont)?.ascent ?? font.ascender
    let characters = Array(line.text)
    var ends = [characters.count]
    if TextShaping.isNeeded(for: line.text) {
      ends += characters.indices.filter { characters[$0] == " " }.map { $0 + 1 }
    }
    var (shapes, start, x) = ([Look.Shape](), 0, line.origin.x)
    for end in ends.sorted() where end > start {
      let part = characters[start..<end]
      if part.contains(where: { $0 != " " }) {
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

extension InformationText: GestureRecognizerDelegate {
  /// A click selects text, and opens what it is on as well.
  package func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

extension Look.Shape {
  /// A part of a line whose top left corner is at a point.
  fileprivate static func label(_ text: String, _ color: Color, at place: Point) -> Self {
    .text(
      Look.Label(
        text, size: TextStyle.text.font.size, color: color, anchor: .zero, margin: 0), at: place)
  }
}

extension Palette {
  /// The color of what is said of a value.
  var label: Color { ink.withOpacity(0.6) }
}
