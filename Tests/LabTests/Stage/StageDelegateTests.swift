import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollLab

/// A scene's delegate of a table and a collection, with answers that are not the defaults.
private final class SceneDelegate: TableViewDelegate, CollectionViewDelegateWaterfallLayout {
  var calls: [String] = []
  let header = View()

  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double { 11 }
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double { 12 }
  func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? { header }
  func tableView(
    _ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool { false }
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    calls.append("highlighted row \(indexPath.row)")
  }
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
    calls.append("unhighlighted row \(indexPath.row)")
  }
  func tableView(
    _ tableView: TableView, willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? { nil }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    calls.append("selected row \(indexPath.row)")
  }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    calls.append("deselected row \(indexPath.row)")
  }

  func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double { 13 }
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { false }
  func collectionView(
    _ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath
  ) { calls.append("highlighted item \(indexPath.item)") }
  func collectionView(
    _ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath
  ) { calls.append("unhighlighted item \(indexPath.item)") }
  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { false }
  func collectionView(
    _ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath
  ) { calls.append("selected item \(indexPath.item)") }
  func collectionView(
    _ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath
  ) { calls.append("deselected item \(indexPath.item)") }

  func scrollViewDidScroll(_ scrollView: ScrollView) { calls.append("didScroll") }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    calls.append("willEndDragging")
    targetContentOffset.y += 1
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    calls.append("didEndDragging \(decelerate)")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    calls.append("willBeginDecelerating")
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    calls.append("didEndDecelerating")
  }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    calls.append("didEndScrollingAnimation")
  }
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { false }
  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { calls.append("didScrollToTop") }
  func viewForZooming(in scrollView: ScrollView) -> View? { header }
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    calls.append("willBeginZooming")
  }
  func scrollViewDidZoom(_ scrollView: ScrollView) { calls.append("didZoom") }
  func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) { calls.append("didEndZooming \(scale)") }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    calls.append("didChangeAdjustedContentInset")
  }
}

@Suite struct `The delegate of a scroll view on a stage` {
  private let scene = SceneDelegate()
  private let log = CallbackLog()
  private let table = TableView()
  private let collection = CollectionView(frame: .zero, collectionViewLayout: WaterfallLayout())

  private func delegate() -> StageDelegate {
    let delegate = StageDelegate(name: "list", next: scene)
    delegate.log = log
    return delegate
  }

  @Test func `asks the scene's about rows and items`() {
    let delegate = delegate()
    let path = IndexPath(row: 3, section: 2)
    #expect(delegate.tableView(table, heightForRowAt: path) == 11)
    #expect(delegate.tableView(table, heightForHeaderInSection: 2) == 12)
    #expect(delegate.tableView(table, viewForHeaderInSection: 2) === scene.header)
    #expect(!delegate.tableView(table, shouldHighlightRowAt: path))
    #expect(delegate.tableView(table, willSelectRowAt: path) == nil)
    #expect(!delegate.collectionView(collection, shouldHighlightItemAt: path))
    #expect(!delegate.collectionView(collection, shouldSelectItemAt: path))
    let layout = WaterfallLayout()
    #expect(
      delegate.collectionView(collection, layout: layout, heightForItemAt: path, width: 70) == 13)
    #expect(log.lines.isEmpty)
  }

  @Test func `answers as UIKit does by default where the scene has none`() {
    let delegate = StageDelegate()
    let path = IndexPath(row: 3, section: 2)
    table.sectionHeaderHeight = 31
    #expect(delegate.tableView(table, heightForRowAt: path) == TableView.uniformRowHeight)
    #expect(delegate.tableView(table, heightForHeaderInSection: 2) == 31)
    #expect(delegate.tableView(table, viewForHeaderInSection: 2) == nil)
    #expect(delegate.tableView(table, shouldHighlightRowAt: path))
    #expect(delegate.tableView(table, willSelectRowAt: path) == path)
    #expect(delegate.collectionView(collection, shouldHighlightItemAt: path))
    #expect(delegate.collectionView(collection, shouldSelectItemAt: path))
    let layout = WaterfallLayout()
    #expect(
      delegate.collectionView(collection, layout: layout, heightForItemAt: path, width: 70) == 70)
    #expect(delegate.scrollViewShouldScrollToTop(table))
  }

  @Test func `notifies the scene's of rows and items, and logs selections alone`() {
    let delegate = delegate()
    let path = IndexPath(row: 3, section: 2)
    delegate.tableView(table, didHighlightRowAt: path)
    delegate.tableView(table, didUnhighlightRowAt: path)
    delegate.tableView(table, didSelectRowAt: path)
    delegate.tableView(table, didDeselectRowAt: path)
    delegate.collectionView(collection, didHighlightItemAt: path)
    delegate.collectionView(collection, didUnhighlightItemAt: path)
    delegate.collectionView(collection, didSelectItemAt: path)
    delegate.collectionView(collection, didDeselectItemAt: path)
    let calls = ["highlighted", "unhighlighted", "selected", "deselected"]
    #expect(scene.calls == calls.map { "\($0) row 3" } + calls.map { "\($0) item 3" })
    let line = #"{"t":0,"callback":"select","scrollView":"list","section":2,"item":3}"#
    #expect(log.lines == [line, line])
  }

  @Test func `notifies the scene's of scrolling and zooming, and logs all of it`() {
    let delegate = delegate()
    let view = ScrollView()
    var target = Point(1, 2)
    delegate.scrollViewWillBeginDragging(view)
    delegate.scrollViewDidScroll(view)
    delegate.scrollViewWillEndDragging(
      view, withVelocity: Point(0, 3), targetContentOffset: &target)
    delegate.scrollViewDidEndDragging(view, willDecelerate: true)
    delegate.scrollViewWillBeginDecelerating(view)
    delegate.scrollViewDidEndDecelerating(view)
    delegate.scrollViewDidEndScrollingAnimation(view)
    delegate.scrollViewDidScrollToTop(view)
    delegate.scrollViewWillBeginZooming(view, with: nil)
    delegate.scrollViewDidZoom(view)
    delegate.scrollViewDidEndZooming(view, with: nil, atScale: 2)
    delegate.scrollViewDidChangeAdjustedContentInset(view)
    #expect(target == Point(1, 3))
    #expect(
      scene.calls == [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging true",
        "willBeginDecelerating", "didEndDecelerating", "didEndScrollingAnimation",
        "didScrollToTop", "willBeginZooming", "didZoom", "didEndZooming 2.0",
        "didChangeAdjustedContentInset",
      ])
    #expect(!delegate.scrollViewShouldScrollToTop(view))
    #expect(delegate.viewForZooming(in: view) === scene.header)
    let fields = [
      "WillBeginDragging", "DidScroll",
      #"WillEndDragging","velocity":[0,3],"targetContentOffset":[1,2]"#,
      #"DidEndDragging","willDecelerate":true"#, "WillBeginDecelerating", "DidEndDecelerating",
      "DidEndScrollingAnimation", "DidScrollToTop", "WillBeginZooming", "DidZoom",
      #"DidEndZooming","scale":2"#, "DidChangeAdjustedContentInset",
      #"ShouldScrollToTop","answer":false"#,
    ]
    #expect(
      log.lines.map { $0.replacing(#","scrollView":"list""#, with: "") }
        == fields.map {
          let end = $0.contains("\"") ? "" : "\""
          return #"{"t":0,"callback":"scrollView\#($0)\#(end)}"#
        })
    #expect(log.lines.allSatisfy { $0.contains(#""scrollView":"list""#) })
  }

  @Test func `writes a requested target at the next release, over the scene's, and once`() {
    let delegate = delegate()
    delegate.requestedTarget = Point(7, 8)
    var target = Point.zero
    for expected in [Point(7, 8), Point(7, 9)] {
      delegate.scrollViewWillEndDragging(
        ScrollView(), withVelocity: .zero, targetContentOffset: &target)
      #expect(target == expected)
    }
  }
}
