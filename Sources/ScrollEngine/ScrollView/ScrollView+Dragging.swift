import RealModule
import ScrollGeometry

extension ScrollView {
  /// The angle from the horizontal below which a locked drag is horizontal, as its tangent: 20°. [R]
  private static let horizontalLockTangent = Double.tan(20 * .pi / 180)
  /// The angle from the horizontal above which a locked drag is vertical, as its tangent: 70°. [R]
  private static let verticalLockTangent = Double.tan(70 * .pi / 180)

  /// Begins a drag, whose first movement shows in the same event. [T] `recorded/flick-into-the-edge.csv`
  func beginDrag(_ tracking: Tracking, isSample: Bool) {
    let axes = lockedAxes(tracker(of: tracking.source).travel, among: scrollableAxes)
    let drag = rebased(
      Drag(source: tracking.source, start: .zero, axes: axes), at: .zero)
    activity = .dragging(drag)
    dismissKeyboardOnDrag()
    notify(.willBeginDragging)
    guard case .dragging(let drag) = activity else { return }
    continueDrag(drag, isSample: isSample)
  }

  /// Continues a drag.
  func continueDrag(_ drag: Drag, isSample: Bool) {
    var drag = drag
    if isSample { note(&drag.release, source: drag.source) }
    let offset = offset(of: &drag)
    activity = .dragging(drag)
    moveContent(to: offset)
    dismissKeyboardInteractively()
  }

  /// Records the velocity of a drag, for its release and for repeated flicks.
  private func note(_ release: inout ReleaseVelocity, source: DragSource) {
    let velocity = tracker(of: source).velocity
    release.add(velocity: velocity)
    flicks.dragged(update: release.count, velocity: velocity * 0.001)
  }

  /// Returns the offset for the translation of a drag, rounded to device pixels.
  private func offset(of drag: inout Drag) -> Point {
    let raw = drag.start - tracker(of: drag.source).translation
    let axes = dragAxes(for: drag.source, range: range)
    let followed = drag.axes.intersection(scrollableAxes)
    let here = contentOffset
    return Point(
      x: followed.contains(.horizontal)
        ? pixelRounded(axes.x.shown(for: raw.x, gain: &drag.gain.x)) : here.x,
      y: followed.contains(.vertical)
        ? pixelRounded(axes.y.shown(for: raw.y, gain: &drag.gain.y)) : here.y)
  }

  /// Returns the drag as if it had begun at the current offset, so that the content does not jump.
  func rebased(_ drag: Drag) -> Drag {
    rebased(drag, at: tracker(of: drag.source).translation)
  }

  private func rebased(_ drag: Drag, at translation: Point) -> Drag {
    var drag = drag
    let axes = dragAxes(for: drag.source, range: range)
    let x = axes.x.grabbed(at: contentOffset.x)
    let y = axes.y.grabbed(at: contentOffset.y)
    drag.start = Point(x: x.raw, y: y.raw) + translation
    drag.gain = Point(x: x.gain, y: y.gain)
    return drag
  }

  /// Returns the axes to which directional lock restricts a drag that starts with `travel`.
  private func lockedAxes(_ travel: Point, among axes: Axes) -> Axes {
    guard isDirectionalLockEnabled, axes == .both else { return .both }
    if abs(travel.y) < abs(travel.x) * Self.horizontalLockTangent { return .horizontal }
    if abs(travel.y) > abs(travel.x) * Self.verticalLockTangent { return .vertical }
    return .both
  }

  /// Begins or continues a drag during a zoom.
  func held(_ drag: HeldDrag?, isSample: Bool) -> HeldDrag {
    var drag = drag ?? HeldDrag(source: .touches)
    drag.isBegun = true
    if isSample { note(&drag.release, source: drag.source) }
    return drag
  }
}

// MARK: - Keyboard

extension ScrollView {
  private var textResponder: Responder? {
    guard let responder = window?.firstResponder, responder.acceptsText else { return nil }
    return responder
  }

  private func dismissKeyboardOnDrag() {
    switch keyboardDismissMode {
    case .onDrag, .onDragWithAccessory: textResponder?.resignFirstResponder()
    case .none, .interactive, .interactiveWithAccessory: break
    }
  }

  /// Moves the keyboard with the finger; without one on the screen, resigns the first responder when a drag moves down past half
  /// its height, in the coordinates of the scroll view.
  private func dismissKeyboardInteractively() {
    guard keyboardDismissMode.isInteractive, let field = textResponder as? View,
      let touch = scrollPan.touches.first, let window
    else { return }
    if window.keyboard.isShown {
      window.keyboard.follow(touch.location, from: touch.startLocation)
      return
    }
    let middle = field.convert(field.bounds.center, to: self).y
    if convert(touch.startLocation, from: nil).y < middle, touch.location(in: self).y >= middle {
      field.resignFirstResponder()
    }
  }

  /// Ends an interactive dismissal with the drag.
  func endKeyboardDismissal() {
    guard let window, keyboardDismissMode.isInteractive else { return }
    window.keyboard.release { [textResponder] in textResponder?.resignFirstResponder() }
  }
}
