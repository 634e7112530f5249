import Geometry

/// Where the rows and the headers of a table are: a value, made anew when the numbers or heights of rows change.
struct RowGeometry: Hashable, Sendable {
  /// One section: a header, then rows.
  struct Section: Hashable, Sendable {
    /// Where it starts, in points from the top of the content.
    var start: Double
    /// The height of the header, in points; 0 for none.
    var headerHeight: Double
    /// The heights of the rows, in points.
    var rows: PrefixSums

    var rowsStart: Double { start + headerHeight }
    var end: Double { rowsStart + rows.total }
  }

  /// The width of the rows, in points.
  let width: Double
  private(set) var sections: [Section] = []

  /// Makes a geometry without rows.
  init(width: Double) {
    self.width = width
  }

  /// Adds a section at the end.
  mutating func append(headerHeight: Double, rows: PrefixSums) {
    sections.append(Section(start: height, headerHeight: headerHeight, rows: rows))
  }

  /// The height of everything, in points.
  var height: Double { sections.last?.end ?? 0 }

  /// True if there is a row at `place`.
  func contains(_ place: IndexPath) -> Bool {
    sections.indices.contains(place.section)
      && (0..<sections[place.section].rows.count).contains(place.row)
  }

  /// The rectangle of the row at `place`, which exists.
  func rect(of place: IndexPath) -> Rect {
    let section = sections[place.section]
    let start = section.rowsStart + section.rows.start(of: place.row)
    let end = section.rowsStart + section.rows.end(of: place.row)
    return Rect(x: 0, y: start, width: width, height: end - start)
  }

  /// The rectangle of the header of a section, which exists, where nothing holds it back.
  func headerRect(of index: Int) -> Rect {
    Rect(x: 0, y: sections[index].start, width: width, height: sections[index].headerHeight)
  }

  /// The sections of which something is between two heights; O(log n).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    let first = sections.indices.first(inSortedOrder: { sections[$0].end > top })
    let end = sections.indices.first(inSortedOrder: { sections[$0].start >= bottom })
    return first..<max(first, end)
  }

  /// The rows of which something is between two heights, as the first and the last one; nil where none is.
  ///
  /// O(log n) but for sections without rows on the way.
  func rows(from top: Double, to bottom: Double) -> ClosedRange<IndexPath>? {
    let seen = sections(from: top, to: bottom)
    let first = seen.lazy.compactMap { firstRow(of: $0, below: top) }.first
    let last = seen.reversed().lazy.compactMap { lastRow(of: $0, above: bottom) }.first
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

  /// The rows of a span that have a height, in order.
  func places(in span: ClosedRange<IndexPath>) -> [IndexPath] {
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
