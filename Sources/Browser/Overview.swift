package import OverscrollBase
package import OverscrollDrawing
import OverscrollImaging
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

  // MARK: - The album

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

  // MARK: - Input

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

/// A thumbnail that is to be loaded.
package struct ThumbnailRequest: Hashable, Sendable {
  /// The path of the picture.
  package var path: FilePath
  /// The longest side of the thumbnail, in pixels.
  package var side: Int
  /// Whether a pass over very many pixels may be made.
  package var allowsExpense = false

  package init(path: FilePath, side: Int, allowsExpense: Bool = false) {
    (self.path, self.side, self.allowsExpense) = (path, side, allowsExpense)
  }
}

extension Overview {
  /// The longest side of a thumbnail, in pixels.
  var pixelSide: Int { max(1, Int((side * scale).rounded())) }

  /// Returns the thumbnails to load, the visible ones first, then those of a window on either side.
  ///
  /// - Parameter now: The present, in seconds.
  /// - Returns: The requests in their order, and when to ask again even if nothing happens.
  package func requests(at now: Double) -> (requests: [ThumbnailRequest], deadline: Double?) {
    window.layoutIfNeeded()
    let visible = items(in: list.bounds)
    let (width, height) = (list.bounds.width, list.bounds.height)
    let page = arrangement == .strip ? Point(width, 0) : Point(0, height)
    let ring =
      items(in: list.bounds.offset(by: page))
      + items(in: list.bounds.offset(by: Point.zero - page)).reversed()
    let paths = visible.map(path)
    let (due, deadline) = surfaces.expensive(visible: Set(paths), at: now)
    // Thumbnails around the visible ones are loaded only if the limit leaves room for them.
    let room = max(
      0, surfaces.byteLimit / (pixelSide * pixelSide * TilePixels.bytesPerPixel) - visible.count)
    let lacking = (paths + ring.prefix(room).map(path)).filter {
      surfaces.lacks($0, side: pixelSide) || due.contains($0)
    }
    let requests = lacking.map {
      ThumbnailRequest(path: $0, side: pixelSide, allowsExpense: due.contains($0))
    }
    return (requests, deadline)
  }

  /// The numbers of the pictures in a rectangle of the list.
  private func items(in rect: Rect) -> [Int] {
    let found = layout.layoutAttributesForElements(in: rect) ?? []
    return found.map(\.indexPath.item).sorted()
  }

  /// Everything that determines the appearance of an overview.
  struct Look: Hashable {
    var size: Size
    var scale: Double
    var side: Double
    var offset: Point
    var selection: Int?
    var count: Int
    var version: Int
    var indicator: Double
    var surroundings: Surroundings
  }

  /// What is drawn around and over the thumbnails.
  package struct Surroundings: Hashable, Sendable {
    /// What lies behind them.
    package var backdrop = Backdrop()
    /// A message for the user.
    package var message: String?
    /// The text field over the picture, if any.
    package var field: FieldOverlay?
    /// Whether something is being dragged over the window that can be dropped.
    package var isDropTarget = false
    /// What else lies over the thumbnails.
    package var layers: [OverlayLayer] = []
    /// How clearly text and plates stand out.
    package var contrast = Contrast.standard

    /// Makes plain surroundings.
    package init() {}
  }

  private func look(_ surroundings: Surroundings) -> Look {
    Look(
      size: size, scale: scale, side: side, offset: list.contentOffset, selection: selection,
      count: count, version: surfaces.version, indicator: list.verticalScrollIndicator.opacity,
      surroundings: surroundings)
  }

  /// Returns whether it looks different from when it was last drawn.
  package func needsDisplay(_ surroundings: Surroundings) -> Bool { drawn != look(surroundings) }

  /// The size of the window, in pixels.
  private var viewport: PixelSize {
    PixelSize(
      width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Draws it at the origin of a canvas whose unit is a pixel.
  ///
  /// - Parameters:
  ///   - surroundings: What is drawn around and over the thumbnails.
  ///   - canvas: The canvas.
  package func draw(_ surroundings: Surroundings, on canvas: Canvas) {
    window.layoutIfNeeded()
    surfaces.beginFrame()
    drawn = look(surroundings)
    let backdrop = surroundings.backdrop.background.color
    canvas.fill([PixelRect(viewport)], with: backdrop)
    let colors = Theme.overview.colors(on: backdrop)
    for indexPath in list.indexPathsForVisibleItems {
      guard let frame = list.layoutAttributesForItem(at: indexPath)?.frame else { continue }
      let cell = frame.offset(by: -list.bounds.origin) * scale
      drawCell(indexPath.item, in: cell, colors, surroundings.backdrop, on: canvas)
    }
    guard arrangement == .rows else { return }
    let indicator = list.verticalScrollIndicator
    canvas.draw(
      Indicator(
        frame: indicator.frame * scale, cornerRadius: indicator.cornerRadius * scale,
        color: colors.indicator, opacity: indicator.opacity))
    drawOverlays(surroundings, on: canvas)
  }

  private func drawOverlays(_ surroundings: Surroundings, on canvas: Canvas) {
    var frame = Frame(
      viewport: viewport, placement: Placement(size: viewport, origin: .zero, scale: 1))
    frame.scale = scale
    frame.message = surroundings.message ?? (count == 0 ? "There are no pictures." : nil)
    frame.field = surroundings.field
    frame.isDropTarget = surroundings.isDropTarget
    frame.layers = surroundings.layers
    frame.contrast = surroundings.contrast
    for overlay in Overlay.all(of: frame, measuredBy: canvas) {
      canvas.saved {
        canvas.clip(to: overlay.area.rect)
        canvas.draw(overlay)
      }
    }
  }

  // MARK: - Cells

  /// Draws a picture's thumbnail and its name into a rectangle in pixels.
  private func drawCell(
    _ item: Int, in cell: Rect, _ colors: Theme.Overview.Colors, _ backdrop: Backdrop,
    on canvas: Canvas
  ) {
    let path = path(item)
    let isSelected = item == selection
    let square = PixelRect(
      rounding: Rect(x: cell.minX, y: cell.minY, width: cell.width, height: side * scale))
    if isSelected {
      let margin = Theme.overview.margin * scale
      let plate = Rect(
        x: cell.minX - margin, y: cell.minY - margin, width: cell.width + 2 * margin,
        height: cell.height + margin * (arrangement == .strip ? 2 : 1))
      canvas.fill(
        PixelRect(rounding: plate).rect, cornerRadius: Theme.overview.radius * scale,
        with: Theme.overview.selection)
    }
    switch surfaces.state(of: path) {
    case .ready(let surface):
      draw(
        surface, of: surfaces.side(of: path) ?? pixelSide, in: square, over: backdrop, on: canvas)
    case .failed: drawPlaceholder(in: square, colors, mark: "–", on: canvas)
    case .expensive: drawPlaceholder(in: square, colors, mark: "…", on: canvas)
    case nil: drawPlaceholder(in: square, colors, mark: nil, on: canvas)
    }
    if isMarked(item) { drawMark(in: square, on: canvas) }
    guard arrangement == .rows else { return }
    let font = Font(size: Theme.overview.textSize * scale)
    let name = surfaces.name(of: path) {
      let name = label(path)
      let text = canvas.elided(name, font: font, width: cell.width)
      return .init(text: text, width: canvas.measure(text, font: font).width)
    }
    let baseline = cell.maxY - Theme.overview.descent * scale
    canvas.draw(
      name.text, at: Point((cell.center.x - name.width / 2).rounded(), baseline.rounded()),
      font: font, color: isSelected ? Theme.overview.selectedText : colors.text)
  }

  /// Draws a thumbnail that was loaded for a side in the middle of its square.
  private func draw(
    _ surface: Surface, of side: Int, in square: PixelRect, over backdrop: Backdrop,
    on canvas: Canvas
  ) {
    // Those of another side are drawn at the new one until they are loaded again, but small pictures are never enlarged.
    let longer = max(surface.size.width, surface.size.height)
    let isEnlarged = side < pixelSide && longer == side
    let target = isEnlarged ? square.width : min(longer, square.width)
    let ratio = Double(target) / Double(longer)
    let size = PixelSize(
      width: max(1, Int((Double(surface.size.width) * ratio).rounded())),
      height: max(1, Int((Double(surface.size.height) * ratio).rounded())))
    let place = PixelRect(
      x: square.x + (square.width - size.width) / 2,
      y: square.y + (square.height - size.height) / 2, width: size.width, height: size.height)
    if !surface.isOpaque { drawTransparency(place, backdrop, on: canvas) }
    let scaling = AffineTransform(
      scaleX: Double(size.width) / Double(surface.size.width),
      y: Double(size.height) / Double(surface.size.height))
    let moving = AffineTransform(translationX: Double(place.x), y: Double(place.y))
    canvas.draw(
      surface, transform: scaling.concatenating(moving), into: place,
      filter: ratio == 1 ? .nearest : .bilinear, blending: surface.isOpaque ? .replace : .over)
  }

  /// Draws the backdrop of a thumbnail with transparent pixels, the same as the picture's.
  private func drawTransparency(_ place: PixelRect, _ backdrop: Backdrop, on canvas: Canvas) {
    if let color = backdrop.transparencyColor { return canvas.fill([place], with: color) }
    canvas.fill([place], with: Theme.checkerboard.light)
    let side = max(1, PixelRect.rounded(Double(Theme.checkerboard.side) * scale))
    let squares = (0..<(place.height + side - 1) / side).flatMap { row in
      stride(from: (row + 1) % 2, to: (place.width + side - 1) / side, by: 2).map { column in
        PixelRect(
          x: place.x + column * side, y: place.y + row * side, width: side, height: side
        ).intersection(place)
      }
    }
    canvas.fill(squares, with: Theme.checkerboard.dark)
  }

  /// Draws the mark of a picture in the corner of its square: a dot with a rim.
  private func drawMark(in square: PixelRect, on canvas: Canvas) {
    let side = Theme.overview.markDot * scale
    let rim = Rect(
      x: square.rect.maxX - side * 1.5, y: square.rect.minY + side / 2, width: side, height: side)
    canvas.fill(rim, cornerRadius: side / 2, with: Color(white: 1))
    let dot = rim.insetBy(dx: 2 * scale, dy: 2 * scale)
    canvas.fill(dot, cornerRadius: dot.width / 2, with: Theme.overview.mark)
  }

  private func drawPlaceholder(
    in square: PixelRect, _ colors: Theme.Overview.Colors, mark: String?, on canvas: Canvas
  ) {
    let rect = square.rect.insetBy(dx: square.rect.width * 0.1, dy: square.rect.height * 0.2)
    canvas.fill(rect, cornerRadius: Theme.overview.radius * scale, with: colors.placeholder)
    guard let mark else { return }
    let font = Font(size: Theme.overview.markSize * scale)
    let extents = canvas.measure(mark, font: font)
    let baseline = rect.center.y + (extents.ascent - extents.descent) / 2
    canvas.draw(
      mark, at: Point((rect.center.x - extents.width / 2).rounded(), baseline.rounded()),
      font: font, color: colors.text)
  }
}
