import RealModule
import ScrollGeometry

/// How the displacements and velocities of a gesture turn from the window's coordinates into those of a view.
///
/// Fingers do not grow with the view: the lengths at which gestures are recognized are the window's.
struct GestureCoordinates: Hashable {
  /// The transform of displacements from the view's coordinates to the window's.
  let toWindow: AffineTransform
  /// The transform of displacements from the window's coordinates to the view's.
  let fromWindow: AffineTransform

  /// The magnitude below which a coefficient is a rounding error of one that is 0, or that is ±1. [C]
  private static let tolerance = 1e-12

  /// Creates the coordinates of a view, with the transform to the window's; `nil` where that changes no displacement or cannot
  /// be undone.
  init?(toWindow transform: AffineTransform) {
    let turn = AffineTransform(
      a: Self.cleaned(transform.a), b: Self.cleaned(transform.b), c: Self.cleaned(transform.c),
      d: Self.cleaned(transform.d), tx: 0, ty: 0)
    guard turn != .identity, turn.determinant != 0 else { return nil }
    let inverse = turn.inverted()
    guard inverse.isFinite else { return nil }
    toWindow = turn
    fromWindow = inverse
  }

  /// The sine of half a turn is not quite 0, and a view turned by it does not scroll sideways.
  private static func cleaned(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(whole) <= 1 && abs(value - whole) < tolerance ? whole + 0 : value
  }

  /// The length in the window of a unit along each axis of the view.
  var units: Point {
    Point(
      x: .hypot(toWindow.a, toWindow.b), y: .hypot(toWindow.c, toWindow.d))
  }

  /// Returns how much of a number of steps in the window goes along each axis of the view, whatever its scale.
  func steps(_ steps: Point) -> Point {
    let turned = fromWindow.apply(to: steps)
    return Point(x: turned.x * units.x, y: turned.y * units.y)
  }
}

extension View {
  /// The coordinates in which the view measures gestures; `nil` for those of the window.
  var gestureCoordinates: GestureCoordinates? {
    var map = AffineTransform.identity
    var view = self
    while let superview = view.superview {
      if view.transform != .identity { map = map.concatenating(view.transform) }
      view = superview
    }
    return map == .identity ? nil : GestureCoordinates(toWindow: map)
  }

  /// Returns a displacement in the view's coordinates that is given in those of `view`, or of the window for `nil`.
  func turned(_ displacement: Point, from view: View?) -> Point {
    let outside = view?.gestureCoordinates?.toWindow.apply(to: displacement) ?? displacement
    return gestureCoordinates?.fromWindow.apply(to: outside) ?? outside
  }
}
