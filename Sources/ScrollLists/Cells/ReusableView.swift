public import Geometry
public import ScrollEngine

/// A view that a table or collection removes when it scrolls out of view and uses again elsewhere.
///
/// Corresponds to `UICollectionReusableView`.
open class ReusableView: View {
  /// The identifier under which the view is reused, or `nil` for a view that is not.
  ///
  /// Corresponds to `UICollectionReusableView.reuseIdentifier`.
  public internal(set) var reuseIdentifier: String?
  /// The view to add subviews to; fills the reusable view.
  ///
  /// Corresponds to `UICollectionViewCell.contentView`.
  public let contentView = View()

  /// Creates a view with a frame in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    contentView.frame = bounds
    addSubview(contentView)
  }

  /// Prepares the view for reuse; overriders call `super`.
  ///
  /// Corresponds to `UICollectionReusableView.prepareForReuse()`.
  open func prepareForReuse() {}

  /// Resizes the content view; overriders call `super`.
  open override func layoutSubviews() {
    contentView.frame = bounds
  }
}
