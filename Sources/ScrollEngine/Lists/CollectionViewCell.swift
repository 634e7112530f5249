public import Geometry

/// An item of a collection.
///
/// Corresponds to `UICollectionViewCell`.
open class CollectionViewCell: ListCell {
  /// Makes a cell; the collection calls this for a class registered with it.
  ///
  /// Corresponds to `UICollectionViewCell.init(frame:)`.
  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }
}
