import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `The section index of a table` {
  private func indexed() -> Rows {
    let rows = Rows((0..<26).map { letter in (0..<10).map { "\(letter).\($0)" } })
    rows.hasHeaders = true
    rows.indexTitles = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
    rows.reload()
    return rows
  }

  @Test func `list.index is a strip of titles in the middle of the right edge`() {
    let rows = indexed()
    let strip = rows.table.sectionIndexStrip
    #expect(strip?.titles.count == 26)
    #expect(strip?.frame == Rect(x: 305, y: 0, width: 15, height: 460))
    #expect(strip?.frame(ofTitleAt: 0) == Rect(x: 305, y: 48, width: 15, height: 14))
    #expect(strip?.frame(ofTitleAt: 25) == Rect(x: 305, y: 398, width: 15, height: 14))
    rows.table.contentInset = EdgeInsets(top: 100, left: 0, bottom: 100, right: 0)
    #expect(rows.table.sectionIndexStrip?.frame == Rect(x: 305, y: 100, width: 15, height: 260))
    #expect(rows.table.sectionIndexStrip?.frame(ofTitleAt: 1).minY == 110)
    rows.indexTitles = nil
    rows.reload()
    #expect(rows.table.sectionIndexStrip == nil)
    rows.finger.tap(Point(312, 130))
    #expect(rows.table.indexPathForSelectedRow != nil, "nothing is left in the way of the rows")
  }

  @Test func `list.index jumps at once to the section under the finger, and follows it`() {
    let rows = indexed()
    let table = rows.table
    rows.finger.touch(.began, Point(312, 48 + 14 * 3 + 7))
    #expect(rows.takeLog() == ["title D"])
    #expect(table.contentOffset.y == 3 * 460)
    for step in 0..<40 {
      rows.finger.wait(0.01)
      rows.finger.touch(.moved, Point(300, 97 + Double(step) * 7))
      #expect(!table.isTracking && !table.isDragging)
    }
    #expect(rows.takeLog() == (4...23).map { "title " + String(UnicodeScalar(UInt8(65 + $0))) })
    #expect(table.contentOffset.y == 23 * 460)
    #expect(table.headerView(forSection: 23)?.frame.minY == 23 * 460.0)
    rows.finger.touch(.moved, Point(312, 900))
    rows.finger.touch(.ended, Point(312, 900))
    #expect(table.contentOffset.y == 26 * 460 - 460)
    rows.finger.settle()
    #expect(table.indexPathForSelectedRow == nil)
    #expect(table.phase == .idle)
  }

  @Test func `list.index jumps although the table moves, and stops it`() {
    let rows = indexed()
    rows.finger.drag(Point(160, 430), by: Point(0, -300))
    rows.finger.wait(0.1)
    #expect(rows.table.isDecelerating)
    rows.finger.touch(.began, Point(312, 50))
    rows.finger.touch(.ended, Point(312, 50))
    #expect(rows.table.contentOffset.y == 0)
    rows.finger.settle()
    #expect(rows.table.contentOffset.y == 0)
  }

  @Test func `list.index jumps to the section that the data source returns, and to no other`() {
    let rows = indexed()
    rows.indexTitles = ["first", "last", "none"]
    rows.sectionForTitle = { [0, 25, 99][$0] }
    rows.reload()
    rows.finger.tap(Point(312, 230))
    #expect(rows.table.contentOffset.y == 25 * 460)
    rows.finger.tap(Point(312, 250))
    #expect(rows.table.contentOffset.y == 25 * 460)
    rows.finger.tap(Point(312, 10))
    #expect(rows.table.contentOffset.y == 0)
    #expect(rows.takeLog() == ["title last", "title none", "title first"])
  }

  @Test func `list.index leaves drags beside it to the table`() {
    let rows = indexed()
    rows.finger.pull(Point(300, 400), by: Point(0, -110))
    #expect(rows.table.contentOffset.y == 100)
    #expect(rows.takeLog() == [])
  }
}
