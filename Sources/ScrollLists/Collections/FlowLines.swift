import ScrollGeometry

/// The places of the elements of a flow layout with lines that follow each other downwards; lengths are in points.
struct FlowLines {
  /// A section: a header, then lines, then a footer.
  struct Section {
    let start: Double
    let header: Double
    let footer: Double
    var end: Double
    var items: [Rect] = []
    var lines: [Line] = []
  }

  /// A line of items.
  struct Line {
    let items: Range<Int>
    let top: Double
    let bottom: Double
  }

  /// The length of a line including the insets on both sides.
  let room: Double
  private(set) var sections: [Section] = []

  /// The length of all sections.
  var length: Double { sections.last?.end ?? 0 }

  /// Appends a section whose items have the sizes that `size` returns.
  mutating func append(
    header: Double, footer: Double, inset: EdgeInsets, lineSpacing: Double, spacing: Double,
    count: Int, size: (Int) -> Size
  ) {
    var section = Section(start: length, header: header, footer: footer, end: 0)
    let free = max(room - inset.horizontal, 0)
    var top = section.start + header + inset.top
    var bottom = top
    var sizes: [Size] = []
    var width = 0.0
    for item in 0..<count {
      let size = Self.accepted(size(item))
      let grown = width + (sizes.isEmpty ? 0 : spacing) + size.width
      if !sizes.isEmpty, grown > free + FlowGrid.tolerance {
        bottom = section.appendLine(sizes, at: top, inset.left, free, spacing, isLast: false)
        top = bottom + lineSpacing
        (sizes, width) = ([size], size.width)
      } else {
        sizes.append(size)
        width = grown
      }
    }
    if !sizes.isEmpty {
      bottom = section.appendLine(sizes, at: top, inset.left, free, spacing, isLast: true)
    }
    section.end = bottom + inset.bottom + footer
    sections.append(section)
  }

  /// Returns the rectangle of an item, or `nil` where there is no such item.
  func rect(of indexPath: IndexPath) -> Rect? {
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].items.indices.contains(indexPath.item)
    else { return nil }
    return sections[indexPath.section].items[indexPath.item]
  }

  /// Returns the sections that intersect a span of the content; O(log n).
  func sections(from top: Double, to bottom: Double) -> Range<Int> {
    let first = sections.indices.first(inSortedOrder: { sections[$0].end > top })
    let end = sections.indices.first(inSortedOrder: { sections[$0].start >= bottom })
    return first..<max(first, end)
  }

  /// Returns the items of the lines that intersect a span of the content; O(log n) where lines do not overlap.
  func items(from top: Double, to bottom: Double) -> [IndexPath] {
    sections(from: top, to: bottom).flatMap { section in
      let lines = sections[section].lines
      let first = lines.indices.first(inSortedOrder: { lines[$0].bottom > top })
      let end = lines.indices.first(inSortedOrder: { lines[$0].top >= bottom })
      return lines[first..<max(first, end)].flatMap { line in
        line.items.map { IndexPath(item: $0, section: section) }
      }
    }
  }

  private static func accepted(_ size: Size) -> Size {
    Size(
      width: max(size.width.asExtent, .smallestExtent),
      height: max(size.height.asExtent, .smallestExtent))
  }
}

extension FlowLines.Section {
  /// Appends a line of items and returns its bottom; items lower than the line are centered in it.
  ///
  /// The items of a full line are spread from edge to edge, a single one is centered; those of the last line keep their
  /// spacing.
  fileprivate mutating func appendLine(
    _ sizes: [Size], at top: Double, _ left: Double, _ free: Double, _ spacing: Double, isLast: Bool
  ) -> Double {
    let height = sizes.map(\.height).max() ?? 0
    let rest = max(free - sizes.map(\.width).reduce(0, +), 0)
    let fitsMore = (sizes.last?.width ?? 0) + spacing * Double(sizes.count) <= rest
    var x = left
    var gap = spacing
    if sizes.count == 1 {
      if !isLast || !fitsMore { x += rest / 2 }
    } else if !isLast || !fitsMore {
      gap = rest / Double(sizes.count - 1)
    }
    let first = items.count
    for size in sizes {
      items.append(
        Rect(
          x: x, y: top + (height - size.height) / 2, width: size.width, height: size.height))
      x += size.width + gap
    }
    lines.append(.init(items: first..<items.count, top: top, bottom: top + height))
    return top + height
  }
}

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
