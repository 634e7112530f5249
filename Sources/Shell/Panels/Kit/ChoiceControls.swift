package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A control that has one of some words.
package class ChoiceControl: PanelControl {
  package var words: [String]
  package var selected: String
  /// Called when the user chooses another word.
  package var didChoose: (String) -> Void = { _ in }

  package init(_ words: [String]) {
    self.words = words
    selected = words.first ?? ""
    super.init()
  }

  /// The width at which the words fit.
  package func preferredWidth(_ ruler: TextRuler) -> Double { 0 }

  fileprivate func choose(_ word: String) {
    guard word != selected else { return }
    selected = word
    didChoose(word)
  }
}

/// A control that has one of a few words, all of which it shows.
package final class SegmentedControl: ChoiceControl {
  /// The width at which each word has 7 points at each side.
  package override func preferredWidth(_ ruler: TextRuler) -> Double {
    words.reduce(2) { $0 + (ruler.width(of: $1, .text) + 14).rounded(.up) }
  }

  /// The rectangles of the words, in proportion to their lengths.
  private var segments: [Rect] {
    let widths = words.map { width(of: $0, .text) + 14 }
    let total = widths.reduce(0, +)
    guard total > 0 else { return [] }
    var left = bounds.minX
    return widths.map { width in
      let part = bounds.width * width / total
      defer { left += part }
      return Rect(x: left, y: bounds.minY, width: part, height: bounds.height)
    }
  }

  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    guard let touch = touches.first else { return }
    let place = touch.location(in: self)
    if let index = segments.firstIndex(where: { $0.contains(place) }) { choose(words[index]) }
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    let present = words.firstIndex(of: selected) ?? 0
    switch key.key {
    case "Left", "Up": choose(words[max(present - 1, 0)])
    case "Right", "Down": choose(words[min(present + 1, words.count - 1)])
    default: return false
    }
    return true
  }

  package override var look: Look {
    var look = Look.box(self)
    look.fill = palette.paper
    for (word, segment) in zip(words, segments) {
      let isSelected = word == selected
      if isSelected {
        look.shapes.append(
          .rect(segment.insetBy(dx: 1, dy: 1), radius: Look.controlRadius - 1, palette.blue))
      }
      look.shapes.append(
        .line(word, in: segment, x: 0.5, color: isSelected ? palette.surface : palette.ink))
    }
    return look
  }
}

/// A button with one of many words, which opens a list of them.
package final class PopUpButton: ChoiceControl {
  package override init(_ words: [String]) {
    super.init(words)
    addAction { [weak self] in self?.open() }
  }

  /// The width at which the longest word fits.
  package override func preferredWidth(_ ruler: TextRuler) -> Double {
    (words.map { ruler.width(of: $0, .text) }.max() ?? 0).rounded(.up) + 34
  }

  package func open() {
    guard let window = panelWindow, window.openList == nil else { return }
    PopUpList(of: self).open(in: window)
  }

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard ["space", "Return", "KP_Enter", "Down", "Up"].contains(key.key) else { return false }
    open()
    return true
  }

  package override var look: Look {
    var look = Look.box(self)
    let text = bounds.insetBy(dx: 8, dy: 0)
    let (ink, arrow) =
      isEnabled ? (palette.ink, palette.muted) : (palette.muted, palette.line)
    look.shapes = [
      .line(elided(selected, .text, width: text.width - 14), in: text, color: ink),
      .polygon(Self.arrow(at: Point(bounds.maxX - 12, bounds.center.y + 2)), arrow),
    ]
    return look
  }

  /// A triangle that points down.
  private static func arrow(at tip: Point) -> [Point] {
    [tip, Point(tip.x - 4, tip.y - 5), Point(tip.x + 4, tip.y - 5)]
  }
}

/// The list of a pop-up button, above everything else in the panel.
package final class PopUpList: View, PanelView {
  private weak var button: PopUpButton?
  private let words: [String]
  /// The word under the pointer or the arrow keys.
  package private(set) var highlighted: Int

  /// The height of a row, in points.
  static let rowHeight = 22.0

  init(of button: PopUpButton) {
    self.button = button
    words = button.words
    highlighted = words.firstIndex(of: button.selected) ?? 0
    super.init()
  }

  func open(in window: PanelWindow) {
    guard let button else { return }
    let place = window.convert(button.bounds, from: button)
    let height = Double(words.count) * Self.rowHeight + 8
    let below = place.maxY + 2
    // Below the button, or above it where the panel ends.
    var top = below + height <= window.bounds.maxY ? below : place.minY - 2 - height
    top = max(2, min(top, window.bounds.maxY - height - 2))
    frame = Rect(x: place.minX, y: top, width: place.width, height: height)
    for index in words.indices {
      let row = PopUpRow(index, of: self)
      row.frame = Rect(
        x: 4, y: 4 + Double(index) * Self.rowHeight, width: place.width - 8,
        height: Self.rowHeight)
      addSubview(row)
    }
    window.addSubview(self)
    window.openList = self
  }

  package func close() {
    panelWindow?.openList = nil
    removeFromSuperview()
  }

  fileprivate func choose(_ index: Int) {
    let word = words[index]
    let button = button
    close()
    button?.choose(word)
  }

  /// Handles any key while the list is open.
  func keyPressed(_ key: KeyEvent) -> Bool {
    switch key.key {
    case "Up": highlighted = max(highlighted - 1, 0)
    case "Down": highlighted = min(highlighted + 1, words.count - 1)
    case "Home": highlighted = 0
    case "End": highlighted = words.count - 1
    case "Return", "KP_Enter", "space": choose(highlighted)
    default: close()
    }
    return true
  }

  package var look: Look {
    Look(fill: palette.surface, border: Look.Border(palette.muted), cornerRadius: 6)
  }

  /// A word of the list.
  private final class PopUpRow: PanelControl {
    private let index: Int
    private weak var list: PopUpList?

    init(_ index: Int, of list: PopUpList) {
      self.index = index
      self.list = list
      super.init()
      addAction { [weak list] in list?.choose(index) }
    }

    override var isHovered: Bool {
      didSet { if isHovered { list?.highlighted = index } }
    }

    override var isTabStop: Bool { false }

    override var look: Look {
      guard let list else { return Look() }
      let isHighlighted = list.highlighted == index
      let text = bounds.insetBy(dx: 8, dy: 0)
      let word = elided(list.words[index], .text, width: text.width)
      return Look(
        fill: isHighlighted ? palette.blue : nil, cornerRadius: Look.controlRadius,
        shapes: [
          .line(word, in: text, color: isHighlighted ? palette.surface : palette.ink)
        ])
    }
  }
}
