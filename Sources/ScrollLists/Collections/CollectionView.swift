public import Geometry
public import ScrollEngine

/// A scroll view that presents items in a layout.
///
/// Only visible items have cells. The ``delegate`` may be a ``CollectionViewDelegate``. Corresponds to `UICollectionView`.
open class CollectionView: ScrollView {
  /// The object that provides the items; held weakly.
  ///
  /// Setting it reloads the collection view.   /// Corresponds to `UICollectionView.dataSource`.
  public weak var dataSource: (any CollectionViewDataSource)? {
    didSet { reloadData() }
  }
  /// The layout of the items; a layout belongs to one collection view at a time.
  ///
  /// Corresponds to `UICollectionView.collectionViewLayout`.
  public var collectionViewLayout: CollectionViewLayout {
    didSet {
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      discardLayout()
    }
  }
  /// A Boolean value that determines whether taps select items; true by default.
  ///
  /// Corresponds to `UICollectionView.allowsSelection`.
  public var allowsSelection = true
  /// A Boolean value that determines whether more than one item can be selected; false by default.
  ///
  /// Corresponds to `UICollectionView.allowsMultipleSelection`.
  public var allowsMultipleSelection = false

  let visible = VisibleCells<CollectionViewCell>()
  private(set) weak var collectionDelegate: (any CollectionViewDelegate)?
  private var isLayoutValid = false
  private var counts: [Int]?

  /// Creates a collection view with a layout and a frame in its future superview.
  ///
  /// Corresponds to `UICollectionView.init(frame:collectionViewLayout:)`.
  public init(frame: Rect = .zero, collectionViewLayout: CollectionViewLayout) {
    self.collectionViewLayout = collectionViewLayout
    super.init(frame: frame)
    collectionViewLayout.collectionView = self
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

  /// The visible part of the content; the layout is asked before every change whether it stays valid.
  open override var bounds: Rect {
    willSet {
      if newValue != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue)
      {
        discardLayout()
      }
    }
  }

  /// Lays out the cells; overriders call `super`.
  open override func layoutSubviews() {
    prepareLayout()
    let items = collectionViewLayout.layoutAttributesForElements(in: bounds)
    let visibleItems = Set(items.map(\.indexPath))
    recycle { !visibleItems.contains($0) }
    for item in items {
      // The data source may have reloaded the collection meanwhile; then another layout follows.
      guard isLayoutValid else { return }
      let indexPath = item.indexPath
      let cell =
        visible.cells[indexPath] ?? dataSource?.collectionView(self, cellForItemAt: indexPath)
      guard let cell else { continue }
      if visible.cells[indexPath] !== cell { visible.insert(cell, at: indexPath, in: self) }
      cell.frame = item.frame
    }
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

  /// Reloads the items and sections at the next layout, and deselects all items.
  ///
  /// Corresponds to `UICollectionView.reloadData()`.
  public func reloadData() {
    recycle { _ in true }
    visible.selected = []
    counts = nil
    discardLayout()
  }
}
