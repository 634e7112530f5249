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
}

// MARK: - Changes of the range

extension ScrollView {
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
