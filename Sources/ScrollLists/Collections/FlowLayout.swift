public import Geometry
import ScrollEngine

/// A layout that arranges items of one size in lines.
///
/// The items of a full line are spread from edge to edge; a line with room for one item centres it. Nothing is stored
/// per item. Corresponds to `UICollectionViewFlowLayout`.
open class FlowLayout: CollectionViewLayout {
  /// The size of every item, in points; 50×50 by default, at least 0.1.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.itemSize`.
  public var itemSize = Size(width: 50, height: 50) {
    didSet { invalidateLayout() }
  }
  /// The minimum spacing between items of a line, in points; 10 by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.minimumInteritemSpacing`.
  public var minimumInteritemSpacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The spacing between lines, in points; 10 by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.minimumLineSpacing`.
  public var minimumLineSpacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The margins around the items of every section, in points; zero by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.sectionInset`.
  public var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout() }
  }
  /// The scroll direction, in which lines follow each other; vertical by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.scrollDirection`.
  public var scrollDirection = CollectionView.ScrollDirection.vertical {
    didSet { invalidateLayout() }
  }

  private var grid = FlowGrid()

  open override func prepare() {
    guard let collectionView else { return }
    let room = collectionView.bounds.inset(by: collectionView.contentInset).size
    grid = FlowGrid(
      layout: self, room: room,
      counts: (0..<collectionView.numberOfSections).map {
        collectionView.numberOfItems(inSection: $0)
      })
  }

  open override var collectionViewContentSize: Size {
    turned(Rect(x: 0, y: 0, width: grid.room, height: grid.length)).size
  }

  open override func layoutAttributesForElements(
    in rect: Rect
  ) -> [CollectionViewLayoutAttributes] {
    let turnedRect = turned(rect)
    return grid.indexPaths(from: turnedRect.minY, to: turnedRect.maxY).map(attributes).filter {
      $0.frame.intersects(rect)
    }
  }

  open override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    grid.contains(indexPath) ? attributes(of: indexPath) : nil
  }

  /// Returns whether the length of the lines changes.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    let old = collectionView?.bounds
    return scrollDirection == .vertical
      ? newBounds.width != old?.width : newBounds.height != old?.height
  }

  private func attributes(of indexPath: IndexPath) -> CollectionViewLayoutAttributes {
    CollectionViewLayoutAttributes(forCellWith: indexPath, frame: turned(grid.rect(of: indexPath)))
  }

  /// Returns `rect` with its axes exchanged for a horizontal scroll direction; its own inverse.
  private func turned(_ rect: Rect) -> Rect {
    guard scrollDirection == .horizontal else { return rect }
    return Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
  }
}

extension CollectionView {
  /// The direction in which the content scrolls.
  ///
  /// Corresponds to `UICollectionView.ScrollDirection`.
  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    /// Lines go from left to right and follow each other downwards.
    case vertical
    /// Lines go from top to bottom and follow each other to the right.
    case horizontal
  }
}
