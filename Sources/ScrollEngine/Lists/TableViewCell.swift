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
