public import ScrollEngine
public import ScrollGeometry

/// A scroll view that presents items in a layout.
///
/// Only visible items have cells. The ``delegate`` may be a ``CollectionViewDelegate``. Corresponds to `UICollectionView`.
nonisolated open class CollectionView: ScrollView {
  /// The object that provides the items; held weakly.
  ///
  /// Setting it reloads the collection view.   /// Corresponds to `UICollectionView.dataSource`.
  open weak var dataSource: (any CollectionViewDataSource)? {
    didSet { reloadData() }
  }
  /// The layout of the items; a layout belongs to one collection view at a time.
  ///
  /// Corresponds to `UICollectionView.collectionViewLayout`.
  open var collectionViewLayout: CollectionViewLayout {
    didSet {
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      discardLayout()
    }
  }
  /// A Boolean value that determines whether taps select items; true by default.
  ///
  /// Corresponds to `UICollectionView.allowsSelection`.
  open var allowsSelection = true
  /// A Boolean value that determines whether more than one item can be selected; false by default.
  ///
  /// Corresponds to `UICollectionView.allowsMultipleSelection`.
  open var allowsMultipleSelection = false

  let visible = VisibleCells<CollectionViewCell>()
  private(set) weak var collectionDelegate: (any CollectionViewDelegate)?

  // The rest is shared by the files of this folder.

  var isLayoutValid = false
  var counts: [Int]?
  let supplements = SupplementaryViews()
  var updates = PendingUpdates()

  /// Creates a collection view with a layout and a frame in its future superview.
  ///
  /// Corresponds to `UICollectionView.init(frame:collectionViewLayout:)`.
  public init(frame: Rect = .zero, collectionViewLayout: CollectionViewLayout) {
    self.collectionViewLayout = collectionViewLayout
    super.init(frame: frame)
    collectionViewLayout.collectionView = self
    visible.didEndDisplaying = { [weak self] cell, indexPath in
      guard let self else { return }
      collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: indexPath)
    }
  }

  /// The delegate; held weakly.
  ///
  /// A ``CollectionViewDelegate`` also manages the selection of items.   /// Corresponds to `UICollectionView.delegate`.
  open override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      collectionDelegate = delegate as? any CollectionViewDelegate
      discardLayout()
    }
  }

  /// The size of the content, in points: that of the layout, right at once after a change, before the next layout.
  open override var contentSize: Size {
    get {
      if dataSource != nil { prepareLayout() }
      return super.contentSize
    }
    set { super.contentSize = newValue }
  }

  /// The visible part of the content; the layout is asked before every change whether it stays valid.
  open override var bounds: Rect {
    willSet {
      if newValue != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue)
      {
        collectionViewLayout.invalidateLayout(
          with: collectionViewLayout.invalidationContext(forBoundsChange: newValue))
      }
    }
  }

  /// Lays out the cells and the supplementary views; overrides call `super`.
  open override func layoutSubviews() {
    layOutElements()
  }

  /// Returns the offset that the layout chooses for the end of a flick.
  open override func restingOffset(
    forProposedOffset proposedOffset: Point, withVelocity velocity: Point
  ) -> Point {
    prepareLayout()
    return collectionViewLayout.targetContentOffset(
      forProposedContentOffset: proposedOffset, withScrollingVelocity: velocity)
  }

  /// Reloads the items and sections, and deselects all items.
  ///
  /// The new numbers of items are asked for when they are needed, for ``contentSize`` at once; cells are made at the next
  /// layout.
  /// Corresponds to `UICollectionView.reloadData()`.
  open func reloadData() {
    recycle { _ in true }
    supplements.discard { _ in true }
    visible.selected = []
    updates.discard()
    counts = nil
    let context = CollectionViewLayoutInvalidationContext()
    context.invalidateEverything = true
    collectionViewLayout.invalidateLayout(with: context)
    discardLayout()
  }

  /// Returns a reused cell or a new one; a plain one where no class is registered, where UIKit would trap.
  ///
  /// Corresponds to `UICollectionView.dequeueReusableCell(withReuseIdentifier:for:)`.
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> CollectionViewCell {
    if let cell = visible.dequeue(identifier) { return cell }
    let cell = CollectionViewCell()
    cell.reuseIdentifier = identifier
    return cell
  }

  /// Scrolls an item to a position, within the scrollable range; does nothing where there is no such item.
  ///
  /// An axis without a position scrolls as little as possible. Corresponds to
  /// `UICollectionView.scrollToItem(at:at:animated:)`.
  open func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let item = layoutAttributesForItem(at: indexPath)?.frame else { return }
    scroll(
      to: item, covered: .zero, x: scrollPosition.horizontal, y: scrollPosition.vertical,
      animated: animated)
  }

  /// Selects an item, and scrolls to it if a position is given, without notifying the delegate.
  ///
  /// `nil` deselects all items; an item that does not exist is ignored. Corresponds to
  /// `UICollectionView.selectItem(at:animated:scrollPosition:)`.
  open func selectItem(
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
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    setSelected(false, indexPath)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    press(touches)
    super.touchesBegan(touches, with: event)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    movePress(touches)
    super.touchesMoved(touches, with: event)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    select(touches)
    super.touchesEnded(touches, with: event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    cancelPress(touches)
    super.touchesCancelled(touches, with: event)
  }
}

// MARK: - Layout

extension CollectionView {
  /// Prepares the layout and updates the content size, unless the layout is valid.
  func prepareLayout() {
    guard !isLayoutValid else { return }
    isLayoutValid = true
    collectionViewLayout.prepare()
    let size = collectionViewLayout.collectionViewContentSize
    contentSize = Size(
      width: min(size.width, View.maximumCoordinate),
      height: min(size.height, View.maximumCoordinate))
  }

  func discardLayout() {
    isLayoutValid = false
    setNeedsLayout()
  }

  /// Returns the numbers of items in the sections, asking the data source where they are not known.
  func loadedCounts() -> [Int] {
    if let counts { return counts }
    guard let dataSource else { return [] }
    let new = (0..<dataSource.numberOfSections(in: self).asCount).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0).asCount
    }
    counts = new
    return new
  }

  /// Changes the layout, and moves the cells to their new places.
  ///
  /// Corresponds to `UICollectionView.setCollectionViewLayout(_:animated:completion:)`.
  public func setCollectionViewLayout(
    _ layout: CollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    guard animated else {
      collectionViewLayout = layout
      completion?(true)
      return
    }
    View.animate(
      withDuration: PendingUpdates.duration,
      animations: {
        collectionViewLayout = layout
        layoutIfNeeded()
        let target = layout.targetContentOffset(forProposedContentOffset: contentOffset)
        if target != contentOffset { contentOffset = clampedToRange(target) }
      }, completion: completion)
  }

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

  // MARK: - Scrolling

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

extension CollectionView: CellList {
  /// The selected items, in order; `nil` for none.
  ///
  /// Corresponds to `UICollectionView.indexPathsForSelectedItems`.
  public var indexPathsForSelectedItems: [IndexPath]? {
    visible.selected.isEmpty ? nil : visible.selected.sorted()
  }

  func shouldHighlight(_ indexPath: IndexPath) -> Bool {
    collectionDelegate?.collectionView(self, shouldHighlightItemAt: indexPath) ?? true
  }

  func selection(for indexPath: IndexPath) -> IndexPath? {
    let isAllowed = collectionDelegate?.collectionView(self, shouldSelectItemAt: indexPath) ?? true
    return isAllowed ? indexPath : nil
  }

  func deselection(for indexPath: IndexPath) -> IndexPath? {
    guard allowsMultipleSelection, let collectionDelegate else { return indexPath }
    let isAllowed = collectionDelegate.collectionView(self, shouldDeselectItemAt: indexPath)
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
