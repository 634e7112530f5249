public import Geometry

extension CollectionView {
  /// The number of sections.
  ///
  /// Corresponds to `UICollectionView.numberOfSections`.
  public var numberOfSections: Int { loadedCounts().count }

  /// The number of items in a section; 0 where there is no such section.
  ///
  /// Corresponds to `UICollectionView.numberOfItems(inSection:)`.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = loadedCounts()
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Lets the collection make cells of a class for an identifier; nil ends that.
  ///
  /// Corresponds to `UICollectionView.register(_:forCellWithReuseIdentifier:)`.
  public func register(
    _ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String
  ) {
    visible.register(identifier, maker: cellClass.map { cellClass in { cellClass.init() } })
  }

  /// A cell that is no longer seen, made ready, or else a new one; a plain one where no class is registered, where UIKit
  /// would trap.
  ///
  /// Corresponds to `UICollectionView.dequeueReusableCell(withReuseIdentifier:for:)`.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> CollectionViewCell {
    if let cell = visible.dequeue(identifier) { return cell }
    let cell = CollectionViewCell()
    cell.reuseIdentifier = identifier
    return cell
  }

  /// The cells that are seen, in the order of their items.
  ///
  /// Corresponds to `UICollectionView.visibleCells`.
  public var visibleCells: [CollectionViewCell] {
    indexPathsForVisibleItems.compactMap { visible.cells[$0] }
  }

  /// The items that are seen, in order.
  ///
  /// Corresponds to `UICollectionView.indexPathsForVisibleItems`.
  public var indexPathsForVisibleItems: [IndexPath] {
    layoutIfNeeded()
    return visible.cells.keys.sorted()
  }

  /// The cell of an item, where it is seen.
  ///
  /// Corresponds to `UICollectionView.cellForItem(at:)`.
  public func cellForItem(at indexPath: IndexPath) -> CollectionViewCell? {
    layoutIfNeeded()
    return visible.cells[indexPath]
  }

  /// The item of a cell that is seen.
  ///
  /// Corresponds to `UICollectionView.indexPath(for:)`.
  public func indexPath(for cell: CollectionViewCell) -> IndexPath? {
    visible.cells.first { $0.value === cell }?.key
  }

  /// Where an item is, seen or not; nil where there is no such item.
  ///
  /// Corresponds to `UICollectionView.layoutAttributesForItem(at:)`.
  public func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    prepareLayout()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// The item at a point in the collection's coordinates.
  ///
  /// Corresponds to `UICollectionView.indexPathForItem(at:)`.
  public func indexPathForItem(at point: Point) -> IndexPath? {
    prepareLayout()
    let nearby = Rect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
    return collectionViewLayout.layoutAttributesForElements(in: nearby).first {
      $0.frame.contains(point)
    }?.indexPath
  }
}

// MARK: - Scrolling

extension CollectionView {
  /// Where an item comes to be, for each axis.
  ///
  /// Corresponds to `UICollectionView.ScrollPosition`.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// At the top.
    public static let top = Self(rawValue: 1)
    /// In the middle between top and bottom.
    public static let centeredVertically = Self(rawValue: 2)
    /// At the bottom.
    public static let bottom = Self(rawValue: 4)
    /// At the left.
    public static let left = Self(rawValue: 8)
    /// In the middle between left and right.
    public static let centeredHorizontally = Self(rawValue: 16)
    /// At the right.
    public static let right = Self(rawValue: 32)
  }

  /// Scrolls as far as the range allows to where an item is seen; does nothing where there is no such item.
  ///
  /// An axis for which nothing is asked moves as little as possible. Corresponds to
  /// `UICollectionView.scrollToItem(at:at:animated:)`.
  public func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
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
