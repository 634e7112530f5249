import RealModule
import ScrollGeometry

// The sources of zoom gestures: pinches, the touchpad, the wheel.

extension ScrollView {
  /// Begins a zoom when a pinch on the screen is recognized.
  func pinchDidBegin(at location: Point) {
    let drag: HeldDrag? =
      switch activity {
      case .dragging(let drag): HeldDrag(source: drag.source, isBegun: true, release: drag.release)
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
    show(zoom)
  }

  /// Continues a pinch with other fingers, around their centroid.
  func pinchTouchesDidChange(at location: Point) {
    guard case .zooming(let zoom) = activity, case .fingers = zoom.source, let view = zoomView
    else { return }
    var rebased = anchored(zoom.source, view, at: viewportPoint(location), drag: zoom.drag)
    (rebased.startScale, rebased.scale) = (zoom.startScale, zoom.scale)
    activity = .zooming(rebased)
  }

  /// Ends a pinch on the screen; `time` is that of the lift, in seconds.
  func pinchDidEnd(at time: Double) {
    guard case .zooming(let zoom) = activity, case .fingers = zoom.source else { return }
    endZoom(zoom, at: time)
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
    show(zoom)
    if event.phase == .ended { touchpadPinchDidEnd(at: event.timestamp) }
  }

  /// Ends a pinch on a touchpad; `time` is that of the lift, in seconds.
  func touchpadPinchDidEnd(at time: Double) {
    guard case .zooming(let zoom) = activity, case .touchpadPinch = zoom.source else { return }
    endZoom(zoom, at: time)
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
    show(zoom)
    if event.phase == .ended, case .zooming(let zoom) = activity {
      endZoom(zoom, at: event.timestamp)
    }
  }

  /// Handles the wheel with control held: each notch multiplies or divides the scale by 1.25.
  ///
  /// A notch sets its end at once; what is seen follows. The point under the pointer stays there until the pointer moves.
  func wheelDidZoom(_ event: WheelEvent) {
    guard canZoom, let view = zoomView, !isTouched else { return }
    if case .zooming(let zoom) = activity { endZoom(zoom, at: now) }
    let source = Zoom.Source.wheel(lastNotch: now, location: event.location)
    var zoom = anchored(source, view, at: viewportPoint(event.location), drag: nil)
    zoom.scale = scaleBand.raw(showing: zoomScale)
    if let open = wheelZoom {
      if case .wheel(_, event.location) = open.source { zoom = open }
      (zoom.source, zoom.scale) = (source, open.scale)
    }
    zoom.scale = bounded(zoom.scale * .pow(Self.scalePerNotch, -event.notches.y))
    begin(zoom)
    guard let zoom = wheelZoom else { return }
    let scale = scaleBand.shown(for: zoom.scale)
    fade(.notch, of: view, since: now) {
      setScale(scale, of: view, offset: pixelRounded(offset(of: zoom, at: scale, view)))
    }
  }

  /// Begins or continues a zoom with the wheel.
  private func begin(_ zoom: Zoom) {
    let isAnnounced = isZoomAnnounced
    let ended = endCalls
    if !isTouched { activity = .idle }
    wheelZoom = zoom
    notify(ended + (isAnnounced ? [] : [.willBeginZooming]))
  }

  /// Ends a zoom with the wheel: after a silence, or because other input or the program acts on the content.
  func endWheelZoom() {
    guard let zoom = wheelZoom else { return }
    wheelZoom = nil
    bringWithinLimits(after: zoom, since: now)
    if case .idle = activity { settle() }
  }

  /// Ends a zoom that only silence would end, so that other input acts as at rest.
  func endZoomBySilence() {
    endWheelZoom()
    if case .zooming(let zoom) = activity, zoom.deadline != nil { endZoom(zoom, at: now) }
  }

  func wheelZoomDidChange() {
    updateIndicators()
    if isInMotion { window?.animate(self) }
  }

  /// Whether a gesture holds the content, so that other input is ignored.
  var isTouched: Bool {
    switch activity {
    case .tracking: true
    // A drag that is ending has been let go.
    case .dragging(let drag): !drag.isEnding
    case .zooming(let zoom): zoom.deadline == nil
    case .idle, .decelerating, .animating: false
    }
  }

  /// Returns a scale clamped so that its logarithm and reciprocal are finite.
  private func bounded(_ scale: Double) -> Double {
    min(max(scale, Self.minimumScale), 1 / Self.minimumScale)
  }

  /// The minimum scale of a gesture. [C]
  private static let minimumScale = 1e-9
}
