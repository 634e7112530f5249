import ScrollEngine
public import ScrollGeometry

extension CollectionView {
  /// The number of sections.
  ///
  /// Corresponds to `UICollectionView.numberOfSections`.
  public var numberOfSections: Int { loadedCounts().count }

  /// Returns the number of items in a section; 0 where there is no such section.
  ///
  /// Corresponds to `UICollectionView.numberOfItems(inSection:)`.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = loadedCounts()
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Registers the class of new cells for an identifier; `nil` unregisters it.
  ///
  /// Corresponds to `UICollectionView.register(_:forCellWithReuseIdentifier:)`.
  public func register(
    _ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String
  ) {
    visible.register(identifier, maker: cellClass.map { cellClass in { cellClass.init() } })
  }

  /// The visible cells, in the order of their items.
  ///
  /// Corresponds to `UICollectionView.visibleCells`.
  public var visibleCells: [CollectionViewCell] {
    indexPathsForVisibleItems.compactMap { visible.cells[$0] }
  }

  /// The visible items, in order.
  ///
  /// Corresponds to `UICollectionView.indexPathsForVisibleItems`.
  public var indexPathsForVisibleItems: [IndexPath] {
    layoutIfNeeded()
    return visible.cells.keys.sorted()
  }

  /// Returns the cell of an item, or `nil` where it is not visible.
  ///
  /// Corresponds to `UICollectionView.cellForItem(at:)`.
  public func cellForItem(at indexPath: IndexPath) -> CollectionViewCell? {
    layoutIfNeeded()
    return visible.cells[indexPath]
  }

  /// Returns the item of a visible cell, or `nil`.
  ///
  /// Corresponds to `UICollectionView.indexPath(for:)`.
  public func indexPath(for cell: CollectionViewCell) -> IndexPath? {
    visible.cells.first { $0.value === cell }?.key
  }

  /// Returns the layout attributes of an item, or `nil` where there is no such item.
  ///
  /// Corresponds to `UICollectionView.layoutAttributesForItem(at:)`.
  public func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    prepareLayout()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// Returns the item at a point in the collection view's coordinates, or `nil`.
  ///
  /// Corresponds to `UICollectionView.indexPathForItem(at:)`.
  public func indexPathForItem(at point: Point) -> IndexPath? {
    prepareLayout()
    let nearby = Rect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
    return collectionViewLayout.layoutAttributesForElements(in: nearby)?.first {
      $0.representedElementCategory == .cell && $0.frame.contains(point)
    }?.indexPath
  }
}

// MARK: - Scrolling

extension CollectionView {
  /// The position in the viewport to which an item is scrolled, for each axis.
  ///
  /// Corresponds to `UICollectionView.ScrollPosition`.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The top.
    public static let top = Self(rawValue: 1)
    /// The middle between top and bottom.
    public static let centeredVertically = Self(rawValue: 2)
    /// The bottom.
    public static let bottom = Self(rawValue: 4)
    /// The left edge.
    public static let left = Self(rawValue: 8)
    /// The middle between left and right.
    public static let centeredHorizontally = Self(rawValue: 16)
    /// The right edge.
    public static let right = Self(rawValue: 32)
  }

  func scroll(
    toItemAt indexPath: IndexPath, _ scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let item = layoutAttributesForItem(at: indexPath)?.frame else { return }
    scroll(
      to: item, covered: .zero, x: scrollPosition.horizontal, y: scrollPosition.vertical,
      animated: animated)
  }
}

extension CollectionView.ScrollPosition {
  fileprivate var horizontal: AxisPosition {
    if contains(.left) { return .leading }
    if contains(.centeredHorizontally) { return .middle }
    return contains(.right) ? .trailing : .nearest
  }

  fileprivate var vertical: AxisPosition {
    if contains(.top) { return .leading }
    if contains(.centeredVertically) { return .middle }
    return contains(.bottom) ? .trailing : .nearest
  }
}
