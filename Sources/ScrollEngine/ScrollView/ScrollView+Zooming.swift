import ScrollGeometry

extension ScrollView {
  /// The factor by which a wheel notch changes the scale. [C]
  package static let scalePerNotch = 1.25
  /// The logarithm of the factor by which a point of scrolling on a touchpad changes the scale. [C]
  static let logScalePerPoint = 0.005

  /// The view to zoom, or `nil`.
  ///
  /// The delegate is asked every time, as in UIKit.
  var zoomView: View? { delegate?.viewForZooming(in: self) }

  /// A Boolean value that indicates whether there is a view to zoom and the limits differ.
  var canZoom: Bool { maximumZoomScale > minimumZoomScale && zoomView != nil }

  /// The rubber band of the zoom scale.
  var scaleBand: ScaleBand {
    ScaleBand(minimum: minimumZoomScale, maximum: maximumZoomScale, bounces: bouncesZoom)
  }

  /// Returns a point of the window relative to the top left corner of the view.
  func viewportPoint(_ point: Point) -> Point { convert(point, from: nil) - bounds.origin }

  // MARK: The gesture

  /// Begins a zoom gesture around `centroid`, or resumes the one whose bounce is in progress.
  func beginZoom(_ source: Zoom.Source, at centroid: Point, drag: HeldDrag?) {
    guard let view = zoomView else { return }
    let isResumed = isZoomBouncing || isZooming
    let ended = isDecelerating ? [.didEndDecelerating] : endCalls
    activity = .zooming(anchored(source, view, at: centroid, drag: drag))
    notify(ended + (isResumed ? [] : [.willBeginZooming]))
  }

  /// Returns a gesture that starts at the current offset and scale.
  func anchored(
    _ source: Zoom.Source, _ view: View, at centroid: Point, drag: HeldDrag?
  ) -> Zoom {
    let range = range
    let axes = dragAxes(for: .touches, range: range)
    let x = axes.x.grabbed(at: contentOffset.x)
    let y = axes.y.grabbed(at: contentOffset.y)
    let raw = Point(x: x.raw, y: y.raw)
    let scale = scaleBand.raw(showing: zoomScale)
    return Zoom(
      source: source, anchor: (raw + centroid - zoomedCorner(of: view)) / zoomScale,
      startCentroid: centroid, centroid: centroid, startScale: scale, scale: scale,
      startExcess: range.excess(of: raw), gain: Point(x: x.gain, y: y.gain), drag: drag)
  }

  /// Shows the scale and the offset of a zoom gesture at `time`.
  func show(_ zoom: Zoom, at time: Double) {
    guard let view = zoomView else { return }
    var shown = scaleBand.shown(for: zoom.scale)
    if case .wheel(let course) = zoom.source {
      let u = (time - course.startTime) / Easing.notchDuration
      let part = Easing.easeOutCubic.progress(at: u)
      shown =
        part == 1
        ? course.to
        : Easing.interpolatedScale(from: course.from, to: course.to, part: part)
    }
    setScale(shown, of: view, offset: offset(of: zoom, at: shown, view))
  }

  /// Returns the offset during a zoom gesture, at the shown scale `scale`.
  ///
  /// Movement caused by the scale stops at the edges; movement of the centroid stretches beyond them. [C]
  private func offset(of zoom: Zoom, at scale: Double, _ view: View) -> Point {
    let held = zoomedCorner(of: view) + zoom.anchor * scale
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
    let isChanged = scale != storedZoomScale
    if isChanged {
      let inset = adjustedContentInset
      let phase = phase
      scaleView(view, to: scale)
      insetMayHaveChanged(from: inset)
      // The delegate may have stopped the zoom or set another scale.
      guard phase == self.phase, scale == storedZoomScale else { return }
    }
    moveContent(to: offset)
    if isChanged { zoomNotifications.run { delegate?.scrollViewDidZoom(self) } }
  }

  /// Scales the view about its top left corner; the content gets the size of its frame.
  ///
  /// The rest of the view's transform, such as a rotation, is kept.
  private func scaleView(_ view: View, to scale: Double) {
    let corner = zoomedCorner(of: view)
    let unscaled = unscaledTransform(of: view)
    let size = zoomedSize(of: view, at: scale)
    storedZoomScale = scale
    view.transform = unscaled.concatenating(AffineTransform(scaleX: scale, y: scale))
    let middle = Rect(origin: corner, size: size).center
    let center = middle - Point(x: unscaled.tx, y: unscaled.ty) * scale
    view.moveCenter(to: center)
    zoomedPlace = ZoomedPlace(
      view: view, corner: corner, center: center, transform: view.transform, unscaled: unscaled)
    storedContentSize = size
    setNeedsLayout()
  }

  /// Returns the transform of the zoomed view without the zoom scale.
  private func unscaledTransform(of view: View) -> AffineTransform {
    guard let zoomedPlace, zoomedPlace.view === view else { return view.transform }
    if zoomedPlace.transform == view.transform { return zoomedPlace.unscaled }
    return view.transform.concatenating(
      AffineTransform(scaleX: 1 / storedZoomScale, y: 1 / storedZoomScale))
  }

  /// Returns the size of the zoomed view's frame at `scale`.
  func zoomedSize(of view: View, at scale: Double) -> Size {
    let unscaled = unscaledTransform(of: view)
    return unscaled.isTranslation
      ? view.bounds.size * scale : unscaled.apply(to: view.bounds).size * scale
  }

  /// Returns a rectangle of the zoomed view relative to the top left corner of its frame at scale 1.
  func rectInZoomedFrame(_ rect: Rect, of view: View) -> Rect {
    let unscaled = unscaledTransform(of: view)
    guard !unscaled.isTranslation else { return rect.offset(by: .zero - view.bounds.origin) }
    return unscaled.apply(to: rect)
      .offset(by: .zero - unscaled.apply(to: view.bounds).origin)
  }

  /// Returns the top left corner of the zoomed view in the content.
  ///
  /// A corner recomputed from centre and size in every frame would drift, so it is kept until the program moves the
  /// view.
  func zoomedCorner(of view: View) -> Point {
    guard let zoomedPlace, zoomedPlace.view === view, zoomedPlace.center == view.center,
      zoomedPlace.transform == view.transform
    else { return view.frame.origin }
    return zoomedPlace.corner
  }

  // MARK: The end of the gesture

  /// Ends a zoom gesture: the scale bounces back from beyond a limit, or the content is released.
  func endZoom(_ zoom: Zoom, at time: Double) {
    show(zoom, at: now)
    guard case .zooming(let zoom) = activity else { return }
    let scale = zoomScale
    let limit = scaleBand.clamp(scale)
    let staying = scrollPan.touches.isEmpty ? nil : zoom.drag ?? HeldDrag(source: .touches)
    guard let view = zoomView, scale != limit else {
      finishZoom(staying: staying)
      return
    }
    activity = .zoomBouncing(
      Rebound(bounce: bounce(to: limit, from: zoom, view), drag: staying))
    if zoom.drag?.isBegun ?? false, staying == nil { notify(Self.dragEndAtRest) }
    guard case .zoomBouncing(let rebound) = activity else { return }
    show(rebound, at: now)
  }

  private func bounce(to limit: Double, from zoom: Zoom, _ view: View) -> ZoomBounce {
    let wanted = zoomedCorner(of: view) + zoom.anchor * limit - zoom.centroid
    let end = range(in: bounds.size, content: zoomedSize(of: view, at: limit)).clamp(wanted)
    return ZoomBounce(
      startTime: now, from: (zoomScale, contentOffset), to: (limit, pixelRounded(end)),
      pixel: 1 / displayScale)
  }

  /// Ends a zoom whose scale is at rest: a drag continues, otherwise the offset comes to rest too.
  private func finishZoom(staying drag: HeldDrag?) {
    if let drag {
      activity = continued(drag)
    } else {
      activity = .idle
    }
    notify(.didEndZooming(scale: zoomScale))
    if drag == nil, case .idle = activity { settle(owesDidEndDecelerating: false) }
  }

  /// Returns the activity of a drag that continues after a zoom.
  private func continued(_ drag: HeldDrag) -> Activity {
    guard drag.isBegun else {
      return .tracking(Tracking(source: drag.source, beginsAtOnce: true))
    }
    return .dragging(
      rebased(Drag(source: drag.source, start: .zero, release: drag.release)))
  }

  // MARK: The bounce

  /// Shows a bounce at `time`.
  func show(_ rebound: Rebound, at time: Double) {
    guard let view = zoomView else { return }
    let state = rebound.bounce.state(at: time)
    setScale(state.scale, of: view, offset: state.offset + rebound.shift)
  }

  /// Continues a drag during a bounce.
  func drag(_ rebound: Rebound, isSample: Bool) {
    let before = rebound.drag?.followed ?? .zero
    let isBeginning = !(rebound.drag?.isBegun ?? false)
    let drag = held(rebound.drag, isSample: isSample)
    var rebound = rebound
    rebound.drag = drag
    let scale = rebound.bounce.endScale
    let content = zoomView.map { zoomedSize(of: $0, at: scale) } ?? .zero
    let range = range(in: bounds.size, content: content)
    let moved = rebound.shift - (drag.followed - before)
    rebound.shift = range.clamp(rebound.bounce.endOffset + moved) - rebound.bounce.endOffset
    activity = .zoomBouncing(rebound)
    if isBeginning { notify(.willBeginDragging) }
    guard case .zoomBouncing(let rebound) = activity else { return }
    show(rebound, at: now)
  }

  /// Ends a bounce.
  func finish(_ rebound: Rebound) {
    if let view = zoomView {
      setScale(
        rebound.bounce.endScale, of: view, offset: rebound.bounce.endOffset + rebound.shift)
    }
    guard case .zoomBouncing(let rebound) = activity else { return }
    finishZoom(staying: rebound.drag)
  }
}

extension AffineTransform {
  /// A Boolean value that indicates whether the transform is a translation.
  fileprivate var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
