import ScrollEngine
public import ScrollGeometry

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
