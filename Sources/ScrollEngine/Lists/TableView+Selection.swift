extension TableView: CellList {
  /// The first row that is selected, from the top.
  ///
  /// Corresponds to `UITableView.indexPathForSelectedRow`.
  public var indexPathForSelectedRow: IndexPath? { visible.selected.min() }

  /// The rows that are selected, from top to bottom; nil for none.
  ///
  /// Corresponds to `UITableView.indexPathsForSelectedRows`.
  public var indexPathsForSelectedRows: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  /// Selects a row, and scrolls to it unless the position is none; the delegate is not told.
  ///
  /// Nil deselects all rows; a row that does not exist is ignored. Corresponds to
  /// `UITableView.selectRow(at:animated:scrollPosition:)`.
  public func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return select(nil) }
    guard loadedGeometry().contains(indexPath) else { return }
    select(indexPath)
    guard scrollPosition != .none else { return }
    scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
  }

  /// Deselects a row; the delegate is not told.
  ///
  /// Corresponds to `UITableView.deselectRow(at:animated:)`, which can fade.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, indexPath)
  }

  func mayHighlight(_ place: IndexPath) -> Bool {
    tableDelegate?.tableView(self, shouldHighlightRowAt: place) ?? true
  }

  func choice(for place: IndexPath) -> IndexPath? {
    guard let tableDelegate else { return place }
    return tableDelegate.tableView(self, willSelectRowAt: place)
  }

  func notify(_ change: CellChange, _ place: IndexPath) {
    switch change {
    case .highlighted: tableDelegate?.tableView(self, didHighlightRowAt: place)
    case .unhighlighted: tableDelegate?.tableView(self, didUnhighlightRowAt: place)
    case .selected: tableDelegate?.tableView(self, didSelectRowAt: place)
    case .deselected: tableDelegate?.tableView(self, didDeselectRowAt: place)
    }
  }
}
