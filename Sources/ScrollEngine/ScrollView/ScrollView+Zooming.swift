import Geometry

extension ScrollView {
  /// The factor of a wheel notch on the scale. [C]
  package static let scalePerNotch = 1.25
  /// The logarithm of the factor of a point of scrolling on a touchpad. [C]
  static let logScalePerPoint = 0.005

  /// The view that is scaled, if there is one.
  ///
  /// Asked anew every time, as in UIKit.
  var zoomView: View? { delegate?.viewForZooming(in: self) }

  /// True if there is a view to scale and more than one scale to give it.
  var canZoom: Bool { maximumZoomScale > minimumZoomScale && zoomView != nil }

  /// The limits of the scale and what happens beyond them.
  var scaleBand: ScaleBand {
    ScaleBand(minimum: minimumZoomScale, maximum: maximumZoomScale, bounces: bouncesZoom)
  }

  /// A point of the window relative to the view's top left corner, wherever the content is.
  func viewportPoint(_ point: Point) -> Point { convert(point, from: nil) - bounds.origin }

  // MARK: The gesture

  /// Begins a zoom gesture around `centroid`, or goes on with the one whose bounce is not over.
  func beginZoom(_ source: Zoom.Source, at centroid: Point, drag: HeldDrag?) {
    guard let view = zoomView else { return }
    let isResumed = isZoomBouncing || isZooming
    let ended = isDecelerating ? [.didEndDecelerating] : endCalls
    activity = .zooming(anchored(source, view, at: centroid, drag: drag))
    notify(ended + (isResumed ? [] : [.willBeginZooming]))
  }

  /// A gesture that takes hold of the content where it is.
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

  /// Shows the scale and the offset that the gesture asks for at `time`.
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

  /// Where the content is during a gesture, at the shown scale `scale`.
  ///
  /// What the scale moves stops at the edges; what the fingers themselves move goes beyond them, ever less. [C]
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

  /// Scales the view and moves the content, and says so.
  func setScale(_ scale: Double, of view: View, offset: Point) {
    let isChanged = scale != storedZoomScale
    if isChanged {
      let inset = adjustedContentInset
      let phase = phase
      scaleView(view, to: scale)
      insetMayHaveChanged(from: inset)
      // The delegate may have stopped everything, or scaled by itself.
      guard phase == self.phase, scale == storedZoomScale else { return }
    }
    moveContent(to: offset)
    if isChanged { zoomNotifications.run { delegate?.scrollViewDidZoom(self) } }
  }

  /// Scales the view about its top left corner; the content becomes as large as its frame.
  ///
  /// Whatever else the view's transform does, a rotation for instance, stays.
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

  /// The transform of the zoomed view without the scale: what the program made of it.
  private func unscaledTransform(of view: View) -> AffineTransform {
    guard let zoomedPlace, zoomedPlace.view === view else { return view.transform }
    if zoomedPlace.transform == view.transform { return zoomedPlace.unscaled }
    return view.transform.concatenating(
      AffineTransform(scaleX: 1 / storedZoomScale, y: 1 / storedZoomScale))
  }

  /// The size of the zoomed view's frame at `scale`.
  func zoomedSize(of view: View, at scale: Double) -> Size {
    let unscaled = unscaledTransform(of: view)
    return unscaled.isTranslation
      ? view.bounds.size * scale : unscaled.apply(to: view.bounds).size * scale
  }

  /// The place of a rectangle of the zoomed view in the view's frame at scale 1, counted from its top left corner.
  func placeInZoomedFrame(_ rect: Rect, of view: View) -> Rect {
    let unscaled = unscaledTransform(of: view)
    guard !unscaled.isTranslation else { return rect.offset(by: .zero - view.bounds.origin) }
    return unscaled.apply(to: rect)
      .offset(by: .zero - unscaled.apply(to: view.bounds).origin)
  }

  /// The top left corner of the zoomed view in the content.
  ///
  /// A corner worked out again from a centre and a size would creep from frame to frame, so it is kept until somebody moves the view.
  func zoomedCorner(of view: View) -> Point {
    guard let zoomedPlace, zoomedPlace.view === view, zoomedPlace.center == view.center,
      zoomedPlace.transform == view.transform
    else { return view.frame.origin }
    return zoomedPlace.corner
  }

  // MARK: Its end

  /// Ends a gesture: the scale returns from beyond a limit, or the content is let go like a dragged one.
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

  /// The scale is at rest; the offset goes on under a finger that stays, or comes to rest too.
  private func finishZoom(staying drag: HeldDrag?) {
    if let drag {
      activity = carriedOn(drag)
    } else {
      activity = .idle
    }
    notify(.didEndZooming(scale: zoomScale))
    if drag == nil, case .idle = activity { settle(owesDidEndDecelerating: false) }
  }

  /// A drag that goes on once the zoom no longer decides where the content is.
  private func carriedOn(_ drag: HeldDrag) -> Activity {
    guard drag.isBegun else {
      return .tracking(Tracking(source: drag.source, beginsAtOnce: true))
    }
    return .dragging(
      rebased(Drag(source: drag.source, start: .zero, release: drag.release)))
  }

  // MARK: The bounce

  /// Shows the bounce at `time`.
  func show(_ rebound: Rebound, at time: Double) {
    guard let view = zoomView else { return }
    let state = rebound.bounce.state(at: time)
    setScale(state.scale, of: view, offset: state.offset + rebound.shift)
  }

  /// A finger that stays drags the content while the scale returns.
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

  /// The bounce is over.
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
  /// True if it only moves, so that sizes stay.
  fileprivate var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
