import Geometry

/// A cell that shows a row of a table view.
///
/// It has no styles and no labels; add subviews to its content view. Corresponds to `UITableViewCell`.
open class TableViewCell: ListCell {
  /// Creates a cell; the table view calls this for a registered class.
  ///
  /// Corresponds to `UITableViewCell.init(style:reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}
