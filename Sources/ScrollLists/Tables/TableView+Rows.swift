public import ScrollEngine
public import ScrollGeometry

// MARK: - Cells

extension TableView {
  /// Registers the class of new cells for an identifier; `nil` unregisters it.
  ///
  /// Corresponds to `UITableView.register(_:forCellReuseIdentifier:)`.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String)
  {
    visible.register(
      identifier,
      maker: cellClass.map { cellClass in
        { cellClass.init(style: .default, reuseIdentifier: identifier) }
      })
  }

  /// The visible cells, from top to bottom.
  ///
  /// Corresponds to `UITableView.visibleCells`.
  public var visibleCells: [TableViewCell] {
    (indexPathsForVisibleRows ?? []).compactMap { visible.cells[$0] }
  }

  /// The visible rows, from top to bottom; `nil` for none.
  ///
  /// Corresponds to `UITableView.indexPathsForVisibleRows`.
  public var indexPathsForVisibleRows: [IndexPath]? {
    layoutIfNeeded()
    return visible.cells.isEmpty ? nil : visible.cells.keys.sorted()
  }

  /// Returns the cell of a row, or `nil` where it is not visible.
  ///
  /// Corresponds to `UITableView.cellForRow(at:)`.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    layoutIfNeeded()
    return visible.cells[indexPath]
  }

  /// Returns the row of a visible cell, or `nil`.
  ///
  /// Corresponds to `UITableView.indexPath(for:)`.
  public func indexPath(for cell: TableViewCell) -> IndexPath? {
    visible.cells.first { $0.value === cell }?.key
  }

  // MARK: - Sections and rows

  /// The number of sections.
  ///
  /// Corresponds to `UITableView.numberOfSections`.
  public var numberOfSections: Int { loadedGeometry().sections.count }

  /// Returns the number of rows in a section; 0 where there is no such section.
  ///
  /// Corresponds to `UITableView.numberOfRows(inSection:)`.
  public func numberOfRows(inSection section: Int) -> Int {
    let sections = loadedGeometry().sections
    return sections.indices.contains(section) ? sections[section].rows.count : 0
  }

  /// Returns the rectangle of a row in the table's coordinates; zero where there is no such row.
  ///
  /// Corresponds to `UITableView.rectForRow(at:)`.
  public func rectForRow(at indexPath: IndexPath) -> Rect {
    let geometry = loadedGeometry()
    return geometry.contains(indexPath) ? geometry.rect(of: indexPath) : .zero
  }

  /// Returns the rectangle of a section with its header; zero where there is no such section.
  ///
  /// Corresponds to `UITableView.rect(forSection:)`.
  public func rect(forSection section: Int) -> Rect {
    let geometry = loadedGeometry()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let (start, end) = (geometry.sections[section].start, geometry.sections[section].end)
    return Rect(x: 0, y: start, width: geometry.width, height: end - start)
  }

  /// Returns the rectangle of a section's header when it does not stick to the top; zero where there is no such section.
  ///
  /// Corresponds to `UITableView.rectForHeader(inSection:)`.
  public func rectForHeader(inSection section: Int) -> Rect {
    let geometry = loadedGeometry()
    return geometry.sections.indices.contains(section) ? geometry.headerRect(of: section) : .zero
  }

  /// Returns the row at a point in the table's coordinates, or `nil`; O(log n).
  ///
  /// Corresponds to `UITableView.indexPathForRow(at:)`.
  public func indexPathForRow(at point: Point) -> IndexPath? {
    // The top edge belongs to the row.
    loadedGeometry().rows(from: point.y, to: point.y.nextUp)?.lowerBound
  }

  /// Returns the rows that intersect a rectangle in the table's coordinates.
  ///
  /// Corresponds to `UITableView.indexPathsForRows(in:)`.
  public func indexPathsForRows(in rect: Rect) -> [IndexPath] {
    let geometry = loadedGeometry()
    guard let rows = geometry.rows(from: rect.minY, to: rect.maxY) else { return [] }
    return geometry.indexPaths(in: rows)
  }

  // MARK: - Scrolling

  /// The position in the viewport to which a row is scrolled.
  ///
  /// Corresponds to `UITableView.ScrollPosition`.
  public enum ScrollPosition: Hashable, Sendable, CaseIterable {
    /// The position that needs the least scrolling.
    case none
    /// The top, below a header that sticks there.
    case top
    /// The middle of the area that such a header leaves free.
    case middle
    /// The bottom.
    case bottom
  }

  func scroll(
    toRowAt indexPath: IndexPath, _ scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard indexPath.row != Self.noRow else {
      scroll(toSection: indexPath.section, scrollPosition, animated: animated)
      return
    }
    guard loadedGeometry().contains(indexPath) else { return }
    measureRows(around: indexPath)
    let geometry = loadedGeometry()
    guard geometry.contains(indexPath) else { return }
    let section = geometry.sections[indexPath.section]
    var (rect, covered) = (geometry.rect(of: indexPath), section.headerHeight)
    if style != .plain {
      covered = 0
      if scrollPosition == .top, indexPath.row == 0 {
        rect = Rect(x: 0, y: section.start, width: rect.width, height: rect.maxY - section.start)
      } else if scrollPosition == .bottom, indexPath.row == section.rows.count - 1 {
        rect.size.height = section.end - rect.minY
      }
    }
    scroll(to: rect, covered: covered, x: nil, y: scrollPosition.onAxis, animated: animated)
  }

  /// The row of an index path that stands for a whole section, as Foundation's `NSNotFound`.
  static var noRow: Int { .max }

  /// Scrolls to the beginning of a section, or to all of one without rows.
  private func scroll(
    toSection index: Int, _ scrollPosition: ScrollPosition, animated: Bool
  ) {
    let geometry = loadedGeometry()
    guard geometry.sections.indices.contains(index) else { return }
    let section = geometry.sections[index]
    let end = section.rows.total > 0 ? section.rowsStart : section.end
    scroll(
      to: Rect(x: 0, y: section.start, width: geometry.width, height: end - section.start),
      covered: 0, x: nil, y: scrollPosition.onAxis, animated: animated)
  }
}

extension TableView.ScrollPosition {
  fileprivate var onAxis: AxisPosition {
    switch self {
    case .none: .nearest
    case .top: .leading
    case .middle: .middle
    case .bottom: .trailing
    }
  }
}

// MARK: - Cells

extension TableView {
  func layOutCells(at indexPaths: [IndexPath], _ geometry: RowGeometry) {
    for indexPath in indexPaths {
      // The data source may have reloaded the table meanwhile; then another layout follows.
      guard let geometry = self.geometry, geometry.contains(indexPath) else { return }
      if let cell = visible.cells[indexPath] {
        cell.frame = geometry.rect(of: indexPath)
      } else {
        show(indexPath, geometry)
      }
    }
  }

  private func show(_ indexPath: IndexPath, _ geometry: RowGeometry) {
    guard let cell = dataSource?.tableView(self, cellForRowAt: indexPath) else { return }
    visible.insert(cell, at: indexPath, in: self)
    // A new cell appears in its place, even while others move there.
    View.performWithoutAnimation { cell.frame = geometry.rect(of: indexPath) }
    if hasAutomaticHeight(indexPath) { measure(cell, at: indexPath) }
    tableDelegate?.tableView(self, willDisplay: cell, forRowAt: indexPath)
  }

  /// Gives a row of automatic height the height of its cell, and keeps what is visible in place.
  private func measure(_ cell: TableViewCell, at indexPath: IndexPath) {
    guard var new = geometry, new.contains(indexPath) else { return }
    let old = new.rect(of: indexPath)
    let room = Size(width: new.width, height: View.maximumCoordinate)
    let height = cell.sizeThatFits(room).height.asExtent
    guard height != old.height else { return }
    new.setHeight(height, of: indexPath)
    View.performWithoutAnimation { cell.frame = new.rect(of: indexPath) }
    install(new)
    if old.minY < bounds.minY, height != old.height, isMoving {
      contentOffset.y += height - old.height
    }
  }

  /// Gives the rows of automatic height that come into view with the row at `indexPath` the heights of their cells.
  func measureRows(around indexPath: IndexPath) {
    guard hasAutomaticHeight(indexPath), let dataSource else { return }
    var new = loadedGeometry()
    let place = new.rect(of: indexPath)
    guard
      let rows = new.rows(from: place.minY - bounds.height, to: place.maxY + bounds.height)
    else { return }
    let room = Size(width: new.width, height: View.maximumCoordinate)
    for row in new.indexPaths(in: rows) where visible.cells[row] == nil && hasAutomaticHeight(row) {
      let cell = dataSource.tableView(self, cellForRowAt: row)
      new.setHeight(cell.sizeThatFits(room).height.asExtent, of: row)
      visible.putBack(cell)
    }
    install(new)
  }

  private var isMoving: Bool { isDragging || isDecelerating }

  // MARK: - Headers and footers

  func layOutHeadersAndFooters(_ geometry: RowGeometry) {
    let sections = geometry.sections(from: bounds.minY, to: bounds.maxY)
    var frames: [SectionViews.Key: Rect] = [:]
    for section in sections {
      frames[.header(section)] = visibleHeaderRect(of: section, geometry)
      frames[.footer(section)] = visibleFooterRect(of: section, geometry)
    }
    let bounds = bounds
    frames = frames.filter { $0.value.intersects(bounds) }
    supplements.discard { frames[$0] == nil }
    for (key, frame) in frames { supplement(key)?.frame = frame }
  }

  /// Returns the rectangle of a section's header, which sticks to the top of a plain table while the section is visible.
  private func visibleHeaderRect(of section: Int, _ geometry: RowGeometry) -> Rect {
    let rect = geometry.headerRect(of: section)
    guard style == .plain else { return rect }
    let lowest = geometry.sections[section].end - rect.height
    let top = max(rect.minY, min(bounds.minY + adjustedContentInset.top, lowest))
    return Rect(origin: Point(x: 0, y: top), size: rect.size)
  }

  /// Returns the rectangle of a section's footer, which sticks to the bottom of a plain table while the section is visible.
  private func visibleFooterRect(of section: Int, _ geometry: RowGeometry) -> Rect {
    let rect = geometry.footerRect(of: section)
    guard style == .plain else { return rect }
    let highest = geometry.sections[section].rowsStart
    let bottom = bounds.maxY - adjustedContentInset.bottom - rect.height
    return Rect(origin: Point(x: 0, y: min(rect.minY, max(bottom, highest))), size: rect.size)
  }

  private func supplement(_ key: SectionViews.Key) -> View? {
    if let view = supplements.views[key] { return view }
    guard let view = newSupplement(key) else { return nil }
    supplements.views[key] = view
    // In front of the cells, behind the section index.
    insertSubview(view, at: subviews.count - (indexView.superview === self ? 1 : 0))
    switch key {
    case .header(let section):
      tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
    case .footer(let section):
      tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
    }
    return view
  }

  /// Returns the delegate's view, or one with the data source's title.
  private func newSupplement(_ key: SectionViews.Key) -> View? {
    let title: String?
    switch key {
    case .header(let section):
      let view = tableDelegate?.tableView(self, viewForHeaderInSection: section)
      if let view { return view }
      title = dataSource?.tableView(self, titleForHeaderInSection: section)
    case .footer(let section):
      let view = tableDelegate?.tableView(self, viewForFooterInSection: section)
      if let view { return view }
      title = dataSource?.tableView(self, titleForFooterInSection: section)
    }
    guard let title else { return nil }
    let view = TableViewHeaderFooterView(reuseIdentifier: nil)
    view.title = title
    return view
  }

  /// Returns the header of a section, or `nil` where it is not visible.
  ///
  /// Corresponds to `UITableView.headerView(forSection:)`.
  public func headerView(forSection section: Int) -> View? {
    layoutIfNeeded()
    return supplements.views[.header(section)]
  }

  /// Returns the footer of a section, or `nil` where it is not visible.
  ///
  /// Corresponds to `UITableView.footerView(forSection:)`.
  public func footerView(forSection section: Int) -> View? {
    layoutIfNeeded()
    return supplements.views[.footer(section)]
  }

  /// Registers the class of new headers for an identifier; `nil` unregisters it.
  ///
  /// Corresponds to `UITableView.register(_:forHeaderFooterViewReuseIdentifier:)`.
  public func register(
    _ aClass: TableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    supplements.pool.register(
      identifier, maker: aClass.map { aClass in { aClass.init(reuseIdentifier: identifier) } })
  }

  /// Returns a reused header, or a new one of the registered class; `nil` where no class is registered.
  ///
  /// Corresponds to `UITableView.dequeueReusableHeaderFooterView(withIdentifier:)`.
  public func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> TableViewHeaderFooterView? {
    guard let header = supplements.pool.dequeue(identifier) else {
      return supplements.pool.maker(for: identifier)?()
    }
    header.prepareForReuse()
    return header
  }
}

/// The headers and footers of sections that are in the view hierarchy, and the pool of the others.
final class SectionViews {
  /// The place of a header or footer.
  enum Key: Hashable {
    case header(Int)
    case footer(Int)
  }

  var views: [Key: View] = [:]
  var pool = ReusePool<TableViewHeaderFooterView>()

  /// Removes the views for which `shouldDiscard` is true and keeps reusable ones.
  func discard(where shouldDiscard: (Key) -> Bool) {
    for key in views.keys.filter(shouldDiscard) {
      guard let view = views.removeValue(forKey: key) else { continue }
      view.removeFromSuperview()
      if let reusable = view as? TableViewHeaderFooterView { pool.enqueue(reusable) }
    }
  }
}
