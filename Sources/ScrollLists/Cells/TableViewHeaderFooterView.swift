public import ScrollEngine
public import ScrollGeometry

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
