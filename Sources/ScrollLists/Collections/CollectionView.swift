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
    reloadEverything()
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
    scroll(toItemAt: indexPath, scrollPosition, animated: animated)
  }

  /// Selects an item, and scrolls to it if a position is given, without notifying the delegate.
  ///
  /// `nil` deselects all items; an item that does not exist is ignored. Corresponds to
  /// `UICollectionView.selectItem(at:animated:scrollPosition:)`.
  open func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    selectWithoutNotice(indexPath, scrollPosition, animated: animated)
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

  func reloadEverything() {
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
}
