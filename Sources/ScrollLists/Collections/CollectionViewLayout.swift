public import Geometry

/// The layout attributes of an item.
///
/// Corresponds to `UICollectionViewLayoutAttributes`.
public struct CollectionViewLayoutAttributes: Hashable, Sendable {
  /// The index path of the item.
  public var indexPath: IndexPath
  /// The frame of the item, in the collection view's coordinates.
  public var frame: Rect

  /// Creates the attributes of an item.
  public init(forCellWith indexPath: IndexPath, frame: Rect) {
    self.indexPath = indexPath
    self.frame = frame
  }
}

/// The base class of collection view layouts, which itself shows no items.
///
/// Subclasses override all members but ``invalidateLayout()``. ``layoutAttributesForElements(in:)`` is called in every
/// frame and must not take time proportional to the number of items. Corresponds to `UICollectionViewLayout`.
open class CollectionViewLayout {
  /// The collection view that uses the layout.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionView`.
  public internal(set) weak var collectionView: CollectionView?

  /// Creates a layout.
  public init() {}

  /// Computes what the other members need; called before they are, whenever the layout has been invalidated.
  ///
  /// Corresponds to `UICollectionViewLayout.prepare()`.
  open func prepare() {}

  /// The size of the content, in points.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionViewContentSize`.
  open var collectionViewContentSize: Size { .zero }

  /// Returns the attributes of the items that intersect `rect`.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForElements(in:)`, which may return `nil`.
  open func layoutAttributesForElements(in rect: Rect) -> [CollectionViewLayoutAttributes] { [] }

  /// Returns the attributes of an item, or `nil` where there is no such item.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForItem(at:)`.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> CollectionViewLayoutAttributes? {
    nil
  }

  /// Returns whether a change of the bounds invalidates the layout; by default if their width changes.
  ///
  /// Called before every change of the bounds, scrolling included. Corresponds to
  /// `UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:)`, which returns false by default.
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    newBounds.width != collectionView?.bounds.width
  }

  /// Invalidates the layout, which the collection view prepares again before it uses it.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidateLayout()`.
  public func invalidateLayout() {
    collectionView?.discardLayout()
  }
}
