public import ScrollGeometry

extension View {
  /// The properties of a view as they are to be shown while animations run.
  ///
  /// Corresponds to the presentation layer of a `CALayer`.
  public struct Presentation: Hashable, Sendable {
    /// The bounds, whose origin is the content offset of a scroll view.
    public var bounds: Rect
    /// The centre, in the superview's coordinates.
    public var center: Point
    /// The transform about the centre.
    public var transform: AffineTransform
    /// The opacity, from 0 to 1.
    public var alpha: Double

    /// The smallest rectangle around the view in its superview's coordinates.
    public var frame: Rect {
      let middle = bounds.center
      return AffineTransform(translationX: -middle.x, y: -middle.y)
        .concatenating(transform)
        .concatenating(AffineTransform(translationX: center.x, y: center.y))
        .apply(to: bounds)
    }
  }

  /// The properties as they are to be shown at the window's time; those of the view itself while no animation runs.
  ///
  /// As in UIKit, an animation sets the view's own properties at once, and only what is shown moves.
  public var presentation: Presentation {
    var shown = model
    guard let window else { return shown }
    for animation in animations {
      shown.add(animation.change, times: 1 - animation.group.progress(at: window.time))
    }
    shown.alpha = min(max(shown.alpha, 0), 1)
    return shown
  }

  /// The properties that animations change, as the program has set them.
  var model: Presentation {
    Presentation(bounds: bounds, center: center, transform: transform, alpha: alpha)
  }
}

extension View.Presentation {
  /// Returns what added to `other` gives this value.
  func difference(from other: Self) -> Self {
    var result = self
    result.add(other, times: -1)
    return result
  }

  /// Adds another value, property by property, multiplied by `factor`.
  mutating func add(_ other: Self, times factor: Double) {
    bounds.origin += other.bounds.origin * factor
    bounds.size = Size(
      width: bounds.width + other.bounds.width * factor,
      height: bounds.height + other.bounds.height * factor)
    center += other.center * factor
    transform = AffineTransform(
      a: transform.a + other.transform.a * factor, b: transform.b + other.transform.b * factor,
      c: transform.c + other.transform.c * factor, d: transform.d + other.transform.d * factor,
      tx: transform.tx + other.transform.tx * factor,
      ty: transform.ty + other.transform.ty * factor)
    alpha += other.alpha * factor
  }

  /// A Boolean value that indicates whether every property is zero.
  var isZero: Bool {
    bounds == .zero && center == .zero && alpha == 0
      && transform == AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }
}
