public import ScrollEngine
import ScrollGeometry

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
}

// MARK: - Headers and footers

extension TableView {
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
