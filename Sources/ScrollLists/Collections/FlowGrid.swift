import ScrollGeometry

/// The arithmetic of a flow layout with horizontal lines that follow each other downwards; lengths are in points.
struct FlowGrid: Hashable, Sendable {
  /// The excess width at which an item still fits on a line, in points, because widths are sums of doubles. [C]
  static let tolerance = 1e-6

  /// The length of a line including the insets on both sides.
  private(set) var room = 0.0
  private var item = Size(width: Double.smallestExtent, height: Double.smallestExtent)
  private var lineSpacing = 0.0
  private var inset = EdgeInsets.zero
  private var perLine = 1
  /// The start of the first item of a line, and the distance from one item to the next.
  private var first = 0.0
  private var step = 0.0
  private var counts: [Int] = []
  private var sections = PrefixSums()

  init() {}

  init(layout: CollectionViewFlowLayout, room: Size, counts: [Int]) {
    let isVertical = layout.scrollDirection == .vertical
    let (size, space) = (layout.itemSize, layout.sectionInset.asSpaces)
    self.room = isVertical ? room.width : room.height
    let width = isVertical ? size.width : size.height
    let height = isVertical ? size.height : size.width
    item = Size(
      width: max(width.asExtent, Double.smallestExtent),
      height: max(height.asExtent, Double.smallestExtent))
    inset =
      isVertical
      ? space
      : EdgeInsets(top: space.left, left: space.top, bottom: space.right, right: space.bottom)
    lineSpacing = layout.minimumLineSpacing.asSpace
    self.counts = counts
    arrange(spacing: layout.minimumInteritemSpacing.asSpace)
    for count in counts { sections.append(inset.vertical + linesLength(of: count)) }
  }

  /// The length of all sections.
  var length: Double { sections.total }

  func contains(_ indexPath: IndexPath) -> Bool {
    counts.indices.contains(indexPath.section)
      && (0..<counts[indexPath.section]).contains(indexPath.item)
  }

  func rect(of indexPath: IndexPath) -> Rect {
    let (line, column) = indexPath.item.quotientAndRemainder(dividingBy: perLine)
    let top = sections.start(of: indexPath.section) + inset.top
    return Rect(
      x: first + Double(column) * step, y: top + Double(line) * (item.height + lineSpacing),
      width: item.width, height: item.height)
  }

  /// Returns the items of the lines that intersect a span of the content; O(log n).
  func indexPaths(from top: Double, to bottom: Double) -> [IndexPath] {
    let firstSection = sections.first(endingAfter: top)
    let lastSection = sections.last(startingBefore: bottom)
    guard firstSection <= lastSection else { return [] }
    return (firstSection...lastSection).flatMap { section in
      let lines = 0..<lineCount(of: counts[section])
      let start = lines.first(inSortedOrder: { bottomOfLine($0, in: section) > top })
      let end = lines.first(inSortedOrder: { bottomOfLine($0, in: section) - item.height >= bottom }
      )
      let items = start * perLine..<max(start * perLine, min(end * perLine, counts[section]))
      return items.map { IndexPath(item: $0, section: section) }
    }
  }

  private mutating func arrange(spacing: Double) {
    let free = max(room - inset.horizontal, 0)
    let fitting = ((free + spacing + Self.tolerance) / (item.width + spacing)).rounded(.down)
    perLine = max(Int(fitting), 1)
    let rest = max(free - Double(perLine) * item.width, 0)
    first = inset.left + (perLine == 1 ? rest / 2 : 0)
    step = item.width + (perLine == 1 ? 0 : rest / Double(perLine - 1))
  }

  private func lineCount(of count: Int) -> Int { count == 0 ? 0 : (count - 1) / perLine + 1 }

  private func linesLength(of count: Int) -> Double {
    let lines = Double(lineCount(of: count))
    return lines * item.height + max(lines - 1, 0) * lineSpacing
  }

  private func bottomOfLine(_ line: Int, in section: Int) -> Double {
    rect(of: IndexPath(item: line * perLine, section: section)).maxY
  }
}
