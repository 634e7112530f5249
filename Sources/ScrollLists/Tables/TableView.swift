public import ScrollEngine
public import ScrollGeometry

/// A scroll view that presents rows in a single column.
///
/// Only visible rows have cells: a row that scrolls out of view gives its cell to one that scrolls into view. Its
/// ``delegate`` may be a ``TableViewDelegate``. `alwaysBounceVertical` is true by default, as in UIKit.
/// Corresponds to `UITableView`.
nonisolated open class TableView: ScrollView {
  /// The style of a table view.
  ///
  /// Corresponds to `UITableView.Style`.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The header of the topmost section sticks to the top while rows of the section are visible.
    case plain
    /// Headers scroll with the rows.
    case grouped
    /// Headers scroll with the rows, and the program draws sections with round corners.
    case insetGrouped
  }

  /// The animation of insertions and deletions: all but `none` fade new rows in while the others move.
  ///
  /// Corresponds to `UITableView.RowAnimation`.
  public enum RowAnimation: Int, Hashable, Sendable, CaseIterable {
    /// Rows fade.
    case fade
    /// Rows come from the right.
    case right
    /// Rows come from the left.
    case left
    /// Rows come from the top.
    case top
    /// Rows come from the bottom.
    case bottom
    /// No animation.
    case none
    /// Rows open from their middle.
    case middle
    /// An animation of the table's choice.
    case automatic = 100
  }

  /// The default height of a row, in points. [A]
  public static let standardRowHeight = 44.0
  /// The height of a header or footer with a title whose height nothing else determines, in points. [A]
  public static let standardHeaderHeight = 28.0
  /// The value that stands for a height that follows from the content: for a row, from its cell's `sizeThatFits(_:)`.
  ///
  /// Corresponds to `UITableView.automaticDimension`.
  public static let automaticDimension = -1.0

  /// The value that a delegate returns as the height of a row to give every row of the section ``rowHeight``.
  ///
  /// The table view then asks for no further heights in that section, and stores none.
  public static let uniformRowHeight = -Double.greatestFiniteMagnitude

  /// The style of the table view.
  ///
  /// Corresponds to `UITableView.style`.
  public let style: Style
  /// The object that provides the rows; held weakly.
  ///
  /// Setting it reloads the table.   /// Corresponds to `UITableView.dataSource`.
  open weak var dataSource: (any TableViewDataSource)? {
    didSet { reloadData() }
  }
  /// The height of rows whose height the delegate does not determine, in points; 44 by default.
  ///
  /// A height below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.rowHeight`.
  open var rowHeight = TableView.standardRowHeight {
    didSet { discardGeometry() }
  }
  /// The height of headers whose height the delegate does not determine, in points; 0 by default.
  ///
  /// A height below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.sectionHeaderHeight`.
  open var sectionHeaderHeight = 0.0 {
    didSet { discardGeometry() }
  }
  /// The height of footers whose height the delegate does not determine, in points; 0 by default.
  ///
  /// A height below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.sectionFooterHeight`.
  open var sectionFooterHeight = 0.0 {
    didSet { discardGeometry() }
  }
  /// The space above each section that has a header, in points; automatic, which is none, by default. [C]
  ///
  /// A negative value counts as 0. A header that sticks to the top takes no space along. Corresponds to
  /// `UITableView.sectionHeaderTopPadding`, whose automatic value depends on the style.
  open var sectionHeaderTopPadding = automaticDimension {
    didSet { discardGeometry() }
  }
  /// The height of rows of automatic height until they become visible, in points; automatic, or 44 points, by default.
  ///
  /// Corresponds to `UITableView.estimatedRowHeight`.
  open var estimatedRowHeight = TableView.automaticDimension {
    didSet { discardGeometry() }
  }
  /// The view above the first section, as wide as the table; its height counts when it is set.
  ///
  /// Corresponds to `UITableView.tableHeaderView`.
  open var tableHeaderView: View? {
    didSet { replace(oldValue, with: tableHeaderView) }
  }
  /// The view below the last section, as wide as the table; its height counts when it is set.
  ///
  /// Corresponds to `UITableView.tableFooterView`.
  open var tableFooterView: View? {
    didSet { replace(oldValue, with: tableFooterView) }
  }
  /// A Boolean value that determines whether taps select rows; true by default.
  ///
  /// Corresponds to `UITableView.allowsSelection`.
  open var allowsSelection = true
  /// A Boolean value that determines whether more than one row can be selected; false by default.
  ///
  /// Corresponds to `UITableView.allowsMultipleSelection`.
  open var allowsMultipleSelection = false

  let visible = VisibleCells<TableViewCell>()
  let indexView = SectionIndexView()
  private(set) weak var tableDelegate: (any TableViewDelegate)?
  // The rest is shared by the files of this folder.

  var geometry: RowGeometry?
  var isLoading = false
  var laidOutRows: ClosedRange<IndexPath>?
  let supplements = SectionViews()
  var updates = PendingUpdates()

  /// Creates a table view with a style and a frame in its future superview.
  ///
  /// Corresponds to `UITableView.init(frame:style:)`.
  public init(frame: Rect = .zero, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
    indexView.attach(to: self)
    visible.didEndDisplaying = { [weak self] cell, indexPath in
      guard let self else { return }
      tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: indexPath)
    }
  }

  /// Creates a plain table view with a frame in its future superview.
  public convenience override init(frame: Rect = .zero) {
    self.init(frame: frame, style: .plain)
  }

  /// The delegate; held weakly.
  ///
  /// A ``TableViewDelegate`` also manages rows, headers and selection.   /// Corresponds to `UITableView.delegate`.
  open override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      tableDelegate = delegate as? any TableViewDelegate
      discardGeometry()
    }
  }

  /// The size of the content, in points: that of all rows, right at once after a change, before the next layout.
  open override var contentSize: Size {
    get {
      if dataSource != nil { _ = loadedGeometry() }
      return super.contentSize
    }
    set { super.contentSize = newValue }
  }

  /// Lays out cells, headers and the section index; overrides call `super`.
  open override func layoutSubviews() {
    let geometry = loadedGeometry()
    let rows = geometry.rows(from: bounds.minY, to: bounds.maxY)
    if rows == nil || rows != laidOutRows {
      recycle { !(rows?.contains($0) ?? false) }
      laidOutRows = rows
      if let rows { layOutCells(at: geometry.indexPaths(in: rows), geometry) }
    }
    // The data source may have reloaded the table meanwhile; then another layout follows.
    guard self.geometry != nil else { return }
    layOutHeadersAndFooters(self.geometry ?? geometry)
    indexView.layOut()
  }

  /// Reloads the rows and sections, and deselects all rows.
  ///
  /// The new numbers and heights of rows are asked for when they are needed, for ``contentSize`` at once; cells are made at
  /// the next layout.
  /// Corresponds to `UITableView.reloadData()`.
  open func reloadData() {
    recycle { _ in true }
    visible.selected = []
    supplements.discard { _ in true }
    updates.discard()
    discardGeometry()
  }

  /// Returns a reused cell, or a new one of the registered class; `nil` where no class is registered.
  ///
  /// Corresponds to `UITableView.dequeueReusableCell(withIdentifier:)`.
  open func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    visible.dequeue(identifier)
  }

  /// Returns a reused cell or a new one; a plain one where no class is registered, where UIKit would trap.
  ///
  /// Corresponds to `UITableView.dequeueReusableCell(withIdentifier:for:)`.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> TableViewCell {
    visible.dequeue(identifier) ?? TableViewCell(reuseIdentifier: identifier)
  }

  /// Scrolls a row to a position, within the scrollable range; does nothing where there is no such row.
  ///
  /// A row of `Int.max` (`NSNotFound`) stands for the section, which may have no rows. In a grouped table the first row of a
  /// section scrolls to the top with its header, the last one to the bottom with its footer.
  /// Corresponds to `UITableView.scrollToRow(at:at:animated:)`.
  open func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    scroll(toRowAt: indexPath, scrollPosition, animated: animated)
  }

  /// Selects a row, and scrolls to it unless the position is `none`, without notifying the delegate.
  ///
  /// `nil` deselects all rows; a row that does not exist is ignored. Corresponds to
  /// `UITableView.selectRow(at:animated:scrollPosition:)`.
  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return select(nil) }
    // What stands for a section is scrolled to and selects nothing.
    if indexPath.row != Self.noRow {
      guard loadedGeometry().contains(indexPath) else { return }
      select(indexPath)
    }
    guard scrollPosition != .none else { return }
    scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
  }

  /// Deselects a row without notifying the delegate.
  ///
  /// Corresponds to `UITableView.deselectRow(at:animated:)`, which can fade.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, indexPath)
  }

  /// Returns false for touches on the section index, which never scroll the table.
  open override func ownRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    touch.view !== indexView && super.ownRecognizer(recognizer, shouldReceive: touch)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    press(touches)
    super.touchesBegan(touches, with: event)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    movePress(touches)
    super.touchesMoved(touches, with: event)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    select(touches)
    super.touchesEnded(touches, with: event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    cancelPress(touches)
    super.touchesCancelled(touches, with: event)
  }
}

extension TableView {
  /// Returns the positions of the rows, asking the data source where they are not known.
  func loadedGeometry() -> RowGeometry {
    if let geometry, geometry.width == bounds.width { return geometry }
    // A delegate that queries the table while it is being queried gets the former state.
    guard !isLoading else { return geometry ?? RowGeometry(width: bounds.width, top: 0) }
    let new = newGeometry()
    install(new)
    return geometry ?? new
  }

  /// Computes the positions of all rows from the data source and the delegate.
  func newGeometry() -> RowGeometry {
    isLoading = true
    defer { isLoading = false }
    var new = RowGeometry(width: bounds.width, top: (tableHeaderView?.bounds.height ?? 0).asExtent)
    guard let dataSource else { return new }
    for section in 0..<dataSource.numberOfSections(in: self).asCount {
      let header = headerHeight(of: section)
      new.append(
        headerHeight: header, rows: rowLengths(of: section),
        footerHeight: footerHeight(of: section),
        padding: header > 0 ? sectionHeaderTopPadding.asSpace : 0)
    }
    indexView.show(dataSource.sectionIndexTitles(for: self) ?? [])
    return new
  }

  /// Sets the positions of the rows, and with them the size of the content.
  func install(_ new: RowGeometry) {
    geometry = new
    laidOutRows = nil
    setNeedsLayout()
    let footerHeight = (tableFooterView?.bounds.height ?? 0).asExtent
    tableHeaderView?.frame = Rect(x: 0, y: 0, width: new.width, height: new.top)
    tableFooterView?.frame = Rect(x: 0, y: new.height, width: new.width, height: footerHeight)
    contentSize = Size(
      width: new.width, height: min(new.height + footerHeight, View.maximumCoordinate))
  }

  func discardGeometry() {
    geometry = nil
    setNeedsLayout()
  }

  /// Shows another header or footer of the table.
  func replace(_ old: View?, with new: View?) {
    if old !== new { old?.removeFromSuperview() }
    if let new, new.superview !== self { insertSubview(new, at: 0) }
    discardGeometry()
  }

  private func headerHeight(of section: Int) -> Double {
    let height =
      tableDelegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
    return resolved(height, dataSource?.tableView(self, titleForHeaderInSection: section))
  }

  private func footerHeight(of section: Int) -> Double {
    let height =
      tableDelegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
    return resolved(height, dataSource?.tableView(self, titleForFooterInSection: section))
  }

  /// Returns the height of a header or footer: the standard one for an automatic height, or for 0 where there is a title.
  private func resolved(_ height: Double, _ title: String?) -> Double {
    if height == Self.automaticDimension || height == 0 && title != nil {
      return Self.standardHeaderHeight
    }
    return height.asExtent
  }

  private func rowLengths(of section: Int) -> PrefixSums {
    let count = dataSource?.tableView(self, numberOfRowsInSection: section).asCount ?? 0
    let uniform = PrefixSums(count: count, each: estimated(rowHeight))
    guard let tableDelegate else { return uniform }
    var lengths = PrefixSums()
    for row in 0..<count {
      let indexPath = IndexPath(row: row, section: section)
      let height = tableDelegate.tableView(self, heightForRowAt: indexPath)
      guard height != Self.uniformRowHeight else { return uniform }
      guard height == Self.automaticDimension else {
        lengths.append(height.asExtent)
        continue
      }
      lengths.append(
        estimated(tableDelegate.tableView(self, estimatedHeightForRowAt: indexPath)))
    }
    return lengths
  }

  /// Returns a row's height, or the estimate for an automatic one.
  private func estimated(_ height: Double) -> Double {
    guard height == Self.automaticDimension else { return height.asExtent }
    return estimatedRowHeight > 0 ? estimatedRowHeight.asExtent : Self.standardRowHeight
  }

  /// Returns whether a row's height follows from its cell.
  func hasAutomaticHeight(_ indexPath: IndexPath) -> Bool {
    let height = tableDelegate?.tableView(self, heightForRowAt: indexPath) ?? Self.uniformRowHeight
    return (height == Self.uniformRowHeight ? rowHeight : height) == Self.automaticDimension
  }
}

extension TableView: CellList {
  /// The first selected row, or `nil`.
  ///
  /// Corresponds to `UITableView.indexPathForSelectedRow`.
  public var indexPathForSelectedRow: IndexPath? { visible.selected.min() }

  /// The selected rows, from top to bottom; `nil` for none.
  ///
  /// Corresponds to `UITableView.indexPathsForSelectedRows`.
  public var indexPathsForSelectedRows: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  func shouldHighlight(_ indexPath: IndexPath) -> Bool {
    tableDelegate?.tableView(self, shouldHighlightRowAt: indexPath) ?? true
  }

  func selection(for indexPath: IndexPath) -> IndexPath? {
    guard let tableDelegate else { return indexPath }
    return tableDelegate.tableView(self, willSelectRowAt: indexPath)
  }

  func deselection(for indexPath: IndexPath) -> IndexPath? {
    guard let tableDelegate else { return indexPath }
    return tableDelegate.tableView(self, willDeselectRowAt: indexPath)
  }

  func notify(_ change: CellChange, _ indexPath: IndexPath) {
    switch change {
    case .highlighted: tableDelegate?.tableView(self, didHighlightRowAt: indexPath)
    case .unhighlighted: tableDelegate?.tableView(self, didUnhighlightRowAt: indexPath)
    case .selected: tableDelegate?.tableView(self, didSelectRowAt: indexPath)
    case .deselected: tableDelegate?.tableView(self, didDeselectRowAt: indexPath)
    }
  }
}
