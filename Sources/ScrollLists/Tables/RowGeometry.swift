import ScrollGeometry

/// The positions of the rows, headers and footers of a table, recomputed when the numbers or heights of rows change.
struct RowGeometry: Hashable, Sendable {
  /// A section: a header, then rows, then a footer.
  struct Section: Hashable, Sendable {
    /// The top of the section, in points from the top of the content.
    var start: Double
    /// The height of the header, in points; 0 for none.
    var headerHeight: Double
    /// The heights of the rows, in points.
    var rows: PrefixSums
    /// The height of the footer, in points; 0 for none.
    var footerHeight: Double

    var rowsStart: Double { start + headerHeight }
    var rowsEnd: Double { rowsStart + rows.total }
    var end: Double { rowsEnd + footerHeight }
  }

  /// The width of the rows, in points.
  let width: Double
  /// Where the first section starts, below the header of the table, in points.
  let top: Double
  private(set) var sections: [Section] = []

  /// Appends a section, `padding` points below the one before or the header of the table.
  mutating func append(
    headerHeight: Double, rows: PrefixSums, footerHeight: Double = 0, padding: Double = 0
  ) {
    sections.append(
      Section(
        start: height + padding, headerHeight: headerHeight, rows: rows, footerHeight: footerHeight)
    )
  }

  /// Changes the height of a row, which must exist; O(n).
  mutating func setHeight(_ height: Double, of indexPath: IndexPath) {
    let change = height - rect(of: indexPath).height
    sections[indexPath.section].rows.replace(at: indexPath.row, with: height)
    for index in sections.indices where index > indexPath.section {
      sections[index].start += change
    }
  }

  /// The numbers of rows in the sections.
  var counts: [Int] { sections.map(\.rows.count) }

  /// Where the last section ends, in points.
  var height: Double { sections.last?.end ?? top }

  /// Returns whether there is a row at `indexPath`.
  func contains(_ indexPath: IndexPath) -> Bool {
    sections.indices.contains(indexPath.section)
      && (0..<sections[indexPath.section].rows.count).contains(indexPath.row)
  }

  /// Returns the rectangle of the row at `indexPath`, which must exist.
  func rect(of indexPath: IndexPath) -> Rect {
    let section = sections[indexPath.section]
    let start = section.rowsStart + section.rows.start(of: indexPath.row)
    let end = section.rowsStart + section.rows.end(of: indexPath.row)
    return Rect(x: 0, y: start, width: width, height: end - start)
  }

  /// Returns the rectangle of the header of a section, which must exist, when it does not stick to the top.
  func headerRect(of index: Int) -> Rect {
    Rect(x: 0, y: sections[index].start, width: width, height: sections[index].headerHeight)
  }

  /// Returns the rectangle of the footer of a section, which must exist, when it does not stick to the bottom.
  func footerRect(of index: Int) -> Rect {
    Rect(
      x: 0, y: sections[index].rowsEnd, width: width, height: sections[index].footerHeight)
  }

  /// Returns the sections that intersect a span of the content; O(log n).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    let first = sections.indices.first(inSortedOrder: { sections[$0].end > top })
    let end = sections.indices.first(inSortedOrder: { sections[$0].start >= bottom })
    return first..<max(first, end)
  }

  /// Returns the rows that intersect a span of the content, as the first and the last one; `nil` for none.
  ///
  /// Takes O(log n), plus O(1) for each empty section in the span.
  func rows(from top: Double, to bottom: Double) -> ClosedRange<IndexPath>? {
    let visible = sections(from: top, to: bottom)
    let first = visible.lazy.compactMap { firstRow(of: $0, below: top) }.first
    let last = visible.reversed().lazy.compactMap { lastRow(of: $0, above: bottom) }.first
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

  /// Returns the rows of a span that have a height, in order.
  func indexPaths(in span: ClosedRange<IndexPath>) -> [IndexPath] {
    (span.lowerBound.section...span.upperBound.section).flatMap { index in
      let rows = sections[index].rows
      let first = index == span.lowerBound.section ? span.lowerBound.row : 0
      let last = index == span.upperBound.section ? span.upperBound.row : rows.count - 1
      guard rows.total > 0, first <= last else { return [IndexPath]() }
      return (first...last).compactMap { row in
        rows.end(of: row) > rows.start(of: row) ? IndexPath(row: row, section: index) : nil
      }
    }
  }

  private func firstRow(of index: Int, below top: Double) -> IndexPath? {
    let section = sections[index]
    guard section.rows.total > 0 else { return nil }
    let row = section.rows.first(endingAfter: top, from: section.rowsStart)
    return row < section.rows.count ? IndexPath(row: row, section: index) : nil
  }

  private func lastRow(of index: Int, above bottom: Double) -> IndexPath? {
    let section = sections[index]
    guard section.rows.total > 0 else { return nil }
    let row = section.rows.last(startingBefore: bottom, from: section.rowsStart)
    return row >= 0 ? IndexPath(row: row, section: index) : nil
  }
}

/// The prefix sums of a list of lengths in points: where each of them starts and ends when laid end to end from 0.
///
/// While all lengths are equal nothing is stored for them. Finding the length at a position takes O(log n).
struct PrefixSums: Hashable, Sendable {
  /// The number of lengths.
  private(set) var count: Int
  /// The first length, and every other one while ``ends`` is empty.
  private var length: Double
  private var ends: [Double] = []

  /// Creates `count` equal lengths.
  init(count: Int = 0, each length: Double = 0) {
    self.count = max(count, 0)
    self.length = length
  }

  /// Appends a length.
  mutating func append(_ new: Double) {
    if count == 0 { length = new }
    if !ends.isEmpty || new != length {
      if ends.isEmpty { ends = (0..<count).map { Double($0 + 1) * length } }
      ends.append(total + new)
    }
    count += 1
  }

  /// Replaces the length at `index`; O(n).
  mutating func replace(at index: Int, with new: Double) {
    let change = new - (end(of: index) - start(of: index))
    guard change != 0 else { return }
    if ends.isEmpty { ends = (0..<count).map { Double($0 + 1) * length } }
    for later in index..<count { ends[later] += change }
  }

  /// The sum of all lengths.
  var total: Double { ends.last ?? Double(count) * length }

  /// Returns where the length at `index` starts, for an index from 0 through ``count``.
  func start(of index: Int) -> Double {
    guard !ends.isEmpty else { return Double(index) * length }
    return index == 0 ? 0 : ends[index - 1]
  }

  /// Returns where the length at `index` ends.
  func end(of index: Int) -> Double { start(of: index + 1) }

  /// Returns the index of the first length that ends after `position`, or ``count``; `origin` is where the first starts.
  func first(endingAfter position: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + end(of: $0) > position })
  }

  /// Returns the index of the last length that starts before `position`, or -1; `origin` is where the first starts.
  func last(startingBefore position: Double, from origin: Double = 0) -> Int {
    (0..<count).first(inSortedOrder: { origin + start(of: $0) >= position }) - 1
  }
}
