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
