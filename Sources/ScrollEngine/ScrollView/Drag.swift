import ScrollGeometry

extension ScrollView {
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
      case .touches: RubberBand.touchCoefficient
      case .touchpad: RubberBand.touchpadCoefficient
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
}
