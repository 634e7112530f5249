import ScrollEngine
package import ScrollLists

/// Items of a list that lie below a heading of their own, such as the pictures of a day.
package struct ItemSection: Hashable, Sendable {
  /// The heading; empty for none.
  package var title: String
  /// How many there are.
  package var count: Int

  package init(_ title: String, count: Int) { (self.title, self.count) = (title, count) }
}

/// The sections of a list, whose items are numbered through.
package struct ItemSections: Hashable, Sendable {
  /// The headings; empty where all items are in one section without.
  package let headings: [ItemSection]
  /// The number of the first item of each section, and that of all items at the end.
  private let starts: [Int]

  /// - Parameters:
  ///   - headings: The headings, which are left out unless they are those of all items.
  ///   - count: The number of items.
  package init(_ headings: [ItemSection] = [], count: Int = 0) {
    let sum = headings.reduce(0) { $0 + $1.count }
    self.headings = sum == count ? headings : []
    var starts = [0]
    var end = 0
    for heading in self.headings {
      end += heading.count
      starts.append(end)
    }
    self.starts = self.headings.isEmpty ? [0, count] : starts
  }

  /// The number of sections.
  package var count: Int { starts.count - 1 }

  /// The items of a section.
  package func items(of section: Int) -> Range<Int> {
    (0..<count).contains(section) ? starts[section]..<starts[section + 1] : 0..<0
  }

  /// The section of an item; O(log *n*).
  package func section(of item: Int) -> Int {
    max(starts.dropLast().partitioningIndex { $0 > item } - 1, 0)
  }

  /// The place of an item in the list.
  package func indexPath(of item: Int) -> IndexPath {
    let section = section(of: item)
    return IndexPath(item: item - starts[section], section: section)
  }

  /// The item at a place of the list.
  package func item(at indexPath: IndexPath) -> Int {
    items(of: indexPath.section).lowerBound + indexPath.item
  }

  /// Returns whether an item is in the first row of its section.
  package func isInFirstRow(_ item: Int, columns: Int) -> Bool {
    item - items(of: section(of: item)).lowerBound < columns
  }

  /// Returns the item some rows below another one, or above, in the same column as far as rows are long enough.
  package func item(below item: Int, by rows: Int, columns: Int) -> Int {
    var item = item
    for _ in 0..<abs(rows) { item = rows < 0 ? above(item, columns) : below(item, columns) }
    return item
  }

  private func below(_ item: Int, _ columns: Int) -> Int {
    let section = section(of: item)
    let items = items(of: section)
    let (row, column) = (item - items.lowerBound).quotientAndRemainder(dividingBy: columns)
    if row < (items.count - 1) / columns { return min(item + columns, items.upperBound - 1) }
    let next = self.items(of: section + 1)
    return next.isEmpty ? item : min(next.lowerBound + column, next.upperBound - 1)
  }

  private func above(_ item: Int, _ columns: Int) -> Int {
    let section = section(of: item)
    let items = items(of: section)
    let (row, column) = (item - items.lowerBound).quotientAndRemainder(dividingBy: columns)
    if row > 0 { return item - columns }
    let last = self.items(of: section - 1)
    guard !last.isEmpty else { return item }
    let start = last.lowerBound + (last.count - 1) / columns * columns
    return min(start + column, last.upperBound - 1)
  }
}
