import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `A row of a table` {
  private let rows = Rows(count: 100)

  @Test func `list.views is highlighted after 0.15 s and selected when the finger is lifted`() {
    let path = IndexPath(row: 3, section: 0)
    rows.finger.touch(.began, rows.middle(3))
    rows.finger.wait(0.1)
    #expect(rows.takeLog() == [])
    rows.finger.wait(0.1)
    #expect(rows.takeLog() == ["highlight [0, 3]"])
    #expect(rows.table.cellForRow(at: path)?.isHighlighted == true)
    rows.finger.touch(.ended, rows.middle(3))
    #expect(rows.takeLog() == ["select [0, 3]", "unhighlight [0, 3]"])
    #expect(rows.table.cellForRow(at: path)?.isHighlighted == false)
    #expect(rows.table.cellForRow(at: path)?.isSelected == true)
    #expect(rows.table.indexPathForSelectedRow == path)
  }

  @Test func `list.views is selected by a quick tap, in place of the one before`() {
    rows.finger.tap(rows.middle(3))
    #expect(rows.takeLog() == ["highlight [0, 3]", "select [0, 3]", "unhighlight [0, 3]"])
    rows.finger.tap(rows.middle(5))
    #expect(
      rows.takeLog() == [
        "highlight [0, 5]", "deselect [0, 3]", "select [0, 5]", "unhighlight [0, 5]",
      ])
    #expect(rows.table.indexPathsForSelectedRows == [IndexPath(row: 5, section: 0)])
    rows.table.allowsMultipleSelection = true
    rows.finger.tap(rows.middle(2))
    rows.finger.tap(rows.middle(5))
    #expect(rows.table.indexPathsForSelectedRows == [IndexPath(row: 2, section: 0)])
    rows.table.allowsSelection = false
    _ = rows.takeLog()
    rows.finger.tap(rows.middle(7))
    #expect(rows.takeLog() == [])
  }

  @Test func `list.views stays selected where the delegate keeps it, and another can go instead`() {
    var asked: [IndexPath] = []
    rows.finger.tap(rows.middle(3))
    rows.deselection = {
      asked.append($0)
      return nil
    }
    rows.finger.tap(rows.middle(5))
    #expect(asked == [IndexPath(row: 3, section: 0)])
    #expect(rows.table.indexPathsForSelectedRows == [IndexPath(row: 3, section: 0)])
    // A tap on the selected row deselects nothing and asks nothing; with several, it does.
    rows.finger.tap(rows.middle(3))
    #expect(asked.count == 1)
    rows.table.allowsMultipleSelection = true
    rows.finger.tap(rows.middle(3))
    #expect(asked.count == 2)
    rows.finger.tap(rows.middle(6))
    #expect(rows.table.indexPathsForSelectedRows?.map(\.row) == [3, 6])
    _ = rows.takeLog()
    rows.deselection = { _ in IndexPath(row: 3, section: 0) }
    rows.finger.tap(rows.middle(6))
    #expect(rows.takeLog() == ["highlight [0, 6]", "deselect [0, 3]", "unhighlight [0, 6]"])
    #expect(rows.table.indexPathsForSelectedRows?.map(\.row) == [6])
    // Programs deselect without being asked.
    rows.deselection = { _ in nil }
    rows.table.deselectRow(at: IndexPath(row: 6, section: 0), animated: false)
    #expect(rows.table.indexPathForSelectedRow == nil)
  }

  @Test(arguments: [0.0, 0.3])
  func `list.views is not selected by a drag, and no longer highlighted once it begins`(
    rest: Double
  ) {
    let start = rows.middle(6)
    rows.finger.touch(.began, start)
    rows.finger.wait(rest)
    let isHighlighted = rest > 0.15
    #expect(rows.takeLog() == (isHighlighted ? ["highlight [0, 6]"] : []))
    rows.finger.touch(.moved, start + Point(0, -9))
    #expect(rows.takeLog() == [])
    rows.finger.touch(.moved, start + Point(0, -12))
    #expect(rows.takeLog() == (isHighlighted ? ["unhighlight [0, 6]"] : []))
    rows.finger.touch(.ended, start + Point(0, -12))
    rows.finger.settle()
    #expect(rows.takeLog() == [])
    #expect(rows.table.indexPathForSelectedRow == nil)
    #expect(rows.table.visibleCells.allSatisfy { !$0.isHighlighted })
    #expect(rows.table.contentOffset.y == 2)
  }

  @Test func `list.views is not selected by the touch that stops the table`() {
    let rows = Rows(count: 1000)
    rows.finger.drag(Point(160, 430), by: Point(0, -300))
    rows.finger.wait(0.1)
    #expect(rows.table.isDecelerating)
    rows.finger.touch(.began, Point(160, 200))
    rows.finger.wait(0.3)
    rows.finger.touch(.ended, Point(160, 200))
    rows.finger.settle()
    #expect(rows.takeLog() == [])
  }

  @Test func `list.views stays selected when its cell is used elsewhere`() {
    let rows = Rows(count: 1000)
    let path = IndexPath(row: 2, section: 0)
    rows.finger.tap(rows.middle(2))
    rows.table.scrollToRow(at: IndexPath(row: 500, section: 0), at: .top, animated: false)
    #expect(rows.table.visibleCells.allSatisfy { !$0.isSelected })
    rows.table.scrollToRow(at: path, at: .top, animated: false)
    #expect(rows.table.cellForRow(at: path)?.isSelected == true)
    rows.table.deselectRow(at: path, animated: false)
    #expect(rows.table.cellForRow(at: path)?.isSelected == false)
    rows.table.selectRow(at: path, animated: false, scrollPosition: .bottom)
    #expect(rows.table.contentOffset.y == 0)
    rows.reload()
    #expect(rows.table.indexPathForSelectedRow == nil)
    #expect(rows.takeLog().last == "unhighlight [0, 2]", "only fingers are told of")
  }

  @Test func `list.views can be kept from being selected, or name another one`() {
    rows.choice = { _ in nil }
    rows.finger.tap(rows.middle(3))
    #expect(rows.takeLog() == ["highlight [0, 3]", "unhighlight [0, 3]"])
    rows.choice = { IndexPath(row: $0.row + 1, section: 0) }
    rows.finger.tap(rows.middle(3))
    #expect(rows.table.indexPathForSelectedRow == IndexPath(row: 4, section: 0))
    rows.refusesHighlight = true
    _ = rows.takeLog()
    rows.finger.tap(rows.middle(7))
    #expect(rows.takeLog() == [])
  }

  @Test func `list.views leaves touches on a control in it to the control`() {
    let button = Control(frame: Rect(x: 0, y: 0, width: 40, height: 44))
    var presses = 0
    button.addAction { presses += 1 }
    let cell = rows.table.cellForRow(at: IndexPath(row: 1, section: 0))
    cell?.contentView.addSubview(button)
    rows.finger.tap(Point(20, 66))
    #expect(presses == 1)
    #expect(rows.takeLog() == [])
    rows.finger.tap(Point(200, 66))
    #expect(rows.takeLog().contains("select [0, 1]"))
  }

  @Test func `list.views is no longer highlighted when the table reloads under the finger`() {
    rows.finger.touch(.began, rows.middle(3))
    rows.finger.wait(0.2)
    rows.counts = [50]
    rows.reload()
    rows.finger.touch(.ended, Point(160, 154))
    #expect(rows.takeLog() == ["highlight [0, 3]", "unhighlight [0, 3]"])
    #expect(rows.made.allSatisfy { !$0.isHighlighted && !$0.isSelected })
    rows.finger.tap(rows.middle(3))
    #expect(rows.table.indexPathForSelectedRow == IndexPath(row: 3, section: 0))
  }

  @Test func `scroll.disabled list.views is selected although the table does not scroll`() {
    rows.table.isScrollEnabled = false
    rows.finger.touch(.began, rows.middle(3))
    #expect(rows.takeLog() == ["highlight [0, 3]"])
    rows.finger.touch(.moved, rows.middle(5))
    #expect(rows.takeLog() == ["unhighlight [0, 3]"])
    rows.finger.touch(.ended, rows.middle(3))
    #expect(rows.takeLog() == [])
    rows.finger.tap(rows.middle(4))
    #expect(rows.table.indexPathForSelectedRow == IndexPath(row: 4, section: 0))
  }

  @Test(arguments: [
    (Point(0, 9), true), (Point(7, 7), true), (Point(8, 8), false), (Point(0, 30), false),
  ])
  func `list.views is selected only by a finger that never moved farther than 10 points`(
    way: Point, selects: Bool
  ) {
    for returns in [true, false] {
      for wait in [0.0, 0.2] {
        let rows = Rows(count: 3)
        rows.table.rowHeight = 100
        rows.table.isScrollEnabled = false
        rows.window.layoutIfNeeded()
        let start = Point(160, 150)
        rows.finger.touch(.began, start)
        rows.finger.wait(wait)
        rows.finger.touch(.moved, start + way)
        if returns { rows.finger.touch(.moved, start) }
        rows.finger.touch(.ended, returns ? start : start + way)
        #expect((rows.table.indexPathForSelectedRow != nil) == selects)
      }
    }
  }

  @Test
  func `touch.control does not keep a control from being pressed by a touch that moved inside it`()
  {
    let rows = Rows(count: 3)
    let control = Control(frame: Rect(x: 0, y: 0, width: 320, height: 400))
    var presses = 0
    control.addAction { presses += 1 }
    rows.window.addSubview(control)
    rows.finger.touch(.began, Point(20, 20))
    rows.finger.touch(.moved, Point(300, 390))
    rows.finger.touch(.ended, Point(300, 390))
    #expect(presses == 1)
  }
}

@Suite struct `A table that asks for a cell` {
  /// A data source that notes the table's flags.
  private final class Flags: TableViewDataSource {
    var seen: Set<[Bool]> = []

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1000 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      seen.insert([tableView.isDragging, tableView.isDecelerating])
      return tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    }
  }

  @Test func `list.flags may be dragging and decelerating at once`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    let table = TableView(frame: window.frame)
    let source = Flags()
    table.register(TableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = source
    window.addSubview(table)
    let finger = Finger(window)
    #expect(source.seen == [[false, false]])
    finger.drag(Point(160, 400), by: Point(0, -300), lift: false)
    #expect(source.seen == [[false, false], [true, false]])
    finger.touch(.ended, Point(160, 100))
    finger.wait(0.3)
    #expect(source.seen.contains([true, true]), "in flight both are true")
    source.seen = []
    finger.drag(Point(160, 400), by: Point(0, -300), lift: false)
    #expect(source.seen == [[true, true]], "and under a finger that caught the flight")
  }

  @Test
  func
    `bounce.always list.views bounces vertically although its rows fit, unless it is set not to`()
  {
    let rows = Rows(count: 1)
    #expect(rows.table.alwaysBounceVertical && !rows.table.alwaysBounceHorizontal)
    rows.finger.drag(Point(160, 100), by: Point(0, 100), lift: false)
    #expect(rows.table.contentOffset.y < -20)
    let collection = CollectionView(collectionViewLayout: CollectionViewFlowLayout())
    #expect(!collection.alwaysBounceVertical)
  }
}
