import RealModule
import ScrollGeometry

// The sources of zoom gestures: pinches, the touchpad, the wheel.

extension ScrollView {
  /// Begins a zoom when a pinch on the screen is recognized.
  func pinchDidBegin(at location: Point) {
    let drag: HeldDrag? =
      switch activity {
      case .dragging(let drag): HeldDrag(source: drag.source, isBegun: true, release: drag.release)
      case .zoomBouncing(let rebound): rebound.drag
      case .zooming(let zoom): zoom.drag
      case .idle, .tracking, .decelerating, .animating: nil
      }
    beginZoom(.fingers, at: viewportPoint(location), drag: drag)
  }

  /// Continues a pinch; `scale` is relative to its beginning.
  func pinchDidChange(scale: Double, at location: Point) {
    guard case .zooming(var zoom) = activity, case .fingers = zoom.source else { return }
    zoom.scale = bounded(zoom.startScale * scale)
    zoom.centroid = viewportPoint(location)
    activity = .zooming(zoom)
    show(zoom, at: now)
  }

  /// Ends a pinch on the screen.
  func pinchDidEnd() {
    guard case .zooming(let zoom) = activity, case .fingers = zoom.source else { return }
    endZoom(zoom, at: now)
  }

  /// Handles a pinch on a touchpad.
  func touchpadDidPinch(_ event: PinchEvent) {
    let location = viewportPoint(event.location)
    if event.phase == .began {
      guard canZoom, !isTouched else { return }
      beginZoom(.touchpadPinch, at: location, drag: nil)
    }
    guard case .zooming(var zoom) = activity, case .touchpadPinch = zoom.source else { return }
    zoom.scale = bounded(zoom.startScale * event.scale)
    zoom.centroid = location
    activity = .zooming(zoom)
    show(zoom, at: now)
    if event.phase == .ended { touchpadPinchDidEnd() }
  }

  /// Ends a pinch on a touchpad.
  func touchpadPinchDidEnd() {
    guard case .zooming(let zoom) = activity, case .touchpadPinch = zoom.source else { return }
    endZoom(zoom, at: now)
  }

  /// Handles scrolling on a touchpad with control held, which zooms.
  func touchpadDidZoom(_ event: TouchpadEvent) {
    let location = viewportPoint(event.location)
    if case .zooming(let zoom) = activity, case .touchpadScroll = zoom.source {
    } else {
      guard canZoom, !isTouched else { return }
      beginZoom(.touchpadScroll(lastEvent: now), at: location, drag: nil)
    }
    guard case .zooming(var zoom) = activity, case .touchpadScroll = zoom.source else { return }
    zoom.source = .touchpadScroll(lastEvent: now)
    zoom.scale = bounded(zoom.scale * .exp(-event.delta.y * Self.logScalePerPoint))
    activity = .zooming(zoom)
    show(zoom, at: now)
    if event.phase == .ended, case .zooming(let zoom) = activity { endZoom(zoom, at: now) }
  }

  /// Handles the wheel with control held: each notch multiplies or divides the scale by 1.25.
  func wheelDidZoom(_ event: WheelEvent) {
    guard canZoom, let view = zoomView, !isTouched else { return }
    let location = viewportPoint(event.location)
    var target = scaleBand.raw(showing: zoomScale)
    if case .zooming(let zoom) = activity, case .wheel = zoom.source { target = zoom.scale }
    target = bounded(target * .pow(Self.scalePerNotch, -event.notches.y))
    let course = WheelCourse(
      from: zoomScale, to: scaleBand.shown(for: target), startTime: now)
    if case .zooming(let zoom) = activity, case .wheel = zoom.source {
      activity = .zooming(anchored(.wheel(course), view, at: location, drag: zoom.drag))
    } else {
      beginZoom(.wheel(course), at: location, drag: nil)
    }
    guard case .zooming(var zoom) = activity, case .wheel = zoom.source else { return }
    zoom.scale = target
    activity = .zooming(zoom)
  }

  /// A Boolean value that indicates whether a gesture holds the content, so that other input is ignored.
  var isTouched: Bool {
    switch activity {
    case .tracking, .dragging: true
    case .zooming(let zoom):
      switch zoom.source {
      case .fingers, .touchpadPinch: true
      case .touchpadScroll, .wheel: false
      }
    case .zoomBouncing(let rebound): rebound.drag != nil
    case .idle, .decelerating, .animating: false
    }
  }

  /// Returns a scale clamped so that its logarithm and reciprocal are finite.
  private func bounded(_ scale: Double) -> Double {
    min(max(scale, Self.leastScale), 1 / Self.leastScale)
  }

  /// The minimum scale of a gesture. [C]
  private static let leastScale = 1e-9
}
