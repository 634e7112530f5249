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
