package import OverscrollBase
package import OverscrollImaging
package import OverscrollShell
package import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The pictures of an album as thumbnails, some of which are selected: in rows that fill a window, or in a strip.
///
/// Made of the engine's views, in an engine window of its own. Only visible pictures have cells. A finger scrolls and opens; a
/// mouse selects, as it does in a file manager.
package final class Overview {
  /// How the thumbnails are arranged.
  package enum Arrangement: Hashable, Sendable {
    /// In rows, with names below; a tap or a double click opens a picture.
    case rows
    /// In one row that scrolls sideways; a tap or a click opens a picture.
    case strip
  }

  /// The height of a strip, and the side of its thumbnails, in points. [C]
  package static let stripHeight = DockLayout.stripHeight
  private static let stripSide = 64.0
  /// The side of a thumbnail, in points: initially, and the limits of what is chosen. [C]
  package static let usualSide = 160.0
  package static let sides = 96.0...320.0
  /// The factor by which a key or a notch of the wheel changes the side. [C]
  private static let sideStep = 1.25
  /// The distance of rows, and of the first one from the top, and the height of a name, in points. [C]
  static let (spacing, inset, nameHeight) = (12.0, 16.0, 40.0)

  let arrangement: Arrangement

  /// Called to open the picture of that number.
  package var didOpen: ((Int) -> Void)?
  /// Called where the header is clicked.
  package var didChoose: ((OverviewHeader.Part) -> Void)?
  /// Called where a press drags the selected pictures to another program.
  package var didDrag: (() -> Void)?
  /// The path of the picture of a number.
  package let path: (Int) -> FilePath
  /// Returns the name below the thumbnail of a path.
  package var label: (FilePath) -> String = { $0.lastComponent.description.isolated }
  /// How many of the first items are folders; the others are pictures.
  package var folderCount = 0
  /// Returns the paths of the first pictures of a folder, at most ``stackLimit``; `nil` until they are known.
  package var stack: (FilePath) -> [FilePath]? = { _ in nil }
  package static let stackLimit = 3
  /// Returns how the picture of a path is turned or flipped.
  package var turn: (FilePath) -> Orientation = { _ in .upright }
  /// Returns whether the picture of a number is marked.
  package var isMarked: (Int) -> Bool = { _ in false }
  /// Returns the stars of the picture of a number, 0 … 5, or −1 for one that was rejected.
  package var stars: (Int) -> Int = { _ in 0 }
  /// The thumbnails that are loaded.
  package let surfaces = ThumbnailSurfaces()
  private let panel = EnginePanel()
  /// The list that fills its window.
  package let list: CollectionView
  /// What is selected.
  var chosen = OverviewSelection() {
    didSet { if chosen != oldValue { revision += 1 } }
  }
  /// A number that changes whenever the selection does, or what else is drawn of cells.
  var revision = 0
  /// The number of pictures.
  package private(set) var count = 0
  /// The headings below which the pictures lie.
  private(set) var sections = ItemSections()
  /// How many thumbnails are side by side, and how large they are.
  private(set) var grid = OverviewGrid(width: 0, side: Overview.usualSide)
  /// The side that was chosen, in points.
  package private(set) var chosenSide: Double
  /// Device pixels per point (the scale factor).
  package var scale = 1.0 {
    didSet {
      guard scale != oldValue else { return }
      list.displayScale = scale
      ruler.scale = scale
      surfaces.discardNames()
    }
  }
  /// The engine's window.
  var window: Window { panel.window }
  let layout = CollectionViewFlowLayout()
  private let listSource = OverviewSource()
  /// The side when a pinch of the touchpad began.
  private var pinchedSide: Double?
  /// The keys that are held, which a click depends on.
  package var modifiers: Modifiers = []
  /// When two clicks are a double click; `nil` for the usual limits.
  package var clickLimits: DoubleClick.Limits?
  /// How far a press must move to drag something, in points.
  package var dragThreshold = Overview.usualThreshold
  private var press = Press.none
  /// When a rectangle scrolled the list last, in seconds.
  private var bandTime: Double?
  private var doubleClick = DoubleClick()
  /// The pointer while no button is held, in points of the window; `nil` when it has left.
  private var pointer: Point?
  /// The picture under the pointer, and the button of the header.
  private(set) var hovered: Int?
  private(set) var hoveredPart: OverviewHeader.Part?
  /// What lies above the list; `nil` for nothing.
  package var header: OverviewHeader? {
    didSet {
      guard header != oldValue else { return }
      revision += 1
      if (header == nil) != (oldValue == nil) { layOut() }
    }
  }
  /// Measures the text of the header.
  let ruler = TextRuler()
  /// The picture that flies to its place, or back.
  package internal(set) var flight: OverviewFlight? {
    didSet { if flight != oldValue { revision += 1 } }
  }
  /// How it looked when it was drawn last.
  var drawn: Look?

  /// The usual limits of a double click, in seconds and points, and how far a press must move to drag. [C]
  private static let usualLimits = DoubleClick.Limits(time: 0.4, distance: 5)
  package static let usualThreshold = 4.0

  /// Makes an empty overview.
  ///
  /// - Parameters:
  ///   - arrangement: How the thumbnails lie.
  ///   - side: The side of thumbnails in rows, in points.
  ///   - path: Returns the paths of pictures.
  package init(
    _ arrangement: Arrangement = .rows, side: Double = usualSide,
    path: @escaping (Int) -> FilePath
  ) {
    self.arrangement = arrangement
    self.path = path
    chosenSide = arrangement == .strip ? Self.stripSide : side
    list = CollectionView(collectionViewLayout: layout)
    list.register(OverviewCell.self, forCellWithReuseIdentifier: OverviewCell.identifier)
    layout.minimumLineSpacing = Self.spacing
    if arrangement == .strip {
      layout.minimumInteritemSpacing = Self.spacing
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
    arrange()
    addRecognizers()
  }

  private func addRecognizers() {
    let tap = TapGestureRecognizer { [weak self] tap in
      guard let self, tap.state == .recognized else { return }
      if let item = item(at: tap.location(in: list)) { open(item) }
    }
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
  func item(at place: Point) -> Int? {
    guard arrangement == .strip else {
      return list.indexPathForItem(at: place).map(sections.item)
    }
    let half = Self.spacing / 2
    return [0, half, -half].lazy.compactMap { [list] in
      list.indexPathForItem(at: Point(place.x + $0, Self.stripHeight / 2))?.item
    }.first
  }

  /// The height of a name, in points; 0 where there are none.
  var nameRoom: Double { arrangement == .strip ? 0 : Self.nameHeight }

  fileprivate func didSelect(_ item: Int) { chosen.select(item) }

  private func open(_ item: Int) {
    chosen.select(item)
    didOpen?(item)
  }

  // MARK: - Places

  /// The size of the window, in points.
  package var size: Size {
    get { panel.size }
    set {
      guard newValue != panel.size else { return }
      let kept = selection.flatMap { isVisible($0) ? $0 : nil }
      panel.size = newValue
      layOut()
      if let kept { show(kept, animated: false) }
    }
  }

  private func layOut() {
    let top = header == nil ? 0 : OverviewHeader.height
    list.frame = Rect(
      x: 0, y: top, width: window.bounds.width, height: max(window.bounds.height - top, 0))
    arrange()
    window.layoutIfNeeded()
  }

  /// The side of a thumbnail, in points: what was chosen, or what fills the width with as many of them.
  package var side: Double { grid.side }

  /// The number of pictures in a row.
  package var columns: Int { grid.columns }

  /// Fills the width with thumbnails of about the side that was chosen.
  private func arrange() {
    let width = arrangement == .strip ? 0 : list.bounds.width
    let new = OverviewGrid(width: width, side: chosenSide)
    if new.side != grid.side { surfaces.discardNames() }
    grid = new
    layout.itemSize = Size(width: side, height: side + nameRoom)
    guard arrangement == .rows else { return centerStrip() }
    layout.minimumInteritemSpacing = grid.gutter
    // The heading has the room above its pictures.
    let top = sections.headings.isEmpty ? Self.inset : 0
    layout.headerReferenceSize = Size(
      width: 0, height: sections.headings.isEmpty ? 0 : Self.headingHeight)
    layout.sectionInset = EdgeInsets(
      top: top, left: grid.gutter, bottom: Self.inset - (top == 0 ? Self.spacing : 0),
      right: grid.gutter)
  }

  /// Puts a strip that does not fill the width in its middle.
  private func centerStrip() {
    let margin = (Self.stripHeight - Self.stripSide) / 2
    let length = Double(count) * (Self.stripSide + Self.spacing) - Self.spacing
    let side = max(((list.bounds.width - length) / 2).rounded(.down), margin)
    layout.sectionInset = EdgeInsets(top: margin, left: side, bottom: margin, right: side)
  }

  /// Follows a change of the album.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - selection: The number of the one to select; `nil` for none.
  ///   - days: The headings below which they lie; empty for none.
  package func reload(count: Int, selection: Int?, days: [ItemSection] = []) {
    reload(count: count, selected: selection.map { [$0] } ?? [], lead: selection, days: days)
  }

  /// Follows a change of the album.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - items: The numbers of those that are selected; others than 0 ..< `count` are ignored.
  ///   - lead: The one from which keys go on; `nil` for none.
  ///   - days: The headings below which they lie; empty for none.
  package func reload(
    count: Int, selected items: Set<Int>, lead: Int?, days: [ItemSection] = []
  ) {
    self.count = count
    let hadHeadings = !sections.headings.isEmpty
    sections = ItemSections(days, count: count)
    if hadHeadings == sections.headings.isEmpty || arrangement == .strip { arrange() }
    let all = 0..<count
    chosen.select(items.filter(all.contains), lead: lead.flatMap { all.contains($0) ? $0 : nil })
    hovered = nil
    if !isStillHeld { press = .none }
    // A picture that is being opened is shown in the end, wherever its cell is.
    if let flight, !flight.opens, !all.contains(flight.item) || path(flight.item) != flight.path {
      self.flight = nil
    }
    revision += 1
    list.reloadData()
    window.layoutIfNeeded()
  }

  /// Draws all again.
  package func needsDrawing() { drawn = nil }

  /// Opens the picture that is selected.
  package func openSelection() {
    if let selection { open(selection) }
  }

  // MARK: - Zooming

  /// Enlarges the thumbnails by a step, or reduces them.
  package func zoomStep(enlarges: Bool) {
    setSide(chosenSide * (enlarges ? Self.sideStep : 1 / Self.sideStep))
  }

  /// Chooses the side of thumbnails; the selected one, or else the first visible one, stays visible.
  private func setSide(_ value: Double) {
    let new = min(max(value, Self.sides.lowerBound), Self.sides.upperBound)
    guard new != chosenSide else { return }
    let visible = list.indexPathsForVisibleItems.map(sections.item)
    let kept = selection.flatMap { visible.contains($0) ? $0 : nil } ?? visible.first
    chosenSide = new
    arrange()
    window.layoutIfNeeded()
    if let kept { show(kept, animated: false) }
  }

  // MARK: - Input

  /// Handles input in points of the window.
  package func send(_ event: Event) {
    switch event {
    case .wheel(let wheel) where wheel.modifiers.contains(.control):
      if wheel.notches.y != 0 { zoomStep(enlarges: wheel.notches.y < 0) }
    case .pinch(let pinch):
      if pinch.phase == .began { pinchedSide = chosenSide }
      if let pinchedSide { setSide(pinchedSide * pinch.scale) }
      if pinch.phase == .ended { pinchedSide = nil }
    case .touch(let touch) where sendToHeader(touch): break
    case .touch(let touch) where arrangement == .rows && touch.type == .indirectPointer:
      follow(touch)
    case .key: break
    default: panel.send(event)
    }
    guard case .touch = event else { return selectUnderBand() }
  }

  /// Whether something moves.
  package var needsAdvance: Bool {
    window.needsAdvance || bandSpeed != 0 || flight?.isOver == false
  }

  /// Advances to a time, in seconds.
  package func advance(to time: Double) {
    panel.advance(to: time)
    scrollUnderBand(to: time)
    flight?.advance(to: time)
    // The way to the window ends once the picture is there.
    if let flight, flight.isOver, !flight.opens { self.flight = nil }
  }
}

// MARK: - The mouse

extension Overview {
  /// What a button of the mouse is held for.
  private enum Press {
    case none
    /// A picture, which a release selects alone where others are selected, too.
    case item(Int, FilePath, from: Point, isAlone: Bool)
    /// A button of the header, by a mouse or a finger.
    case header(OverviewHeader.Part?, touch: Int)
    /// Pictures that are dragged to another program.
    case dragged
    /// A rectangle from a point of the list to where the pointer is, in points of the window; and what was selected before.
    case band(from: Point, to: Point, before: Set<Int>)
  }

  /// The points a second by which a list scrolls for each point that the pointer is beyond its edge, and at least. [C]
  private static let (bandRate, bandSpeedLimit) = (8.0, 240.0)
  /// The longest step of time that scrolls, in seconds: after a pause the list doesn't jump. [C]
  private static let longestStep = 0.05

  /// Follows a button of the mouse: a click selects, a double click opens, a drag moves pictures or selects a rectangle of them.
  private func follow(_ touch: TouchEvent) {
    let place = list.convert(touch.location, from: nil)
    let isDouble = doubleClick.follow(touch, within: clickLimits ?? Self.usualLimits)
    switch (touch.phase, press) {
    case (.began, _): begin(touch, at: place)
    case (.moved, .item(_, _, let start, _)):
      guard (touch.location - start).length > dragThreshold else { return }
      press = .dragged
      didDrag?()
    case (.ended, .item(let item, _, _, let isAlone)):
      press = .none
      if isDouble, modifiers.isEmpty { return open(item) }
      if !isAlone { chosen.select(item) }
    case (.moved, .band(let start, _, let before)), (.ended, .band(let start, _, let before)):
      press = touch.phase == .ended ? .none : .band(from: start, to: touch.location, before: before)
      selectBand(from: start, to: place, before)
      revision += 1
    case (.cancelled, .band): endBand(restores: true)
    case (.ended, _), (.cancelled, _): press = .none
    case (.moved, _), (.stationary, _): break
    }
  }

  /// True where what a button was pressed on is still there after the album has changed, so that its release counts.
  private var isStillHeld: Bool {
    switch press {
    case .none, .header, .dragged: true
    case .item(let item, let path, _, _): item < count && self.path(item) == path
    // What was selected before has other numbers now.
    case .band(_, _, let before): before.isEmpty
    }
  }

  /// Handles a touch that has begun in the header; returns `false` for others.
  private func sendToHeader(_ touch: TouchEvent) -> Bool {
    guard let header else { return false }
    if touch.phase == .began, touch.location.y < OverviewHeader.height {
      press = .header(part(at: touch.location, in: header), touch: touch.id)
      return true
    }
    guard case .header(let part, let id) = press, id == touch.id else { return false }
    guard touch.phase == .ended || touch.phase == .cancelled else { return true }
    press = .none
    if touch.phase == .ended, let part, part == self.part(at: touch.location, in: header) {
      didChoose?(part)
    }
    return true
  }

  /// The place of a button of the header, in points; `nil` where it has none.
  package func place(of part: OverviewHeader.Part) -> Rect? {
    header?.pieces(in: size.width, measuredBy: ruler).first { $0.part == part }?.frame
  }

  private func part(at location: Point, in header: OverviewHeader) -> OverviewHeader.Part? {
    header.part(at: location, in: size.width, measuredBy: ruler)
  }

  private func begin(_ touch: TouchEvent, at place: Point) {
    panel.advance(to: touch.timestamp)
    list.stopScrollingAndZooming()
    let click = OverviewSelection.Click(
      control: modifiers.contains(.control), shift: modifiers.contains(.shift))
    guard let item = item(at: place) else {
      let before = click == .select ? [] : chosen.items
      if click == .select { chosen.select(nil) }
      return press = .band(from: place, to: touch.location, before: before)
    }
    // Those that are selected are dragged together, so that only a click selects one of them alone.
    let isHeld = click == .select && isSelected(item)
    press = .item(item, path(item), from: touch.location, isAlone: !isHeld)
    if !isHeld { chosen.click(item, click) }
  }

  /// Selects the pictures in a rectangle of the list, besides those of before.
  private func selectBand(from start: Point, to end: Point, _ before: Set<Int>) {
    let rect = Self.rect(start, end)
    let found = items(in: rect)
    let nearest =
      abs(end.y - start.y) < 1 ? found.min() : end.y < start.y ? found.max() : found.min()
    chosen.select(before.union(found), lead: nearest ?? before.min() ?? chosen.lead)
  }

  private static func rect(_ one: Point, _ other: Point) -> Rect {
    Rect(
      x: min(one.x, other.x), y: min(one.y, other.y), width: max(abs(one.x - other.x), 1),
      height: max(abs(one.y - other.y), 1))
  }

  /// Selects the pictures that lie in the rectangle now, to which the list may have scrolled others.
  private func selectUnderBand() {
    guard case .band(let start, let end, let before) = press else { return }
    selectBand(from: start, to: list.convert(end, from: nil), before)
  }

  /// Ends the rectangle that the mouse selects, whose button may still be held.
  ///
  /// - Parameter restores: True to select what was selected before, and nothing of what it touches.
  /// - Returns: Whether there was one.
  @discardableResult
  package func endBand(restores: Bool) -> Bool {
    guard case .band(_, _, let before) = press else { return false }
    press = .none
    if restores { chosen.select(before, lead: before.min() ?? chosen.lead) }
    revision += 1
    return true
  }

  /// The rectangle that the mouse selects, in points of the list; `nil` for none.
  var band: Rect? {
    guard case .band(let start, let end, _) = press else { return nil }
    return Self.rect(start, list.convert(end, from: nil))
  }

  /// How fast a rectangle that reaches beyond the list scrolls it, in points a second; 0 where it doesn't.
  private var bandSpeed: Double {
    guard case .band(_, let end, _) = press else { return 0 }
    let beyond = min(end.y - list.frame.minY, 0) + max(end.y - list.frame.maxY, 0)
    guard beyond != 0 else { return 0 }
    // Offsets are whole pixels.
    let (offset, tolerance) = (list.contentOffset.y, 1.0)
    let mayScroll =
      beyond < 0
      ? offset > list.minimumContentOffset.y + tolerance
      : offset < list.maximumContentOffset.y - tolerance
    return mayScroll
      ? beyond.sign == .minus
        ? min(beyond * Self.bandRate, -Self.bandSpeedLimit)
        : max(beyond * Self.bandRate, Self.bandSpeedLimit) : 0
  }

  private func scrollUnderBand(to time: Double) {
    guard bandSpeed != 0 else {
      bandTime = nil
      return selectUnderBand()
    }
    let step = min(max(time - (bandTime ?? time), 0), Self.longestStep)
    bandTime = time
    let (low, high) = (list.minimumContentOffset.y, list.maximumContentOffset.y)
    let offset = min(max(list.contentOffset.y + bandSpeed * step, low), high)
    list.setContentOffset(Point(list.contentOffset.x, offset), animated: false)
    window.layoutIfNeeded()
    selectUnderBand()
  }

  /// Follows the pointer while no button is held, in points of the window; `nil` when it has left.
  package func pointerMoved(to location: Point?) {
    pointer = location
    let (last, lastPart) = (hovered, hoveredPart)
    findHovered()
    if hovered != last || hoveredPart != lastPart { revision += 1 }
  }

  /// Finds what is under the pointer, also where that has moved and not the pointer.
  func findHovered() {
    hovered = pointer.flatMap { pointer in
      list.frame.contains(pointer) ? item(at: list.convert(pointer, from: nil)) : nil
    }
    hoveredPart = pointer.flatMap { pointer in header.flatMap { part(at: pointer, in: $0) } }
  }
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
    overview?.sections.items(of: section).count ?? 0
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    overview?.sections.count ?? 1
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    collectionView.dequeueReusableCell(
      withReuseIdentifier: OverviewCell.identifier, for: indexPath)
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
    if let overview { overview.didSelect(overview.sections.item(at: indexPath)) }
  }
}
