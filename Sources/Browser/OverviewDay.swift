import OverscrollBase
import OverscrollDrawing
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// Pictures of an overview that lie below a heading of their own: those of a day, or the folders.
package struct OverviewDay: Hashable, Sendable {
  /// The heading.
  package var title: String
  /// How many there are.
  package var count: Int

  package init(_ title: String, count: Int) { (self.title, self.count) = (title, count) }
}

/// The sections of an overview, whose items are numbered through.
struct OverviewSections: Hashable {
  /// The headings; empty where all items are in one section without.
  let days: [OverviewDay]
  /// The number of the first item of each section, and that of all items at the end.
  private let starts: [Int]

  /// - Parameters:
  ///   - days: The headings, which are left out unless they are those of all items.
  ///   - count: The number of items.
  init(_ days: [OverviewDay] = [], count: Int = 0) {
    let sum = days.reduce(0) { $0 + $1.count }
    self.days = sum == count ? days : []
    var starts = [0]
    var end = 0
    for day in self.days {
      end += day.count
      starts.append(end)
    }
    self.starts = self.days.isEmpty ? [0, count] : starts
  }

  var count: Int { starts.count - 1 }

  /// The items of a section.
  func items(of section: Int) -> Range<Int> {
    (0..<count).contains(section) ? starts[section]..<starts[section + 1] : 0..<0
  }

  /// The section of an item; O(log *n*).
  func section(of item: Int) -> Int {
    var range = 0..<count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = starts[middle] <= item ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  func indexPath(of item: Int) -> IndexPath {
    let section = section(of: item)
    return IndexPath(item: item - starts[section], section: section)
  }

  func item(at indexPath: IndexPath) -> Int {
    items(of: indexPath.section).lowerBound + indexPath.item
  }

  /// Returns whether an item is in the first row of its section.
  func isInFirstRow(_ item: Int, columns: Int) -> Bool {
    item - items(of: section(of: item)).lowerBound < columns
  }

  /// Returns the item some rows below another one, or above, in the same column as far as rows are long enough.
  func item(below item: Int, by rows: Int, columns: Int) -> Int {
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

extension Overview {
  /// The height of a heading, in points. [C]
  static let headingHeight = 40.0

  /// Draws the headings that are visible, moved by a distance in points.
  func drawHeadings(
    movedBy displacement: Point, _ colors: Theme.Overview.Colors, on canvas: Canvas
  ) {
    guard !sections.days.isEmpty else { return }
    let elements = layout.layoutAttributesForElements(in: list.bounds) ?? []
    for element in elements where element.representedElementKind != nil {
      let day = sections.days[element.indexPath.section]
      let frame = element.frame.offset(by: displacement)
      let count = LocaleText.user.number(day.count)
      let (strong, plain) = (TextStyle.strong.font, TextStyle.text.font)
      let room = frame.width - 2 * grid.gutter
      canvas.saved {
        canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
        let countWidth = canvas.measure(count, font: plain).width
        let title = canvas.elided(day.title, font: strong, width: max(room - countWidth - 12, 1))
        let width = canvas.measure(title, font: strong).width
        let center = frame.minY + frame.height * 0.55
        let start = (frame.minX + grid.gutter).rounded()
        canvas.draw(
          title, at: Point(start, canvas.baseline(of: strong, centeredAt: center)), font: strong,
          color: colors.text)
        guard width + 12 + countWidth <= room else { return }
        canvas.draw(
          count,
          at: Point((start + width + 12).rounded(), canvas.baseline(of: plain, centeredAt: center)),
          font: plain, color: colors.faintText)
      }
    }
  }
}
