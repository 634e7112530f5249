import RealModule
import ScrollGeometry

extension ScrollView {
  /// The phases of scrolling and zooming, from which all flags are derived.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The content is at rest and not touched.
    case idle
    /// The content is touched, on the screen or a touchpad, and not dragged yet.
    case tracking
    /// The user drags the content.
    case dragging
    /// The content decelerates, or bounces back from beyond an edge, after a drag.
    case decelerating
    /// An animation started by the program, the wheel or a key.
    case animating
    /// A pinch, or a zoom with the wheel.
    case zooming
    /// The displayed zoom scale is bouncing back from beyond a limit.
    case zoomBouncing
  }

  /// The state behind ``phase``, with the data of each case.
  enum Activity {
    case idle
    case tracking(Tracking)
    case dragging(Drag)
    // Large payloads are objects or boxed, so that a frame copies a reference and not some hundred bytes.
    case decelerating(ActiveDeceleration)
    case animating(Animation)
    indirect case zooming(Zoom)

    /// Whether the content moves without input.
    var movesByItself: Bool {
      switch self {
      case .decelerating, .animating: true
      case .idle, .tracking, .dragging, .zooming: false
      }
    }
  }

  /// The input that drags the content; its movement is in ``ScrollPanRecognizer``.
  enum DragSource {
    /// Touches on the screen.
    case touches
    /// Two fingers on a touchpad.
    case touchpad
  }

  /// Input that has begun and has not dragged yet.
  struct Tracking {
    var source: DragSource
    /// True if the first movement drags because the touch caught moving content. [M]
    var beginsAtOnce = false
  }

  /// A deceleration in progress and its targets.
  final class ActiveDeceleration {
    let motion: Deceleration
    let targets: (horizontal: AxisTarget, vertical: AxisTarget)

    init(
      motion: Deceleration, targets: (horizontal: AxisTarget, vertical: AxisTarget)
    ) {
      self.motion = motion
      self.targets = targets
    }

    /// Returns the same deceleration with another motion.
    func with(_ motion: Deceleration) -> ActiveDeceleration {
      ActiveDeceleration(motion: motion, targets: targets)
    }
  }

  /// The target of one axis of a deceleration.
  enum AxisTarget: Equatable {
    /// None: the deceleration law determines where the axis rests.
    case natural
    /// The offset that the delegate requested.
    case request(Double)
    /// The offset of a page.
    case page(Double)

    /// Whether the axis has no target.
    var isNatural: Bool { if case .natural = self { true } else { false } }
  }

  /// An animation of the offset in progress.
  struct Animation {
    /// The cause of the animation.
    enum Purpose {
      /// The program.
      case program
      /// The scroll-to-top gesture, whose end has a delegate method of its own.
      case top
      /// A notch of the wheel or a key.
      case notch
      /// A refresh control that begins or ends refreshing; the delegate is not notified of the end.
      case refresh
    }

    var start: Point
    var end: Point
    var startTime: Double
    var purpose: Purpose
    /// The duration, in seconds.
    var duration: Double
    /// False if the program requested an offset beyond the range, which then does not follow changes of the range.
    var staysInRange = true

    private var easing: Easing { purpose == .notch ? .easeOutCubic : .easeInOut }

    var endTime: Double { startTime + duration }

    /// Returns the progress at `time`, from 0 to 1.
    func progress(at time: Double) -> Double {
      time >= endTime ? 1 : easing.progress(at: (time - startTime) / duration)
    }

    /// Returns the content offset at `time`, in points.
    func offset(at time: Double) -> Point {
      let part = progress(at: time)
      return part == 1 ? end : start + (end - start) * part
    }

    /// Returns the derivative of the offset at `time`, from the right, in points per second.
    func velocity(at time: Double) -> Point {
      guard time < endTime else { return .zero }
      return (end - start) * (easing.slope(at: (time - startTime) / duration) / duration)
    }
  }

  /// The current phase of scrolling and zooming.
  public var phase: Phase {
    switch activity {
    case .idle:
      if wheelZoom != nil {
        .zooming
      } else {
        isZoomBouncing ? .zoomBouncing : isZoomAnimating ? .animating : .idle
      }
    case .tracking: .tracking
    case .dragging: .dragging
    case .decelerating: .decelerating
    case .animating: .animating
    case .zooming: .zooming
    }
  }

  /// A Boolean value that indicates whether the user has touched the content, dragged or not.
  ///
  /// Corresponds to `UIScrollView.isTracking`.
  public var isTracking: Bool {
    switch activity {
    case .tracking, .dragging, .zooming: true
    case .idle, .decelerating, .animating: wheelZoom != nil
    }
  }

  /// A Boolean value that indicates whether the user has begun scrolling; it stays true during deceleration.
  ///
  /// Corresponds to `UIScrollView.isDragging`.
  public var isDragging: Bool {
    switch activity {
    case .dragging, .decelerating: true
    case .tracking: isDecelerating
    case .zooming(let zoom): zoom.drag?.isBegun ?? false
    case .idle, .animating: false
    }
  }

  /// A Boolean value that indicates whether the content is moving after the user lifted their finger.
  ///
  /// It is true from `scrollViewWillBeginDecelerating` until `scrollViewDidEndDecelerating`, also while a finger that stopped
  /// the content rests on it, and during the drag that follows. It is false during animations that the program starts.
  ///
  /// Corresponds to `UIScrollView.isDecelerating`.
  public var isDecelerating: Bool { owesDidEndDecelerating }

  /// A Boolean value that indicates whether a zoom gesture is in progress.
  ///
  /// Corresponds to `UIScrollView.isZooming`.
  public var isZooming: Bool {
    if case .zooming = activity { true } else { wheelZoom != nil }
  }

  /// A Boolean value that indicates whether an animation of the content offset is in progress, started by the program, the wheel or
  /// a key.
  ///
  /// Corresponds to `UIScrollView.isScrollAnimating`.
  public var isScrollAnimating: Bool {
    if case .animating = activity { true } else { false }
  }

  /// A Boolean value that indicates whether an animation to the current zoom scale is in progress.
  ///
  /// Corresponds to `UIScrollView.isZoomAnimating`.
  public var isZoomAnimating: Bool {
    switch zoomFader?.fade.curve {
    case .animation: true
    // A notch of the wheel is a gesture until silence ends it.
    case .notch: wheelZoom == nil
    case .bounce, nil: false
    }
  }

  /// A Boolean value that indicates whether the displayed zoom scale is bouncing back from beyond a limit.
  ///
  /// ``zoomScale`` is at the limit already, and the content scrolls as at rest. Corresponds to
  /// `UIScrollView.isZoomBouncing`.
  public var isZoomBouncing: Bool { zoomFader?.fade.curve == .bounce }

  /// A drag in progress.
  ///
  /// The offset is always computed from the start of the drag and never accumulated.
  struct Drag {
    /// The input that drags the content.
    var source: DragSource
    /// The offset at the start without the rubber band, in points.
    var start: Point
    /// The factor on the stretch beyond an edge until the content is back in range, per axis, at least 1.
    var gain = Point(x: 1, y: 1)
    /// The axes of the drag; the content moves along those of them that scroll.
    var axes = Axes.both
    /// The velocity of the release.
    var release = ReleaseVelocity()
    /// True once the delegate has been notified that the drag will end, so that it cannot end twice.
    var isEnding = false
  }

  /// A drag during a zoom, which determines the offset until it ends.
  struct HeldDrag {
    var source: DragSource
    /// True once the delegate has been notified of the drag.
    var isBegun = false
    var release = ReleaseVelocity()
  }
}

/// The behavior of one axis during a drag.
struct DragAxis {
  var band: RubberBand
  var range: ClosedRange<Double>
  var bounces: Bool

  /// Returns the offset that shows for an offset without the rubber band; resets `gain` to 1 inside the range.
  func shown(for raw: Double, gain: inout Double) -> Double {
    guard !range.contains(raw) else {
      gain = 1
      return raw
    }
    let edge = raw < range.lowerBound ? range.lowerBound : range.upperBound
    guard bounces else { return edge }
    let stretch = band.stretch(of: abs(raw - edge)) * gain
    return raw < edge ? edge - stretch : edge + stretch
  }

  /// Returns the offset without the rubber band, and the gain, that show as `shown`.
  func grabbed(at shown: Double) -> (raw: Double, gain: Double) {
    guard bounces, !range.contains(shown) else { return (shown, 1) }
    let edge = shown < range.lowerBound ? range.lowerBound : range.upperBound
    let (pull, gain) = band.grab(at: abs(shown - edge))
    return (shown < edge ? edge - pull : edge + pull, gain)
  }
}

extension ScrollView {
  /// Returns the behavior of both axes during a drag.
  func dragAxes(for source: DragSource, range: OffsetRange) -> (x: DragAxis, y: DragAxis) {
    let coefficient =
      switch source {
      case .touches: tuning.rubberBand
      case .touchpad: tuning.rubberBandTouchpad
      }
    return (
      DragAxis(
        band: RubberBand(coefficient: coefficient, dimension: bounds.width),
        range: range.horizontal, bounces: bouncesHorizontally),
      DragAxis(
        band: RubberBand(coefficient: coefficient, dimension: bounds.height),
        range: range.vertical, bounces: bouncesVertically)
    )
  }

  /// Returns the movement of a drag source; that of a source at rest where there is none.
  func tracker(of source: DragSource) -> PanTracker {
    switch source {
    case .touches: scrollPan.tracker ?? .atRest
    case .touchpad: scrollPan.touchpad?.tracker ?? .atRest
    }
  }

  /// Returns when silence ends the gesture of a drag source, in seconds; `nil` for touches, which end by lifting.
  func deadline(of source: DragSource) -> Double? {
    switch source {
    case .touches: nil
    case .touchpad: scrollPan.touchpad?.deadline
    }
  }

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
