import ScrollEngine

/// The changes of an update that is being described, and the numbers of rows before it.
struct PendingUpdates {
  /// The duration of animated insertions, deletions and moves, in seconds. [C]
  static let duration = 0.3

  /// The number of calls that began an update and have not ended it.
  var depth = 0
  var changes = ListChanges()
  /// The numbers of items before the update; `nil` where they were not known.
  var counts: [Int]?

  /// Forgets the changes, after a reload.
  mutating func discard() {
    changes = ListChanges()
    counts = nil
  }

  /// Notes changes; returns true if they take effect at once, outside of a series.
  ///
  /// The data source has changed already: its numbers of items are those that are known, which may be none.
  mutating func note(
    from counts: [Int]?, isAnimated: Bool, _ change: (inout ListChanges) -> Void
  ) -> Bool {
    if depth == 0 {
      discard()
      self.counts = counts
    }
    change(&changes)
    if isAnimated { changes.isAnimated = true }
    return depth == 0
  }
}

extension TableView {
  /// Begins a series of insertions, deletions and moves, which take effect at ``endUpdates()``.
  ///
  /// Corresponds to `UITableView.beginUpdates()`.
  public func beginUpdates() {
    if updates.depth == 0 {
      updates.discard()
      updates.counts = loadedGeometry().counts
    }
    updates.depth += 1
  }

  /// Ends a series of changes: cells, selection and headers move with their rows.
  ///
  /// Heights are asked for again even without changes. If the data source's numbers of rows disagree, the table reloads;
  /// UIKit would trap. Corresponds to `UITableView.endUpdates()`.
  public func endUpdates() {
    guard updates.depth > 0 else { return }
    updates.depth -= 1
    if updates.depth == 0 { perform(nil) }
  }

  /// Performs a series of insertions, deletions and moves together, and calls `completion` when they have been shown.
  ///
  /// Corresponds to `UITableView.performBatchUpdates(_:completion:)`.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    beginUpdates()
    updates?()
    self.updates.depth -= 1
    guard self.updates.depth == 0 else { return }
    perform(completion)
  }

  /// Inserts rows that the data source has added, at their index paths after the change.
  ///
  /// Cells and selection stay with their rows. If the data source's numbers of rows disagree, the table reloads; UIKit
  /// would trap. Corresponds to `UITableView.insertRows(at:with:)`.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    change(animation) { $0.inserted.formUnion(indexPaths) }
  }

  /// Deletes rows that the data source has removed, at their index paths before the change.
  ///
  /// Cells and selection stay with their rows. If the data source's numbers of rows disagree, the table reloads; UIKit
  /// would trap. Corresponds to `UITableView.deleteRows(at:with:)`.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    change(animation) { $0.deleted.formUnion(indexPaths) }
  }

  /// Replaces the cells of rows.
  ///
  /// Corresponds to `UITableView.reloadRows(at:with:)`.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .none) {
    change(animation) { $0.reloaded.formUnion(indexPaths) }
  }

  /// Moves a row that the data source has moved.
  ///
  /// Corresponds to `UITableView.moveRow(at:to:)`.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change(.automatic) { $0.moved[indexPath] = newIndexPath }
  }

  /// Inserts sections that the data source has added, at their indexes after the change.
  ///
  /// Corresponds to `UITableView.insertSections(_:with:)`.
  public func insertSections(_ sections: some Sequence<Int>, with animation: RowAnimation = .none) {
    change(animation) { $0.insertedSections.formUnion(sections) }
  }

  /// Deletes sections that the data source has removed, at their indexes before the change.
  ///
  /// Corresponds to `UITableView.deleteSections(_:with:)`.
  public func deleteSections(_ sections: some Sequence<Int>, with animation: RowAnimation = .none) {
    change(animation) { $0.deletedSections.formUnion(sections) }
  }

  /// Replaces the cells, the header and the footer of sections.
  ///
  /// Corresponds to `UITableView.reloadSections(_:with:)`.
  public func reloadSections(_ sections: some Sequence<Int>, with animation: RowAnimation = .none) {
    change(animation) { $0.reloadedSections.formUnion(sections) }
  }

  /// Moves a section that the data source has moved.
  ///
  /// Corresponds to `UITableView.moveSection(_:toSection:)`.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change(.automatic) { $0.movedSections[section] = newSection }
  }

  private func change(_ animation: RowAnimation, _ note: (inout ListChanges) -> Void) {
    if updates.note(from: geometry?.counts, isAnimated: animation != .none, note) { perform(nil) }
  }

  private func perform(_ completion: ((Bool) -> Void)?) {
    let (changes, old) = (updates.changes, updates.counts)
    updates.discard()
    let new = newGeometry()
    guard let old, changes.agrees(from: old, to: new.counts) else {
      reloadData()
      completion?(true)
      return
    }
    endPress()
    recycle(where: changes.reloads)
    visible.renumber(changes.newIndexPath)
    supplements.renumber(changes)
    install(new)
    guard changes.isAnimated else {
      completion?(true)
      return
    }
    showAnimated(changes, appear: appear, completion: completion)
  }

  /// Lets a new cell fade in.
  private func appear(_ cell: TableViewCell, _ indexPath: IndexPath) {
    let alpha = cell.alpha
    View.performWithoutAnimation { cell.alpha = 0 }
    cell.alpha = alpha
  }
}

extension SectionViews {
  /// Moves headers and footers with their sections.
  func renumber(_ changes: ListChanges) {
    discard { key in
      let section = key.section
      return changes.newSection(of: section) == nil || changes.reloadedSections.contains(section)
    }
    var moved: [Key: View] = [:]
    for (key, view) in views {
      guard let section = changes.newSection(of: key.section) else { continue }
      moved[key.moved(to: section)] = view
    }
    views = moved
  }
}

extension SectionViews.Key {
  fileprivate var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    }
  }

  fileprivate func moved(to section: Int) -> Self {
    switch self {
    case .header: .header(section)
    case .footer: .footer(section)
    }
  }
}
