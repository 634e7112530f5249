public import Geometry

/// Gives a waterfall layout the heights of its items.
public protocol CollectionViewDelegateWaterfallLayout: CollectionViewDelegate {
  /// The height of an item in points for the width that its column has; below 0.1 counts as 0.
  func collectionView(
    _ collectionView: CollectionView, layout: WaterfallLayout, heightForItemAt indexPath: IndexPath,
    width: Double
  ) -> Double
}

/// Columns of one width with items of any height, each put where the lowest column ends.
///
/// The heights come from a delegate that is a ``CollectionViewDelegateWaterfallLayout``; without one items are square. What is in
/// sight is found in O(columns · log n). UIKit has no such layout; it is the best known of those that people write.
open class WaterfallLayout: CollectionViewLayout {
  /// The largest number of columns. [C]
  static let mostColumns = 1000

  /// The number of columns, from 1 to 1000; 2 at first.
  public var columnCount = 2 {
    didSet { invalidateLayout() }
  }
  /// The space between columns, and between the items of a column, in points; 10 at first.
  public var spacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The space around the items of every section, in points; none at first.
  public var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout() }
  }

  private var columns: [Column] = []
  private var items: [[Place]] = []
  private var size = Size.zero
  private var columnWidth = 0.0

  open override func prepare() {
    guard let collectionView else { return }
    let width = collectionView.bounds.inset(by: collectionView.contentInset).width
    let count = min(max(columnCount, 1), Self.mostColumns)
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

  open override var collectionViewContentSize: Size { size }

  open override func layoutAttributesForElements(
    in rect: Rect
  ) -> [CollectionViewLayoutAttributes] {
    columns.flatMap { column in
      column.items(from: rect.minY, to: rect.maxY).compactMap(layoutAttributesForItem)
    }.filter { $0.frame.intersects(rect) }
  }

  open override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    guard items.indices.contains(indexPath.section),
      items[indexPath.section].indices.contains(indexPath.item)
    else { return nil }
    let place = items[indexPath.section][indexPath.item]
    let column = columns[place.column]
    let left =
      sectionInset.asSpaces.left + Double(place.column) * (columnWidth + spacing.asSpace)
    return CollectionViewLayoutAttributes(
      forCellWith: indexPath,
      frame: Rect(
        x: left, y: column.starts[place.rank], width: columnWidth,
        height: column.ends[place.rank] - column.starts[place.rank]))
  }

  private func append(_ count: Int, to section: Int, height: (IndexPath) -> Double) {
    let inset = sectionInset.asSpaces
    let top = size.height + inset.top
    var bottoms = Array(repeating: top, count: columns.count)
    var places: [Place] = []
    for item in 0..<count {
      let path = IndexPath(item: item, section: section)
      let column = bottoms.indices.min { bottoms[$0] < bottoms[$1] } ?? 0
      let start = bottoms[column]
      let end = start + height(path).asExtent
      places.append(Place(column: column, rank: columns[column].append(path, start, end)))
      bottoms[column] = end + spacing.asSpace
    }
    items.append(places)
    let lowest = (bottoms.max() ?? top) - (places.isEmpty ? 0 : spacing.asSpace)
    size.height = lowest + inset.bottom
  }
}

extension WaterfallLayout {
  /// Where an item is: its column, and its number in it.
  private struct Place {
    let column: Int
    let rank: Int
  }

  /// The items of a column from top to bottom, with where they start and end.
  private struct Column {
    private var paths: [IndexPath] = []
    private(set) var starts: [Double] = []
    private(set) var ends: [Double] = []

    /// Adds an item at the bottom; returns its number.
    mutating func append(_ path: IndexPath, _ start: Double, _ end: Double) -> Int {
      paths.append(path)
      starts.append(start)
      ends.append(end)
      return paths.count - 1
    }

    /// The items of which something is between two heights; O(log n).
    func items(from top: Double, to bottom: Double) -> ArraySlice<IndexPath> {
      let first = paths.indices.first(inSortedOrder: { ends[$0] > top })
      let end = paths.indices.first(inSortedOrder: { starts[$0] >= bottom })
      return paths[first..<max(first, end)]
    }
  }
}
