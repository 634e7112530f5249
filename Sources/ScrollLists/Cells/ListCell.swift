public import ScrollEngine
public import ScrollGeometry

/// The base class of the cells of tables and collections.
nonisolated open class ListCell: CollectionReusableView {
  /// The view to add subviews to; fills the cell.
  ///
  /// Corresponds to `UICollectionViewCell.contentView`.
  public let contentView = View()
  /// A Boolean value that indicates whether a touch that may select the cell is on it.
  ///
  /// Corresponds to `UITableViewCell.isHighlighted`.
  open var isHighlighted = false
  /// A Boolean value that indicates whether the cell's row or item is selected.
  ///
  /// Corresponds to `UITableViewCell.isSelected`.
  open var isSelected = false

  /// Creates a cell with a frame in its future superview.
  public required init(frame: Rect = .zero) {
    super.init(frame: frame)
    contentView.frame = bounds
    addSubview(contentView)
  }

  /// Resizes the content view; overrides call `super`.
  open override func layoutSubviews() {
    contentView.frame = bounds
  }

  /// Returns the current size; for a table's cell, the height of the content view's subviews and at least that of a
  /// standard row.
  ///
  /// Rows of automatic height have the height that this returns for the width of the table.
  open override func sizeThatFits(_ size: Size) -> Size { fittingSize(in: size) }

  /// Returns the size that fits unless a cell of the program determines another one.
  ///
  /// An override of `sizeThatFits(_:)` in a file that does not import the engine publicly would get a place in the class's table
  /// of methods that clients do not know.
  func fittingSize(in size: Size) -> Size { bounds.size }

  /// Selects the cell on behalf of its list.
  func listDidSelect(_ isSelected: Bool) {
    self.isSelected = isSelected
  }

  /// Highlights the cell on behalf of its list.
  func listDidHighlight(_ isHighlighted: Bool) {
    self.isHighlighted = isHighlighted
  }
}
