package import OverscrollBase
import OverscrollShell
package import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The pictures of an album as thumbnails, one of which is selected: in rows that fill a window, or in a strip.
///
/// Made of the engine's views, in an engine window of its own. Only visible pictures have cells.
package final class Overview {
  /// How the thumbnails are arranged.
  package enum Arrangement: Hashable, Sendable {
    /// In rows, with names below; a double tap opens a picture.
    case rows
    /// In one row that scrolls sideways; a tap opens a picture.
    case strip
  }

  /// The height of a strip, and the side of its thumbnails, in points. [C]
  package static let stripHeight = DockLayout.stripHeight
  private static let stripSide = 64.0
  /// The side of a thumbnail, in points: initially, and its limits. [C]
  package static let usualSide = 160.0
  package static let sides = 96.0...320.0
  /// The factor by which a key or a notch of the wheel changes the side. [C]
  private static let sideStep = 1.25
  /// The distance of thumbnails from each other and from the window's edges, and the height of a name, in points. [C]
  static let (spacing, inset, nameHeight) = (12.0, 16.0, 24.0)

  let arrangement: Arrangement

  /// Called to open the picture of that number.
  package var didOpen: ((Int) -> Void)?
  /// The path of the picture of a number.
  let path: (Int) -> FilePath
  /// Returns the name below the thumbnail of a path.
  package var label: (FilePath) -> String = { $0.lastComponent.description.isolated }
  /// Returns whether the picture of a number is marked.
  package var isMarked: (Int) -> Bool = { _ in false }
  /// The thumbnails that are loaded.
  package let surfaces = ThumbnailSurfaces()
  private let panel = EnginePanel()
  /// The list that fills its window.
  package let list: CollectionView
  /// The number of the picture that is selected; `nil` if there is none.
  package private(set) var selection: Int?
  /// The number of pictures.
  package private(set) var count = 0
  /// The side of a thumbnail, in points: what was chosen, or less where the window is narrower.
  package private(set) var side: Double
  /// The side that was chosen, in points.
  private var chosenSide: Double
  /// Device pixels per point (the scale factor).
  package var scale = 1.0 {
    didSet {
      guard scale != oldValue else { return }
      list.displayScale = scale
      surfaces.discardNames()
    }
  }
  /// The engine's window.
  var window: Window { panel.window }
  let layout = CollectionViewFlowLayout()
  private let listSource = OverviewSource()
  /// The side when a pinch of the touchpad began.
  private var pinchedSide: Double?
  /// How it looked when it was drawn last.
  var drawn: Look?

  /// Makes an empty overview; `path` returns the paths of pictures.
  package init(_ arrangement: Arrangement = .rows, path: @escaping (Int) -> FilePath) {
    self.arrangement = arrangement
    self.path = path
    side = arrangement == .strip ? Self.stripSide : Self.usualSide
    chosenSide = side
    list = CollectionView(collectionViewLayout: layout)
    list.register(OverviewCell.self, forCellWithReuseIdentifier: OverviewCell.identifier)
    layout.minimumInteritemSpacing = Self.spacing
    layout.minimumLineSpacing = Self.spacing
    let margin = arrangement == .strip ? (Self.stripHeight - side) / 2 : Self.inset
    layout.sectionInset = EdgeInsets(top: margin, left: margin, bottom: margin, right: margin)
    if arrangement == .strip {
      layout.scrollDirection = .horizontal
      list.alwaysBounceHorizontal = true
      list.showsHorizontalScrollIndicator = false
    } else {
      list.alwaysBounceVertical = true
    }
    window.addSubview(list)
    listSource.overview = self
    list.dataSource = listSource
    list.delegate = listSource
    updateItemSize()
    addRecognizers()
  }

  private func addRecognizers() {
    let tap = TapGestureRecognizer { [weak self] tap in
      guard let self, tap.state == .recognized else { return }
      if let item = item(at: tap.location(in: list)) { open(item) }
    }
    tap.numberOfTapsRequired = arrangement == .strip ? 1 : 2
    tap.cancelsTouchesInView = false
    list.addGestureRecognizer(tap)
    guard arrangement == .rows else { return }
    let pinch = PinchGestureRecognizer { [weak self] recognizer in
      guard let self, let pinch = recognizer as? PinchGestureRecognizer else { return }
      setSide(side * pinch.scale)
      pinch.scale = 1
    }
    list.addGestureRecognizer(pinch)
  }

  /// Returns the picture at a point of the list; in a strip, the gaps belong to their neighbors.
  private func item(at place: Point) -> Int? {
    guard arrangement == .strip else { return list.indexPathForItem(at: place)?.item }
    let half = Self.spacing / 2
    return [0, half, -half].lazy.compactMap { [list] in
      list.indexPathForItem(at: Point(place.x + $0, Self.stripHeight / 2))?.item
    }.first
  }

  private func updateItemSize() {
    layout.itemSize = Size(width: side, height: side + nameRoom)
  }

  /// The height of a name, in points; 0 where there are none.
  var nameRoom: Double { arrangement == .strip ? 0 : Self.nameHeight }

  fileprivate func didSelect(_ item: Int) { selection = item }

  private func open(_ item: Int) {
    selection = item
    didOpen?(item)
  }
}

// MARK: - The album

extension Overview {
  /// The size of the window, in points.
  package var size: Size {
    get { panel.size }
    set {
      guard newValue != panel.size else { return }
      let kept = selection.flatMap { isVisible($0) ? $0 : nil }
      panel.size = newValue
      list.frame = window.bounds
      updateSide()
      window.layoutIfNeeded()
      if let kept { show(kept, animated: false) }
    }
  }

  /// Follows a change of the album.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - selection: The number of the one to select; `nil` for none.
  package func reload(count: Int, selection: Int?) {
    self.count = count
    self.selection = selection.flatMap { (0..<count).contains($0) ? $0 : nil }
    list.reloadData()
    window.layoutIfNeeded()
  }

  /// Draws the marks again.
  package func marksDidChange() { drawn = nil }

  /// Selects a picture and scrolls to it, no farther than needed.
  package func select(_ item: Int, animated: Bool) {
    guard count > 0 else { return }
    let selection = min(max(item, 0), count - 1)
    self.selection = selection
    show(selection, animated: animated)
  }

  private func show(_ item: Int, animated: Bool) {
    window.layoutIfNeeded()
    guard let frame = list.layoutAttributesForItem(at: IndexPath(item: item, section: 0))?.frame
    else { return }
    guard arrangement == .rows else {
      // The neighbors on both sides are visible, too.
      let reach = (list.bounds.width - frame.width) / 2
      return list.scrollRectToVisible(frame.insetBy(dx: -max(0, reach), dy: 0), animated: animated)
    }
    // A sliver of the next row indicates that there is one.
    let hasRoom = list.bounds.height > 2 * (layout.itemSize.height + Self.spacing)
    let rect = hasRoom ? frame.insetBy(dx: 0, dy: -Self.inset) : frame
    list.scrollRectToVisible(rect, animated: animated)
  }

  private func isVisible(_ item: Int) -> Bool {
    list.indexPathsForVisibleItems.contains(IndexPath(item: item, section: 0))
  }

  /// The number of pictures in a row.
  package var columns: Int {
    let room = list.bounds.width - 2 * Self.inset + Self.spacing
    return max(1, Int(room / (side + Self.spacing)))
  }

  /// The number of rows in a window.
  private var rows: Int {
    max(1, Int(list.bounds.height / (layout.itemSize.height + Self.spacing)))
  }
}

// MARK: - Input

extension Overview {
  /// A way to move the selection.
  package enum Movement: Hashable, Sendable, CaseIterable {
    case left, right, up, down, pageUp, pageDown, first, last
  }

  /// Moves the selection, within the album.
  package func move(_ movement: Movement, animated: Bool) {
    guard count > 0 else { return }
    let item = selection ?? 0
    let target =
      switch movement {
      case .left: item - 1
      case .right: item + 1
      case .up: item - min(1, item / columns) * columns
      case .down: item + min(1, rowsBelow(item)) * columns
      case .pageUp: item - min(rows, item / columns) * columns
      case .pageDown: item + min(rows, rowsBelow(item)) * columns
      case .first: 0
      case .last: count - 1
      }
    select(target, animated: animated)
  }

  private func rowsBelow(_ item: Int) -> Int { (count - 1) / columns - item / columns }

  /// Opens the picture that is selected.
  package func openSelection() {
    if let selection { open(selection) }
  }

  /// Enlarges the thumbnails by a step, or reduces them.
  package func zoomStep(enlarges: Bool) {
    setSide(side * (enlarges ? Self.sideStep : 1 / Self.sideStep))
  }

  /// Sets the side of thumbnails; the selected one, or else the first visible one, stays visible.
  private func setSide(_ value: Double) {
    let new = min(max(value, Self.sides.lowerBound), Self.sides.upperBound, greatestSide)
    guard new != side else { return }
    let visible = list.indexPathsForVisibleItems.map(\.item)
    let kept = selection.flatMap { visible.contains($0) ? $0 : nil } ?? visible.first
    chosenSide = new
    updateSide()
    window.layoutIfNeeded()
    if let kept { show(kept, animated: false) }
  }

  /// The side of a thumbnail that is as wide as the window's room, in points.
  private var greatestSide: Double {
    guard arrangement == .rows, !list.bounds.isEmpty else { return .infinity }
    return max(list.bounds.width - 2 * Self.inset, 1)
  }

  private func updateSide() {
    let new = min(chosenSide, greatestSide)
    guard new != side else { return }
    side = new
    surfaces.discardNames()
    updateItemSize()
  }

  /// Handles input in points of the window.
  package func send(_ event: Event) {
    switch event {
    case .wheel(let wheel) where wheel.modifiers.contains(.control):
      if wheel.notches.y != 0 { zoomStep(enlarges: wheel.notches.y < 0) }
    case .pinch(let pinch):
      if pinch.phase == .began { pinchedSide = side }
      if let pinchedSide { setSide(pinchedSide * pinch.scale) }
      if pinch.phase == .ended { pinchedSide = nil }
    case .key: break
    default: panel.send(event)
    }
  }

  /// Whether something moves.
  package var needsAdvance: Bool { window.needsAdvance }

  /// Advances to a time, in seconds.
  package func advance(to time: Double) { panel.advance(to: time) }
}

// MARK: - Cells

/// The view of a picture.
private final class OverviewCell: CollectionViewCell {
  static let identifier = "picture"
}

/// Provides the cells and follows taps.
private final class OverviewSource: CollectionViewDataSource, CollectionViewDelegate {
  weak var overview: Overview?

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    overview?.count ?? 0
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    collectionView.dequeueReusableCell(
      withReuseIdentifier: OverviewCell.identifier, for: indexPath)
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    overview?.didSelect(indexPath.item)
  }
}
