import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

/// Programs read the size of the content right after a change, to keep what is seen in place or to go to the end.
@Suite struct `The content size of a list` {
  @Test func `is right at once after a reload of a table, and cells are made at the next layout`() {
    let rows = Rows(count: 50)
    let table = rows.table
    table.contentOffset.y = 300
    let shown = table.visibleCells.count
    let before = table.contentSize.height
    rows.counts = [60]
    table.reloadData()
    table.contentOffset.y += table.contentSize.height - before
    #expect(table.contentOffset.y == 740 && table.contentSize == Size(320, 2640))
    #expect(rows.made.count == shown, "no cell has been made")
    rows.counts = [100]
    table.reloadData()
    table.setContentOffset(
      Point(0, table.contentSize.height - table.bounds.height), animated: false)
    #expect(table.contentOffset.y == 3940)
    rows.window.layoutIfNeeded()
    #expect(table.indexPathsForVisibleRows?.last == IndexPath(row: 99, section: 0))
    rows.counts = [200]
    table.reloadData()
    #expect(table.maximumContentOffset.y == 8340)
    rows.counts = [300]
    table.reloadData()
    table.scrollRectToVisible(Rect(x: 0, y: 13_190, width: 1, height: 10), animated: false)
    #expect(table.contentOffset.y == 12_740)
  }

  @Test func `is right at once before the first layout, and with a header and a footer`() {
    let rows = Rows()
    let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    #expect(table.contentSize == .zero)
    rows.counts = [10]
    table.dataSource = rows
    #expect(table.contentSize == Size(320, 440))
    table.tableHeaderView = View(frame: Rect(x: 0, y: 0, width: 320, height: 100))
    #expect(table.contentSize.height == 540)
    table.tableFooterView = View(frame: Rect(x: 0, y: 0, width: 320, height: 60))
    #expect(table.contentSize.height == 600)
    table.tableHeaderView = nil
    #expect(table.contentSize.height == 500)
    table.rowHeight = 50
    #expect(table.contentSize.height == 560)
    table.bounds.size.width = 200
    #expect(table.contentSize == Size(200, 560))
  }

  @Test func `is not asked for by a change of an inset, before the data source is ready`() {
    let rows = Rows()
    let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    table.dataSource = rows
    table.contentInset = EdgeInsets(all: 10)
    table.contentOffset = Point(0, 5)
    rows.counts = [30]
    #expect(table.contentSize.height == 1320)
  }

  @Test(arguments: [CollectionView.ScrollDirection.vertical, .horizontal])
  func `is right at once after a reload of a collection, and so is that of its layout`(
    direction: CollectionView.ScrollDirection
  ) {
    let flow = CollectionViewFlowLayout()
    flow.scrollDirection = direction
    flow.minimumLineSpacing = 0
    let items = Items([50], flow, size: Size(50, 50))
    let collection = items.collection
    func length(_ size: Size) -> Double { direction == .vertical ? size.height : size.width }
    #expect(length(collection.contentSize) == 2500)
    items.counts = [60]
    collection.reloadData()
    #expect(length(flow.collectionViewContentSize) == 3000)
    #expect(length(collection.contentSize) == 3000)
    flow.itemSize = Size(50, 50) * 0.5
    #expect(length(collection.contentSize) == 1500)
    #expect(length(flow.collectionViewContentSize) == 1500)
  }
}

@Suite struct `A scroll to a row` {
  private final class Sections: TableViewDataSource, TableViewDelegate {
    let counts: [Int]
    let table: TableView

    init(_ style: TableView.Style, _ counts: [Int]) {
      self.counts = counts
      table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 480), style: style)
      table.dataSource = self
      table.delegate = self
    }

    func numberOfSections(in tableView: TableView) -> Int { counts.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      counts[section]
    }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      TableViewCell(reuseIdentifier: nil)
    }
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double { 30 }
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double { 20 }
  }

  @Test(arguments: [TableView.Style.plain, .grouped, .insetGrouped], [true, false])
  func `that stands for a section reaches it, also without rows`(
    style: TableView.Style, animated: Bool
  ) {
    for section in 0...2 {
      let sections = Sections(style, [20, 0, 20])
      let table = sections.table
      let window = Window(frame: table.frame)
      window.addSubview(table)
      table.scrollToRow(
        at: IndexPath(row: .max, section: section), at: .top, animated: animated)
      window.advance(to: 0)
      window.advance(to: 1)
      #expect(table.contentOffset.y == [0, 930, 980][section])
      table.contentOffset = .zero
      table.selectRow(
        at: IndexPath(row: .max, section: section), animated: false, scrollPosition: .top)
      #expect(table.contentOffset.y == [0, 930, 980][section])
      #expect(table.indexPathForSelectedRow == nil)
    }
    let sections = Sections(style, [20, 0, 20])
    let table = sections.table
    for indexPath in [IndexPath(row: .max, section: 3), IndexPath(row: .max, section: -1)] {
      table.scrollToRow(at: indexPath, at: .top, animated: false)
    }
    #expect(table.contentOffset == .zero)
    table.scrollToRow(at: IndexPath(row: .max, section: 1), at: .bottom, animated: false)
    #expect(table.contentOffset.y == 980 - 480)
  }

  @Test(arguments: [TableView.Style.grouped, .insetGrouped])
  func `that is the first one of a grouped section shows its header, the last one its footer`(
    style: TableView.Style
  ) {
    let sections = Sections(style, [20, 20, 20])
    let table = sections.table
    func offset(_ row: Int, _ position: TableView.ScrollPosition) -> Double {
      table.scrollToRow(
        at: IndexPath(row: row, section: 1), at: position, animated: false)
      return table.contentOffset.y
    }
    #expect(offset(0, .top) == 930, "the header is at 930")
    #expect(offset(1, .top) == 960 + 44)
    #expect(offset(19, .bottom) == 1860 - 480, "the footer ends at 1860")
    #expect(offset(18, .bottom) == 1840 - 44 - 480)
    #expect(offset(0, .middle) == 960 + 22 - 240)
    #expect(offset(19, .top) == 1840 - 44)
  }

  @Test func `in a plain table stays below the header that sticks there`() {
    let sections = Sections(.plain, [20, 20, 20])
    let table = sections.table
    table.scrollToRow(at: IndexPath(row: 0, section: 1), at: .top, animated: false)
    #expect(table.contentOffset.y == 930)
    table.scrollToRow(at: IndexPath(row: 3, section: 1), at: .top, animated: false)
    #expect(table.contentOffset.y == 930 + 3 * 44)
  }
}

/// Programs stop a flick and scroll to the cell of their choice.
@Suite struct `A list that is scrolled at the end of a drag` {
  private final class Pager: CollectionViewDataSource, CollectionViewDelegate {
    let collection: CollectionView
    let isAnimated: Bool
    let position: CollectionView.ScrollPosition

    init(_ direction: CollectionView.ScrollDirection, isAnimated: Bool) {
      let flow = CollectionViewFlowLayout()
      flow.scrollDirection = direction
      flow.itemSize = Size(100, 100)
      collection = CollectionView(
        frame: Rect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: flow)
      self.isAnimated = isAnimated
      position = direction == .vertical ? .centeredVertically : .centeredHorizontally
      collection.dataSource = self
      collection.delegate = self
    }

    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { 30 }
    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { CollectionViewCell() }
    func scrollViewWillEndDragging(
      _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
    ) {
      targetContentOffset = scrollView.contentOffset
      collection.scrollToItem(
        at: IndexPath(item: 3, section: 0), at: position, animated: isAnimated)
    }
  }

  @Test(arguments: [CollectionView.ScrollDirection.vertical, .horizontal], [true, false])
  func `rests on that cell`(direction: CollectionView.ScrollDirection, isAnimated: Bool) {
    let pager = Pager(direction, isAnimated: isAnimated)
    let window = Window(frame: pager.collection.frame)
    window.addSubview(pager.collection)
    let finger = Finger(window)
    finger.drag(
      Point(90, 90), by: direction == .vertical ? Point(0, -80) : Point(-80, 0))
    finger.settle()
    #expect(
      pager.collection.contentOffset == (direction == .vertical ? Point(0, 330) : Point(330, 0)))
  }

  @Test(arguments: [true, false])
  func `rests on that row`(isAnimated: Bool) {
    final class Stopper: ScrollViewDelegate {
      let body: (TableView) -> Void
      init(_ body: @escaping (TableView) -> Void) { self.body = body }
      func scrollViewWillEndDragging(
        _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
      ) {
        if let table = scrollView as? TableView { body(table) }
      }
    }
    let rows = Rows(count: 100)
    let stopper = Stopper {
      $0.scrollToRow(at: IndexPath(row: 20, section: 0), at: .top, animated: isAnimated)
    }
    rows.table.delegate = stopper
    rows.finger.drag(Point(160, 400), by: Point(0, -200))
    rows.finger.settle()
    #expect(rows.table.contentOffset.y == 880)
  }
}
