package import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The delegate of each scroll view of a stage: logs every callback and passes it on to the delegate of the scene.
package final class StageDelegate: ScrollViewDelegate {
  /// The name of the scroll view in the log; `nil` for the main one.
  package let name: String?
  /// The scene's own delegate.
  package private(set) weak var next: (any ScrollViewDelegate)?
  /// The log of callbacks; `nil` while the stage is being set up.
  package internal(set) weak var log: CallbackLog?
  /// The offset that the delegate writes at the next release.
  var requestedTarget: Point?

  package init(name: String? = nil, next: (any ScrollViewDelegate)? = nil) {
    self.name = name
    self.next = next
  }

  private func note(
    _ callback: String, _ scrollView: ScrollView,
    _ fields: KeyValuePairs<String, JSONValue> = [:]
  ) {
    log?.add(callback, at: scrollView.window?.time ?? 0, scrollView: name, fields)
  }

  package func scrollViewDidScroll(_ scrollView: ScrollView) {
    note("scrollViewDidScroll", scrollView)
    next?.scrollViewDidScroll(scrollView)
  }

  package func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDragging", scrollView)
    next?.scrollViewWillBeginDragging(scrollView)
  }

  package func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    note(
      "scrollViewWillEndDragging", scrollView,
      ["velocity": .point(velocity), "targetContentOffset": .point(targetContentOffset)])
    next?.scrollViewWillEndDragging(
      scrollView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
    if let requestedTarget { targetContentOffset = requestedTarget }
    requestedTarget = nil
  }

  package func scrollViewDidEndDragging(
    _ scrollView: ScrollView, willDecelerate decelerate: Bool
  ) {
    note("scrollViewDidEndDragging", scrollView, ["willDecelerate": .bool(decelerate)])
    next?.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }

  package func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDecelerating", scrollView)
    next?.scrollViewWillBeginDecelerating(scrollView)
  }

  package func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    note("scrollViewDidEndDecelerating", scrollView)
    next?.scrollViewDidEndDecelerating(scrollView)
  }

  package func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    note("scrollViewDidEndScrollingAnimation", scrollView)
    next?.scrollViewDidEndScrollingAnimation(scrollView)
  }

  package func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    let answer = next?.scrollViewShouldScrollToTop(scrollView) ?? true
    note("scrollViewShouldScrollToTop", scrollView, ["answer": .bool(answer)])
    return answer
  }

  package func scrollViewDidScrollToTop(_ scrollView: ScrollView) {
    note("scrollViewDidScrollToTop", scrollView)
    next?.scrollViewDidScrollToTop(scrollView)
  }

  package func viewForZooming(in scrollView: ScrollView) -> View? {
    if let next { return next.viewForZooming(in: scrollView) }
    guard scrollView.maximumZoomScale > scrollView.minimumZoomScale else { return nil }
    return (scrollView as? StageScrollView)?.content
  }

  package func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    note("scrollViewWillBeginZooming", scrollView)
    next?.scrollViewWillBeginZooming(scrollView, with: view)
  }

  package func scrollViewDidZoom(_ scrollView: ScrollView) {
    note("scrollViewDidZoom", scrollView)
    next?.scrollViewDidZoom(scrollView)
  }

  package func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {
    note("scrollViewDidEndZooming", scrollView, ["scale": .number(scale)])
    next?.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
  }

  package func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    note("scrollViewDidChangeAdjustedContentInset", scrollView)
    next?.scrollViewDidChangeAdjustedContentInset(scrollView)
  }
}

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
