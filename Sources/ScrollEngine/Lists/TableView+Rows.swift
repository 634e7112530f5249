public import Geometry

// MARK: - Cells

extension TableView {
  /// Lets the table make cells of a class for an identifier; nil ends that.
  ///
  /// Corresponds to `UITableView.register(_:forCellReuseIdentifier:)`.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String)
  {
    visible.register(
      identifier,
      maker: cellClass.map { cellClass in { cellClass.init(reuseIdentifier: identifier) } })
  }

  /// A cell that is no longer seen, made ready, or else a new one; nil where no class is registered.
  ///
  /// Corresponds to `UITableView.dequeueReusableCell(withIdentifier:)`.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    visible.dequeue(identifier)
  }

  /// A cell that is no longer seen, made ready, or else a new one; a plain one where no class is registered, where UIKit
  /// would trap.
  ///
  /// Corresponds to `UITableView.dequeueReusableCell(withIdentifier:for:)`.
  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> TableViewCell {
    visible.dequeue(identifier) ?? TableViewCell(reuseIdentifier: identifier)
  }

  /// The cells that are seen, from top to bottom.
  ///
  /// Corresponds to `UITableView.visibleCells`.
  public var visibleCells: [TableViewCell] {
    (indexPathsForVisibleRows ?? []).compactMap { visible.cells[$0] }
  }

  /// The rows that are seen, from top to bottom; nil for none.
  ///
  /// Corresponds to `UITableView.indexPathsForVisibleRows`.
  public var indexPathsForVisibleRows: [IndexPath]? {
    layoutIfNeeded()
    return visible.cells.isEmpty ? nil : visible.cells.keys.sorted()
  }

  /// The cell of a row, where it is seen.
  ///
  /// Corresponds to `UITableView.cellForRow(at:)`.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    layoutIfNeeded()
    return visible.cells[indexPath]
  }

  /// The row of a cell that is seen.
  ///
  /// Corresponds to `UITableView.indexPath(for:)`.
  public func indexPath(for cell: TableViewCell) -> IndexPath? {
    visible.cells.first { $0.value === cell }?.key
  }
}

// MARK: - Places

extension TableView {
  /// The number of sections.
  ///
  /// Corresponds to `UITableView.numberOfSections`.
  public var numberOfSections: Int { loadedGeometry().sections.count }

  /// The number of rows in a section; 0 where there is no such section.
  ///
  /// Corresponds to `UITableView.numberOfRows(inSection:)`.
  public func numberOfRows(inSection section: Int) -> Int {
    let sections = loadedGeometry().sections
    return sections.indices.contains(section) ? sections[section].rows.count : 0
  }

  /// The rectangle of a row, seen or not, in the table's coordinates; zero where there is no such row.
  ///
  /// Corresponds to `UITableView.rectForRow(at:)`.
  public func rectForRow(at indexPath: IndexPath) -> Rect {
    let geometry = loadedGeometry()
    return geometry.contains(indexPath) ? geometry.rect(of: indexPath) : .zero
  }

  /// The rectangle of a section with its header; zero where there is no such section.
  ///
  /// Corresponds to `UITableView.rect(forSection:)`.
  public func rect(forSection section: Int) -> Rect {
    let geometry = loadedGeometry()
    guard geometry.sections.indices.contains(section) else { return .zero }
    let (start, end) = (geometry.sections[section].start, geometry.sections[section].end)
    return Rect(x: 0, y: start, width: geometry.width, height: end - start)
  }

  /// The rectangle of a section's header where nothing holds it back; zero where there is no such section.
  ///
  /// Corresponds to `UITableView.rectForHeader(inSection:)`.
  public func rectForHeader(inSection section: Int) -> Rect {
    let geometry = loadedGeometry()
    return geometry.sections.indices.contains(section) ? geometry.headerRect(of: section) : .zero
  }

  /// The row at a point in the table's coordinates; O(log n).
  ///
  /// Corresponds to `UITableView.indexPathForRow(at:)`.
  public func indexPathForRow(at point: Point) -> IndexPath? {
    // A row begins at its top edge, which belongs to it.
    loadedGeometry().rows(from: point.y, to: point.y.nextUp)?.lowerBound
  }

  /// The rows of which something is in a rectangle in the table's coordinates.
  ///
  /// Corresponds to `UITableView.indexPathsForRows(in:)`.
  public func indexPathsForRows(in rect: Rect) -> [IndexPath] {
    let geometry = loadedGeometry()
    guard let rows = geometry.rows(from: rect.minY, to: rect.maxY) else { return [] }
    return geometry.places(in: rows)
  }
}

// MARK: - Scrolling

extension TableView {
  /// Where a row comes to be.
  ///
  /// Corresponds to `UITableView.ScrollPosition`.
  public enum ScrollPosition: Hashable, Sendable, CaseIterable {
    /// Wherever it is seen after the least movement.
    case none
    /// At the top, below a header that stays there.
    case top
    /// In the middle of what such a header leaves.
    case middle
    /// At the bottom.
    case bottom
  }

  /// Scrolls as far as the range allows to where a row is seen; does nothing where there is no such row.
  ///
  /// Corresponds to `UITableView.scrollToRow(at:at:animated:)`.
  public func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    let geometry = loadedGeometry()
    guard geometry.contains(indexPath) else { return }
    let header = style == .plain ? geometry.sections[indexPath.section].headerHeight : 0
    scroll(
      to: geometry.rect(of: indexPath), covered: header, x: nil, y: scrollPosition.onAxis,
      animated: animated)
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
