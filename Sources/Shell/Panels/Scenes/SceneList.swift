package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The list of scenes: a card each with a still picture, its title, and what to expect.
///
/// The arrow keys go from card to card; a click opens a scene.
package final class SceneList: EnginePanel {
  /// Returns a still picture of a scene that fills a room in points, with a number of pixels per point; `nil` where there
  /// is none.
  package typealias StillMaker = (SceneCard, _ room: Size, _ scale: Double) -> Surface?

  /// Called with the scene to open.
  package var didOpen: (SceneCard) -> Void = { _ in }
  package let cards: [SceneCard]
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
  private static let (margin, gap) = (20.0, 14.0)

  package init(_ cards: [SceneCard], still: @escaping StillMaker) {
    self.cards = cards
    makeStill = still
    collection = CollectionView(frame: .zero, collectionViewLayout: layout)
    super.init()
    window.look.fill = Palette.paper
    adapter.list = self
    collection.register(SceneCell.self, forCellWithReuseIdentifier: SceneCell.identifier)
    collection.dataSource = adapter
    collection.delegate = adapter
    bar.count = cards.count
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
    let item = Size(width: max(1, width), height: SceneCell.height(ofWidth: width))
    if item != layout.itemSize { stills = [:] }
    layout.itemSize = item
    layout.minimumInteritemSpacing = Self.gap
    layout.minimumLineSpacing = Self.gap
    layout.sectionInset = EdgeInsets(
      top: 16, left: Self.margin, bottom: Self.margin, right: Self.margin)
    collection.frame = Rect(
      x: 0, y: Self.barHeight, width: size.width, height: max(0, size.height - Self.barHeight))
    columnCount = Int(columns)
    collection.layoutIfNeeded()
    if keepsCurrentInView { showCurrent(animated: false) }
  }

  private var isCurrentVisible: Bool {
    collection.indexPathsForVisibleItems.contains(IndexPath(item: current, section: 0))
  }

  private func showCurrent(animated: Bool) {
    collection.scrollToItem(
      at: IndexPath(item: current, section: 0), at: [], animated: animated)
  }

  /// The number of cards in a row.
  package private(set) var columnCount = 1

  package override func settle() {
    for path in collection.indexPathsForVisibleItems {
      (collection.cellForItem(at: path) as? SceneCell)?.isCurrent = path.item == current
      (collection.cellForItem(at: path) as? SceneCell)?.isHovered = path.item == hovered
    }
  }

  package override func pointerDidMove(to location: Point?) {
    let place = location.flatMap { collection.frame.contains($0) ? $0 : nil }
    hovered =
      place.flatMap { collection.indexPathForItem(at: collection.convert($0, from: nil)) }?
      .item
  }

  // MARK: Keys

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    let page = max(1, Int(collection.bounds.height / (layout.itemSize.height + Self.gap)))
    switch key.key {
    case "Left": move(to: current - 1)
    case "Right": move(to: current + 1)
    case "Up": move(to: current - columnCount)
    case "Down": move(to: current + columnCount)
    case "Prior": move(to: current - columnCount * page)
    case "Next": move(to: current + columnCount * page)
    case "Home": move(to: 0)
    case "End": move(to: cards.count - 1)
    default: return false
    }
    return true
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
    collection.indexPathsForVisibleItems.map(\.item).filter { stills[$0] == nil }
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
        guard let cell = collection.cellForItem(at: path), let still = stills[path.item] ?? nil
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
  var count = 0

  var look: Look {
    let inner = bounds.insetBy(dx: 20, dy: 0)
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

/// The data source and delegate of the list's collection.
private final class SceneListAdapter: CollectionViewDataSource, CollectionViewDelegate {
  weak var list: SceneList?

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { list?.cards.count ?? 0 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: SceneCell.identifier, for: indexPath)
    (cell as? SceneCell)?.card = list?.cards[indexPath.item]
    return cell
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: false)
    list?.open(indexPath.item)
  }
}
