import ScrollEngine
public import ScrollGeometry

/// The place and the look of an item, or of another element of a collection view.
///
/// Layouts create new attributes whenever they are asked, so that callers may change them.
/// Corresponds to `UICollectionViewLayoutAttributes`.
nonisolated open class CollectionViewLayoutAttributes {
  /// The index path of the item.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.indexPath`.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// The size, in points.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.size`.
  open var size = Size.zero
  /// The center, in the coordinates of the collection view.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.center`.
  open var center = Point.zero
  /// The transform about the center.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.transform`.
  open var transform = AffineTransform.identity
  /// The opacity, from 0 to 1.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.alpha`.
  open var alpha = 1.0
  /// The place from back to front among the elements; 0 by default.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.zIndex`.
  open var zIndex = 0
  /// A Boolean value that determines whether the element is hidden.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.isHidden`.
  open var isHidden = false
  /// The kind of the supplementary view; `nil` for a cell.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.representedElementKind`.
  open internal(set) var representedElementKind: String?

  /// The elements of a collection view.
  ///
  /// Corresponds to `UICollectionView.ElementCategory`.
  public enum ElementCategory: Int, Hashable, Sendable, CaseIterable {
    /// A cell.
    case cell
    /// A header, a footer or another view of the layout with data.
    case supplementaryView
    /// A view of the layout without data; layouts have none so far.
    case decorationView
  }

  /// Creates attributes without a place.
  public required init() {}

  /// Creates the attributes of an item's cell.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.init(forCellWith:)`.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Creates the attributes of an item's cell with its frame.
  public convenience init(forCellWith indexPath: IndexPath, frame: Rect) {
    self.init(forCellWith: indexPath)
    self.frame = frame
  }

  /// Creates the attributes of a supplementary view, such as a header.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.init(forSupplementaryViewOfKind:with:)`.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath)
  {
    self.init(forCellWith: indexPath)
    representedElementKind = elementKind
  }

  /// Whether the element is a cell or a supplementary view.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.representedElementCategory`.
  open var representedElementCategory: ElementCategory {
    representedElementKind == nil ? .cell : .supplementaryView
  }

  /// The rectangle of the element; with a transform, the smallest rectangle around it.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.frame`.
  open var frame: Rect {
    get {
      let untransformed = Rect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
        height: size.height)
      guard transform != .identity else { return untransformed }
      let around = AffineTransform(translationX: -center.x, y: -center.y)
        .concatenating(transform)
        .concatenating(AffineTransform(translationX: center.x, y: center.y))
      return around.apply(to: untransformed)
    }
    set {
      center = newValue.center
      size =
        transform == .identity
        ? newValue.size
        : transform.inverted().apply(to: Rect(origin: .zero, size: newValue.size)).size
    }
  }

  /// The rectangle of the element in its own coordinates.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.bounds`.
  open var bounds: Rect {
    get { Rect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// Returns a copy; subclasses with further properties copy them too.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.copy(with:)`.
  open func copy(with zone: CopyingZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.indexPath = indexPath
    copy.size = size
    copy.center = center
    copy.transform = transform
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    copy.representedElementKind = representedElementKind
    return copy
  }

  /// Returns a copy.
  ///
  /// Corresponds to `NSObject.copy()`.
  open func copy() -> Any { copy(with: nil) }

  /// Returns whether another object has the same class and the same values.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.isEqual(_:)`.
  open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CollectionViewLayoutAttributes, type(of: other) == type(of: self)
    else { return false }
    return indexPath == other.indexPath && size == other.size && center == other.center
      && transform == other.transform && alpha == other.alpha && zIndex == other.zIndex
      && isHidden == other.isHidden && representedElementKind == other.representedElementKind
  }
}

/// A parameter without meaning of ``CollectionViewLayoutAttributes/copy(with:)``.
///
/// Corresponds to `NSZone`.
public struct CopyingZone: Hashable, Sendable {}

extension CollectionViewLayoutAttributes: Hashable {
  /// Returns whether two attributes have the same values.
  public static func == (
    left: CollectionViewLayoutAttributes, right: CollectionViewLayoutAttributes
  ) -> Bool { left.isEqual(right) }

  /// Hashes the element.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(indexPath)
    hasher.combine(representedElementKind)
  }
}
