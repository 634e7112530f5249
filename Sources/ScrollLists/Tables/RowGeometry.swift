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

  /// Creates a geometry without rows.
  init(width: Double, top: Double = 0) {
    self.width = width
    self.top = top
  }

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
