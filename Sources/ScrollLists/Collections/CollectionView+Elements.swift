import ScrollEngine
import ScrollGeometry

extension CollectionView {
  /// The kind of the header of a section in a flow layout.
  ///
  /// Corresponds to `UICollectionView.elementKindSectionHeader`.
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  /// The kind of the footer of a section in a flow layout.
  ///
  /// Corresponds to `UICollectionView.elementKindSectionFooter`.
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  func layOutElements() {
    prepareLayout()
    let elements = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    let items = Set(elements.lazy.filter { $0.representedElementKind == nil }.map(\.indexPath))
    let keys = Set(elements.compactMap(SupplementaryViews.Key.init))
    recycle { !items.contains($0) }
    supplements.discard { !keys.contains($0) }
    for element in elements {
      // The data source may have reloaded the collection meanwhile; then another layout follows.
      guard isLayoutValid else { return }
      if let key = SupplementaryViews.Key(element) {
        layOutSupplement(key, element)
      } else {
        layOutCell(element)
      }
    }
    order(elements)
  }

  private func layOutCell(_ attributes: CollectionViewLayoutAttributes) {
    let indexPath = attributes.indexPath
    if let cell = visible.cells[indexPath] {
      place(cell, attributes)
      return
    }
    guard let cell = dataSource?.collectionView(self, cellForItemAt: indexPath) else { return }
    visible.insert(cell, at: indexPath, in: self)
    // A new cell appears in its place, even while others move there.
    View.performWithoutAnimation { place(cell, attributes) }
    collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: indexPath)
  }

  private func layOutSupplement(
    _ key: SupplementaryViews.Key, _ attributes: CollectionViewLayoutAttributes
  ) {
    if let view = supplements.views[key] {
      place(view, attributes)
      return
    }
    guard
      let view = dataSource?.collectionView(
        self, viewForSupplementaryElementOfKind: key.kind, at: key.indexPath)
    else { return }
    supplements.views[key] = view
    if view.superview !== self { addSubview(view) }
    View.performWithoutAnimation { place(view, attributes) }
    collectionDelegate?.collectionView(
      self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.indexPath)
  }

  private func place(_ view: CollectionReusableView, _ attributes: CollectionViewLayoutAttributes) {
    if view.transform != attributes.transform { view.transform = attributes.transform }
    if attributes.transform == .identity {
      view.frame = attributes.frame
    } else {
      view.bounds = Rect(origin: view.bounds.origin, size: attributes.size)
      view.center = attributes.center
    }
    if view.alpha != attributes.alpha { view.alpha = attributes.alpha }
    if view.isHidden != attributes.isHidden { view.isHidden = attributes.isHidden }
    view.apply(attributes)
  }

  /// Puts elements with a higher index in front, where the layout uses such indexes.
  private func order(_ elements: [CollectionViewLayoutAttributes]) {
    guard elements.contains(where: { $0.zIndex != 0 }) else { return }
    let sorted = elements.enumerated().sorted {
      ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset)
    }
    let views = sorted.compactMap { view(of: $0.element) }
    let present = subviews.filter { subview in views.contains { $0 === subview } }
    guard !zip(views, present).allSatisfy({ $0 === $1 }) else { return }
    for view in views { bringSubviewToFront(view) }
  }

  private func view(of element: CollectionViewLayoutAttributes) -> CollectionReusableView? {
    guard let key = SupplementaryViews.Key(element) else { return visible.cells[element.indexPath] }
    return supplements.views[key]
  }

  // MARK: - Supplementary views

  /// Registers the class of new supplementary views of a kind for an identifier; `nil` unregisters it.
  ///
  /// Corresponds to `UICollectionView.register(_:forSupplementaryViewOfKind:withReuseIdentifier:)`.
  public func register(
    _ viewClass: CollectionReusableView.Type?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    supplements.pools[elementKind, default: ReusePool()].register(
      identifier, maker: viewClass.map { viewClass in { viewClass.init(frame: .zero) } })
  }

  /// Returns a reused supplementary view or a new one; a plain one where no class is registered, where UIKit would trap.
  ///
  /// Corresponds to `UICollectionView.dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)`.
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> CollectionReusableView {
    if let view = supplements.pools[elementKind]?.dequeue(identifier) {
      view.prepareForReuse()
      return view
    }
    let view = supplements.pools[elementKind]?.maker(for: identifier)?() ?? CollectionReusableView()
    view.reuseIdentifier = identifier
    return view
  }

  /// Returns a visible supplementary view, or `nil`.
  ///
  /// Corresponds to `UICollectionView.supplementaryView(forElementKind:at:)`.
  public func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> CollectionReusableView? {
    layoutIfNeeded()
    return supplements.views[SupplementaryViews.Key(kind: elementKind, indexPath: indexPath)]
  }

  /// Returns the visible supplementary views of a kind.
  ///
  /// Corresponds to `UICollectionView.visibleSupplementaryViews(ofKind:)`.
  public func visibleSupplementaryViews(ofKind elementKind: String) -> [CollectionReusableView] {
    layoutIfNeeded()
    return supplements.views.filter { $0.key.kind == elementKind }
      .sorted { $0.key.indexPath < $1.key.indexPath }.map(\.value)
  }

  /// Returns the layout attributes of a supplementary view, or `nil` where there is none.
  ///
  /// Corresponds to `UICollectionView.layoutAttributesForSupplementaryElement(ofKind:at:)`.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    prepareLayout()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }
}

/// The supplementary views that are in the view hierarchy, and the pools of the others.
final class SupplementaryViews {
  /// The place of a supplementary view.
  struct Key: Hashable {
    let kind: String
    let indexPath: IndexPath
  }

  var views: [Key: CollectionReusableView] = [:]
  var pools: [String: ReusePool<CollectionReusableView>] = [:]

  /// Removes the views for which `shouldDiscard` is true and keeps them for reuse.
  func discard(where shouldDiscard: (Key) -> Bool) {
    for key in views.keys.filter(shouldDiscard) {
      guard let view = views.removeValue(forKey: key) else { continue }
      view.removeFromSuperview()
      pools[key.kind, default: ReusePool()].enqueue(view)
    }
  }
}

extension SupplementaryViews.Key {
  /// Creates the key of an element that is no cell.
  fileprivate init?(_ attributes: CollectionViewLayoutAttributes) {
    guard let kind = attributes.representedElementKind else { return nil }
    self.init(kind: kind, indexPath: attributes.indexPath)
  }
}
