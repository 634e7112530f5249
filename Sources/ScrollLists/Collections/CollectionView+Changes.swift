import ScrollEngine
import ScrollGeometry

extension CollectionView {
  /// Performs a series of insertions, deletions and moves together, and calls `completion` when they have been shown.
  ///
  /// If the data source's numbers of items disagree, the collection reloads; UIKit would trap.
  /// Corresponds to `UICollectionView.performBatchUpdates(_:completion:)`.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    if self.updates.depth == 0 {
      self.updates.discard()
      self.updates.counts = loadedCounts()
    }
    self.updates.depth += 1
    updates?()
    self.updates.depth -= 1
    if self.updates.depth == 0 { perform(completion) }
  }

  /// Inserts items that the data source has added, at their index paths after the change.
  ///
  /// Corresponds to `UICollectionView.insertItems(at:)`.
  public func insertItems(at indexPaths: [IndexPath]) {
    change { $0.inserted.formUnion(indexPaths) }
  }

  /// Deletes items that the data source has removed, at their index paths before the change.
  ///
  /// Corresponds to `UICollectionView.deleteItems(at:)`.
  public func deleteItems(at indexPaths: [IndexPath]) {
    change { $0.deleted.formUnion(indexPaths) }
  }

  /// Replaces the cells of items.
  ///
  /// Corresponds to `UICollectionView.reloadItems(at:)`.
  public func reloadItems(at indexPaths: [IndexPath]) {
    change { $0.reloaded.formUnion(indexPaths) }
  }

  /// Moves an item that the data source has moved.
  ///
  /// Corresponds to `UICollectionView.moveItem(at:to:)`.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.moved[indexPath] = newIndexPath }
  }

  /// Inserts sections that the data source has added, at their indexes after the change.
  ///
  /// Corresponds to `UICollectionView.insertSections(_:)`.
  public func insertSections(_ sections: some Sequence<Int>) {
    change { $0.insertedSections.formUnion(sections) }
  }

  /// Deletes sections that the data source has removed, at their indexes before the change.
  ///
  /// Corresponds to `UICollectionView.deleteSections(_:)`.
  public func deleteSections(_ sections: some Sequence<Int>) {
    change { $0.deletedSections.formUnion(sections) }
  }

  /// Replaces the cells and supplementary views of sections.
  ///
  /// Corresponds to `UICollectionView.reloadSections(_:)`.
  public func reloadSections(_ sections: some Sequence<Int>) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  /// Moves a section that the data source has moved.
  ///
  /// Corresponds to `UICollectionView.moveSection(_:toSection:)`.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections[section] = newSection }
  }

  private func change(_ note: (inout ListChanges) -> Void) {
    if updates.note(from: counts, isAnimated: true, note) { perform(nil) }
  }

  private func perform(_ completion: ((Bool) -> Void)?) {
    let (changes, old) = (updates.changes, updates.counts)
    updates.discard()
    counts = nil
    guard let old, changes.agrees(from: old, to: loadedCounts()) else {
      reloadData()
      completion?(true)
      return
    }
    endPress()
    recycle(where: changes.reloads)
    visible.renumber(changes.newIndexPath)
    // Supplementary views follow the layout, which may give them other places.
    supplements.discard { _ in true }
    collectionViewLayout.invalidateLayout()
    discardLayout()
    collectionViewLayout.prepare(forCollectionViewUpdates: changes.updateItems)
    showAnimated(changes, appear: appear, completion: completion)
    collectionViewLayout.finalizeCollectionViewUpdates()
  }

  /// Lets a new cell fade in, or come from where the layout wants it to.
  private func appear(_ cell: CollectionViewCell, _ indexPath: IndexPath) {
    let end = (frame: cell.frame, transform: cell.transform, alpha: cell.alpha)
    let start = collectionViewLayout.initialLayoutAttributesForAppearingItem(at: indexPath)
    View.performWithoutAnimation {
      cell.alpha = start?.alpha ?? 0
      guard let start else { return }
      cell.transform = .identity
      cell.frame = Rect(
        x: start.center.x - start.size.width / 2, y: start.center.y - start.size.height / 2,
        width: start.size.width, height: start.size.height)
      cell.transform = start.transform
    }
    cell.alpha = end.alpha
    guard start != nil else { return }
    cell.transform = end.transform
    cell.frame = end.frame
  }
}

extension ListChanges {
  /// The changes of items as a layout receives them.
  fileprivate var updateItems: [CollectionViewUpdateItem] {
    deleted.sorted().map { CollectionViewUpdateItem(.delete, before: $0, after: nil) }
      + reloaded.sorted().map { CollectionViewUpdateItem(.reload, before: $0, after: $0) }
      + moved.sorted { $0.key < $1.key }.map {
        CollectionViewUpdateItem(.move, before: $0.key, after: $0.value)
      } + inserted.sorted().map { CollectionViewUpdateItem(.insert, before: nil, after: $0) }
  }
}
