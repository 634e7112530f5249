public import Geometry

/// Where one item of a collection is.
///
/// Corresponds to `UICollectionViewLayoutAttributes`.
public struct CollectionViewLayoutAttributes: Hashable, Sendable {
  /// Which item.
  public var indexPath: IndexPath
  /// Where, in the collection's coordinates.
  public var frame: Rect

  /// Makes the attributes of an item.
  public init(forCellWith indexPath: IndexPath, frame: Rect) {
    self.indexPath = indexPath
    self.frame = frame
  }
}

/// Decides where the items of a collection are; the base of all layouts, which shows nothing itself.
///
/// Subclasses override all but ``invalidateLayout()``. They are asked in every frame what is in sight, so that must not
/// take time for every item there is. Corresponds to `UICollectionViewLayout`.
open class CollectionViewLayout {
  /// The collection that it lays out.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionView`.
  public internal(set) weak var collectionView: CollectionView?

  /// Makes a layout that shows nothing.
  public init() {}

  /// Works out what can be before anything is asked; called whenever the layout is no longer valid.
  ///
  /// Corresponds to `UICollectionViewLayout.prepare()`.
  open func prepare() {}

  /// The size of the content, in points.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionViewContentSize`.
  open var collectionViewContentSize: Size { .zero }

  /// The items of which something is in `rect`.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForElements(in:)`, which may answer nil for none.
  open func layoutAttributesForElements(in rect: Rect) -> [CollectionViewLayoutAttributes] { [] }

  /// Where an item is; nil where there is no such item.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForItem(at:)`.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> CollectionViewLayoutAttributes? {
    nil
  }

  /// True if the layout is not valid for other bounds; by default if their width changes.
  ///
  /// Asked before every change of the bounds, scrolling included. Corresponds to
  /// `UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:)`, which answers no by default.
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    newBounds.width != collectionView?.bounds.width
  }

  /// Lets the collection prepare the layout anew before it is used again.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidateLayout()`.
  public func invalidateLayout() {
    collectionView?.discardLayout()
  }
}

extension EdgeInsets {
  /// The insets, each of them zero where it is negative, too large or not a number.
  var asSpaces: EdgeInsets {
    EdgeInsets(top: top.asSpace, left: left.asSpace, bottom: bottom.asSpace, right: right.asSpace)
  }
}
