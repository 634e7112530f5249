import ScrollEngine
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
}

// MARK: - Sections and rows

extension TableView {
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
}

// MARK: - Scrolling

extension TableView {
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
