import OverscrollBase
package import ScrollEngine
package import ScrollLists

// The methods of tables and collections, passed on to the scene's delegate; selections are logged as `select`.

extension StageDelegate: TableViewDelegate {
  private var table: (any TableViewDelegate)? { next as? any TableViewDelegate }

  package func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    table?.tableView(tableView, heightForRowAt: indexPath) ?? TableView.uniformRowHeight
  }

  package func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
    table?.tableView(tableView, heightForHeaderInSection: section)
      ?? tableView.sectionHeaderHeight
  }

  package func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? {
    table?.tableView(tableView, viewForHeaderInSection: section)
  }

  package func tableView(
    _ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool {
    table?.tableView(tableView, shouldHighlightRowAt: indexPath) ?? true
  }

  package func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    table?.tableView(tableView, didHighlightRowAt: indexPath)
  }

  package func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
    table?.tableView(tableView, didUnhighlightRowAt: indexPath)
  }

  package func tableView(
    _ tableView: TableView, willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? {
    guard let table else { return indexPath }
    return table.tableView(tableView, willSelectRowAt: indexPath)
  }

  package func tableView(
    _ tableView: TableView, willDeselectRowAt indexPath: IndexPath
  ) -> IndexPath? {
    guard let table else { return indexPath }
    return table.tableView(tableView, willDeselectRowAt: indexPath)
  }

  package func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    noteSelection(indexPath, in: tableView)
    table?.tableView(tableView, didSelectRowAt: indexPath)
  }

  package func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    table?.tableView(tableView, didDeselectRowAt: indexPath)
  }

  private func noteSelection(_ indexPath: IndexPath, in view: ScrollView) {
    log?.add(
      "select", at: view.window?.time ?? 0, scrollView: name,
      [
        "section": .number(Double(indexPath.section)), "item": .number(Double(indexPath.item)),
      ])
  }
}

extension StageDelegate: CollectionViewDelegateWaterfallLayout {
  private var collection: (any CollectionViewDelegate)? { next as? any CollectionViewDelegate }

  package func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double {
    (next as? any CollectionViewDelegateWaterfallLayout)?
      .collectionView(collectionView, layout: layout, heightForItemAt: indexPath, width: width)
      ?? width
  }

  package func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool {
    collection?.collectionView(collectionView, shouldHighlightItemAt: indexPath) ?? true
  }

  package func collectionView(
    _ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath
  ) {
    collection?.collectionView(collectionView, didHighlightItemAt: indexPath)
  }

  package func collectionView(
    _ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath
  ) {
    collection?.collectionView(collectionView, didUnhighlightItemAt: indexPath)
  }

  package func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool {
    collection?.collectionView(collectionView, shouldSelectItemAt: indexPath) ?? true
  }

  package func collectionView(
    _ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath
  ) {
    noteSelection(indexPath, in: collectionView)
    collection?.collectionView(collectionView, didSelectItemAt: indexPath)
  }

  package func collectionView(
    _ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath
  ) {
    collection?.collectionView(collectionView, didDeselectItemAt: indexPath)
  }
}
