import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `Batch updates` {
  /// Makes a random change of the rows and describes it to the table.
  private func change(_ rows: Rows, _ random: inout SplitMix64) {
    var texts = rows.texts[0]
    let deleted = texts.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    for index in deleted.reversed() { texts.remove(at: index) }
    var inserted: Set<Int> = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let index = Int.random(in: 0...texts.count, using: &random)
      texts.insert("new \(random.next() % 1000)", at: index)
      inserted = Set(inserted.map { $0 >= index ? $0 + 1 : $0 })
      inserted.insert(index)
    }
    rows.texts[0] = texts
    rows.table.performBatchUpdates {
      rows.table.insertRows(
        at: inserted.map { IndexPath(row: $0, section: 0) }, with: .automatic)
      rows.table.deleteRows(at: deleted.map { IndexPath(row: $0, section: 0) }, with: .fade)
    }
  }

  @Test(arguments: 0..<40)
  func `keep every cell with its row`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let rows = Rows([(0..<8).map { "row \($0)" }])
    for _ in 0..<12 {
      change(rows, &random)
      rows.window.layoutIfNeeded()
      let shown = rows.table.visibleCells.compactMap { ($0 as? TextCell)?.text }
      #expect(shown == Array(rows.texts[0].prefix(shown.count)))
      #expect(shown.count == min(rows.texts[0].count, 11))
      #expect(rows.table.contentSize.height == 44 * Double(rows.texts[0].count))
    }
  }

  @Test func `move rows and sections with their cells and selection`() {
    let rows = Rows([["a", "b", "c"], ["d"]])
    let cell = rows.table.cellForRow(at: IndexPath(row: 0, section: 0))
    rows.table.selectRow(
      at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    rows.texts = [["b", "c", "a"], ["d"]]
    rows.table.moveRow(
      at: IndexPath(row: 0, section: 0), to: IndexPath(row: 2, section: 0))
    #expect(rows.table.cellForRow(at: IndexPath(row: 2, section: 0)) === cell)
    #expect(rows.table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    rows.texts = [["d"], ["b", "c", "a"]]
    rows.table.moveSection(0, toSection: 1)
    #expect(rows.table.cellForRow(at: IndexPath(row: 2, section: 1)) === cell)
    rows.texts = [["x"], ["d"], ["b", "c", "a"]]
    rows.table.insertSections([0], with: .fade)
    #expect(rows.table.indexPathForSelectedRow == IndexPath(row: 2, section: 2))
    rows.texts = [["x"], ["d"]]
    rows.table.deleteSections([2])
    #expect(rows.table.indexPathForSelectedRow == nil)
    #expect(rows.table.visibleCells.count == 2)
  }

  @Test func `animate the rows that move, and call their handler afterward`() {
    let rows = Rows([["a", "b"]])
    rows.window.advance(to: 1)
    let cell = rows.table.cellForRow(at: IndexPath(row: 1, section: 0))
    rows.texts = [["a", "x", "b"]]
    var isDone = false
    rows.table.performBatchUpdates {
      rows.table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)
    } completion: {
      isDone = $0
    }
    #expect(cell?.frame.minY == 88)
    #expect(cell?.presentation.frame.minY == 44)
    let new = rows.table.cellForRow(at: IndexPath(row: 1, section: 0))
    #expect(new?.alpha == 1 && new?.presentation.alpha == 0)
    rows.window.advance(to: 2)
    #expect(!isDone)
    rows.window.advance(to: 2.5)
    #expect(isDone && cell?.presentation.frame.minY == 88)
  }

  @Test func `give rows the heights of their cells`() {
    final class HighCell: TableViewCell {
      override func sizeThatFits(_ size: Size) -> Size { Size(size.width, 70) }
    }
    final class Source: TableViewDataSource {
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1000 }
      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "high", for: indexPath)
      }
    }
    let table = TableView(frame: Rect(x: 0, y: 0, width: 320, height: 460))
    let source = Source()
    table.register(HighCell.self, forCellReuseIdentifier: "high")
    table.rowHeight = TableView.automaticDimension
    table.dataSource = source
    table.layoutIfNeeded()
    let seen = table.indexPathsForVisibleRows?.count ?? 0
    #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).height == 70)
    #expect(table.rectForRow(at: IndexPath(row: 999, section: 0)).height == 44)
    #expect(table.contentSize.height >= 44 * 1000 + 26 * Double(seen))
  }

  @Test func `place headers, footers and the table's own`() {
    let rows = Rows([["a"], ["b"]], style: .grouped)
    rows.table.sectionFooterHeight = 20
    rows.table.tableHeaderView = View(frame: Rect(x: 0, y: 0, width: 10, height: 100))
    rows.table.tableFooterView = View(frame: Rect(x: 0, y: 0, width: 10, height: 50))
    rows.window.layoutIfNeeded()
    #expect(rows.table.tableHeaderView?.frame == Rect(x: 0, y: 0, width: 320, height: 100))
    #expect(rows.table.rectForRow(at: IndexPath(row: 0, section: 1)).minY == 164)
    #expect(rows.table.contentSize.height == 278)
    #expect(rows.table.tableFooterView?.frame.minY == 228)
  }
}
