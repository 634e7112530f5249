public import ScrollGeometry

extension View {
  /// The largest magnitude of a coordinate, a length, a scale or a time that the engine accepts, each in its own unit.
  ///
  /// Larger values are clamped; values that are not finite are ignored.
  public static let maximumCoordinate = Double.largestAcceptable

  /// The transform from the view's coordinates to its superview's.
  private var toSuperview: AffineTransform {
    .toSuperview(bounds: bounds, center: center, transform: transform)
  }

  func frameOfBounds() -> Rect {
    guard transform != .identity else {
      let size = bounds.size
      return Rect(
        origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
    }
    return toSuperview.apply(to: bounds)
  }

  func setFrame(_ frame: Rect) {
    guard let frame = frame.accepted else { return }
    let size = frame.size.nonNegative
    let inner =
      transform == .identity
      ? size : transform.inverted().apply(to: Rect(origin: .zero, size: size)).size
    guard let inner = inner.accepted else { return }
    willAnimate()
    center = Rect(origin: frame.origin, size: size).center
    // Keeps the origin, which the engine may have scrolled beyond the coordinates that it accepts from callers.
    applyBounds(Rect(origin: bounds.origin, size: inner))
    if notifiedSafeArea != .zero || superview?.notifiedSafeArea ?? .zero != .zero {
      safeAreaMayHaveChanged()
    }
  }

  /// Converts a point from the view's coordinates to those of `view`, or of the window for `nil`.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ point: Point, to view: View?) -> Point {
    let inRoot = toRoot.apply(to: point)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// Converts a point from the coordinates of `view`, or of the window for `nil`, to the view's.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ point: Point, from view: View?) -> Point {
    let inRoot = view?.toRoot.apply(to: point) ?? point
    return toRoot.inverted().apply(to: inRoot)
  }

  /// Converts a rectangle from the view's coordinates to its bounding box in those of `view`, or of the window for `nil`.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    let inRoot = toRoot.apply(to: rect)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// Converts a rectangle from the coordinates of `view`, or of the window for `nil`, to its bounding box in the view's.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    let inRoot = view?.toRoot.apply(to: rect) ?? rect
    return toRoot.inverted().apply(to: inRoot)
  }

  /// The transform from the view's coordinates to those of the root view.
  private var toRoot: AffineTransform {
    var map = AffineTransform.identity
    var view = self
    while let superview = view.superview {
      map = map.concatenating(view.toSuperview)
      view = superview
    }
    return map
  }
}

extension AffineTransform {
  /// Returns the transform from the coordinates of a view with these properties to its superview's.
  static func toSuperview(bounds: Rect, center: Point, transform: Self) -> Self {
    let middle = bounds.center
    return Self(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(Self(translationX: center.x, y: center.y))
  }
}
