import RealModule
public import ScrollGeometry

extension ScrollView {
  /// The size of the part of the content that the view shows, in points: that of its bounds.
  ///
  /// Corresponds to `UIScrollView.visibleSize`.
  public var visibleSize: Size { bounds.size }

  /// The minimum offset at which the content rests.
  public var minimumContentOffset: Point { range(in: bounds.size, content: contentSize).lower }

  /// The maximum offset at which the content rests.
  public var maximumContentOffset: Point { range(in: bounds.size, content: contentSize).upper }

  /// The range of offsets at which the content can rest.
  ///
  /// Of the size that is set: a list that computes its size only when the program or the layout asks for it is not asked.
  package var range: OffsetRange { range(in: bounds.size, content: storedContentSize) }

  /// Returns the range for other sizes of viewport and content.
  func range(in viewport: Size, content: Size) -> OffsetRange {
    let inset = adjustedContentInset(in: viewport, content: content)
    let x = OffsetRange.ends(
      content: content.width, viewport: viewport.width, leading: inset.left,
      trailing: inset.right, alignment: contentAlignmentPoint.x, rounded: pixelRounded)
    let y = OffsetRange.ends(
      content: content.height, viewport: viewport.height, leading: inset.top,
      trailing: inset.bottom, alignment: contentAlignmentPoint.y, rounded: pixelRounded)
    return OffsetRange(
      lower: Point(x: x.lower, y: y.lower), upper: Point(x: x.upper, y: y.upper))
  }

  /// The axes along which a drag moves the content: those with a range, and those that always bounce.
  var scrollableAxes: Axes { scrollableAxes(in: range) }

  /// Returns the scrollable axes in another range.
  func scrollableAxes(in range: OffsetRange) -> Axes {
    var axes: Axes = []
    if range.upper.x > range.lower.x || (bouncesHorizontally && alwaysBounceHorizontal) {
      axes.insert(.horizontal)
    }
    if range.upper.y > range.lower.y || (bouncesVertically && alwaysBounceVertical) {
      axes.insert(.vertical)
    }
    return axes
  }

  /// Returns a length rounded to the nearest device pixel, ties away from zero.
  func pixelRounded(_ length: Double) -> Double {
    (length * displayScale).rounded(.toNearestOrAwayFromZero) / displayScale
  }

  /// Returns a point rounded to device pixels.
  func pixelRounded(_ point: Point) -> Point {
    Point(x: pixelRounded(point.x), y: pixelRounded(point.y))
  }

  func adjustedContentInset(in viewport: Size, content: Size) -> EdgeInsets {
    let inset = contentInset + (storedRefreshControl?.contentInset ?? .zero)
    switch contentInsetAdjustmentBehavior {
    case .never: return inset
    case .always: return inset + storedSafeArea
    case .automatic, .scrollableAxes:
      var safe = storedSafeArea
      let scrollsX = content.width + inset.horizontal > viewport.width
      let scrollsY = content.height + inset.vertical > viewport.height
      if !scrollsX, !alwaysBounceHorizontal { (safe.left, safe.right) = (0, 0) }
      if !scrollsY, !alwaysBounceVertical { (safe.top, safe.bottom) = (0, 0) }
      return inset + safe
    }
  }

  // MARK: - Changes of the range

  /// Creates a change that may affect the range, and adjusts the offset or the motion in progress.
  ///
  /// Content at rest moves into the new range at once, or animated.
  func changeRange(animated: Bool = false, _ change: () -> Void) {
    willAnimate()
    let old = (range: range, inset: adjustedContentInset, axes: scrollableAxes)
    change()
    if scrollableAxes != old.axes, case .dragging(let drag) = activity {
      // An axis that did not scroll so far starts from its current offset.
      activity = .dragging(rebased(drag))
    }
    rangeDidChange(from: old.range, inset: old.inset, animated: animated)
  }

  /// Adjusts the offset or the motion in progress to another size of the viewport.
  ///
  /// A paging view keeps its page.
  func viewportDidChange(from old: Rect) {
    let oldRange = range(in: old.size, content: storedContentSize)
    // A program that sets the origin with the size has chosen the place.
    if isPagingEnabled, bounds.origin == old.origin { keepPage(from: old.size, oldRange) }
    rangeDidChange(
      from: oldRange, inset: adjustedContentInset(in: old.size, content: storedContentSize),
      animated: false)
  }

  /// Moves content, and what it is moving to, to the same page of the new size.
  private func keepPage(from old: Size, _ oldRange: OffsetRange) {
    func page(_ offset: Point) -> Point {
      let page = pixelRounded(range.clamp(scaled(offset, from: old, rounded: true)))
      // The end of the content counts as a page.
      return Point(
        x: offset.x == oldRange.upper.x ? range.upper.x : page.x,
        y: offset.y == oldRange.upper.y ? range.upper.y : page.y)
    }
    switch activity {
    case .idle, .tracking: moveContent(to: page(contentOffset))
    case .dragging, .zooming: break
    case .animating(var animation):
      animation.start = scaled(animation.start, from: old)
      animation.end = page(animation.end)
      activity = .animating(animation)
    case .decelerating(let deceleration):
      var targets = deceleration.targets
      if case .page(let place) = targets.horizontal {
        targets.horizontal = .page(page(Point(x: place, y: 0)).x)
      }
      if case .page(let place) = targets.vertical {
        targets.vertical = .page(page(Point(x: 0, y: place)).y)
      }
      replan(
        deceleration, from: scaled(deceleration.motion.position(at: now), from: old), to: targets)
    }
  }

  /// Returns an offset of pages of another size on those of the present one; the nearest whole page if `rounded`.
  ///
  /// An axis whose length has not changed keeps its offset.
  private func scaled(_ offset: Point, from old: Size, rounded: Bool = false) -> Point {
    func scaled(_ offset: Double, _ old: Double, _ new: Double) -> Double {
      guard old > 0, old != new else { return offset }
      let index = offset / old
      return (rounded ? index.rounded(.toNearestOrAwayFromZero) : index) * new
    }
    return Point(
      x: scaled(offset.x, old.width, bounds.width), y: scaled(offset.y, old.height, bounds.height))
  }

  private func rangeDidChange(from old: OffsetRange, inset: EdgeInsets, animated: Bool) {
    insetMayHaveChanged(from: inset)
    let new = range
    guard new != old else { return }
    switch activity {
    case .idle:
      let place = followed(contentOffset, from: old, to: new)
      if animated { animate(to: place, purpose: .refresh) } else { moveContent(to: place) }
    case .dragging(let drag): activity = .dragging(rebased(drag))
    case .decelerating(let deceleration): replan(deceleration)
    case .animating(let animation): activity = .animating(followed(animation, from: old, to: new))
    case .tracking, .zooming: break
    }
  }

  /// Notifies subclass and delegate if the adjusted inset differs from `old`.
  func insetMayHaveChanged(from old: EdgeInsets) {
    guard adjustedContentInset != old else { return }
    adjustedContentInsetDidChange()
    delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  /// Returns an offset clamped to a new range; one at the old minimum moves to the new minimum.
  private func followed(_ offset: Point, from old: OffsetRange, to new: OffsetRange) -> Point {
    let clamped = new.clamp(offset)
    return Point(
      x: offset.x == old.lower.x ? new.lower.x : clamped.x,
      y: offset.y == old.lower.y ? new.lower.y : clamped.y)
  }

  /// Returns an animation adjusted to a new range; one that the program sent beyond the range is unchanged.
  func followed(
    _ animation: Animation, from old: OffsetRange, to new: OffsetRange
  ) -> Animation {
    guard animation.staysInRange else { return animation }
    var animation = animation
    animation.end = followed(animation.end, from: old, to: new)
    return animation
  }
}

/// The range of offsets at which the content can rest, per axis.
package struct OffsetRange: Hashable, Sendable {
  /// The minimum offset, in points.
  package var lower: Point
  /// The maximum offset, in points, at least `lower` on each axis.
  package var upper: Point

  /// The horizontal range.
  var horizontal: ClosedRange<Double> { lower.x...upper.x }
  /// The vertical range.
  var vertical: ClosedRange<Double> { lower.y...upper.y }

  /// Returns the offset clamped to the range.
  package func clamp(_ offset: Point) -> Point {
    Point(
      x: min(max(offset.x, lower.x), upper.x), y: min(max(offset.y, lower.y), upper.y))
  }

  /// Returns the signed distance of `offset` from the range; zero inside.
  package func excess(of offset: Point) -> Point { offset - clamp(offset) }

  /// Returns whether `offset` is inside the range on both axes.
  package func contains(_ offset: Point) -> Bool { excess(of: offset) == .zero }

  /// Returns the range of one axis for the lengths of content and viewport.
  static func ends(
    content: Double, viewport: Double, leading: Double, trailing: Double, alignment: Double,
    rounded: (Double) -> Double
  ) -> (lower: Double, upper: Double) {
    let spare = viewport - content - leading - trailing
    // Subtracted from 0, so that no offset is −0.
    let lower = rounded(0 - leading - max(0, spare) * alignment)
    guard spare < 0 else { return (lower, lower) }
    return (lower, max(lower, rounded(content + trailing - viewport)))
  }
}

extension ScrollView {
  /// The offset at which a deceleration or animation in progress will end; otherwise the current offset.
  ///
  /// Use it to prefetch the content there.
  public var restingOffset: Point {
    switch activity {
    case .decelerating(let deceleration): pixelRounded(deceleration.motion.restingOffset)
    case .animating(let animation): animation.end
    case .idle, .tracking, .dragging, .zooming: contentOffset
    }
  }

  /// Returns the target that UIKit would report for a release at an offset with a velocity. [T] `recorded/ios265-targets.csv`
  ///
  /// Each coordinate is `o + sign(v)·(|v| − 0.01)/|ln r|`, with the offset `o` in points, the velocity `v` in points per
  /// millisecond and the ``decelerationRate`` `r`: where a continuous motion would stop. It is rounded to device pixels and clamped
  /// to the range of offsets, and lies up to 2.33 points beyond ``restingOffset`` and the target that the delegate is passed, which
  /// are where the content rests: <doc:0020-TheTargetIsWhereContentRests>. Pages and repeated flicks do not count. A coordinate
  /// that is not finite counts as that of ``contentOffset``, and a velocity as zero.
  ///
  /// UIKit has no such member; the number is what it reports as `targetContentOffset`.
  public func projectedOffset(from offset: Point, velocity: Point) -> Point {
    let reach = -1 / Double.log(decelerationRate.rawValue)
    func target(_ offset: Double, _ velocity: Double, _ current: Double) -> Double {
      let excess = max(abs(velocity.isFinite ? velocity : 0) - DecelerationLaw.restingSpeed, 0)
      let way = velocity < 0 ? -excess * reach : excess * reach
      return pixelRounded((offset.isFinite ? offset : current) + way)
    }
    return range.clamp(
      Point(
        x: target(offset.x, velocity.x, contentOffset.x),
        y: target(offset.y, velocity.y, contentOffset.y)))
  }

  /// Sets ``contentOffset`` to an offset that the engine computed; the activity does not change.
  func moveContent(to offset: Point) {
    applyBounds(Rect(origin: offset, size: bounds.size)) { contentOffset = offset }
  }

  /// Moves the content to an offset that the program assigns, and the drag or motion in progress along with it.
  ///
  /// A coordinate that is written back as it was read, or as it is rounded, moves nothing while the content moves. The frames
  /// of a motion lie between pixels, and so does a new place during one.
  func assign(_ offset: Point) {
    let here = bounds.origin
    func assigned(_ new: Double, _ here: Double) -> Double {
      if new == here { return here }
      guard isScrolling else { return pixelRounded(new) }
      return new == pixelRounded(here) ? here : new
    }
    let place = Point(x: assigned(offset.x, here.x), y: assigned(offset.y, here.y))
    shiftActivity(by: place - here)
    let shown = activity.movesByItself ? place : rounded(place, where: here)
    applyBounds(Rect(origin: shown, size: bounds.size))
  }

  /// Returns an offset with the coordinates that differ from `here` rounded to device pixels.
  private func rounded(_ place: Point, where here: Point) -> Point {
    Point(
      x: place.x == here.x ? here.x : pixelRounded(place.x),
      y: place.y == here.y ? here.y : pixelRounded(place.y))
  }

  /// Moves the drag or motion in progress along when the program moves the content by `displacement`.
  func shiftActivity(by displacement: Point) {
    guard displacement != .zero else { return }
    if let scale = wheelZoom.map({ _ in zoomScale }) { wheelZoom?.anchor += displacement / scale }
    switch activity {
    case .idle, .tracking: break
    case .dragging(var drag):
      // An animation that the program starts at the end of the drag is what follows it.
      guard !drag.isEnding || !View.isAnimatingChanges else { return activity = .idle }
      drag.start += displacement
      activity = .dragging(drag)
    case .decelerating(let deceleration):
      activity = .decelerating(moved(deceleration, by: displacement))
    case .animating(var animation):
      animation.start += displacement
      animation.end = pixelRounded(animation.end + displacement)
      notchTarget? += displacement
      activity = .animating(animation)
    case .zooming(var zoom):
      zoom.anchor += displacement / zoomScale
      activity = .zooming(zoom)
    }
  }

  /// Updates the indicators and the refresh control after a change of the offset.
  func offsetDidChange() {
    if isScrolling || showsIndicatorsForChanges { showIndicators() }
    storedRefreshControl?.contentDidMove(in: self)
  }

  /// Whether a gesture, a deceleration or an animation moves the content.
  private var isScrolling: Bool {
    switch activity {
    case .idle, .tracking: isZoomAnnounced
    case .dragging, .decelerating, .animating, .zooming: true
    }
  }

  /// Shows the indicators while something moves, and lets them fade when everything rests.
  func updateIndicators() {
    switch activity {
    // A motion shows them from its start, whichever of its frames are drawn.
    case .decelerating, .animating, .zooming: showIndicators()
    case .idle where !isZoomAnnounced: fadeIndicators()
    case .idle, .tracking, .dragging: if isZoomAnnounced { showIndicators() }
    }
  }

  /// Forgets the fractions of pixels that notches have left once anything else moves the content.
  private func forgetNotches() {
    switch activity {
    case .idle: break
    case .animating(let animation): if animation.purpose != .notch { notchTarget = nil }
    case .tracking, .dragging, .decelerating, .zooming: notchTarget = nil
    }
  }

  func activityDidChange(from old: Activity) {
    if case .idle = activity, case .idle = old { return }
    forgetNotches()
    offsetCourseDidChange(from: contentOffset)
    updateIndicators()
    if !activity.movesByItself {
      unanchored.remove(.activity)
    } else if !old.movesByItself, !isCurrent {
      unanchored.insert(.activity)
    }
    if isInMotion { window?.animate(self) }
  }
}
