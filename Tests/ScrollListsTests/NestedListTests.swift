import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

/// A row that holds a collection which scrolls sideways.
private final class ShelfCell: TableViewCell, CollectionViewDataSource {
  let shelf: CollectionView

  required init(style: CellStyle, reuseIdentifier: String?) {
    let layout = CollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.itemSize = Size(80, 80)
    shelf = CollectionView(
      frame: Rect(x: 0, y: 0, width: 320, height: 100), collectionViewLayout: layout)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    shelf.register(CollectionViewCell.self, forCellWithReuseIdentifier: "item")
    shelf.dataSource = self
    contentView.addSubview(shelf)
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 20 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
  }
}

private final class Shelves: TableViewDataSource {
  let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460))
  let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 460))
  let finger: Finger

  init() {
    finger = Finger(window)
    table.rowHeight = 100
    table.register(ShelfCell.self, forCellReuseIdentifier: "shelf")
    table.dataSource = self
    window.addSubview(table)
    window.layoutIfNeeded()
  }

  func shelf(_ row: Int) -> CollectionView? {
    (table.cellForRow(at: IndexPath(row: row, section: 0)) as? ShelfCell)?.shelf
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 100 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "shelf", for: indexPath)
  }
}

@Suite struct `Lists in lists` {
  private let shelves = Shelves()

  @Test func `list.views show the items of a row as soon as the row is there`() {
    #expect(shelves.shelf(0)?.subviews.filter { $0 is CollectionViewCell }.count == 4)
    shelves.finger.pull(Point(160, 400), by: Point(0, -310))
    #expect(shelves.table.contentOffset.y == 300)
    #expect(shelves.shelf(7)?.subviews.filter { $0 is CollectionViewCell }.count == 4)
  }

  @Test func `list.views are laid out in a window that lays itself out`() {
    shelves.window.frame = Rect(x: 0, y: 0, width: 200, height: 230)
    shelves.table.frame = shelves.window.bounds
    shelves.window.layoutIfNeeded()
    #expect(shelves.table.visibleCells.map(\.frame.width) == [200, 200, 200])
  }

  @Test func `list.views give a drag to the one that scrolls along its axis`() {
    shelves.finger.pull(Point(300, 150), by: Point(-110, 0))
    #expect(shelves.shelf(1)?.contentOffset == Point(100, 0))
    #expect(shelves.shelf(0)?.contentOffset == .zero)
    #expect(shelves.table.contentOffset == .zero)
    shelves.finger.wait(1)
    shelves.finger.pull(Point(300, 150), by: Point(0, -60))
    #expect(shelves.shelf(1)?.contentOffset == Point(100, 0))
    #expect(shelves.table.contentOffset == Point(0, 50))
    shelves.finger.wait(1)
    shelves.finger.pull(Point(300, 140), by: Point(-60, 8))
    #expect(shelves.shelf(2)?.contentOffset == .zero)
    #expect(shelves.shelf(1)?.contentOffset == Point(150, 0), "slightly oblique")
    #expect(shelves.table.contentOffset == Point(0, 50))
  }

  @Test func `list.views never scroll both with one finger`() {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let shelves = Shelves()
      let way = Point(
        Double.random(in: -150...0, using: &dice), Double.random(in: -150...0, using: &dice))
      shelves.finger.drag(Point(300, 450), by: way)
      let shelf = shelves.shelf(4)
      #expect(shelf?.contentOffset.x == 0 || shelves.table.contentOffset.y == 0)
      shelves.finger.settle()
      #expect(shelves.table.phase == .idle)
    }
  }

  @Test func `list.views leave a drag to the outer one where the inner one is at its edge`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    let finger = Finger(window)
    let outer = ScrollView(frame: window.bounds)
    outer.contentSize = Size(320, 2000)
    window.addSubview(outer)
    let rows = Rows(count: 20)
    let table = rows.table
    outer.addSubview(table)
    window.layoutIfNeeded()
    finger.pull(Point(160, 300), by: Point(0, -110))
    #expect(table.contentOffset.y == 100 && outer.contentOffset.y == 0, "the inner one first")
    finger.wait(1)
    table.setContentOffset(Point(0, 880 - 460), animated: false)
    finger.pull(Point(160, 300), by: Point(0, -110))
    #expect(table.contentOffset.y == 420 && outer.contentOffset.y == 100, "at its end")
    finger.wait(1)
    finger.pull(Point(160, 100), by: Point(0, 110))
    #expect(table.contentOffset.y == 320 && outer.contentOffset.y == 100, "back from there")
    finger.wait(1)
    table.setContentOffset(.zero, animated: false)
    finger.pull(Point(160, 100), by: Point(0, 60))
    #expect(table.contentOffset.y == 0 && outer.contentOffset.y == 50, "at its start")
    finger.wait(1)
    outer.setContentOffset(.zero, animated: false)
    finger.drag(Point(160, 100), by: Point(0, 110), lift: false)
    #expect(table.contentOffset.y < 0 && outer.contentOffset.y == 0, "both at their start")
    finger.touch(.ended, Point(160, 210))
    finger.settle()
    #expect(table.contentOffset.y == 0)
    #expect(table.indexPathForSelectedRow == nil)
  }

  @Test func `list.views leave a sideways drag of a shelf at its edge to the pages around it`() {
    let pages = ScrollView(frame: shelves.window.bounds)
    pages.isPagingEnabled = true
    pages.contentSize = Size(960, 460)
    pages.contentOffset = Point(320, 0)
    shelves.window.addSubview(pages)
    shelves.table.frame = Rect(x: 320, y: 0, width: 320, height: 460)
    pages.addSubview(shelves.table)
    shelves.window.layoutIfNeeded()
    shelves.finger.drag(Point(300, 150), by: Point(-110, 0))
    shelves.finger.settle()
    #expect(pages.contentOffset.x == 320)
    #expect((shelves.shelf(1)?.contentOffset.x ?? 0) > 100)
    shelves.shelf(1)?.setContentOffset(.zero, animated: false)
    shelves.finger.drag(Point(20, 150), by: Point(200, 0))
    shelves.finger.settle()
    #expect(pages.contentOffset.x == 0)
    #expect(shelves.shelf(1)?.contentOffset == .zero)
  }

  @Test func `list.views select the item and not the row around it`() {
    shelves.finger.tap(Point(40, 150))
    #expect(shelves.shelf(1)?.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    #expect(shelves.table.indexPathForSelectedRow == nil)
  }
}
