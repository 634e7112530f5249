import RealModule
import ScrollGeometry

extension ScrollView {
  /// A zoom gesture in progress: a pinch of two fingers, a pinch on a touchpad, or zooming with the wheel.
  struct Zoom {
    /// The input that changes the scale.
    enum Source {
      /// A pinch on the screen.
      case fingers
      /// A pinch on a touchpad.
      case touchpadPinch
      /// Scrolling on a touchpad with control held, and the time of its last event in seconds.
      case touchpadScroll(lastEvent: Double)
      /// Notches of the wheel with control held: the time of the last one in seconds, and its location in the window.
      case wheel(lastNotch: Double, location: Point)
    }

    var source: Source
    /// The unscaled point of the zoomed view between the fingers at the start, relative to its top left corner.
    var anchor: Point
    /// The centroid of the touches at the start, relative to the top left corner of the scroll view.
    var startCentroid: Point
    /// The current centroid of the touches.
    var centroid: Point
    /// The scale at the start, without limits.
    var startScale: Double
    /// The current scale of the gesture, without limits.
    var scale: Double
    /// The distance of the content from its range at the start, without the rubber band.
    var startExcess: Point
    /// The factor on the stretch beyond an edge, per axis.
    var gain: Point
    /// The simultaneous drag.
    var drag: HeldDrag?

    /// The time at which the gesture ends without further events, in seconds.
    var deadline: Double? {
      switch source {
      case .fingers, .touchpadPinch: nil
      case .touchpadScroll(let lastEvent): lastEvent + TouchpadPan.silence
      case .wheel(let lastNotch, _): lastNotch + Easing.notchDuration
      }
    }
  }

  /// The scale and the geometry of a zoomed view after the last zoom; each view has its own.
  final class ZoomedPlace {
    let scale: Double
    /// The top left corner of the view's frame, in the content.
    let corner: Point
    /// The center and transform after the zoom; other values mean that the program has changed the view.
    let center: Point
    let transform: AffineTransform
    /// The transform without the zoom scale.
    let unscaled: AffineTransform
    /// The axes along which the view took on the scale; an override of its transform may keep an axis.
    let axes: Axes

    init(
      of view: View, scale: Double, corner: Point, unscaled: AffineTransform, axes: Axes
    ) {
      self.scale = scale
      self.corner = corner
      self.unscaled = unscaled
      self.axes = axes
      (center, transform) = (view.center, view.transform)
    }
  }
}

extension View {
  /// The difference between factors that counts as a rounding error. [C]
  private static let scaleTolerance = 1e-9

  /// The scale of a zoomed view; 1 of a view that has not been zoomed.
  ///
  /// A program that changes the transform may have changed the scale with it.
  var zoomedScale: Double {
    guard let zoomedPlace else { return 1 }
    if zoomedPlace.transform == transform { return zoomedPlace.scale }
    let growth = abs(transform.determinant / zoomedPlace.unscaled.determinant).squareRoot()
    guard growth.isAcceptable, growth > 0 else { return zoomedPlace.scale }
    for known in [zoomedPlace.scale, 1] where abs(growth / known - 1) < Self.scaleTolerance {
      return known
    }
    return growth
  }

  /// The transform of a zoomed view without the zoom scale.
  var unscaledTransform: AffineTransform {
    guard let zoomedPlace else { return transform }
    if zoomedPlace.transform == transform { return zoomedPlace.unscaled }
    let scale = zoomedScale
    return transform.concatenating(AffineTransform(scaleX: 1 / scale, y: 1 / scale))
  }

  /// Returns the factors by which the view is larger at a zoom scale, per axis.
  func zoomFactors(at scale: Double) -> Point {
    guard let zoomedPlace, zoomedPlace.transform == transform else {
      return Point(x: scale, y: scale)
    }
    return Point(
      x: zoomedPlace.axes.contains(.horizontal) ? scale : 1,
      y: zoomedPlace.axes.contains(.vertical) ? scale : 1)
  }
}

extension Point {
  /// Returns the point with each coordinate multiplied by a factor of its own.
  func scaled(by factors: Point) -> Point { Point(x: x * factors.x, y: y * factors.y) }

  /// Returns the point with each coordinate divided by a factor of its own.
  func divided(by factors: Point) -> Point { Point(x: x / factors.x, y: y / factors.y) }
}
