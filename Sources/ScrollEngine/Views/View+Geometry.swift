public import Geometry

extension View {
  /// The map from the view's own coordinates to its superview's.
  private var toSuperview: AffineTransform {
    let middle = bounds.center
    return AffineTransform(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
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
    guard frame.isAcceptable else { return }
    let size = frame.size.nonNegative
    let inner =
      transform == .identity
      ? size : transform.inverted().apply(to: Rect(origin: .zero, size: size)).size
    guard inner.isAcceptable else { return }
    center = Rect(origin: frame.origin, size: size).center
    // The origin stays, although the engine may have scrolled farther than a caller may ask for.
    applyBounds(Rect(origin: bounds.origin, size: inner))
  }

  /// The place in `view`, or in the window for nil, of a point given in this view's coordinates.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ point: Point, to view: View?) -> Point {
    let inRoot = toRoot.apply(to: point)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// The place in this view of a point given in the coordinates of `view`, or of the window for nil.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ point: Point, from view: View?) -> Point {
    let inRoot = view?.toRoot.apply(to: point) ?? point
    return toRoot.inverted().apply(to: inRoot)
  }

  /// The smallest rectangle in `view`, or in the window for nil, around one given in this view's coordinates.
  ///
  /// Corresponds to `UIView.convert(_:to:)`.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    let inRoot = toRoot.apply(to: rect)
    return view?.toRoot.inverted().apply(to: inRoot) ?? inRoot
  }

  /// The smallest rectangle in this view around one given in the coordinates of `view`, or of the window for nil.
  ///
  /// Corresponds to `UIView.convert(_:from:)`.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    let inRoot = view?.toRoot.apply(to: rect) ?? rect
    return toRoot.inverted().apply(to: inRoot)
  }

  /// The map from the view's own coordinates to the outermost view's.
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
