/// The base class of the cells of tables and collections.
open class ListCell: ReusableView {
  /// A Boolean value that indicates whether a touch that may select the cell is on it.
  ///
  /// Corresponds to `UITableViewCell.isHighlighted`.
  open var isHighlighted = false
  /// A Boolean value that indicates whether the cell's row or item is selected.
  ///
  /// Corresponds to `UITableViewCell.isSelected`.
  open var isSelected = false
}
