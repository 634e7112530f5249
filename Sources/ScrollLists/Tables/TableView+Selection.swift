import ScrollEngine

extension TableView: CellList {
  /// The first selected row, or `nil`.
  ///
  /// Corresponds to `UITableView.indexPathForSelectedRow`.
  public var indexPathForSelectedRow: IndexPath? { visible.selected.min() }

  /// The selected rows, from top to bottom; `nil` for none.
  ///
  /// Corresponds to `UITableView.indexPathsForSelectedRows`.
  public var indexPathsForSelectedRows: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  func selectWithoutNotice(
    _ indexPath: IndexPath?, _ scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let indexPath else { return select(nil) }
    // What stands for a section is scrolled to and selects nothing.
    if indexPath.row != Self.noRow {
      guard loadedGeometry().contains(indexPath) else { return }
      select(indexPath)
    }
    guard scrollPosition != .none else { return }
    scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
  }

  func shouldHighlight(_ indexPath: IndexPath) -> Bool {
    tableDelegate?.tableView(self, shouldHighlightRowAt: indexPath) ?? true
  }

  func selection(for indexPath: IndexPath) -> IndexPath? {
    guard let tableDelegate else { return indexPath }
    return tableDelegate.tableView(self, willSelectRowAt: indexPath)
  }

  func deselection(for indexPath: IndexPath) -> IndexPath? {
    guard let tableDelegate else { return indexPath }
    return tableDelegate.tableView(self, willDeselectRowAt: indexPath)
  }

  func notify(_ change: CellChange, _ indexPath: IndexPath) {
    switch change {
    case .highlighted: tableDelegate?.tableView(self, didHighlightRowAt: indexPath)
    case .unhighlighted: tableDelegate?.tableView(self, didUnhighlightRowAt: indexPath)
    case .selected: tableDelegate?.tableView(self, didSelectRowAt: indexPath)
    case .deselected: tableDelegate?.tableView(self, didDeselectRowAt: indexPath)
    }
  }
}
