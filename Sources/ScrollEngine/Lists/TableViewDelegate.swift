/// Gives a table its numbers of rows and their cells.
///
/// Corresponds to `UITableViewDataSource`.
public protocol TableViewDataSource: AnyObject {
  /// The number of sections; 1 by default.
  ///
  /// Corresponds to `UITableViewDataSource.numberOfSections(in:)`.
  func numberOfSections(in tableView: TableView) -> Int

  /// The number of rows in a section; below 0 counts as 0.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:numberOfRowsInSection:)`.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// The cell for a row that is about to be seen, from ``TableView/dequeueReusableCell(withIdentifier:for:)``.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:cellForRowAt:)`.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// The titles of the section index, from top to bottom; nil, the default, for no index.
  ///
  /// Corresponds to `UITableViewDataSource.sectionIndexTitles(for:)`.
  func sectionIndexTitles(for tableView: TableView) -> [String]?

  /// The section that a title of the section index stands for; the one with the same number by default.
  ///
  /// Corresponds to `UITableViewDataSource.tableView(_:sectionForSectionIndexTitle:at:)`.
  func tableView(
    _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int
}

extension TableViewDataSource {
  /// One.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// None.
  public func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
  /// The one with the same number.
  public func tableView(
    _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
}

/// Decides over the looks and the selection of a table's rows, and hears of it; every method has a default.
///
/// Corresponds to `UITableViewDelegate`.
public protocol TableViewDelegate: ScrollViewDelegate {
  /// The height of a row in points; ``TableView/rowHeight`` by default.
  ///
  /// Without this method all rows are alike, and nothing is asked or stored for each of them; with it every row is
  /// asked for when the table loads. Below 0.1 counts as 0. Corresponds to
  /// `UITableViewDelegate.tableView(_:heightForRowAt:)`.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double

  /// The height of a section's header in points; ``TableView/sectionHeaderHeight`` by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:heightForHeaderInSection:)`.
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double

  /// The header of a section that is about to be seen; nil, the default, leaves its place empty.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:viewForHeaderInSection:)`.
  func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View?

  /// Asks whether a finger may press, and then select, a row; yes by default.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:shouldHighlightRowAt:)`.
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool

  /// A finger pressed a row. Corresponds to `UITableViewDelegate.tableView(_:didHighlightRowAt:)`.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)

  /// A finger left a row. Corresponds to `UITableViewDelegate.tableView(_:didUnhighlightRowAt:)`.
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

  /// Asks which row to select after a tap on one; that one by default, none for nil.
  ///
  /// Corresponds to `UITableViewDelegate.tableView(_:willSelectRowAt:)`.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?

  /// A tap selected a row. Corresponds to `UITableViewDelegate.tableView(_:didSelectRowAt:)`.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// A tap deselected a row. Corresponds to `UITableViewDelegate.tableView(_:didDeselectRowAt:)`.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
  /// The height that all rows have.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    tableView.heightWithoutDelegate()
  }
  /// The height that all headers have.
  public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
    tableView.sectionHeaderHeight
  }
  /// None.
  public func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? {
    nil
  }
  /// Yes.
  public func tableView(
    _ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool { true }
  /// Does nothing.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
  /// The row itself.
  public func tableView(
    _ tableView: TableView, willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? { indexPath }
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
}
