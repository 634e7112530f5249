public import ScrollEngine
public import ScrollLists

extension View {
  /// The transform in three dimensions, of which the part in the plane is kept.
  ///
  /// Corresponds to `UIView.transform3D`.
  public var transform3D: CATransform3D {
    get { CATransform3DMakeAffineTransform(transform) }
    set { transform = newValue.plane }
  }
}

extension CollectionViewLayoutAttributes {
  /// The transform in three dimensions, of which the part in the plane is kept.
  ///
  /// Corresponds to `UICollectionViewLayoutAttributes.transform3D`.
  public var transform3D: CATransform3D {
    get { CATransform3DMakeAffineTransform(transform) }
    set { transform = newValue.plane }
  }
}

extension CALayer {
  /// The transform of the view, of which the part in the plane is kept.
  public var transform: CATransform3D {
    get { CATransform3DMakeAffineTransform(affineTransform()) }
    set { setAffineTransform(newValue.plane) }
  }
}
