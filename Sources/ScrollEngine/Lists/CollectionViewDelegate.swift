/// Gives a collection its numbers of items and their cells.
///
/// Corresponds to `UICollectionViewDataSource`.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections; 1 by default.
  ///
  /// Corresponds to `UICollectionViewDataSource.numberOfSections(in:)`.
  func numberOfSections(in collectionView: CollectionView) -> Int

  /// The number of items in a section; below 0 counts as 0.
  ///
  /// Corresponds to `UICollectionViewDataSource.collectionView(_:numberOfItemsInSection:)`.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

  /// The cell for an item that is about to be seen, from
  /// ``CollectionView/dequeueReusableCell(withReuseIdentifier:for:)``.
  ///
  /// Corresponds to `UICollectionViewDataSource.collectionView(_:cellForItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell
}

extension CollectionViewDataSource {
  /// One.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
}

/// Decides over the selection of a collection's items, and hears of it; every method has a default.
///
/// Corresponds to `UICollectionViewDelegate`.
public protocol CollectionViewDelegate: ScrollViewDelegate {
  /// Asks whether a finger may press, and then select, an item; yes by default.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:shouldHighlightItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool

  /// A finger pressed an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didHighlightItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)

  /// A finger left an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didUnhighlightItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)

  /// Asks whether a tap selects an item; yes by default.
  ///
  /// Corresponds to `UICollectionViewDelegate.collectionView(_:shouldSelectItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool

  /// A tap selected an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didSelectItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)

  /// A tap deselected an item. Corresponds to `UICollectionViewDelegate.collectionView(_:didDeselectItemAt:)`.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)
}

extension CollectionViewDelegate {
  /// Yes.
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
  /// Yes.
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
}
