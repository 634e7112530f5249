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
