public import ScrollEngine

/// The methods that manage the selection of a collection view's items; every method has a default.
///
/// Corresponds to `UICollectionViewDelegate`.
nonisolated public protocol CollectionViewDelegate: ScrollViewDelegate {
  /// Returns whether a touch may highlight, and then select, an item; true by default.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:shouldHighlightItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool

  /// Called when a touch highlights an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didHighlightItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)

  /// Called when an item is no longer highlighted. Corresponds to `UICollectionViewDelegate.collectionView(_:didUnhighlightItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)

  /// Returns whether a tap selects an item; true by default.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:shouldSelectItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool

  /// Called after a tap selects an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didSelectItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)

  /// Called after a tap deselects an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didDeselectItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)

  /// Returns whether a tap deselects an item where several may be selected; true by default.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:shouldDeselectItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool

  /// Called before a cell becomes visible. Corresponds to `UICollectionViewDelegate.collectionView(_:willDisplay:forItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
    forItemAt indexPath: IndexPath)

  /// Called after a cell was removed. Corresponds to `UICollectionViewDelegate.collectionView(_:didEndDisplaying:forItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt indexPath: IndexPath)

  /// Called before a supplementary view becomes visible.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:willDisplaySupplementaryView:forElementKind:at:)`.
  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath)
}

extension CollectionViewDelegate {
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath
  ) {}
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath
  ) {}
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) {}
}

/// The methods that provide the items of a collection view and their cells.
///
/// Corresponds to `UICollectionViewDataSource`.
nonisolated public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections; 1 by default.
  ///
  /// Corresponds to `UICollectionViewDataSource.numberOfSections(in:)`.
  func numberOfSections(in collectionView: CollectionView) -> Int

  /// Returns the number of items in a section; a negative number counts as 0.
  ///
  /// Corresponds to `UICollectionViewDataSource.collectionView(_:numberOfItemsInSection:)`.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

  /// Returns the cell for an item that becomes visible, from
  /// ``CollectionView/dequeueReusableCell(withReuseIdentifier:for:)``.
  ///
  /// Corresponds to `UICollectionViewDataSource.collectionView(_:cellForItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell

  /// Returns a header, a footer or another view of the layout that becomes visible; an empty view by default.
  ///
  /// Corresponds to `UICollectionViewDataSource.collectionView(_:viewForSupplementaryElementOfKind:at:)`.
  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> CollectionReusableView
}

extension CollectionViewDataSource {
  /// Returns 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
  /// Returns an empty view.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> CollectionReusableView { CollectionReusableView() }
}
