package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The list of scenes in two groups: a card each with a still picture, its title, and what to expect.
///
/// The arrow keys go from card to card; a click opens a scene.
package final class SceneList: EnginePanel {
  /// Returns a still picture of a scene that fills a room in points, with a number of pixels per point; `nil` where there
  /// is none.
  package typealias StillMaker = (SceneCard, _ room: Size, _ scale: Double) -> Surface?

  /// Called with the scene to open.
  package var didOpen: (SceneCard) -> Void = { _ in }
  package let cards: [SceneCard]
  /// The groups, of which the second one has a heading.
  package let sections: ItemSections
  /// The index of the card that keys open.
  package private(set) var current = 0
  package let collection: CollectionView
  /// Whether the current card stays in view when the size changes; not once the user has scrolled it out of view.
  private var keepsCurrentInView = true

  private let layout = CollectionViewFlowLayout()
  private let bar = SceneListBar()
  private let adapter = SceneListAdapter()
  private let makeStill: StillMaker
  /// The stills by the index of the scene; `nil` where one could not be made.
  private var stills: [Int: Surface?] = [:]
  /// The pixels per point for which the stills were made.
  private var stillScale = 1.0
  private var hovered: Int?

  /// The number of stills that are made at one refresh. [C]
  private static let stillsAtOnce = 2
  private static let barHeight = 44.0
  fileprivate static let (margin, gap) = (20.0, 14.0)
  fileprivate static let headingHeight = 28.0

  package init(_ groups: [[SceneCard]], still: @escaping StillMaker) {
    cards = groups.flatMap(\.self)
    sections = ItemSections(
      zip(["", "More"], groups).map { ItemSection($0, count: $1.count) }, count: cards.count)
    makeStill = still
    collection = CollectionView(frame: .zero, collectionViewLayout: layout)
    super.init()
    window.ground = \.paper
    adapter.list = self
    collection.register(SceneCell.self, forCellWithReuseIdentifier: SceneCell.identifier)
    collection.register(
      SceneHeading.self, forSupplementaryViewOfKind: CollectionView.elementKindSectionHeader,
      withReuseIdentifier: SceneHeading.identifier)
    collection.dataSource = adapter
    collection.delegate = adapter
    window.addSubview(collection)
    window.addSubview(bar)
  }

  // MARK: Layout

  package override func layOut() {
    // Where nothing has room, or the card is on its way into view, what was so before holds.
    if !collection.bounds.isEmpty, !collection.isScrollAnimating {
      keepsCurrentInView = isCurrentVisible
    }
    bar.frame = Rect(x: 0, y: 0, width: size.width, height: Self.barHeight)
    let room = max(0, size.width - 2 * Self.margin)
    let columns = max(1, ((room + Self.gap) / (SceneCell.minimumWidth + Self.gap)).rounded(.down))
    let width = ((room - (columns - 1) * Self.gap) / columns).rounded(.down)
    let item = Size(
      width: max(1, width), height: SceneCell.height(ofWidth: width, for: cards, window.ruler))
    if item != layout.itemSize { stills = [:] }
    layout.itemSize = item
    layout.minimumInteritemSpacing = Self.gap
    layout.minimumLineSpacing = Self.gap
    // What whole points leave over lies to the right, so that the columns of all rows are the same.
    let rest = room - columns * item.width - (columns - 1) * Self.gap
    layout.sectionInset = EdgeInsets(
      top: 16, left: Self.margin, bottom: Self.margin, right: Self.margin + max(0, rest))
    collection.frame = Rect(
      x: 0, y: Self.barHeight, width: size.width, height: max(0, size.height - Self.barHeight))
    columnCount = Int(columns)
    collection.layoutIfNeeded()
    if keepsCurrentInView { showCurrent(animated: false) }
  }

  private var isCurrentVisible: Bool {
    collection.indexPathsForVisibleItems.contains(sections.indexPath(of: current))
  }

  private func showCurrent(animated: Bool) {
    collection.scrollToItem(
      at: sections.indexPath(of: current), at: [], animated: animated)
  }

  /// The number of cards in a row.
  package private(set) var columnCount = 1

  package override func settle() {
    for path in collection.indexPathsForVisibleItems {
      let (cell, index) = (
        collection.cellForItem(at: path) as? SceneCell, sections.item(at: path)
      )
      cell?.isCurrent = index == current
      cell?.isHovered = index == hovered
    }
  }

  package override func pointerDidMove(to location: Point?) {
    let place = location.flatMap { collection.frame.contains($0) ? $0 : nil }
    hovered =
      place.flatMap { collection.indexPathForItem(at: collection.convert($0, from: nil)) }
      .map(sections.item)
  }

  // MARK: Keys

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    let page = max(1, Int(collection.bounds.height / (layout.itemSize.height + Self.gap)))
    switch key.key {
    case "Left": move(to: current - 1)
    case "Right": move(to: current + 1)
    case "Up": move(byRows: -1)
    case "Down": move(byRows: 1)
    case "Prior": move(byRows: -page)
    case "Next": move(byRows: page)
    case "Home": move(to: 0)
    case "End": move(to: cards.count - 1)
    default: return false
    }
    return true
  }

  /// Moves to the card in the same column, or to the last one of a row that is shorter.
  private func move(byRows count: Int) {
    var index = current
    for _ in 0..<abs(count) {
      let next = sections.item(below: index, by: count.signum(), columns: columnCount)
      guard next != index else { return move(to: count < 0 ? 0 : cards.count) }
      index = next
    }
    move(to: index)
  }

  private func move(to index: Int) {
    current = min(max(index, 0), cards.count - 1)
    keepsCurrentInView = true
    showCurrent(animated: true)
    didChange()
  }

  /// Opens the card that the arrow keys have reached.
  package func openCurrent() { open(current) }

  fileprivate func open(_ index: Int) {
    guard cards.indices.contains(index) else { return }
    current = index
    didChange()
    didOpen(cards[index])
  }

  // MARK: Stills

  package override var needsAdvance: Bool { super.needsAdvance || !missingStills.isEmpty }

  /// The visible scenes that have no still yet.
  private var missingStills: [Int] {
    collection.indexPathsForVisibleItems.map(sections.item).filter { stills[$0] == nil }
  }

  package override func advance(to time: Double) {
    super.advance(to: time)
    for index in missingStills.prefix(Self.stillsAtOnce) {
      stills[index] = .some(
        makeStill(cards[index], SceneCell.stillSize(in: layout.itemSize), stillScale))
      needsDisplay = true
    }
  }

  package override func draw(on canvas: Canvas, scale: Double) {
    if scale != stillScale {
      stillScale = scale
      stills = [:]
    }
    super.draw(on: canvas, scale: scale)
    canvas.saved {
      canvas.clip(to: collection.frame)
      for path in collection.indexPathsForVisibleItems {
        guard let cell = collection.cellForItem(at: path),
          let still = stills[sections.item(at: path)] ?? nil
        else { continue }
        let place = window.convert(SceneCell.stillFrame(in: cell.bounds), from: cell).origin * scale
        let area = PixelRect(
          x: Int(place.x.rounded()), y: Int(place.y.rounded()), width: still.size.width,
          height: still.size.height)
        canvas.draw(
          still, transform: AffineTransform(translationX: Double(area.x), y: Double(area.y)),
          into: area, filter: .nearest)
      }
    }
  }
}

/// The bar over the list.
private final class SceneListBar: View, PanelView {
  var look: Look {
    let inner = bounds.insetBy(dx: SceneList.margin, dy: 0)
    return Look(
      fill: Palette.surface,
      shapes: [
        .rect(
          Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1), radius: 0, Palette.line),
        .text(
          Look.Label(
            "Scenes", size: Palette.title, color: Palette.ink, isBold: true,
            anchor: Point(0, 0.5), margin: 0),
          at: Point(inner.minX, inner.center.y)),
        .line(
          elided(
            "Click or press Return to open a scene; Esc returns to this list", .text,
            width: inner.width - 90),
          in: inner, x: 1, color: Palette.muted),
      ])
  }
}

/// The heading over the second group.
private final class SceneHeading: CollectionReusableView, PanelView {
  static let identifier = "heading"
  var title = ""

  var look: Look {
    let label = Look.Label(
      title, size: Palette.title, color: Palette.ink, isBold: true, anchor: Point(0, 0.5),
      margin: 0)
    return Look(shapes: [.text(label, at: Point(SceneList.margin, bounds.center.y))])
  }
}

/// The data source and delegate of the list's collection.
private final class SceneListAdapter: CollectionViewDataSource, CollectionViewDelegateFlowLayout {
  weak var list: SceneList?

  func numberOfSections(in collectionView: CollectionView) -> Int { list?.sections.count ?? 0 }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { list?.sections.items(of: section).count ?? 0 }

  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size {
    guard let heading = list?.sections.headings[section] else { return .zero }
    let isShown = !heading.title.isEmpty && heading.count > 0
    return Size(width: 0, height: isShown ? SceneList.headingHeight : 0)
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> CollectionReusableView {
    let view = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: SceneHeading.identifier, for: indexPath)
    (view as? SceneHeading)?.title = list?.sections.headings[indexPath.section].title ?? ""
    return view
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: SceneCell.identifier, for: indexPath)
    (cell as? SceneCell)?.card = list.map { $0.cards[$0.sections.item(at: indexPath)] }
    return cell
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: false)
    list.map { $0.open($0.sections.item(at: indexPath)) }
  }
}

/// The card of a scene: room for its still, title, name, what to expect, and under the pointer its behaviors.
final class SceneCell: CollectionViewCell, PanelView {
  static let identifier = "scene"
  var card: SceneCard?
  /// Whether Return opens the scene.
  var isCurrent = false
  var isHovered = false

  /// The smallest width of a card, in points. [C]
  static let minimumWidth = 250.0
  private static let inset = 10.0
  private static let line = 17.0
  /// The height of a still relative to its width. [C]
  private static let aspect = 0.66
  /// The least number of lines of what to expect. [C]
  private static let minimumLines = 3

  /// The height of all cards: title, name, and as many lines as the first sentences of what to expect need.
  static func height(ofWidth width: Double, for cards: [SceneCard], _ ruler: TextRuler) -> Double {
    let still = stillSize(in: Size(width: width, height: 0))
    let lines = cards.map { card in
      var sentence = card.expectation
      while !sentence.withoutLastSentence.isEmpty { sentence = sentence.withoutLastSentence }
      return ruler.lines(of: sentence, .text, width: still.width, limit: .max).count
    }
    let count = max(minimumLines, lines.max() ?? 0)
    return still.height + 8 + Double(2 + count) * line + 4 + 2 * inset
  }

  /// The size of the still in a card, in points.
  static func stillSize(in card: Size) -> Size {
    let width = max(1, card.width - 2 * inset)
    return Size(width: width, height: (width * aspect).rounded())
  }

  /// The place of the still in a card, in points.
  static func stillFrame(in bounds: Rect) -> Rect {
    Rect(
      origin: bounds.origin + Point(inset, inset),
      size: stillSize(in: bounds.size))
  }

  var look: Look {
    guard let card else { return Look() }
    let still = Self.stillFrame(in: bounds)
    var shapes: [Look.Shape] = [
      .rect(still.insetBy(dx: -1, dy: -1), radius: 0, Palette.line),
      .rect(still, radius: 0, Palette.paper),
    ]
    let (left, width) = (still.minX, still.width)
    var top = still.maxY + 8
    func add(
      _ text: String, _ style: TextStyle, _ color: Color, x: Double = 0, ends: Bool = true
    ) {
      let room = Rect(x: left, y: top, width: width, height: Self.line)
      shapes.append(.line(elided(text, style, width: width), style, in: room, x: x, color: color))
      if ends { top += Self.line }
    }
    add(card.title, .strong, Palette.ink)
    let room = width - self.width(of: card.name, .number) - 16
    add(card.name, .number, Palette.blue, ends: !isHovered)
    if isHovered { add(ids(card.ids, width: room), .number, Palette.muted, x: 1) }
    top += 4
    let limit = Int((bounds.maxY - Self.inset - top) / Self.line)
    for line in sentences(of: card.expectation, .text, width: width, limit: limit) {
      add(line, .text, Palette.muted)
    }
    return Look(
      fill: isHighlighted || isHovered ? Palette.selected : Palette.surface,
      border: isCurrent ? Look.Border(Palette.blue, width: 2) : Look.Border(Palette.line),
      cornerRadius: 8, shapes: shapes)
  }

  /// The behaviors that there is room for, and how many are left over.
  private func ids(_ ids: [String], width: Double) -> String {
    for count in stride(from: ids.count, to: 0, by: -1) {
      let rest = ids.count - count
      let text = ids.prefix(count).joined(separator: " ") + (rest > 0 ? " +\(rest)" : "")
      if self.width(of: text, .number) <= width { return text }
    }
    return ""
  }
}
