public import Geometry

/// A scroll view that shows items where a layout puts them, and keeps alive only those that are seen.
///
/// Its ``ScrollView/delegate`` may be a ``CollectionViewDelegate``. Corresponds to `UICollectionView`.
open class CollectionView: ScrollView {
  /// Who gives the collection its items; setting it reloads them.
  ///
  /// Corresponds to `UICollectionView.dataSource`.
  public weak var dataSource: (any CollectionViewDataSource)? {
    didSet { reloadData() }
  }
  /// Where the items are; a layout belongs to one collection at a time.
  ///
  /// Corresponds to `UICollectionView.collectionViewLayout`.
  public var collectionViewLayout: CollectionViewLayout {
    didSet {
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      discardLayout()
    }
  }
  /// False if taps select nothing.
  ///
  /// Corresponds to `UICollectionView.allowsSelection`.
  public var allowsSelection = true
  /// True if each tap selects or deselects one more item.
  ///
  /// Corresponds to `UICollectionView.allowsMultipleSelection`.
  public var allowsMultipleSelection = false

  let visible = VisibleCells<CollectionViewCell>()
  private(set) weak var collectionDelegate: (any CollectionViewDelegate)?
  private var isLayoutValid = false
  private var counts: [Int]?

  /// Makes an empty collection with its place in its future superview.
  ///
  /// Corresponds to `UICollectionView.init(frame:collectionViewLayout:)`.
  public init(frame: Rect = .zero, collectionViewLayout: CollectionViewLayout) {
    self.collectionViewLayout = collectionViewLayout
    super.init(frame: frame)
    collectionViewLayout.collectionView = self
  }

  /// Who hears of everything; decides over items too where it is a ``CollectionViewDelegate``.
  ///
  /// Corresponds to `UICollectionView.delegate`.
  public override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      collectionDelegate = delegate as? any CollectionViewDelegate
      discardLayout()
    }
  }

  override func applyBounds(_ new: Rect) {
    if new != bounds, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: new) {
      discardLayout()
    }
    super.applyBounds(new)
  }

  /// Places the cells; overriders call `super`.
  open override func layoutSubviews() {
    prepareLayout()
    let items = collectionViewLayout.layoutAttributesForElements(in: bounds)
    let wanted = Set(items.map(\.indexPath))
    recycle { !wanted.contains($0) }
    for item in items {
      // A data source may reload the collection from within; then there is another layout to come.
      guard isLayoutValid else { return }
      let place = item.indexPath
      let cell = visible.cells[place] ?? dataSource?.collectionView(self, cellForItemAt: place)
      guard let cell else { continue }
      if visible.cells[place] !== cell { visible.insert(cell, at: place, in: self) }
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
  /// Prepares the layout and takes its size over, unless it is valid.
  func prepareLayout() {
    guard !isLayoutValid else { return }
    isLayoutValid = true
    collectionViewLayout.prepare()
    let size = collectionViewLayout.collectionViewContentSize
    contentSize = Size(
      width: min(size.width, Double.largestAcceptable),
      height: min(size.height, Double.largestAcceptable))
  }

  func discardLayout() {
    isLayoutValid = false
    setNeedsLayout()
  }

  /// The numbers of items in the sections, asked for where they are not known.
  func loadedCounts() -> [Int] {
    if let counts { return counts }
    guard let dataSource else { return [] }
    let new = (0..<dataSource.numberOfSections(in: self).asCount).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0).asCount
    }
    counts = new
    return new
  }

  /// Forgets everything that the data source said, the selection too, and asks anew at the next layout.
  ///
  /// Corresponds to `UICollectionView.reloadData()`.
  public func reloadData() {
    recycle { _ in true }
    visible.selected = []
    counts = nil
    discardLayout()
  }
}
