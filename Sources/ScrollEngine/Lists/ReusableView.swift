public import Geometry

/// A view that a list takes away when it has scrolled out of sight, and uses again elsewhere.
///
/// Corresponds to `UICollectionReusableView`.
open class ReusableView: View {
  /// The name of the kind of view, under which it is used again.
  ///
  /// Corresponds to `UICollectionReusableView.reuseIdentifier`.
  public internal(set) var reuseIdentifier: String?
  /// Where to put subviews; fills the view.
  ///
  /// Corresponds to `UICollectionViewCell.contentView`.
  public let contentView = View()

  /// Makes a view with its place in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    contentView.frame = bounds
    addSubview(contentView)
  }

  /// Makes ready for another use; overriders call `super`.
  ///
  /// Corresponds to `UICollectionReusableView.prepareForReuse()`.
  open func prepareForReuse() {}

  /// Lets the content fill the view; overriders call `super`.
  open override func layoutSubviews() {
    contentView.frame = bounds
  }
}
