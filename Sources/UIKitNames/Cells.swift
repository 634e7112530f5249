import ScrollEngine
public import ScrollLists

/// The labels of a cell, and how the host program is to draw it.
private struct CellAppearance {
  let textLabel = UILabel()
  let detailTextLabel = UILabel()
  var selectionStyle = TableViewCell.SelectionStyle.default
  var accessoryType = TableViewCell.AccessoryType.none
}

extension TableViewCell {
  /// How a selected cell is drawn.
  ///
  /// Corresponds to `UITableViewCell.SelectionStyle`.
  public enum SelectionStyle: Int, Hashable, Sendable, CaseIterable {
    /// Like any other.
    case none
    /// Blue.
    case blue
    /// Gray.
    case gray
    /// As the program draws selections.
    case `default`
  }

  /// What is drawn at the right edge of a cell.
  ///
  /// Corresponds to `UITableViewCell.AccessoryType`.
  public enum AccessoryType: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// An arrow.
    case disclosureIndicator
    /// A button and an arrow.
    case detailDisclosureButton
    /// A check mark.
    case checkmark
    /// A button.
    case detailButton
  }

  private var look: CellAppearance {
    get {
      if let look = self[attached: CellAppearance.self] { return look }
      let look = CellAppearance()
      contentView.addSubview(look.textLabel)
      if style != .default { contentView.addSubview(look.detailTextLabel) }
      self[attached: CellAppearance.self] = look
      return look
    }
    set { self[attached: CellAppearance.self] = newValue }
  }

  /// The text of the cell.
  ///
  /// Corresponds to `UITableViewCell.textLabel`.
  public var textLabel: UILabel? { look.textLabel }

  /// The second text of the cell; `nil` for the default style.
  ///
  /// Corresponds to `UITableViewCell.detailTextLabel`.
  public var detailTextLabel: UILabel? { style == .default ? nil : look.detailTextLabel }

  /// How the selected cell is drawn.
  ///
  /// Corresponds to `UITableViewCell.selectionStyle`.
  public var selectionStyle: SelectionStyle {
    get { look.selectionStyle }
    set { look.selectionStyle = newValue }
  }

  /// What is drawn at the right edge.
  ///
  /// Corresponds to `UITableViewCell.accessoryType`.
  public var accessoryType: AccessoryType {
    get { look.accessoryType }
    set { look.accessoryType = newValue }
  }
}

extension TableView {
  /// What is drawn between rows.
  ///
  /// Corresponds to `UITableViewCell.SeparatorStyle`.
  public enum SeparatorStyle: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A line.
    case singleLine
  }

  /// What is drawn between rows; a line by default.
  ///
  /// Corresponds to `UITableView.separatorStyle`.
  public var separatorStyle: SeparatorStyle {
    get { self[attached: SeparatorStyle.self] ?? .singleLine }
    set { self[attached: SeparatorStyle.self] = newValue }
  }
}

extension CollectionView {
  /// A Boolean value that indicates whether cells are asked for ahead of time; they are made when they become visible.
  ///
  /// Corresponds to `UICollectionView.isPrefetchingEnabled`.
  public var isPrefetchingEnabled: Bool {
    get { self[attached: Prefetching.self]?.isEnabled ?? false }
    set { self[attached: Prefetching.self] = Prefetching(isEnabled: newValue) }
  }
}

/// Whether cells are requested ahead of time.
private struct Prefetching {
  let isEnabled: Bool
}

extension TableViewHeaderFooterView {
  /// The text of the header or footer.
  ///
  /// Corresponds to `UITableViewHeaderFooterView.textLabel`.
  public var textLabel: UILabel? {
    if let label = self[attached: HeaderLabel.self] { return label.label }
    let label = UILabel()
    contentView.addSubview(label)
    self[attached: HeaderLabel.self] = HeaderLabel(label: label)
    return label
  }
}

/// The label of a header or footer.
private struct HeaderLabel {
  let label: UILabel
}
