import OverscrollLab
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `A collection` {
  @Test
  func `view.subclasses list.views flicks through a million items with a constant number of cells`()
  {
    let items = Items([400_000, 0, 600_000], CollectionViewFlowLayout())
    let collection = items.collection
    for _ in 0..<10 {
      items.finger.drag(Point(160, 430), by: Point(0, -400))
      for _ in 0..<30 {
        items.finger.wait(1.0 / 60)
        expectItemsCoverTheViewport(items)
      }
    }
    #expect(collection.contentOffset.y > 10_000)
    // Five items on a line, 60 points from line to line: 460 points show at most 9 lines; two may change in a frame.
    #expect(items.made.count <= 55)
    collection.setContentOffset(Point(0, collection.contentSize.height - 500), animated: false)
    items.window.layoutIfNeeded()
    #expect(collection.indexPathsForVisibleItems.last == IndexPath(item: 599_999, section: 2))
    #expect(items.made.count <= 55)
  }

  private func expectItemsCoverTheViewport(_ items: Items) {
    let collection = items.collection
    let cells = collection.subviews.compactMap { $0 as? CollectionViewCell }
    #expect(cells.count == collection.indexPathsForVisibleItems.count)
    #expect(cells.allSatisfy { $0.frame.intersects(collection.bounds) })
    for path in collection.indexPathsForVisibleItems {
      #expect(
        collection.cellForItem(at: path)?.frame
          == collection.layoutAttributesForItem(at: path)?.frame)
    }
    #expect((40...50).contains(cells.count))
  }

  @Test func `list.views selects an item by a tap and not by a drag`() {
    let items = Items([100], CollectionViewFlowLayout())
    let collection = items.collection
    items.finger.tap(Point(25, 25))
    #expect(items.takeLog() == ["highlight [0, 0]", "select [0, 0]", "unhighlight [0, 0]"])
    items.finger.tap(Point(55, 25))
    #expect(items.takeLog() == [], "nothing is between the items")
    items.finger.tap(Point(95, 95))
    #expect(
      items.takeLog() == [
        "highlight [0, 6]", "deselect [0, 0]", "select [0, 6]", "unhighlight [0, 6]",
      ])
    items.finger.pull(Point(25, 400), by: Point(0, -50))
    #expect(collection.contentOffset.y == 40)
    #expect(items.takeLog() == [])
    #expect(collection.indexPathsForSelectedItems == [IndexPath(item: 6, section: 0)])
    collection.selectItem(
      at: IndexPath(item: 99, section: 0), animated: false, scrollPosition: .bottom)
    #expect(collection.contentOffset.y == 20 * 60 - 10 - 460)
    #expect(collection.cellForItem(at: IndexPath(item: 99, section: 0))?.isSelected == true)
    collection.deselectItem(at: IndexPath(item: 99, section: 0), animated: false)
    #expect(collection.indexPathsForSelectedItems == nil)
    #expect(items.takeLog() == [], "only fingers are told of")
  }

  @Test func `list.views keeps an item selected that its delegate doesn't let go of`() {
    let items = Items([100], CollectionViewFlowLayout())
    items.collection.allowsMultipleSelection = true
    items.kept = [IndexPath(item: 0, section: 0)]
    for place in [25.0, 95, 25, 95] { items.finger.tap(Point(place, 25)) }
    #expect(items.collection.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    #expect(items.takeLog().filter { $0.hasPrefix("deselect") } == ["deselect [0, 1]"])
    // Where one is selected at a time, it isn't asked.
    items.collection.allowsMultipleSelection = false
    items.finger.tap(Point(95, 25))
    #expect(items.collection.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
  }

  @Test func `list.views scrolls to an item at each position, as far as the range allows`() {
    let layout = CollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    let items = Items([1000], layout, size: Size(320, 110))
    func offset(_ position: CollectionView.ScrollPosition, from start: Double) -> Double {
      items.collection.setContentOffset(Point(start, 0), animated: false)
      items.collection.scrollToItem(
        at: IndexPath(item: 100, section: 0), at: position, animated: false)
      return items.collection.contentOffset.x
    }
    // Two items in a column, 60 points from column to column.
    #expect(offset(.left, from: 0) == 3000)
    #expect(offset(.centeredHorizontally, from: 0) == 3000 - 135)
    #expect(offset(.right, from: 0) == 3000 - 270)
    #expect(offset([], from: 0) == 3000 - 270)
    #expect(offset([.top, .left], from: 0) == 3000)
    #expect(offset([], from: 2900) == 2900)
    #expect(items.collection.contentOffset.y == 0)
  }

  @Test func `list.views lays out again when its width changes, but not when it scrolls`() {
    let layout = CountingLayout()
    let items = Items([100], layout)
    let before = layout.preparations
    items.collection.setContentOffset(Point(0, 100), animated: false)
    items.window.layoutIfNeeded()
    #expect(layout.preparations == before)
    items.collection.frame = Rect(x: 0, y: 0, width: 200, height: 460)
    items.window.layoutIfNeeded()
    #expect(layout.preparations == before + 1)
    #expect(items.collection.cellForItem(at: IndexPath(item: 5, section: 0))?.frame.minX == 150)
    items.collection.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    items.window.layoutIfNeeded()
    #expect(layout.preparations == before + 1)
    items.collection.collectionViewLayout = WaterfallLayout()
    items.window.layoutIfNeeded()
    #expect(items.collection.cellForItem(at: IndexPath(item: 5, section: 0))?.frame.width == 95)
  }
}

private final class CountingLayout: CollectionViewFlowLayout {
  private(set) var preparations = 0

  override func prepare() {
    super.prepare()
    preparations += 1
  }
}
