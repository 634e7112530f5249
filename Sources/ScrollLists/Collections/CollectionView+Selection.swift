extension CollectionView: CellList {
  /// The selected items, in order; `nil` for none.
  ///
  /// Corresponds to `UICollectionView.indexPathsForSelectedItems`.
  public var indexPathsForSelectedItems: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  /// Selects an item, and scrolls to it if a position is given, without notifying the delegate.
  ///
  /// `nil` deselects all items; an item that does not exist is ignored. Corresponds to
  /// `UICollectionView.selectItem(at:animated:scrollPosition:)`.
  public func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return select(nil) }
    guard layoutAttributesForItem(at: indexPath) != nil else { return }
    select(indexPath)
    guard !scrollPosition.isEmpty else { return }
    scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
  }

  /// Deselects an item without notifying the delegate.
  ///
  /// Corresponds to `UICollectionView.deselectItem(at:animated:)`, which can fade.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, indexPath)
  }

  func shouldHighlight(_ indexPath: IndexPath) -> Bool {
    collectionDelegate?.collectionView(self, shouldHighlightItemAt: indexPath) ?? true
  }

  func selection(for indexPath: IndexPath) -> IndexPath? {
    let isAllowed = collectionDelegate?.collectionView(self, shouldSelectItemAt: indexPath) ?? true
    return isAllowed ? indexPath : nil
  }

  func notify(_ change: CellChange, _ indexPath: IndexPath) {
    switch change {
    case .highlighted: collectionDelegate?.collectionView(self, didHighlightItemAt: indexPath)
    case .unhighlighted: collectionDelegate?.collectionView(self, didUnhighlightItemAt: indexPath)
    case .selected: collectionDelegate?.collectionView(self, didSelectItemAt: indexPath)
    case .deselected: collectionDelegate?.collectionView(self, didDeselectItemAt: indexPath)
    }
  }
}
