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

/// What rows of a table and items of a collection have in common.
open class ListCell: ReusableView {
  /// True while a finger that may select the cell is on it.
  ///
  /// Corresponds to `UITableViewCell.isHighlighted`.
  open var isHighlighted = false
  /// True while the cell's row or item is selected.
  ///
  /// Corresponds to `UITableViewCell.isSelected`.
  open var isSelected = false
}

/// A row of a table.
///
/// It has no styles and no labels: whoever draws gives it subviews. Corresponds to `UITableViewCell`.
open class TableViewCell: ListCell {
  /// Makes a cell; the table calls this for a class registered with it.
  ///
  /// Corresponds to `UITableViewCell.init(style:reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}

/// The view above the rows of a section.
///
/// Corresponds to `UITableViewHeaderFooterView`.
open class TableViewHeaderFooterView: ReusableView {
  /// Makes a header; the table calls this for a class registered with it.
  ///
  /// Corresponds to `UITableViewHeaderFooterView.init(reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}

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
