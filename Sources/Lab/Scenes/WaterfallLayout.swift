import ScrollEngine
package import ScrollGeometry
package import ScrollLists

/// The method that provides the heights of the items of a waterfall layout.
package protocol CollectionViewDelegateWaterfallLayout: CollectionViewDelegate {
  /// Returns the height of an item in points for the width of its column; a height below 0.1 counts as 0.
  func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double
}

/// A layout that arranges items of any height in columns of one width, each item in the shortest column.
///
/// The heights come from a delegate that is a ``CollectionViewDelegateWaterfallLayout``; without one, items are square.
/// The visible items are found in O(columns · log n). UIKit has no such layout; it is an example of one that a program writes, on
/// the public interface of ScrollLists alone.
package final class WaterfallLayout: CollectionViewLayout {
  /// The maximum number of columns.
  static let maximumColumnCount = 1000

  /// The number of columns, from 1 to 1000; 2 by default.
  package var columnCount = 2 {
    didSet { invalidateLayout() }
  }
  /// The spacing between columns and between the items of a column, in points; 10 by default.
  package var spacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The margins around the items of every section, in points; zero by default.
  package var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout() }
  }

  private var columns: [Column] = []
  private var items: [[Slot]] = []
  private var size = Size.zero
  private var columnWidth = 0.0

  package override func prepare() {
    guard let collectionView else { return }
    let width = collectionView.bounds.inset(by: collectionView.contentInset).width
    let count = min(max(columnCount, 1), Self.maximumColumnCount)
    let free = width - sectionInset.asSpaces.horizontal - Double(count - 1) * spacing.asSpace
    columnWidth = max(free / Double(count), 0)
    columns = Array(repeating: Column(), count: count)
    items = []
    size = Size(width: width, height: 0)
    let delegate = collectionView.delegate as? any CollectionViewDelegateWaterfallLayout
    for section in 0..<collectionView.numberOfSections {
      append(collectionView.numberOfItems(inSection: section), to: section) { path in
        delegate?.collectionView(
          collectionView, layout: self, heightForItemAt: path, width: columnWidth) ?? columnWidth
      }
    }
  }

  package override var collectionViewContentSize: Size { size }

  package override func layoutAttributesForElements(
    in rect: Rect
  ) -> [CollectionViewLayoutAttributes]? {
    columns.flatMap { column in
      column.items(from: rect.minY, to: rect.maxY).compactMap(layoutAttributesForItem)
    }.filter { $0.frame.intersects(rect) }
  }

  package override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    guard items.indices.contains(indexPath.section),
      items[indexPath.section].indices.contains(indexPath.item)
    else { return nil }
    let slot = items[indexPath.section][indexPath.item]
    let column = columns[slot.column]
    let left =
      sectionInset.asSpaces.left + Double(slot.column) * (columnWidth + spacing.asSpace)
    return CollectionViewLayoutAttributes(
      forCellWith: indexPath,
      frame: Rect(
        x: left, y: column.starts[slot.index], width: columnWidth,
        height: column.ends[slot.index] - column.starts[slot.index]))
  }

  private func append(_ count: Int, to section: Int, height: (IndexPath) -> Double) {
    let inset = sectionInset.asSpaces
    let top = size.height + inset.top
    var bottoms = Array(repeating: top, count: columns.count)
    var slots: [Slot] = []
    for item in 0..<count {
      let path = IndexPath(item: item, section: section)
      let column = bottoms.indices.min { bottoms[$0] < bottoms[$1] } ?? 0
      let start = bottoms[column]
      let end = start + height(path).asExtent
      slots.append(Slot(column: column, index: columns[column].append(path, start, end)))
      bottoms[column] = end + spacing.asSpace
    }
    items.append(slots)
    let lowest = (bottoms.max() ?? top) - (slots.isEmpty ? 0 : spacing.asSpace)
    size.height = lowest + inset.bottom
  }

  /// The column of an item and its index in that column.
  private struct Slot {
    let column: Int
    let index: Int
  }

  /// The items of a column from top to bottom, with their tops and bottoms.
  private struct Column {
    private var paths: [IndexPath] = []
    private(set) var starts: [Double] = []
    private(set) var ends: [Double] = []

    /// Appends an item; returns its index.
    mutating func append(_ path: IndexPath, _ start: Double, _ end: Double) -> Int {
      paths.append(path)
      starts.append(start)
      ends.append(end)
      return paths.count - 1
    }

    /// Returns the items that intersect a span of the content; O(log n).
    func items(from top: Double, to bottom: Double) -> ArraySlice<IndexPath> {
      let first = ends.partitioningIndex { $0 > top }
      let end = starts.partitioningIndex { $0 >= bottom }
      return paths[first..<max(first, end)]
    }
  }
}

// What a layout accepts from its caller: a value that is not acceptable counts as zero.

extension Double {
  /// The smallest height of an item, in points; it bounds the number of visible cells.
  private static let smallestHeight = 0.1

  private var isCoordinate: Bool { abs(self) <= View.maximumCoordinate }

  /// The value as the height of an item.
  fileprivate var asExtent: Double { isCoordinate && self >= Self.smallestHeight ? self : 0 }

  /// The value as a spacing.
  fileprivate var asSpace: Double { isCoordinate ? max(self, 0) : 0 }
}

extension EdgeInsets {
  /// The insets as spacings.
  fileprivate var asSpaces: EdgeInsets {
    EdgeInsets(top: top.asSpace, left: left.asSpace, bottom: bottom.asSpace, right: right.asSpace)
  }
}
