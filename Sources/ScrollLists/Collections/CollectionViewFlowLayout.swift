import ScrollEngine
public import ScrollGeometry

/// A layout that arranges items in lines.
///
/// The items of a full line are spread from edge to edge; a line with room for one item centers it. Items of one size cost
/// nothing each; with a ``CollectionViewDelegateFlowLayout`` or headers, the places of all items are computed
/// whenever the layout is prepared. Corresponds to `UICollectionViewFlowLayout`.
nonisolated open class CollectionViewFlowLayout: CollectionViewLayout {
  /// The index that puts headers and footers that stick to an edge in front of the items. [C]
  static let pinnedIndex = 10

  /// The size of the items, in points; 50×50 by default, at least 0.1.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.itemSize`.
  open var itemSize = Size(width: 50, height: 50) {
    didSet { invalidateLayout() }
  }
  /// The minimum spacing between items of a line, in points; 10 by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.minimumInteritemSpacing`.
  open var minimumInteritemSpacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The spacing between lines, in points; 10 by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.minimumLineSpacing`.
  open var minimumLineSpacing = 10.0 {
    didSet { invalidateLayout() }
  }
  /// The margins around the items of every section, in points; zero by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.sectionInset`.
  open var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout() }
  }
  /// The scroll direction, in which lines follow each other; vertical by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.scrollDirection`.
  open var scrollDirection = CollectionView.ScrollDirection.vertical {
    didSet { invalidateLayout() }
  }

  /// The size of the headers of sections, of which the length in the scroll direction counts; zero, for none, by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.headerReferenceSize`.
  open var headerReferenceSize = Size.zero {
    didSet { invalidateLayout() }
  }
  /// The size of the footers of sections, of which the length in the scroll direction counts; zero, for none, by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.footerReferenceSize`.
  open var footerReferenceSize = Size.zero {
    didSet { invalidateLayout() }
  }
  /// A Boolean value that determines whether headers stick to the leading edge of the viewport; false by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.sectionHeadersPinToVisibleBounds`.
  open var sectionHeadersPinToVisibleBounds = false {
    didSet { invalidateLayout() }
  }
  /// A Boolean value that determines whether footers stick to the trailing edge of the viewport; false by default.
  ///
  /// Corresponds to `UICollectionViewFlowLayout.sectionFootersPinToVisibleBounds`.
  open var sectionFootersPinToVisibleBounds = false {
    didSet { invalidateLayout() }
  }

  private var grid = FlowGrid()
  /// The places of the elements, unless all items have one size and there are no headers.
  private var lines: FlowLines?

  open override func prepare() {
    guard let collectionView else { return }
    let room = collectionView.bounds.inset(by: collectionView.contentInset).size
    let counts = (0..<collectionView.numberOfSections).map {
      collectionView.numberOfItems(inSection: $0)
    }
    let delegate = collectionView.delegate as? any CollectionViewDelegateFlowLayout
    if delegate == nil, headerReferenceSize == .zero, footerReferenceSize == .zero {
      lines = nil
      grid = FlowGrid(layout: self, room: room, counts: counts)
    } else {
      lines = newLines(in: collectionView, delegate, room: turned(room).width, counts)
    }
  }

  open override var collectionViewContentSize: Size {
    collectionView?.prepareLayout()
    if let lines { return turned(Size(width: lines.room, height: lines.length)) }
    return turned(Size(width: grid.room, height: grid.length))
  }

  open override func layoutAttributesForElements(
    in rect: Rect
  ) -> [CollectionViewLayoutAttributes]? {
    let turnedRect = turned(rect)
    guard let lines else {
      return grid.indexPaths(from: turnedRect.minY, to: turnedRect.maxY).map(attributes).filter {
        $0.frame.intersects(rect)
      }
    }
    let items = lines.items(from: turnedRect.minY, to: turnedRect.maxY)
      .compactMap(layoutAttributesForItem)
    return (items + supplements(in: turnedRect, lines)).filter { $0.frame.intersects(rect) }
  }

  open override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    guard let lines else { return grid.contains(indexPath) ? attributes(of: indexPath) : nil }
    return lines.rect(of: indexPath).map {
      CollectionViewLayoutAttributes(forCellWith: indexPath, frame: turned($0))
    }
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> CollectionViewLayoutAttributes? {
    guard let lines, lines.sections.indices.contains(indexPath.section) else { return nil }
    let isHeader = elementKind == CollectionView.elementKindSectionHeader
    guard isHeader || elementKind == CollectionView.elementKindSectionFooter else { return nil }
    return supplement(isHeader: isHeader, of: indexPath.section, lines)
  }

  /// Returns whether the length of the lines changes.
  open override class var invalidationContextClass: AnyClass {
    CollectionViewFlowLayoutInvalidationContext.self
  }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    let old = collectionView?.bounds
    return scrollDirection == .vertical
      ? newBounds.width != old?.width : newBounds.height != old?.height
  }

  private func newLines(
    in view: CollectionView, _ delegate: (any CollectionViewDelegateFlowLayout)?, room: Double,
    _ counts: [Int]
  ) -> FlowLines {
    var lines = FlowLines(room: room)
    for (section, count) in counts.enumerated() {
      let inset =
        delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
      let lineSpacing =
        delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
        ?? minimumLineSpacing
      let spacing =
        delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
        ?? minimumInteritemSpacing
      let header =
        delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
        ?? headerReferenceSize
      let footer =
        delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
        ?? footerReferenceSize
      lines.append(
        header: turned(header).height.asExtent, footer: turned(footer).height.asExtent,
        inset: turned(inset.asSpaces), lineSpacing: lineSpacing.asSpace,
        spacing: spacing.asSpace, count: count
      ) { item in
        let indexPath = IndexPath(item: item, section: section)
        return turned(
          delegate?.collectionView(view, layout: self, sizeForItemAt: indexPath) ?? itemSize)
      }
    }
    return lines
  }

  /// Returns the headers and footers of the sections in a turned rectangle.
  private func supplements(
    in rect: Rect, _ lines: FlowLines
  ) -> [CollectionViewLayoutAttributes] {
    lines.sections(from: rect.minY, to: rect.maxY).flatMap { section in
      [true, false].compactMap { supplement(isHeader: $0, of: section, lines) }
    }
  }

  private func supplement(
    isHeader: Bool, of index: Int, _ lines: FlowLines
  ) -> CollectionViewLayoutAttributes? {
    let section = lines.sections[index]
    let length = isHeader ? section.header : section.footer
    guard length > 0 else { return nil }
    let kind =
      isHeader ? CollectionView.elementKindSectionHeader : CollectionView.elementKindSectionFooter
    let attributes = CollectionViewLayoutAttributes(
      forSupplementaryViewOfKind: kind, with: IndexPath(item: 0, section: index))
    var start = isHeader ? section.start : section.end - length
    if let collectionView,
      isHeader ? sectionHeadersPinToVisibleBounds : sectionFootersPinToVisibleBounds
    {
      let area = turned(collectionView.bounds.inset(by: collectionView.adjustedContentInset))
      start =
        isHeader
        ? max(start, min(area.minY, section.end - section.footer - length))
        : min(start, max(area.maxY - length, section.start + section.header))
      attributes.zIndex = Self.pinnedIndex
    }
    attributes.frame = turned(Rect(x: 0, y: start, width: lines.room, height: length))
    return attributes
  }

  private func attributes(of indexPath: IndexPath) -> CollectionViewLayoutAttributes {
    CollectionViewLayoutAttributes(forCellWith: indexPath, frame: turned(grid.rect(of: indexPath)))
  }

  /// Returns `rect` with its axes exchanged for a horizontal scroll direction; its own inverse.
  private func turned(_ rect: Rect) -> Rect {
    guard scrollDirection == .horizontal else { return rect }
    return Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
  }

  private func turned(_ size: Size) -> Size {
    scrollDirection == .horizontal ? Size(width: size.height, height: size.width) : size
  }

  private func turned(_ inset: EdgeInsets) -> EdgeInsets {
    guard scrollDirection == .horizontal else { return inset }
    return EdgeInsets(
      top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
  }
}

/// The methods that size the items, headers and footers of a flow layout one by one; every method has a default.
///
/// The defaults return the properties of the layout. Corresponds to `UICollectionViewDelegateFlowLayout`.
nonisolated public protocol CollectionViewDelegateFlowLayout: CollectionViewDelegate {
  /// Returns the size of an item.
  ///
  /// Corresponds to `UICollectionViewDelegateFlowLayout.collectionView(_:layout:sizeForItemAt:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> Size

  /// Returns the margins around the items of a section.
  ///
  /// Corresponds to `UICollectionViewDelegateFlowLayout.collectionView(_:layout:insetForSectionAt:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    insetForSectionAt section: Int
  ) -> EdgeInsets

  /// Returns the spacing between the lines of a section.
  ///
  /// Corresponds to `UICollectionViewDelegateFlowLayout.collectionView(_:layout:minimumLineSpacingForSectionAt:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> Double

  /// Returns the minimum spacing between the items of a line.
  ///
  /// Corresponds to
  /// `UICollectionViewDelegateFlowLayout.collectionView(_:layout:minimumInteritemSpacingForSectionAt:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> Double

  /// Returns the size of a section's header.
  ///
  /// Corresponds to `UICollectionViewDelegateFlowLayout.collectionView(_:layout:referenceSizeForHeaderInSection:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size

  /// Returns the size of a section's footer.
  ///
  /// Corresponds to `UICollectionViewDelegateFlowLayout.collectionView(_:layout:referenceSizeForFooterInSection:)`.
  func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> Size
}

extension CollectionViewDelegateFlowLayout {
  /// Returns the layout's `itemSize`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> Size { (collectionViewLayout as? CollectionViewFlowLayout)?.itemSize ?? .zero }
  /// Returns the layout's `sectionInset`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    insetForSectionAt section: Int
  ) -> EdgeInsets { (collectionViewLayout as? CollectionViewFlowLayout)?.sectionInset ?? .zero }
  /// Returns the layout's `minimumLineSpacing`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> Double { (collectionViewLayout as? CollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
  /// Returns the layout's `minimumInteritemSpacing`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> Double { (collectionViewLayout as? CollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }
  /// Returns the layout's `headerReferenceSize`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> Size { (collectionViewLayout as? CollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
  /// Returns the layout's `footerReferenceSize`.
  public func collectionView(
    _ collectionView: CollectionView, layout collectionViewLayout: CollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> Size { (collectionViewLayout as? CollectionViewFlowLayout)?.footerReferenceSize ?? .zero }
}

/// What a flow layout invalidates.
///
/// Corresponds to `UICollectionViewFlowLayoutInvalidationContext`.
nonisolated open class CollectionViewFlowLayoutInvalidationContext:
  CollectionViewLayoutInvalidationContext
{
  /// A Boolean value that determines whether the delegate is asked for sizes and spacing again; it always is.
  ///
  /// Corresponds to `UICollectionViewFlowLayoutInvalidationContext.invalidateFlowLayoutDelegateMetrics`.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// A Boolean value that determines whether the attributes are computed again; they always are.
  ///
  /// Corresponds to `UICollectionViewFlowLayoutInvalidationContext.invalidateFlowLayoutAttributes`.
  open var invalidateFlowLayoutAttributes = true
}

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
