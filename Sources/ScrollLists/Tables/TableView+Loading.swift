import ScrollEngine
import ScrollGeometry

extension TableView {
  func reloadEverything() {
    recycle { _ in true }
    visible.selected = []
    supplements.discard { _ in true }
    updates.discard()
    discardGeometry()
  }

  /// Returns the positions of the rows, asking the data source where they are not known.
  func loadedGeometry() -> RowGeometry {
    if let geometry, geometry.width == bounds.width { return geometry }
    // A delegate that queries the table while it is being queried gets the former state.
    guard !isLoading else { return geometry ?? RowGeometry(width: bounds.width) }
    let new = newGeometry()
    install(new)
    return geometry ?? new
  }

  /// Computes the positions of all rows from the data source and the delegate.
  func newGeometry() -> RowGeometry {
    isLoading = true
    defer { isLoading = false }
    var new = RowGeometry(width: bounds.width, top: (tableHeaderView?.bounds.height ?? 0).asExtent)
    guard let dataSource else { return new }
    for section in 0..<dataSource.numberOfSections(in: self).asCount {
      let header = headerHeight(of: section)
      new.append(
        headerHeight: header, rows: rowLengths(of: section),
        footerHeight: footerHeight(of: section),
        padding: header > 0 ? sectionHeaderTopPadding.asSpace : 0)
    }
    indexView.show(dataSource.sectionIndexTitles(for: self) ?? [])
    return new
  }

  /// Sets the positions of the rows, and with them the size of the content.
  func install(_ new: RowGeometry) {
    geometry = new
    laidOutRows = nil
    setNeedsLayout()
    let footerHeight = (tableFooterView?.bounds.height ?? 0).asExtent
    tableHeaderView?.frame = Rect(x: 0, y: 0, width: new.width, height: new.top)
    tableFooterView?.frame = Rect(x: 0, y: new.height, width: new.width, height: footerHeight)
    contentSize = Size(
      width: new.width, height: min(new.height + footerHeight, View.maximumCoordinate))
  }

  func discardGeometry() {
    geometry = nil
    setNeedsLayout()
  }

  /// Shows another header or footer of the table.
  func replace(_ old: View?, with new: View?) {
    if old !== new { old?.removeFromSuperview() }
    if let new, new.superview !== self { insertSubview(new, at: 0) }
    discardGeometry()
  }

  private func headerHeight(of section: Int) -> Double {
    let height =
      tableDelegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
    return resolved(height, dataSource?.tableView(self, titleForHeaderInSection: section))
  }

  private func footerHeight(of section: Int) -> Double {
    let height =
      tableDelegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
    return resolved(height, dataSource?.tableView(self, titleForFooterInSection: section))
  }

  /// Returns the height of a header or footer: the standard one for an automatic height, or for 0 where there is a title.
  private func resolved(_ height: Double, _ title: String?) -> Double {
    if height == Self.automaticDimension || height == 0 && title != nil {
      return Self.standardHeaderHeight
    }
    return height.asExtent
  }

  private func rowLengths(of section: Int) -> PrefixSums {
    let count = dataSource?.tableView(self, numberOfRowsInSection: section).asCount ?? 0
    let uniform = PrefixSums(count: count, each: estimated(rowHeight))
    guard let tableDelegate else { return uniform }
    var lengths = PrefixSums()
    for row in 0..<count {
      let indexPath = IndexPath(row: row, section: section)
      let height = tableDelegate.tableView(self, heightForRowAt: indexPath)
      guard height != Self.uniformRowHeight else { return uniform }
      guard height == Self.automaticDimension else {
        lengths.append(height.asExtent)
        continue
      }
      lengths.append(
        estimated(tableDelegate.tableView(self, estimatedHeightForRowAt: indexPath)))
    }
    return lengths
  }

  /// Returns a row's height, or the estimate for an automatic one.
  private func estimated(_ height: Double) -> Double {
    guard height == Self.automaticDimension else { return height.asExtent }
    return estimatedRowHeight > 0 ? estimatedRowHeight.asExtent : Self.standardRowHeight
  }

  /// Returns whether a row's height follows from its cell.
  func hasAutomaticHeight(_ indexPath: IndexPath) -> Bool {
    let height = tableDelegate?.tableView(self, heightForRowAt: indexPath) ?? Self.uniformRowHeight
    return (height == Self.uniformRowHeight ? rowHeight : height) == Self.automaticDimension
  }
}
