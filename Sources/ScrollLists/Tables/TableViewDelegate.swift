public import ScrollEngine

/// The methods that manage the rows, headers and selection of a table view; every method has a default.
///
/// Corresponds to `UITableViewDelegate`.
nonisolated public protocol TableViewDelegate: ScrollViewDelegate {
  /// Returns the height of a row in points; ``TableView/uniformRowHeight`` by default.
  ///
  /// Called for every row when the table loads, unless it returns ``TableView/uniformRowHeight``: then all rows of the
  /// section have ``TableView/rowHeight``, at no cost per row. A height below 0.1 counts as 0. Corresponds to
  /// `UITableViewDelegate.tableView(_:heightForRowAt:)`.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double

  /// Returns the height of a section's header in points; ``TableView/sectionHeaderHeight`` by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:heightForHeaderInSection:)`.
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double

  /// Returns the header of a section that becomes visible; `nil`, the default, for an empty header.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:viewForHeaderInSection:)`.
  func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View?

  /// Returns the estimated height of a row of automatic height, in points; automatic by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:estimatedHeightForRowAt:)`.
  func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Double

  /// Returns the height of a section's footer in points; ``TableView/sectionFooterHeight`` by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:heightForFooterInSection:)`.
  func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double

  /// Returns the footer of a section that becomes visible; `nil`, the default, for an empty footer.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:viewForFooterInSection:)`.
  func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> View?

  /// Called before a cell becomes visible. Corresponds to `UITableViewDelegate.tableView(_:willDisplay:forRowAt:)`.
  func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)

  /// Called after a cell was removed. Corresponds to `UITableViewDelegate.tableView(_:didEndDisplaying:forRowAt:)`.
  func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)

  /// Called before a header becomes visible. Corresponds to `UITableViewDelegate.tableView(_:willDisplayHeaderView:forSection:)`.
  func tableView(_ tableView: TableView, willDisplayHeaderView view: View, forSection section: Int)

  /// Called before a footer becomes visible. Corresponds to `UITableViewDelegate.tableView(_:willDisplayFooterView:forSection:)`.
  func tableView(_ tableView: TableView, willDisplayFooterView view: View, forSection section: Int)

  /// Returns whether a touch may highlight, and then select, a row; true by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:shouldHighlightRowAt:)`.
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool

  /// Called when a touch highlights a row. Corresponds to `UITableViewDelegate.tableView(_:didHighlightRowAt:)`.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)

  /// Called when a row is no longer highlighted. Corresponds to `UITableViewDelegate.tableView(_:didUnhighlightRowAt:)`.
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

  /// Returns the row to select after a tap on a row; the same row by default, `nil` to select none.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:willSelectRowAt:)`.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?

  /// Called after a tap selects a row. Corresponds to `UITableViewDelegate.tableView(_:didSelectRowAt:)`.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// Returns the row to deselect when a tap on it, or the selection of another row, is about to deselect a row; the same row by
  /// default.
  ///
  /// `nil` keeps the row selected: in a table that selects one row, the tapped one is then not selected. Corresponds to
  /// `UITableViewDelegate.tableView(_:willDeselectRowAt:)`.
  func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?

  /// Called after a tap deselects a row. Corresponds to `UITableViewDelegate.tableView(_:didDeselectRowAt:)`.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
  /// Returns ``TableView/uniformRowHeight``.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    TableView.uniformRowHeight
  }
  /// Returns ``TableView/sectionHeaderHeight``.
  public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
    tableView.sectionHeaderHeight
  }
  /// Returns `nil`.
  public func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? {
    nil
  }
  /// Returns an automatic height.
  public func tableView(
    _ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath
  ) -> Double { TableView.automaticDimension }
  /// Returns ``TableView/sectionFooterHeight``.
  public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double {
    tableView.sectionFooterHeight
  }
  /// Returns `nil`.
  public func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> View? {
    nil
  }
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, willDisplayHeaderView view: View, forSection section: Int
  ) {}
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, willDisplayFooterView view: View, forSection section: Int
  ) {}
  /// Returns true.
  public func tableView(
    _ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool { true }
  /// Does nothing.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
  /// Returns `indexPath`.
  public func tableView(
    _ tableView: TableView, willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? { indexPath }
  /// Returns `indexPath`.
  public func tableView(
    _ tableView: TableView, willDeselectRowAt indexPath: IndexPath
  ) -> IndexPath? { indexPath }
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
}

/// The methods that provide the rows of a table view and their cells.
///
/// Corresponds to `UITableViewDataSource`.
nonisolated public protocol TableViewDataSource: AnyObject {
  /// Returns the number of sections; 1 by default.
  ///
  /// Corresponds to `UITableViewDataSource.numberOfSections(in:)`.
  func numberOfSections(in tableView: TableView) -> Int

  /// Returns the number of rows in a section; a negative number counts as 0.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:numberOfRowsInSection:)`.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// Returns the cell for a row that becomes visible, from ``TableView/dequeueReusableCell(withIdentifier:for:)``.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:cellForRowAt:)`.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// Returns the title of a section's header; `nil`, the default, for none.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:titleForHeaderInSection:)`.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?

  /// Returns the title of a section's footer; `nil`, the default, for none.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:titleForFooterInSection:)`.
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?

  /// Returns the titles of the section index, from top to bottom; `nil`, the default, for no section index.
  ///
  /// Corresponds to `UITableViewDataSource.sectionIndexTitles(for:)`.
  func sectionIndexTitles(for tableView: TableView) -> [String]?

  /// Returns the section that a title of the section index jumps to; the one with the same index by default.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:sectionForSectionIndexTitle:at:)`.
  func tableView(
    _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int
}

extension TableViewDataSource {
  /// Returns 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// Returns `nil`.
  public func tableView(
    _ tableView: TableView, titleForHeaderInSection section: Int
  ) -> String? { nil }
  /// Returns `nil`.
  public func tableView(
    _ tableView: TableView, titleForFooterInSection section: Int
  ) -> String? { nil }
  /// Returns `nil`.
  public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
  /// Returns `index`.
  public func tableView(
    _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
}
