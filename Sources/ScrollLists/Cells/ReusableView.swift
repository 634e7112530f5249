public import ScrollEngine
public import ScrollGeometry

/// A view that a table or collection removes when it scrolls out of view and uses again elsewhere.
///
/// Corresponds to `UICollectionReusableView`.
nonisolated open class CollectionReusableView: View {
  /// The identifier under which the view is reused, or `nil` for a view that is not.
  ///
  /// Corresponds to `UICollectionReusableView.reuseIdentifier`.
  open internal(set) var reuseIdentifier: String?

  /// Creates a view with a frame in its future superview.
  public required override init(frame: Rect = .zero) {
    super.init(frame: frame)
  }

  /// Prepares the view for reuse; overrides call `super`.
  ///
  /// Corresponds to `UICollectionReusableView.prepareForReuse()`.
  open func prepareForReuse() {}

  /// Called after the collection view has placed the view according to its layout.
  ///
  /// Corresponds to `UICollectionReusableView.apply(_:)`.
  open func apply(_ layoutAttributes: CollectionViewLayoutAttributes) {}
}
