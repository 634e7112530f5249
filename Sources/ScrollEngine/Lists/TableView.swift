public import Geometry

/// A scroll view that shows rows, one below the other, and keeps alive only those that are seen.
///
/// ``ScrollView/alwaysBounceVertical`` is true by default, as in UIKit. Its ``ScrollView/delegate`` may be a ``TableViewDelegate``. However many rows there are, there are as many cells as
/// fit: a row that leaves gives its cell to one that comes. Corresponds to `UITableView`.
open class TableView: ScrollView {
  /// How headers behave.
  ///
  /// Corresponds to `UITableView.Style`.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// The header of the topmost section stays at the top while rows of the section are seen.
    case plain
    /// Headers scroll with the rows.
    case grouped
  }

  /// How rows come and go.
  ///
  /// Corresponds to `UITableView.RowAnimation`.
  public enum RowAnimation: Hashable, Sendable {
    /// At once.
    case none
  }

  /// The height of a row where the delegate gives none, in points. [A]
  public static let standardRowHeight = 44.0

  /// How headers behave.
  ///
  /// Corresponds to `UITableView.style`.
  public let style: Style
  /// Who gives the table its rows; setting it reloads them.
  ///
  /// Corresponds to `UITableView.dataSource`.
  public weak var dataSource: (any TableViewDataSource)? {
    didSet { reloadData() }
  }
  /// The height of the rows where the delegate gives none, in points; 44 at first, below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.rowHeight`.
  public var rowHeight = TableView.standardRowHeight {
    didSet { discardGeometry() }
  }
  /// The height of the headers where the delegate gives none, in points; 0 at first, below 0.1 counts as 0.
  ///
  /// Corresponds to `UITableView.sectionHeaderHeight`.
  public var sectionHeaderHeight = 0.0 {
    didSet { discardGeometry() }
  }
  /// False if taps select nothing.
  ///
  /// Corresponds to `UITableView.allowsSelection`.
  public var allowsSelection = true
  /// True if each tap selects or deselects one more row.
  ///
  /// Corresponds to `UITableView.allowsMultipleSelection`.
  public var allowsMultipleSelection = false

  let visible = VisibleCells<TableViewCell>()
  let indexView = SectionIndexView()
  private(set) weak var tableDelegate: (any TableViewDelegate)?
  private var geometry: RowGeometry?
  private var isLoading = false
  private var asksForRowHeights = true
  private var laidOutRows: ClosedRange<IndexPath>?
  private var headers: [Int: View] = [:]
  private var headerPool = ReusePool<TableViewHeaderFooterView>()

  /// Makes an empty table with its place in its future superview.
  ///
  /// Corresponds to `UITableView.init(frame:style:)`.
  public init(frame: Rect = .zero, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
    indexView.join(self)
  }

  /// Makes an empty plain table with its place in its future superview.
  public convenience override init(frame: Rect = .zero) {
    self.init(frame: frame, style: .plain)
  }

  /// Who hears of everything; decides over rows too where it is a ``TableViewDelegate``.
  ///
  /// Corresponds to `UITableView.delegate`.
  public override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      tableDelegate = delegate as? any TableViewDelegate
      discardGeometry()
    }
  }

  /// Places cells, headers and the section index; overriders call `super`.
  open override func layoutSubviews() {
    let geometry = loadedGeometry()
    let rows = geometry.rows(from: bounds.minY, to: bounds.maxY)
    if rows == nil || rows != laidOutRows {
      recycle { !(rows?.contains($0) ?? false) }
      laidOutRows = rows
      if let rows { place(geometry.places(in: rows), geometry) }
    }
    // A data source may have reloaded the table from within; then there is another layout to come.
    guard self.geometry != nil else { return }
    placeHeaders(geometry)
    indexView.place()
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
  /// Forgets everything that the data source said, the selection too, and asks anew at the next layout.
  ///
  /// Corresponds to `UITableView.reloadData()`.
  public func reloadData() {
    recycle { _ in true }
    visible.selected = []
    discardHeaders { _ in true }
    discardGeometry()
  }

  /// Where the rows are, asked for where that is not known.
  func loadedGeometry() -> RowGeometry {
    if let geometry, geometry.width == bounds.width { return geometry }
    // A delegate that asks the table while the table asks it hears what was true before.
    guard !isLoading else { return geometry ?? RowGeometry(width: bounds.width) }
    let new = newGeometry()
    install(new)
    return geometry ?? new
  }

  /// Asks the data source and the delegate for all rows.
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

  /// Lets rows be where `new` says.
  func install(_ new: RowGeometry) {
    geometry = new
    laidOutRows = nil
    setNeedsLayout()
    contentSize = Size(width: new.width, height: min(new.height, Double.largestAcceptable))
  }

  /// The height of all rows; notes that the delegate need not be asked for each.
  func heightWithoutDelegate() -> Double {
    asksForRowHeights = false
    return rowHeight
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
    let alike = PrefixSums(count: count, each: rowHeight.asExtent)
    guard let tableDelegate else { return alike }
    asksForRowHeights = true
    var lengths = PrefixSums()
    for row in 0..<count {
      let place = IndexPath(row: row, section: section)
      lengths.append(tableDelegate.tableView(self, heightForRowAt: place).asExtent)
      guard asksForRowHeights else { return alike }
    }
    return lengths
  }
}

// MARK: - Placing

extension TableView {
  private func place(_ places: [IndexPath], _ geometry: RowGeometry) {
    for place in places {
      guard self.geometry != nil else { return }
      let cell = visible.cells[place] ?? dataSource?.tableView(self, cellForRowAt: place)
      guard let cell else { continue }
      if visible.cells[place] !== cell { visible.insert(cell, at: place, in: self) }
      cell.frame = geometry.rect(of: place)
    }
  }

  private func placeHeaders(_ geometry: RowGeometry) {
    let sections = geometry.sections(from: bounds.minY, to: bounds.maxY)
    let isSeen = { section in
      sections.contains(section)
        && self.shownHeaderRect(of: section, geometry).intersects(self.bounds)
    }
    discardHeaders { !isSeen($0) }
    for section in sections where isSeen(section) {
      header(of: section)?.frame = shownHeaderRect(of: section, geometry)
    }
  }

  /// Where the header of a section is seen: in a plain table it stays in sight while the section is.
  private func shownHeaderRect(of section: Int, _ geometry: RowGeometry) -> Rect {
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

  private func discardHeaders(where isUnwanted: (Int) -> Bool) {
    for section in headers.keys.filter(isUnwanted) {
      guard let header = headers.removeValue(forKey: section) else { continue }
      header.removeFromSuperview()
      if let reusable = header as? TableViewHeaderFooterView { headerPool.give(reusable) }
    }
  }

  /// The header of a section, where it is seen.
  ///
  /// Corresponds to `UITableView.headerView(forSection:)`.
  public func headerView(forSection section: Int) -> View? {
    layoutIfNeeded()
    return headers[section]
  }

  /// Lets ``dequeueReusableHeaderFooterView(withIdentifier:)`` make headers of a class; nil ends that.
  ///
  /// Corresponds to `UITableView.register(_:forHeaderFooterViewReuseIdentifier:)`.
  public func register(
    _ aClass: TableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    headerPool.register(
      identifier, maker: aClass.map { aClass in { aClass.init(reuseIdentifier: identifier) } })
  }

  /// A header that is no longer seen, made ready, or else a new one; nil where no class is registered.
  ///
  /// Corresponds to `UITableView.dequeueReusableHeaderFooterView(withIdentifier:)`.
  public func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> TableViewHeaderFooterView? {
    guard let header = headerPool.take(identifier) else {
      return headerPool.maker(for: identifier)?()
    }
    header.prepareForReuse()
    return header
  }
}
