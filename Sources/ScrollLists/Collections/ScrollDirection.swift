extension CollectionView {
  /// The direction in which the content scrolls.
  ///
  /// Corresponds to `UICollectionView.ScrollDirection`.
  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    /// Lines go from left to right and follow each other downwards.
    case vertical
    /// Lines go from top to bottom and follow each other to the right.
    case horizontal
  }
}
