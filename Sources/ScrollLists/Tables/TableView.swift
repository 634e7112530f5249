public import Geometry
public import ScrollEngine

/// A scroll view that presents rows in a single column.
///
/// Only visible rows have cells: a row that scrolls out of view gives its cell to one that scrolls into view. Its
/// ``delegate`` may be a ``TableViewDelegate``. `alwaysBounceVertical` is true by default, as in UIKit.
/// Corresponds to `UITableView`.
open class TableView: ScrollView {
  /// The style of a table view.
  ///
  /// Corresponds to `UITableView.Style`.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The header of the topmost section sticks to the top while rows of the section are visible.
    case plain
    /// Headers scroll with the rows.
    case grouped
  }

  /// The animation of insertions and deletions.
  ///
  /// Corresponds to `UITableView.RowAnimation`.
  public enum RowAnimation: Hashable, Sendable {
    /// No animation.
    case none
  }

  /// The default height of a row, in points. [A]
  public static let standardRowHeight = 44.0

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
  public weak var dataSource: (any TableViewDataSource)? {
    didSet { reloadData() }
  }
  /// The height of rows whose height the delegate does not determine, in points; 44 by default.
  ///
  /// A height below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.rowHeight`.
  public var rowHeight = TableView.standardRowHeight {
    didSet { discardGeometry() }
  }
  /// The height of headers whose height the delegate does not determine, in points; 0 by default.
  ///
  /// A height below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.sectionHeaderHeight`.
  public var sectionHeaderHeight = 0.0 {
    didSet { discardGeometry() }
  }
  /// A Boolean value that determines whether taps select rows; true by default.
  ///
  /// Corresponds to `UITableView.allowsSelection`.
  public var allowsSelection = true
  /// A Boolean value that determines whether more than one row can be selected; false by default.
  ///
  /// Corresponds to `UITableView.allowsMultipleSelection`.
  public var allowsMultipleSelection = false

  let visible = VisibleCells<TableViewCell>()
  let indexView = SectionIndexView()
  private(set) weak var tableDelegate: (any TableViewDelegate)?
  private var geometry: RowGeometry?
  private var isLoading = false
  private var laidOutRows: ClosedRange<IndexPath>?
  private var headers: [Int: View] = [:]
  private var headerPool = ReusePool<TableViewHeaderFooterView>()

  /// Creates a table view with a style and a frame in its future superview.
  ///
  /// Corresponds to `UITableView.init(frame:style:)`.
  public init(frame: Rect = .zero, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
    indexView.attach(to: self)
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

  /// Lays out cells, headers and the section index; overriders call `super`.
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
    layOutHeaders(geometry)
    indexView.layOut()
  }

  /// Returns false for touches on the section index, which never scroll the table.
  open override func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    touch.view !== indexView && super.gestureRecognizer(gestureRecognizer, shouldReceive: touch)
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

// MARK: - Loading

extension TableView {
  /// Reloads the rows and sections at the next layout, and deselects all rows.
  ///
  /// Corresponds to `UITableView.reloadData()`.
  public func reloadData() {
    recycle { _ in true }
    visible.selected = []
    discardHeaders { _ in true }
    discardGeometry()
  }

  /// Returns the positions of the rows, asking the data source where they are not known.
  func loadedGeometry() -> RowGeometry {
    if let geometry, geometry.width == bounds.width { return geometry }
    // A delegate that queries the table while it is being queried gets the former state.
    guard !isLoading else { return geometry ?? RowGeometry(width: bounds.width) }
    let new = newGeometry()
    install(new)
    return geometry ?? new
  }

  /// Computes the positions of all rows from the data source and the delegate.
  func newGeometry() -> RowGeometry {
    isLoading = true
    defer { isLoading = false }
    var new = RowGeometry(width: bounds.width)
    guard let dataSource else { return new }
    for section in 0..<dataSource.numberOfSections(in: self).asCount {
      new.append(headerHeight: headerHeight(of: section), rows: rowLengths(of: section))
    }
    indexView.show(dataSource.sectionIndexTitles(for: self) ?? [])
    return new
  }

  /// Sets the positions of the rows, and with them the size of the content.
  func install(_ new: RowGeometry) {
    geometry = new
    laidOutRows = nil
    setNeedsLayout()
    contentSize = Size(width: new.width, height: min(new.height, View.maximumCoordinate))
  }

  private func discardGeometry() {
    geometry = nil
    setNeedsLayout()
  }

  private func headerHeight(of section: Int) -> Double {
    let height = tableDelegate?.tableView(self, heightForHeaderInSection: section)
    return (height ?? sectionHeaderHeight).asExtent
  }

  private func rowLengths(of section: Int) -> PrefixSums {
    let count = dataSource?.tableView(self, numberOfRowsInSection: section).asCount ?? 0
    let uniform = PrefixSums(count: count, each: rowHeight.asExtent)
    guard let tableDelegate else { return uniform }
    var lengths = PrefixSums()
    for row in 0..<count {
      let indexPath = IndexPath(row: row, section: section)
      let height = tableDelegate.tableView(self, heightForRowAt: indexPath)
      guard height != Self.uniformRowHeight else { return uniform }
      lengths.append(height.asExtent)
    }
    return lengths
  }
}

// MARK: - Cells and headers

extension TableView {
  private func layOutCells(at indexPaths: [IndexPath], _ geometry: RowGeometry) {
    for indexPath in indexPaths {
      guard self.geometry != nil else { return }
      let cell = visible.cells[indexPath] ?? dataSource?.tableView(self, cellForRowAt: indexPath)
      guard let cell else { continue }
      if visible.cells[indexPath] !== cell { visible.insert(cell, at: indexPath, in: self) }
      cell.frame = geometry.rect(of: indexPath)
    }
  }

  private func layOutHeaders(_ geometry: RowGeometry) {
    let sections = geometry.sections(from: bounds.minY, to: bounds.maxY)
    let isVisible = { section in
      sections.contains(section)
        && self.visibleHeaderRect(of: section, geometry).intersects(self.bounds)
    }
    discardHeaders { !isVisible($0) }
    for section in sections where isVisible(section) {
      header(of: section)?.frame = visibleHeaderRect(of: section, geometry)
    }
  }

  /// Returns the rectangle of a section's header, which sticks to the top of a plain table while the section is visible.
  private func visibleHeaderRect(of section: Int, _ geometry: RowGeometry) -> Rect {
    let rect = geometry.headerRect(of: section)
    guard style == .plain else { return rect }
    let lowest = geometry.sections[section].end - rect.height
    let top = max(rect.minY, min(bounds.minY + adjustedContentInset.top, lowest))
    return Rect(origin: Point(x: 0, y: top), size: rect.size)
  }

  private func header(of section: Int) -> View? {
    if let header = headers[section] { return header }
    guard let header = tableDelegate?.tableView(self, viewForHeaderInSection: section) else {
      return nil
    }
    headers[section] = header
    // In front of the cells, behind the section index.
    insertSubview(header, at: subviews.count - (indexView.superview === self ? 1 : 0))
    return header
  }

  private func discardHeaders(where shouldDiscard: (Int) -> Bool) {
    for section in headers.keys.filter(shouldDiscard) {
      guard let header = headers.removeValue(forKey: section) else { continue }
      header.removeFromSuperview()
      if let reusable = header as? TableViewHeaderFooterView { headerPool.enqueue(reusable) }
    }
  }

  /// Returns the header of a section, or `nil` where it is not visible.
  ///
  /// Corresponds to `UITableView.headerView(forSection:)`.
  public func headerView(forSection section: Int) -> View? {
    layoutIfNeeded()
    return headers[section]
  }

  /// Registers the class of new headers for an identifier; `nil` unregisters it.
  ///
  /// Corresponds to `UITableView.register(_:forHeaderFooterViewReuseIdentifier:)`.
  public func register(
    _ aClass: TableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    headerPool.register(
      identifier, maker: aClass.map { aClass in { aClass.init(reuseIdentifier: identifier) } })
  }

  /// Returns a reused header, or a new one of the registered class; `nil` where no class is registered.
  ///
  /// Corresponds to `UITableView.dequeueReusableHeaderFooterView(withIdentifier:)`.
  public func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> TableViewHeaderFooterView? {
    guard let header = headerPool.dequeue(identifier) else {
      return headerPool.maker(for: identifier)?()
    }
    header.prepareForReuse()
    return header
  }
}
