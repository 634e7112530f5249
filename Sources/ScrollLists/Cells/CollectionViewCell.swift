public import ScrollGeometry

/// A cell that shows an item of a collection view.
///
/// Corresponds to `UICollectionViewCell`.
nonisolated open class CollectionViewCell: ListCell {
  /// Creates a cell; the collection view calls this for a registered class.
  ///
  /// Corresponds to `UICollectionViewCell.init(frame:)`.
  public required init(frame: Rect = .zero) {
    super.init(frame: frame)
  }
}
