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
