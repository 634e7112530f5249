import ScrollEngine
public import ScrollGeometry

/// The base class of collection view layouts, which itself shows no items.
///
/// Subclasses override at least ``prepare()``, ``collectionViewContentSize`` and the methods that return attributes.
/// ``layoutAttributesForElements(in:)`` is called in every frame and must not take time proportional to the number of
/// items. Corresponds to `UICollectionViewLayout`.
nonisolated open class CollectionViewLayout {
  /// The collection view that uses the layout.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionView`.
  open internal(set) weak var collectionView: CollectionView?

  /// Creates a layout.
  public init() {}

  /// The class of the attributes that the layout creates.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesClass`.
  open class var layoutAttributesClass: AnyClass { CollectionViewLayoutAttributes.self }

  /// The class of the invalidation contexts that the layout creates.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidationContextClass`.
  open class var invalidationContextClass: AnyClass {
    CollectionViewLayoutInvalidationContext.self
  }

  /// Computes what the other members need; called before they are, whenever the layout has been invalidated.
  ///
  /// Corresponds to `UICollectionViewLayout.prepare()`.
  open func prepare() {}

  /// The size of the content, in points.
  ///
  /// Corresponds to `UICollectionViewLayout.collectionViewContentSize`.
  open var collectionViewContentSize: Size { .zero }

  /// Returns the attributes of the elements that intersect `rect`; `nil` for none.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForElements(in:)`.
  open func layoutAttributesForElements(in rect: Rect) -> [CollectionViewLayoutAttributes]? { nil }

  /// Returns the attributes of an item, or `nil` where there is no such item.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForItem(at:)`.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> CollectionViewLayoutAttributes? {
    nil
  }

  /// Returns the attributes of a supplementary view, or `nil` where there is none.
  ///
  /// Corresponds to `UICollectionViewLayout.layoutAttributesForSupplementaryView(ofKind:at:)`.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? { nil }

  /// Returns whether a change of the bounds invalidates the layout; by default if their width changes.
  ///
  /// Called before every change of the bounds, scrolling included. Corresponds to
  /// `UICollectionViewLayout.shouldInvalidateLayout(forBoundsChange:)`, which returns false by default.
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    newBounds.width != collectionView?.bounds.width
  }

  /// Returns the context with which a change of the bounds invalidates the layout.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidationContext(forBoundsChange:)`.
  open func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> CollectionViewLayoutInvalidationContext { newContext() }

  /// Invalidates the layout, which the collection view prepares again before it uses it.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidateLayout()`.
  open func invalidateLayout() {
    invalidateLayout(with: newContext())
  }

  /// Invalidates the layout; every context invalidates all of it.
  ///
  /// Corresponds to `UICollectionViewLayout.invalidateLayout(with:)`.
  open func invalidateLayout(with context: CollectionViewLayoutInvalidationContext) {
    collectionView?.discardLayout()
  }

  /// Called before the layout after insertions, deletions and moves.
  ///
  /// Corresponds to `UICollectionViewLayout.prepare(forCollectionViewUpdates:)`.
  open func prepare(forCollectionViewUpdates updateItems: [CollectionViewUpdateItem]) {}

  /// Called after the layout after insertions, deletions and moves.
  ///
  /// Corresponds to `UICollectionViewLayout.finalizeCollectionViewUpdates()`.
  open func finalizeCollectionViewUpdates() {}

  /// Returns the attributes from which a new item appears; `nil`, the default, to fade it in at its place.
  ///
  /// Corresponds to `UICollectionViewLayout.initialLayoutAttributesForAppearingItem(at:)`.
  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? { nil }

  /// Returns the attributes to which a deleted item disappears; not asked, since deleted items vanish at once.
  ///
  /// Corresponds to `UICollectionViewLayout.finalLayoutAttributesForDisappearingItem(at:)`.
  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? { nil }

  /// Returns the offset at which a flick is to end; the proposed one unless overridden.
  ///
  /// The velocity is in points per millisecond, as for the delegate, which may change the offset afterward.
  /// Corresponds to `UICollectionViewLayout.targetContentOffset(forProposedContentOffset:withScrollingVelocity:)`.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: Point, withScrollingVelocity velocity: Point
  ) -> Point { targetContentOffset(forProposedContentOffset: proposedContentOffset) }

  /// Returns the offset after a change of the layout; the proposed one unless overridden.
  ///
  /// Corresponds to `UICollectionViewLayout.targetContentOffset(forProposedContentOffset:)`.
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: Point) -> Point {
    proposedContentOffset
  }

  private func newContext() -> CollectionViewLayoutInvalidationContext {
    (Self.invalidationContextClass as? CollectionViewLayoutInvalidationContext.Type)?.init()
      ?? CollectionViewLayoutInvalidationContext()
  }
}

/// What a layout invalidates.
///
/// Corresponds to `UICollectionViewLayoutInvalidationContext`.
nonisolated open class CollectionViewLayoutInvalidationContext {
  /// Creates a context.
  public required init() {}

  /// A Boolean value that indicates whether all items are loaded afresh.
  ///
  /// Corresponds to `UICollectionViewLayoutInvalidationContext.invalidateEverything`.
  open internal(set) var invalidateEverything = false
  /// The distance by which to move the content, in points; zero by default.
  ///
  /// Corresponds to `UICollectionViewLayoutInvalidationContext.contentOffsetAdjustment`.
  open var contentOffsetAdjustment = Point.zero
}

/// An insertion, a deletion, a move or a reload of an item.
///
/// Corresponds to `UICollectionViewUpdateItem`.
nonisolated open class CollectionViewUpdateItem {
  /// The kinds of updates.
  ///
  /// Corresponds to `UICollectionViewUpdateItem.Action`.
  public enum Action: Int, Hashable, Sendable, CaseIterable {
    /// The item is new.
    case insert
    /// The item is gone.
    case delete
    /// The item is shown afresh.
    case reload
    /// The item has moved.
    case move
  }

  /// The index path before the update; `nil` for an insertion.
  public let indexPathBeforeUpdate: IndexPath?
  /// The index path after the update; `nil` for a deletion.
  public let indexPathAfterUpdate: IndexPath?
  /// The kind of update.
  public let updateAction: Action

  init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
  }
}

/// The place and the look of an item, or of another element of a collection view.
///
/// Layouts create new attributes whenever they are asked, so that callers may change them.
/// Corresponds to `UICollectionViewLayoutAttributes`.
nonisolated open class CollectionViewLayoutAttributes {
  /// The index path of the item.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.indexPath`.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// The size, in points.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.size`.
  open var size = Size.zero
  /// The center, in the coordinates of the collection view.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.center`.
  open var center = Point.zero
  /// The transform about the center.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.transform`.
  open var transform = AffineTransform.identity
  /// The opacity, from 0 to 1.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.alpha`.
  open var alpha = 1.0
  /// The place from back to front among the elements; 0 by default.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.zIndex`.
  open var zIndex = 0
  /// A Boolean value that determines whether the element is hidden.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.isHidden`.
  open var isHidden = false
  /// The kind of the supplementary view; `nil` for a cell.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.representedElementKind`.
  open internal(set) var representedElementKind: String?

  /// The elements of a collection view.
  ///
  /// Corresponds to `UICollectionView.ElementCategory`.
  public enum ElementCategory: Int, Hashable, Sendable, CaseIterable {
    /// A cell.
    case cell
    /// A header, a footer or another view of the layout with data.
    case supplementaryView
    /// A view of the layout without data; layouts have none so far.
    case decorationView
  }

  /// Creates attributes without a place.
  public required init() {}

  /// Creates the attributes of an item's cell.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.init(forCellWith:)`.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Creates the attributes of an item's cell with its frame.
  public convenience init(forCellWith indexPath: IndexPath, frame: Rect) {
    self.init(forCellWith: indexPath)
    self.frame = frame
  }

  /// Creates the attributes of a supplementary view, such as a header.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.init(forSupplementaryViewOfKind:with:)`.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath)
  {
    self.init(forCellWith: indexPath)
    representedElementKind = elementKind
  }

  /// Whether the element is a cell or a supplementary view.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.representedElementCategory`.
  open var representedElementCategory: ElementCategory {
    representedElementKind == nil ? .cell : .supplementaryView
  }

  /// The rectangle of the element; with a transform, the smallest rectangle around it.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.frame`.
  open var frame: Rect {
    get {
      let untransformed = Rect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
        height: size.height)
      guard transform != .identity else { return untransformed }
      let around = AffineTransform(translationX: -center.x, y: -center.y)
        .concatenating(transform)
        .concatenating(AffineTransform(translationX: center.x, y: center.y))
      return around.apply(to: untransformed)
    }
    set {
      center = newValue.center
      size =
        transform == .identity
        ? newValue.size
        : transform.inverted().apply(to: Rect(origin: .zero, size: newValue.size)).size
    }
  }

  /// The rectangle of the element in its own coordinates.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.bounds`.
  open var bounds: Rect {
    get { Rect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// Returns a copy; subclasses with further properties copy them too.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.copy(with:)`.
  open func copy(with zone: CopyingZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.indexPath = indexPath
    copy.size = size
    copy.center = center
    copy.transform = transform
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    copy.representedElementKind = representedElementKind
    return copy
  }

  /// Returns a copy.
  ///
  /// Corresponds to `NSObject.copy()`.
  open func copy() -> Any { copy(with: nil) }

  /// Returns whether another object has the same class and the same values.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.isEqual(_:)`.
  open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CollectionViewLayoutAttributes, type(of: other) == type(of: self)
    else { return false }
    return indexPath == other.indexPath && size == other.size && center == other.center
      && transform == other.transform && alpha == other.alpha && zIndex == other.zIndex
      && isHidden == other.isHidden && representedElementKind == other.representedElementKind
  }
}

/// A parameter without meaning of ``CollectionViewLayoutAttributes/copy(with:)``.
///
/// Corresponds to `NSZone`.
public struct CopyingZone: Hashable, Sendable {}

extension CollectionViewLayoutAttributes: Hashable {
  /// Returns whether two attributes have the same values.
  public static func == (
    left: CollectionViewLayoutAttributes, right: CollectionViewLayoutAttributes
  ) -> Bool { left.isEqual(right) }

  /// Hashes the element.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(indexPath)
    hasher.combine(representedElementKind)
  }
}
