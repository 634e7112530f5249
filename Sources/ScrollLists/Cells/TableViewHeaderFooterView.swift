import Geometry

/// A reusable view above the rows of a section.
///
/// Corresponds to `UITableViewHeaderFooterView`.
open class TableViewHeaderFooterView: ReusableView {
  /// Creates a header; the table view calls this for a registered class.
  ///
  /// Corresponds to `UITableViewHeaderFooterView.init(reuseIdentifier:)`.
  public required init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}
