/// What a flow layout invalidates.
///
/// Corresponds to `UICollectionViewFlowLayoutInvalidationContext`.
nonisolated open class CollectionViewFlowLayoutInvalidationContext:
  CollectionViewLayoutInvalidationContext
{
  /// A Boolean value that determines whether the delegate is asked for sizes and spacing again; it always is.
  ///
  /// Corresponds to `UICollectionViewFlowLayoutInvalidationContext.invalidateFlowLayoutDelegateMetrics`.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// A Boolean value that determines whether the attributes are computed again; they always are.
  ///
  /// Corresponds to `UICollectionViewFlowLayoutInvalidationContext.invalidateFlowLayoutAttributes`.
  open var invalidateFlowLayoutAttributes = true
}
