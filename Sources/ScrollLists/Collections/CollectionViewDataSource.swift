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
