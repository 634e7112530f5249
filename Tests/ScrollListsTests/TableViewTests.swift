import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `A table` {
  @Test(arguments: [TableView.automaticDimension, 0, 15, -3, .nan])
  func `list.sections leaves the space above headers that it is told to`(padding: Double) {
    let rows = HighRows([[44, 44], [44], [44, 44]], headers: [20, 0, 20])
    let before = rows.table.contentSize.height
    rows.table.sectionHeaderTopPadding = padding
    let space = padding > 0 ? padding : 0
    // The section in the middle has no header, and so no space.
    #expect(rows.table.contentSize.height == before + 2 * space)
    #expect(rows.table.rectForHeader(inSection: 0).minY == space)
    #expect(rows.table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 20 + space)
    #expect(rows.table.rectForRow(at: IndexPath(row: 0, section: 1)).minY == 108 + space)
    #expect(rows.table.rectForRow(at: IndexPath(row: 0, section: 2)).minY == 172 + 2 * space)
    #expect(
      rows.table.indexPathForRow(at: Point(10, 60))
        == IndexPath(row: 60 < 64 + space ? 0 : 1, section: 0))
    #expect(rows.table.indexPathForRow(at: Point(10, 152 + space + space / 2)) == nil || space == 0)
  }

  @Test func `view.subclasses flicks through a million rows with a constant number of cells`() {
    let rows = Rows(count: 1_000_000)
    let table = rows.table
    #expect(table.contentSize.height == 44_000_000)
    for _ in 0..<20 {
      rows.finger.drag(Point(160, 430), by: Point(0, -400))
      for _ in 0..<30 {
        rows.finger.wait(1.0 / 60)
        expectRowsCoverTheViewport(rows)
      }
    }
    #expect(table.contentOffset.y > 20_000)
    // 460 points show at most 12 rows of 44; one more may come before one leaves.
    #expect(rows.made.count <= 13)
    table.setContentOffset(Point(0, 43_999_000), animated: false)
    rows.window.layoutIfNeeded()
    rows.finger.drag(Point(160, 430), by: Point(0, -400))
    rows.finger.settle { expectRowsCoverTheViewport(rows) }
    #expect(table.contentOffset.y == 44_000_000 - 460)
    #expect(table.indexPathsForVisibleRows?.last == IndexPath(row: 999_999, section: 0))
    #expect(rows.made.count <= 13)
  }

  private func expectRowsCoverTheViewport(_ rows: Rows) {
    let table = rows.table
    let seen = table.bounds.intersection(Rect(origin: .zero, size: table.contentSize))
    let first = Int((seen.minY / 44).rounded(.down))
    let end = Int((seen.maxY / 44).rounded(.up))
    let expected = (first..<end).map { IndexPath(row: $0, section: 0) }
    #expect(table.indexPathsForVisibleRows == expected)
    let cells = table.subviews.compactMap { $0 as? TextCell }
    #expect(cells.count == expected.count)
    for path in expected {
      let cell = table.cellForRow(at: path) as? TextCell
      #expect(cell?.text == "\(path)")
      #expect(cell?.frame == Rect(x: 0, y: Double(path.row) * 44, width: 320, height: 44))
    }
  }

  @Test func `view.subclasses uses a cell again under its own identifier only`() {
    let rows = Rows()
    rows.counts = [1000]
    rows.identifier = { $0.row.isMultiple(of: 2) ? "row" : "odd" }
    rows.reload()
    for offset in stride(from: 0.0, through: 20_000, by: 61) {
      rows.table.setContentOffset(Point(0, offset), animated: false)
      for path in rows.table.indexPathsForVisibleRows ?? [] {
        #expect(rows.table.cellForRow(at: path)?.reuseIdentifier == rows.identifier(path))
      }
    }
    #expect(rows.made.allSatisfy { $0.reuses > 10 })
    #expect(rows.made.count <= 13)
  }

  @Test func `view.subclasses is a scroll view to its delegate and to callers`() {
    let table = TableView()
    #expect((table as View) is ScrollView)
    #expect(table.visibleCells.isEmpty)
    #expect(table.indexPathsForVisibleRows == nil)
    #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)) == .zero)
  }

  @Test func `list.views places rows of any heights by their sums`() {
    var dice = SplitMix64(seed: 1)
    for _ in 0..<50 {
      let heights = (0..<Int.random(in: 0...5, using: &dice)).map { _ in
        (0..<Int.random(in: 0...30, using: &dice)).map { _ in
          Bool.random(using: &dice) ? 44 : Double.random(in: 0...90, using: &dice)
        }
      }
      let headers = heights.map { _ in Bool.random(using: &dice) ? 20.0 : 0 }
      expectPlaces(HighRows(heights, headers: headers))
    }
  }

  private func expectPlaces(_ rows: HighRows) {
    var top = 0.0
    var rects: [(IndexPath, Rect)] = []
    for (section, heights) in rows.heights.enumerated() {
      top += rows.headers[section]
      for (row, height) in heights.enumerated() {
        let shown = height < 0.1 ? 0 : height
        let path = IndexPath(row: row, section: section)
        rects.append((path, Rect(x: 0, y: top, width: 320, height: shown)))
        top += shown
      }
    }
    let table = rows.table
    for (path, rect) in rects {
      let found = table.rectForRow(at: path)
      #expect(abs(found.minY - rect.minY) < 1e-9 && abs(found.height - rect.height) < 1e-9)
      guard rect.height > 0 else { continue }
      #expect(table.indexPathForRow(at: Point(5, found.minY)) == path)
      #expect(table.indexPathForRow(at: rect.center) == path)
    }
    for window in stride(from: -50, to: top + 50, by: 37) {
      let area = Rect(x: 0, y: window, width: 320, height: 83)
      let seen = rects.filter { $0.1.intersects(area) }.map(\.0)
      #expect(table.indexPathsForRows(in: area) == seen)
      table.setContentOffset(Point(0, window), animated: false)
    }
    #expect(abs(table.contentSize.height - top) < 1e-9)
  }

  @Test func `list.views keeps the header of the section visible at the top`() {
    let rows = Rows([["a", "b", "c"], ["d", "e"], (0..<50).map { "\($0)" }])
    rows.hasHeaders = true
    rows.reload()
    let table = rows.table
    let header = { (section: Int) in table.headerView(forSection: section)?.frame.minY }
    #expect(header(0) == 0)
    #expect(header(1) == 152)
    table.setContentOffset(Point(0, 50), animated: false)
    #expect(header(0) == 50)
    table.setContentOffset(Point(0, 140), animated: false)
    #expect(header(0) == 132, "the next one pushes it out")
    #expect(header(1) == 152)
    table.setContentOffset(Point(0, -30), animated: false)
    #expect(header(0) == 0)
    table.setContentOffset(Point(0, 1000), animated: false)
    #expect(header(0) == nil)
    #expect(header(2) == 1000)
    #expect(rows.madeHeaders.count <= 3)
    let order = table.subviews.map { $0 is TableViewHeaderFooterView }
    #expect(order.drop { !$0 }.allSatisfy { $0 }, "headers are in front of cells")
    let grouped = Rows([["a", "b", "c"], (0..<50).map { "\($0)" }], style: .grouped)
    grouped.hasHeaders = true
    grouped.reload()
    grouped.table.setContentOffset(Point(0, 50), animated: false)
    #expect(grouped.table.headerView(forSection: 0) == nil, "it has scrolled away")
    #expect(grouped.table.headerView(forSection: 1)?.frame.minY == 152)
  }

  @Test func `list.views scrolls to a row at each position, as far as the range allows`() {
    let rows = Rows(count: 100)
    let table = rows.table
    let path = IndexPath(row: 50, section: 0)
    func offset(_ position: TableView.ScrollPosition, from start: Double, row: Int = 50) -> Double {
      table.setContentOffset(Point(0, start), animated: false)
      table.scrollToRow(at: IndexPath(row: row, section: 0), at: position, animated: false)
      return table.contentOffset.y
    }
    #expect(offset(.top, from: 0) == 2200)
    #expect(offset(.middle, from: 0) == 2200 - (460 - 44) / 2)
    #expect(offset(.bottom, from: 0) == 2200 - 460 + 44)
    #expect(offset(.none, from: 0) == 2200 - 460 + 44)
    #expect(offset(.none, from: 3000) == 2200)
    #expect(offset(.none, from: 2000) == 2000)
    #expect(offset(.top, from: 0, row: 99) == 4400 - 460)
    #expect(offset(.bottom, from: 500, row: 0) == 0)
    #expect(offset(.top, from: 77, row: 100) == 77)
    table.contentInset = EdgeInsets(top: 30, left: 0, bottom: 20, right: 0)
    #expect(offset(.top, from: 0) == 2170)
    #expect(offset(.bottom, from: 0) == 2244 - 460 + 20)
    table.scrollToRow(at: path, at: .top, animated: true)
    rows.finger.settle()
    #expect(table.contentOffset.y == 2170)
  }

  @Test
  func `list.views keeps cells and selection with their rows when rows are inserted and deleted`() {
    var dice = SplitMix64(seed: 2)
    let rows = Rows([(0..<40).map { "a\($0)" }, (0..<3).map { "b\($0)" }])
    let table = rows.table
    table.allowsMultipleSelection = true
    for step in 0..<300 {
      let section = Int.random(in: 0..<2, using: &dice)
      let chosen = Set((0..<4).map { _ in Int.random(in: 0..<12, using: &dice) }).sorted()
      let selected = Set((table.indexPathsForSelectedRows ?? []).map { text(rows, $0) })
      let shown = Dictionary(
        uniqueKeysWithValues: table.visibleCells.compactMap { $0 as? TextCell }.map {
          ($0.text, $0)
        })
      var gone: Set<String> = []
      if Bool.random(using: &dice) {
        let places = chosen.filter { $0 < rows.texts[section].count }
        gone = Set(places.map { rows.texts[section][$0] })
        rows.texts[section].removeAll { gone.contains($0) }
        table.deleteRows(at: places.map { IndexPath(row: $0, section: section) })
      } else {
        let places = chosen.filter { $0 <= rows.texts[section].count }
        for place in places {
          rows.texts[section].insert("n\(step).\(place)", at: min(place, rows.texts[section].count))
        }
        table.insertRows(
          at: places.map { IndexPath(row: $0, section: section) }, with: .none)
      }
      rows.window.layoutIfNeeded()
      #expect(
        Set((table.indexPathsForSelectedRows ?? []).map { text(rows, $0) })
          == selected.subtracting(gone))
      for path in table.indexPathsForVisibleRows ?? [] {
        let cell = table.cellForRow(at: path) as? TextCell
        #expect(cell?.text == text(rows, path))
        #expect(cell?.frame == table.rectForRow(at: path))
        #expect(cell?.isSelected == (table.indexPathsForSelectedRows ?? []).contains(path))
        if let cell, let old = shown[cell.text] { #expect(old === cell, "its row still shows it") }
      }
      if let path = table.indexPathsForVisibleRows?.randomElement(using: &dice) {
        table.selectRow(at: path, animated: false, scrollPosition: .none)
      }
    }
  }

  private func text(_ rows: Rows, _ path: IndexPath) -> String {
    rows.texts[path.section][path.row]
  }

  @Test func `list.views reloads when the numbers of rows disagree with an insertion or deletion`()
  {
    let rows = Rows([["a", "b", "c"]])
    rows.texts = [["a", "b", "c", "d", "e"]]
    rows.table.insertRows(at: [IndexPath(row: 0, section: 0)])
    #expect(rows.table.visibleCells.count == 5)
    rows.texts = []
    rows.table.deleteRows(at: [IndexPath(row: -1, section: 9)])
    #expect(rows.table.visibleCells.isEmpty)
    rows.window.layoutIfNeeded()
    #expect(!rows.table.subviews.contains { $0 is TableViewCell })
  }

  @Test func `list.views accepts any number without trapping`() {
    let hostile = [
      Double.nan, .infinity, -.infinity, -2, 0, 1e308, 1e-300, .greatestFiniteMagnitude,
    ]
    for value in hostile {
      let rows = HighRows([[44, value, 44]], headers: [value])
      rows.table.layoutIfNeeded()
      #expect(rows.table.visibleCells.count == 2)
      #expect(rows.table.contentSize.height == 88)
      let alike = Rows(count: 1_000_000)
      alike.table.rowHeight = value
      alike.window.layoutIfNeeded()
      #expect(alike.table.visibleCells.isEmpty)
      let point = Point(value, value)
      _ = alike.table.indexPathForRow(at: point)
      _ = alike.table.indexPathsForRows(in: Rect(origin: point, size: Size(value, value)))
    }
    for count in [Int.min, -1, 0, Int.max] {
      let rows = Rows(count: count)
      #expect(rows.table.visibleCells.isEmpty == (count <= 0))
      rows.table.scrollToRow(
        at: IndexPath(row: count, section: count), at: .middle, animated: false)
      rows.table.selectRow(
        at: IndexPath(row: count, section: count), animated: false, scrollPosition: .top)
      #expect(rows.table.indexPathForSelectedRow == nil)
      #expect(rows.table.rect(forSection: count).height == 0)
    }
    let unregistered = TableView().dequeueReusableCell(
      withIdentifier: "?", for: IndexPath(row: 0, section: 0))
    #expect(unregistered.reuseIdentifier == "?")
  }

  @Test func `list.views follows a new width and a new row height`() {
    let rows = Rows(count: 100)
    rows.table.frame = Rect(x: 0, y: 0, width: 200, height: 460)
    rows.table.rowHeight = 100
    rows.window.layoutIfNeeded()
    #expect(rows.table.visibleCells.count == 5)
    #expect(
      rows.table.cellForRow(at: IndexPath(row: 2, section: 0))?.frame
        == Rect(x: 0, y: 200, width: 200, height: 100))
    rows.table.rowHeight = 0
    rows.window.layoutIfNeeded()
    #expect(!rows.table.subviews.contains { $0 is TableViewCell })
  }
}

@Suite struct `A drag of a table` {
  @Test func `touch.cases continues while the table recycles the row under the finger`() {
    let rows = Rows(frame: Rect(x: 0, y: 360, width: 320, height: 100))
    rows.counts = [100]
    let (table, finger) = (rows.table, rows.finger)
    rows.table.reloadData()
    rows.window.layoutIfNeeded()
    finger.drag(Point(160, 450), by: Point(0, -280), lift: false)
    #expect(table.contentOffset.y == 270)
    table.reloadData()
    finger.wait(0.1)
    finger.touch(.moved, Point(160, 70))
    #expect(table.contentOffset.y == 370, "and after everything was reloaded")
  }
}
