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

/// A cell that shows a row of a table view.
///
/// It has no labels; add subviews to its content view. Corresponds to `UITableViewCell`.
nonisolated open class TableViewCell: ListCell {
  /// The styles of a cell, for the program that draws it.
  ///
  /// Corresponds to `UITableViewCell.CellStyle`.
  public enum CellStyle: Int, Hashable, Sendable, CaseIterable {
    /// A text.
    case `default`
    /// A text and, at the right edge, a value.
    case value1
    /// A name and, beside it, a value.
    case value2
    /// A text and, below it, a second one.
    case subtitle
  }

  /// The style with which the cell was created.
  public let style: CellStyle

  /// Creates a cell; the table view calls this for a registered class.
  ///
  /// Corresponds to `UITableViewCell.init(style:reuseIdentifier:)`.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }

  /// Creates a cell of the default style.
  public convenience init(reuseIdentifier: String?) {
    self.init(style: .default, reuseIdentifier: reuseIdentifier)
  }

  /// Creates a cell of the default style with a frame in its future superview.
  public required convenience init(frame: Rect = .zero) {
    self.init(style: .default, reuseIdentifier: nil)
    self.frame = frame
  }

  /// Selects the cell; overrides call `super`.
  ///
  /// Corresponds to `UITableViewCell.setSelected(_:animated:)`.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
  }

  /// Highlights the cell; overrides call `super`.
  ///
  /// Corresponds to `UITableViewCell.setHighlighted(_:animated:)`.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    isHighlighted = highlighted
  }

  /// Returns the height of the content view's subviews, and at least that of a standard row.
  override func fittingSize(in size: Size) -> Size {
    layoutIfNeeded()
    let bottom = contentView.subviews.map(\.frame.maxY).max() ?? 0
    return Size(width: size.width, height: max(bottom, TableView.standardRowHeight))
  }

  override func listDidSelect(_ isSelected: Bool) {
    if isSelected != self.isSelected { setSelected(isSelected, animated: false) }
  }

  override func listDidHighlight(_ isHighlighted: Bool) {
    if isHighlighted != self.isHighlighted { setHighlighted(isHighlighted, animated: false) }
  }
}

/// A reusable view above or below the rows of a section.
///
/// Corresponds to `UITableViewHeaderFooterView`.
nonisolated open class TableViewHeaderFooterView: CollectionReusableView {
  /// The view to add subviews to; fills the header.
  ///
  /// Corresponds to `UITableViewHeaderFooterView.contentView`.
  public let contentView = View()
  /// The title that the data source provides, for the program that draws it.
  open var title: String?

  /// Creates a header; the table view calls this for a registered class.
  ///
  /// Corresponds to `UITableViewHeaderFooterView.init(reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
    addSubview(contentView)
  }

  /// Creates a header with a frame in its future superview.
  public required convenience init(frame: Rect = .zero) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// Resizes the content view; overrides call `super`.
  open override func layoutSubviews() {
    contentView.frame = bounds
  }
}

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
