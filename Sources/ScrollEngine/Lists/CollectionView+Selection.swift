extension CollectionView: CellList {
  /// The items that are selected, in order; nil for none.
  ///
  /// Corresponds to `UICollectionView.indexPathsForSelectedItems`.
  public var indexPathsForSelectedItems: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  /// Selects an item, and scrolls to it if a position is given; the delegate is not told.
  ///
  /// Nil deselects all items; an item that does not exist is ignored. Corresponds to
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

  /// Deselects an item; the delegate is not told.
  ///
  /// Corresponds to `UICollectionView.deselectItem(at:animated:)`, which can fade.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, indexPath)
  }

  func mayHighlight(_ place: IndexPath) -> Bool {
    collectionDelegate?.collectionView(self, shouldHighlightItemAt: place) ?? true
  }

  func choice(for place: IndexPath) -> IndexPath? {
    let isAllowed = collectionDelegate?.collectionView(self, shouldSelectItemAt: place) ?? true
    return isAllowed ? place : nil
  }

  func notify(_ change: CellChange, _ place: IndexPath) {
    switch change {
    case .highlighted: collectionDelegate?.collectionView(self, didHighlightItemAt: place)
    case .unhighlighted: collectionDelegate?.collectionView(self, didUnhighlightItemAt: place)
    case .selected: collectionDelegate?.collectionView(self, didSelectItemAt: place)
    case .deselected: collectionDelegate?.collectionView(self, didDeselectItemAt: place)
    }
  }
}
