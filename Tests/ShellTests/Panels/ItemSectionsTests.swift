import Testing

@testable import OverscrollShell

@Suite struct `Sections of a list` {
  @Test func `number their items through`() {
    let sections = ItemSections(
      [ItemSection("a", count: 3), ItemSection("b", count: 1), ItemSection("c", count: 5)], count: 9
    )
    #expect((0..<9).map(sections.section) == [0, 0, 0, 1, 2, 2, 2, 2, 2])
    for item in 0..<9 { #expect(sections.item(at: sections.indexPath(of: item)) == item) }
    func below(_ item: Int, _ rows: Int) -> Int {
      sections.item(below: item, by: rows, columns: 2)
    }
    #expect((0..<9).map { below($0, 1) } == [2, 2, 3, 4, 6, 7, 8, 8, 8])
    #expect((0..<9).map { below($0, -1) } == [0, 1, 0, 2, 3, 3, 4, 5, 6])
    #expect(below(1, 3) == 4 && below(8, -9) == 0)
  }

  @Test func `are none without headings, or with those of other items`() {
    for sections in [
      ItemSections([], count: 7), ItemSections([ItemSection("a", count: 3)], count: 7),
    ] {
      #expect(sections.count == 1 && sections.headings.isEmpty && sections.items(of: 0) == 0..<7)
      #expect(sections.item(below: 0, by: 5, columns: 3) == 6)
      #expect(sections.item(below: 4, by: 1, columns: 3) == 6)
      #expect(sections.item(below: 5, by: -2, columns: 3) == 2)
    }
    #expect(ItemSections([], count: 0).item(below: 0, by: 1, columns: 3) == 0)
  }
}
