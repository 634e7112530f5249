public import ScrollGeometry

extension View {
  /// The displayed properties of a view while animations run.
  ///
  /// Corresponds to the presentation layer of a `CALayer`.
  public struct Presentation: Hashable, Sendable {
    /// The bounds, whose origin is the content offset of a scroll view.
    public var bounds: Rect
    /// The center, in the superview's coordinates.
    public var center: Point
    /// The transform about the center.
    public var transform: AffineTransform
    /// The opacity, from 0 to 1.
    public var alpha: Double
    /// The zoom scale of a scroll view; 1 for other views.
    public var zoomScale = 1.0
    /// The size of a scroll view's content, in points; zero for other views.
    public var contentSize = Size.zero

    /// The smallest rectangle around the view in its superview's coordinates.
    public var frame: Rect { toSuperview.apply(to: bounds) }

    /// The transform from the view's coordinates to its superview's.
    package var toSuperview: AffineTransform {
      .toSuperview(bounds: bounds, center: center, transform: transform)
    }
  }

  /// The displayed properties at the window's time; those of the view itself while no animation runs.
  ///
  /// As in UIKit, an animation sets the view's own properties at once, and only what is shown moves: for a scroll view the
  /// origin of the bounds, which is its content offset, the zoom scale and the size of the content while a zoom is animated
  /// or bounces back, and with them the transform of the view that it zooms.
  public var presentation: Presentation {
    var shown = model
    guard !animations.isEmpty else { return shown }
    let time = window?.time
    for animation in animations {
      switch animation {
      case .group(let group, let change):
        if let time { shown.add(change, times: 1 - group.progress(at: time)) }
      case .zoom(let fader, let part): fader.apply(part, to: &shown)
      }
    }
    shown.alpha = min(max(shown.alpha, 0), 1)
    return shown
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
    zoomScale += other.zoomScale * factor
    contentSize = Size(
      width: contentSize.width + other.contentSize.width * factor,
      height: contentSize.height + other.contentSize.height * factor)
  }
}
