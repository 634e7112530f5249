import RealModule
import ScrollGeometry

extension ScrollView {
  /// The factor by which a wheel notch changes the scale. [C]
  package static let scalePerNotch = 1.25
  /// The logarithm of the factor by which a point of scrolling on a touchpad changes the scale. [C]
  static let logScalePerPoint = 0.005

  /// The view to zoom, or `nil`.
  ///
  /// The delegate is asked every time, as in UIKit; if it reads the scale meanwhile, that is of its former answer.
  var zoomView: View? {
    guard !isAskingForZoomView else { return lastZoomView }
    isAskingForZoomView = true
    defer { isAskingForZoomView = false }
    let view = delegate?.viewForZooming(in: self)
    if view !== lastZoomView { lastZoomView = view }
    return view
  }

  /// Whether there is a view to zoom and the limits differ.
  var canZoom: Bool { maximumZoomScale > minimumZoomScale && zoomView != nil }

  /// The rubber band of the zoom scale.
  var scaleBand: ScaleBand {
    ScaleBand(minimum: minimumZoomScale, maximum: maximumZoomScale, bounces: bouncesZoom)
  }

  /// Returns a point of the window relative to the top left corner of the view.
  func viewportPoint(_ point: Point) -> Point { convert(point, from: nil) - bounds.origin }

  // MARK: The gesture

  /// Begins a zoom gesture around `centroid`, from what is seen; a zoom that has not ended does so there first. [R]
  func beginZoom(_ source: Zoom.Source, at centroid: Point, drag: HeldDrag?) {
    guard let view = zoomView else { return }
    let isAnnounced = isZoomAnnounced
    let ended = isDecelerating ? [.didEndDecelerating] : endCalls
    activity = .zooming(anchored(source, view, at: centroid, drag: drag))
    wheelZoom = nil
    adoptPresentedPlace()
    notify(ended + (isAnnounced ? [.didEndZooming(scale: zoomScale)] : []) + [.willBeginZooming])
  }

  /// Returns a gesture that starts at the offset and the scale that are seen.
  func anchored(
    _ source: Zoom.Source, _ view: View, at centroid: Point, drag: HeldDrag?
  ) -> Zoom {
    let seen = presentedPlace(of: view)
    let range = range(in: bounds.size, content: presentationContentSize)
    let axes = dragAxes(for: .touches, range: range)
    let x = axes.x.grabbed(at: seen.offset.x)
    let y = axes.y.grabbed(at: seen.offset.y)
    let raw = Point(x: x.raw, y: y.raw)
    let scale = scaleBand.raw(showing: seen.scale)
    return Zoom(
      source: source,
      anchor: (raw + centroid - seen.corner).divided(by: view.zoomFactors(at: seen.scale)),
      startCentroid: centroid, centroid: centroid, startScale: scale, scale: scale,
      startExcess: range.excess(of: raw), gain: Point(x: x.gain, y: y.gain), drag: drag)
  }

  /// Sets the scale and the offset of a zoom gesture.
  func show(_ zoom: Zoom) {
    guard let view = zoomView else { return }
    let scale = scaleBand.shown(for: zoom.scale)
    setScale(scale, of: view, offset: offset(of: zoom, at: scale, view))
  }

  /// Returns the offset during a zoom gesture, at the shown scale `scale`.
  ///
  /// Movement caused by the scale stops at the edges; movement of the centroid stretches beyond them. [C]
  func offset(of zoom: Zoom, at scale: Double, _ view: View) -> Point {
    let held = zoomedCorner(of: view) + zoom.anchor.scaled(by: view.zoomFactors(at: scale))
    let wanted = held - zoom.centroid
    let byScale = held - zoom.startCentroid
    let range = range(in: bounds.size, content: zoomedSize(of: view, at: scale))
    let axes = dragAxes(for: .touches, range: range)
    let scrollable = scrollableAxes(in: range)
    return Point(
      x: Self.offset(
        axes.x, wanted: wanted.x, byScale: byScale.x, startExcess: zoom.startExcess.x,
        gain: zoom.gain.x, isScrollable: scrollable.contains(.horizontal)),
      y: Self.offset(
        axes.y, wanted: wanted.y, byScale: byScale.y, startExcess: zoom.startExcess.y,
        gain: zoom.gain.y, isScrollable: scrollable.contains(.vertical)))
  }

  private static func offset(
    _ axis: DragAxis, wanted: Double, byScale: Double, startExcess: Double, gain: Double,
    isScrollable: Bool
  ) -> Double {
    let edge = min(max(wanted, axis.range.lowerBound), axis.range.upperBound)
    let excess = wanted - edge
    guard excess != 0, isScrollable, axis.bounces else { return edge }
    let side = excess < 0 ? -1.0 : 1.0
    let scaled = max(0, (byScale - edge) * side) - max(0, startExcess * side)
    let pull = excess * side - max(0, scaled)
    return edge + side * axis.band.stretch(of: pull) * gain
  }

  /// Scales the zoomed view, moves the content and notifies the delegate.
  func setScale(_ scale: Double, of view: View, offset: Point) {
    let isChanged = scale != view.zoomedScale
    var offset = offset
    if isChanged {
      let inset = adjustedContentInset
      let phase = phase
      scaleView(view, to: scale)
      insetMayHaveChanged(from: inset)
      // The delegate may have stopped the zoom or set another scale.
      guard phase == self.phase, scale == view.zoomedScale else { return }
      if let axes = view.zoomedPlace?.axes, axes != .both {
        // An axis that the view keeps does not grow, and nothing is to be reached there.
        let clamped = range.clamp(offset)
        if !axes.contains(.horizontal) { offset.x = clamped.x }
        if !axes.contains(.vertical) { offset.y = clamped.y }
      }
    }
    moveContent(to: offset)
    if isChanged { zoomNotifications.run { delegate?.scrollViewDidZoom(self) } }
  }

  /// Scales the view about its top left corner; the content gets the size of its frame.
  ///
  /// The rest of the view's transform, such as a rotation, is kept. A view may override its transform to keep an axis as it is:
  /// size and place are those of the transform that it has afterward.
  private func scaleView(_ view: View, to scale: Double) {
    let corner = zoomedCorner(of: view)
    let unscaled = view.unscaledTransform
    let wanted = unscaled.concatenating(AffineTransform(scaleX: scale, y: scale))
    var size = unscaledSize(of: view, unscaled) * scale
    // At scale 1 it does not show which axes grow.
    var axes = scale == 1 ? view.zoomedPlace?.axes ?? .both : .both
    view.transform = wanted
    let shown = view.transform
    if shown != wanted {
      let old = (size: size, unscaled: unscaledSize(of: view, unscaled))
      size = unscaledSize(of: view, shown)
      if size.width != old.size.width, size.width == old.unscaled.width { axes.remove(.horizontal) }
      if size.height != old.size.height, size.height == old.unscaled.height {
        axes.remove(.vertical)
      }
    }
    view.moveCenter(
      to: Rect(origin: corner, size: size).center - Point(x: shown.tx, y: shown.ty))
    view.zoomedPlace = ZoomedPlace(
      of: view, scale: scale, corner: corner, unscaled: unscaled, axes: axes)
    storedContentSize = size
    setNeedsLayout()
  }

  /// Returns the size of a view's frame with another transform.
  private func unscaledSize(of view: View, _ transform: AffineTransform) -> Size {
    transform.isTranslation ? view.bounds.size : transform.apply(to: view.bounds).size
  }

  /// Returns the size of the zoomed view's frame at `scale`.
  func zoomedSize(of view: View, at scale: Double) -> Size {
    let size = unscaledSize(of: view, view.unscaledTransform)
    let factors = view.zoomFactors(at: scale)
    return Size(width: size.width * factors.x, height: size.height * factors.y)
  }

  /// Returns a rectangle of the zoomed view relative to the top left corner of its frame at scale 1.
  func rectInZoomedFrame(_ rect: Rect, of view: View) -> Rect {
    let unscaled = view.unscaledTransform
    guard !unscaled.isTranslation else { return rect.offset(by: .zero - view.bounds.origin) }
    return unscaled.apply(to: rect)
      .offset(by: .zero - unscaled.apply(to: view.bounds).origin)
  }

  /// Returns the top left corner of the zoomed view in the content.
  ///
  /// A corner recomputed from center and size in every frame would drift, so it is kept until the program moves the
  /// view.
  func zoomedCorner(of view: View) -> Point {
    guard let place = view.zoomedPlace, place.center == view.center,
      place.transform == view.transform
    else { return view.frame.origin }
    return place.corner
  }

  // MARK: The end of the gesture

  /// Ends a zoom gesture: the scale bounces back from beyond a limit, and the content is released.
  ///
  /// `time` is that of the lift, from which a bounce starts.
  func endZoom(_ zoom: Zoom, at time: Double) {
    show(zoom)
    guard case .zooming(let zoom) = activity else { return }
    let staying = scrollPan.touches.isEmpty ? nil : zoom.drag ?? HeldDrag(source: .touches)
    let dragEnd = staying == nil && zoom.drag?.isBegun ?? false ? Self.dragEndAtRest : []
    activity = staying.map(continued) ?? .idle
    bringWithinLimits(after: zoom, since: min(time, now), notifying: dragEnd)
    if case .dragging(let drag) = activity { activity = .dragging(rebased(drag)) }
    if staying == nil, case .idle = activity { settle() }
  }

  /// Ends a zoom gesture within the limits, or sets the limit that it has passed, around the gesture's centroid: what is seen
  /// bounces back to it from `time` on.
  ///
  /// Sends `calls` before.
  func bringWithinLimits(
    after zoom: Zoom, since time: Double, notifying calls: [DelegateCall] = []
  ) {
    let limit = scaleBand.clamp(zoomScale)
    guard let view = zoomView, zoomScale != limit else {
      return notify(calls + (isZoomAnnounced ? [] : [.didEndZooming(scale: zoomScale)]))
    }
    fade(.bounce, of: view, since: time) {
      notify(calls)
      let factors = view.zoomFactors(at: limit)
      let wanted = zoomedCorner(of: view) + zoom.anchor.scaled(by: factors) - zoom.centroid
      let range = range(in: bounds.size, content: zoomedSize(of: view, at: limit))
      setScale(limit, of: view, offset: pixelRounded(range.clamp(wanted)))
    }
  }

  /// Returns the activity of a drag that continues after a zoom.
  private func continued(_ drag: HeldDrag) -> Activity {
    guard drag.isBegun else {
      return .tracking(Tracking(source: drag.source, beginsAtOnce: true))
    }
    return .dragging(
      rebased(Drag(source: drag.source, start: .zero, release: drag.release)))
  }
}

extension AffineTransform {
  /// Whether the transform is a translation.
  fileprivate var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}

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
    zoom.scale = bounded(zoom.scale * .pow(tuning.zoomPerNotch, -event.notches.y))
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
