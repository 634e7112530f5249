extension CollectionView: CellList {
  /// The selected items, in order; `nil` for none.
  ///
  /// Corresponds to `UICollectionView.indexPathsForSelectedItems`.
  public var indexPathsForSelectedItems: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  func selectWithoutNotice(
    _ indexPath: IndexPath?, _ scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let indexPath else { return select(nil) }
    guard layoutAttributesForItem(at: indexPath) != nil else { return }
    select(indexPath)
    guard !scrollPosition.isEmpty else { return }
    scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
  }

  func shouldHighlight(_ indexPath: IndexPath) -> Bool {
    collectionDelegate?.collectionView(self, shouldHighlightItemAt: indexPath) ?? true
  }

  func selection(for indexPath: IndexPath) -> IndexPath? {
    let isAllowed = collectionDelegate?.collectionView(self, shouldSelectItemAt: indexPath) ?? true
    return isAllowed ? indexPath : nil
  }

  func deselection(for indexPath: IndexPath) -> IndexPath? { indexPath }

  func notify(_ change: CellChange, _ indexPath: IndexPath) {
    switch change {
    case .highlighted: collectionDelegate?.collectionView(self, didHighlightItemAt: indexPath)
    case .unhighlighted: collectionDelegate?.collectionView(self, didUnhighlightItemAt: indexPath)
    case .selected: collectionDelegate?.collectionView(self, didSelectItemAt: indexPath)
    case .deselected: collectionDelegate?.collectionView(self, didDeselectItemAt: indexPath)
    }
  }
}
