import RealModule
import ScrollGeometry

extension ScrollView {
  /// Ends a drag: the content decelerates, bounces back or stays at rest.
  ///
  /// `time` is when the finger lifted, from which the content moves by itself; that may be before the current time.
  func release(_ drag: Drag, at time: Double, isCancelled: Bool = false) {
    guard !drag.isEnding else { return }
    let velocity = releaseVelocity(of: drag, at: time, isCancelled: isCancelled)
    let start = isCancelled ? now : min(time, now)
    // What rests is on device pixels before the delegate is asked, so that nothing moves until it knows of the end.
    if velocity == .zero { moveContent(to: pixelRounded(contentOffset)) }
    guard case .dragging(let drag) = activity, !drag.isEnding else { return }
    let natural = target(velocity: velocity)
    var ending = drag
    ending.isEnding = true
    activity = .dragging(ending)
    let requested = notifyWillEndDragging(velocity: velocity, target: natural)
    // A motion that the program has started meanwhile is the end of the drag.
    guard case .dragging = activity else {
      notify([.didEndDragging(willDecelerate: false)] + owedCalls)
      return
    }
    let targets = targets(natural: natural, requested: requested)
    begin(
      deceleration(velocity: velocity, targets: targets, startTime: start),
      notifying: [.didEndDragging(willDecelerate: true), .willBeginDecelerating],
      atRest: [.didEndDragging(willDecelerate: false)] + owedCalls)
  }

  /// The delegate call for the end of a deceleration that has not been sent yet.
  var owedCalls: [DelegateCall] { owesDidEndDecelerating ? [.didEndDecelerating] : [] }

  /// Sends that call, if there is one; calls that an outer one is sending stay with it.
  func notifyOwedEnd() {
    if owesDidEndDecelerating { notify(.didEndDecelerating) }
  }

  private func releaseVelocity(of drag: Drag, at time: Double, isCancelled: Bool) -> Point {
    let isAtRest =
      isCancelled || tracker(of: drag.source).isHeld(at: time)
      || tracker(of: drag.source).velocity == .zero
    let axes = drag.axes.intersection(scrollableAxes)
    let last = isAtRest ? .zero : drag.release.latest(along: axes)
    if isPagingEnabled {
      flicks.reset()
    } else {
      flicks.released(
        at: now, velocity: last, distance: tracker(of: drag.source).translation.along(axes).length)
    }
    guard !isAtRest else { return .zero }
    let limit = DecelerationLaw.maximumSpeed
    let velocity = drag.release.velocity(along: axes, tuning)
    return Point(
      x: min(max(velocity.x, -limit), limit), y: min(max(velocity.y, -limit), limit))
  }

  // MARK: - Targets

  /// Returns the offset at which the content will rest after a release, computed from the motion that follows.
  private func target(velocity: Point) -> Point {
    let page = restingPage(velocity: velocity)
    let targets = isPagingEnabled ? pageTargets(page) : (.natural, .natural)
    let deceleration = deceleration(
      velocity: velocity, targets: targets, startTime: now)
    return range.clamp(deceleration.map { pixelRounded($0.motion.restingOffset) } ?? page)
  }

  /// Returns the target of each axis: the offset that the delegate requested, a page, or none.
  private func targets(natural: Point, requested: Point) -> (
    horizontal: AxisTarget, vertical: AxisTarget
  ) {
    let place = pixelRounded(range.clamp(requested))
    let targets = isPagingEnabled ? pageTargets(natural) : (.natural, .natural)
    return (
      requested.x == natural.x ? targets.0 : .request(place.x),
      requested.y == natural.y ? targets.1 : .request(place.y)
    )
  }

  /// Returns the targets of content that turns to a page; none for an axis without pages.
  func pageTargets(_ page: Point) -> (horizontal: AxisTarget, vertical: AxisTarget) {
    (
      bounds.width > 0 ? .page(page.x) : .natural,
      bounds.height > 0 ? .page(page.y) : .natural
    )
  }

  private func laws(in range: OffsetRange) -> (x: DecelerationLaw, y: DecelerationLaw) {
    let rate = decelerationRate.rawValue
    return (
      DecelerationLaw(
        rate: rate, multiplier: flicks.value, stiffness: tuning.springRate, range: range.horizontal),
      DecelerationLaw(
        rate: rate, multiplier: flicks.value, stiffness: tuning.springRate, range: range.vertical)
    )
  }

  /// Returns the deceleration that starts at `startTime` from the current offset, or `nil` if nothing moves.
  private func deceleration(
    velocity: Point, targets: (horizontal: AxisTarget, vertical: AxisTarget), startTime: Double
  ) -> ActiveDeceleration? {
    let here = contentOffset
    let laws = laws(in: range)
    let x = axisMotion(
      laws.x, AxisState(offset: here.x, velocity: velocity.x), targets.horizontal,
      page: bounds.width, bounces: bouncesHorizontally)
    let y = axisMotion(
      laws.y, AxisState(offset: here.y, velocity: velocity.y), targets.vertical,
      page: bounds.height, bounces: bouncesVertically)
    if case .still = x, case .still = y { return nil }
    return ActiveDeceleration(
      motion: Deceleration(startTime: startTime, horizontal: x, vertical: y),
      targets: targets)
  }

  private func axisMotion(
    _ law: DecelerationLaw, _ state: AxisState, _ target: AxisTarget, page: Double, bounces: Bool
  ) -> Deceleration.AxisMotion {
    let edge = law.edge(beyond: state.offset)
    switch target {
    case .natural:
      guard edge != nil || abs(state.velocity) >= DecelerationLaw.restingSpeed else {
        return .still(state.offset)
      }
      // Without bounces, content at an edge does not move outwards.
      if !bounces, state.velocity > 0 ? state.offset == law.upper : state.offset == law.lower {
        return .still(state.offset)
      }
      return .glide(Glide(law, from: state, bounces: bounces, rounded: pixelRounded))
    case .request(let place), .page(let place):
      if edge != nil { return .glide(Glide(law, from: state, pulledTo: place)) }
      guard place != state.offset else { return .still(place) }
      if case .page = target { return .page(PageSpring(from: state, to: place, pageLength: page)) }
      let glide = Glide(
        from: state, restingOn: place, rate: law.rate, range: law.lower...law.upper)
      return glide.map(Deceleration.AxisMotion.glide) ?? .still(place)
    }
  }

  // MARK: - During deceleration

  /// Starts a deceleration from the current offset at `startTime`, or comes to rest where nothing moves.
  ///
  /// It continues one whose end the delegate has not been notified of.
  func decelerate(
    velocity: Point, targets: (horizontal: AxisTarget, vertical: AxisTarget), startTime: Double
  ) {
    begin(
      deceleration(velocity: velocity, targets: targets, startTime: startTime),
      notifying: owesDidEndDecelerating ? [] : [.willBeginDecelerating], atRest: owedCalls)
  }

  /// Continues a deceleration from the current offset and velocity after the range changed.
  ///
  /// Continues from `place` and to `targets` where these are given.
  func replan(
    _ old: ActiveDeceleration, from place: Point? = nil,
    to targets: (horizontal: AxisTarget, vertical: AxisTarget)? = nil
  ) {
    let targets = targets ?? clamped(old.targets)
    let laws = laws(in: range)
    let motion = Deceleration(
      horizontal: continued(
        old.motion.horizontal, of: old, from: place?.x,
        isKept: targets.horizontal == old.targets.horizontal, laws.x, to: targets.horizontal,
        page: bounds.width, bounces: bouncesHorizontally),
      vertical: continued(
        old.motion.vertical, of: old, from: place?.y,
        isKept: targets.vertical == old.targets.vertical, laws.y, to: targets.vertical,
        page: bounds.height, bounces: bouncesVertically))
    // Where nothing moves, the delegate is notified of the end even if the start is still to be sent.
    begin(
      motion.isStill ? nil : ActiveDeceleration(motion: motion, targets: targets),
      notifying: [], atRest: [.didEndDecelerating])
  }

  /// Returns the course of an axis after the range changed: the same one where it still leads to the same place.
  private func continued(
    _ course: Deceleration.Course, of old: ActiveDeceleration, from place: Double?, isKept: Bool,
    _ law: DecelerationLaw, to target: AxisTarget, page: Double, bounces: Bool
  ) -> Deceleration.Course {
    let state = course.state(at: now, until: old.motion.endTime)
    if place == nil, isKept, !course.isStill {
      if course.follows(law) { return course }
      if !target.isNatural, !course.meetsEdge, law.edge(beyond: state.offset) == nil {
        return course
      }
    }
    let here = AxisState(offset: place ?? state.offset, velocity: state.velocity)
    return restarted(
      place == nil ? course : nil, here, law, to: target, page: page, bounces: bounces)
  }

  /// Returns a new course of an axis from its present state; from the last point of the grid where it coasts on, so that
  /// nothing depends on when its frames are shown.
  private func restarted(
    _ course: Deceleration.Course?, _ here: AxisState, _ law: DecelerationLaw,
    to target: AxisTarget, page: Double, bounces: Bool
  ) -> Deceleration.Course {
    if target.isNatural, let point = course?.coastingPoint(before: now),
      law.edge(beyond: point.state.offset) == nil, law.edge(beyond: here.offset) == nil,
      abs(here.velocity) >= DecelerationLaw.restingSpeed
    {
      let motion = axisMotion(law, point.state, target, page: page, bounces: bounces)
      return Deceleration.Course(motion, startTime: point.time)
    }
    return Deceleration.Course(
      axisMotion(law, here, target, page: page, bounces: bounces), startTime: now)
  }

  /// Returns a deceleration moved by a displacement that a program gives the content.
  ///
  /// A coast that met an edge, or that would now rest beyond one, is planned again from its present velocity: the edges stay
  /// where they are, so that endless content coasts on.
  func moved(_ old: ActiveDeceleration, by displacement: Point) -> ActiveDeceleration {
    let laws = laws(in: range)
    return old.with(
      Deceleration(
        horizontal: moved(
          old.motion.horizontal, of: old, by: displacement.x, laws.x, to: old.targets.horizontal,
          page: bounds.width, bounces: bouncesHorizontally),
        vertical: moved(
          old.motion.vertical, of: old, by: displacement.y, laws.y, to: old.targets.vertical,
          page: bounds.height, bounces: bouncesVertically)))
  }

  private func moved(
    _ course: Deceleration.Course, of old: ActiveDeceleration, by distance: Double,
    _ law: DecelerationLaw, to target: AxisTarget, page: Double, bounces: Bool
  ) -> Deceleration.Course {
    guard distance != 0 else { return course }
    let moved = course.moved(by: distance)
    guard target.isNatural, !isPagingEnabled,
      course.meetsEdge || law.edge(beyond: moved.restingOffset) != nil
    else { return moved }
    return restarted(
      moved, moved.state(at: now, until: old.motion.endTime), law, to: target, page: page,
      bounces: bounces)
  }

  /// Starts `deceleration` and sends `calls`, or comes to rest and sends `restCalls` where nothing moves.
  ///
  /// Without calls to send, those that an outer call is sending stay with it.
  private func begin(
    _ deceleration: ActiveDeceleration?, notifying calls: [DelegateCall],
    atRest restCalls: [DelegateCall]
  ) {
    guard let deceleration else {
      activity = .idle
      moveContent(to: range.clamp(pixelRounded(contentOffset)))
      if !restCalls.isEmpty { notify(restCalls) }
      return
    }
    activity = .decelerating(deceleration)
    if !calls.isEmpty { notify(calls) }
    show(at: now)
  }

  /// Returns the targets clamped to the current range; a page becomes the nearest one of the current size.
  private func clamped(
    _ targets: (horizontal: AxisTarget, vertical: AxisTarget)
  ) -> (horizontal: AxisTarget, vertical: AxisTarget) {
    func clamp(_ target: AxisTarget, to range: ClosedRange<Double>, length: Double) -> AxisTarget {
      switch target {
      case .natural: .natural
      case .request(let place): .request(min(max(place, range.lowerBound), range.upperBound))
      case .page(let place): .page(page(near: place, velocity: 0, length: length, range: range))
      }
    }
    let range = range
    return (
      clamp(targets.horizontal, to: range.horizontal, length: bounds.width),
      clamp(targets.vertical, to: range.vertical, length: bounds.height)
    )
  }

  /// Ends a deceleration that has come to rest.
  func finish(_ deceleration: ActiveDeceleration) {
    moveContent(to: pixelRounded(deceleration.motion.restingOffset))
    // The delegate may have changed the range during the last step; then another deceleration is in progress.
    guard case .decelerating(let deceleration) = activity, deceleration.motion.endTime <= now else {
      return
    }
    if isPagingEnabled,
      deceleration.targets.horizontal.isNatural || deceleration.targets.vertical.isNatural
    {
      // Paging was enabled during the deceleration.
      settle(keeping: deceleration.targets)
    } else {
      activity = .idle
      notify(.didEndDecelerating)
    }
  }

  /// Brings released content to rest: on a page when paging, at its edge if it is beyond one, except along axes whose
  /// target the delegate set.
  ///
  /// Content that still has to move does so from `time` on, when the finger lifted; by default from the current time.
  func settle(
    from time: Double? = nil,
    keeping targets: (horizontal: AxisTarget, vertical: AxisTarget) = (.natural, .natural)
  ) {
    let here = pixelRounded(contentOffset)
    var rest = restingPage(velocity: .zero)
    if case .request = targets.horizontal { rest.x = here.x }
    if case .request = targets.vertical { rest.y = here.y }
    // Less than half a pixel beyond the edge is on it.
    guard here != rest else {
      activity = .idle
      moveContent(to: here)
      notifyOwedEnd()
      return
    }
    decelerate(
      velocity: .zero, targets: isPagingEnabled ? pageTargets(rest) : (.natural, .natural),
      startTime: min(time ?? now, now))
  }

  /// The velocity above which a release turns the page even if the old one is nearer, in points per millisecond. [R]
  static let turningSpeed = 0.3

  /// Returns the offset at which content released with `velocity` rests: a page when paging, otherwise the nearest
  /// offset in the range.
  func restingPage(velocity: Point) -> Point {
    let range = range
    let here = contentOffset
    guard isPagingEnabled else { return range.clamp(pixelRounded(here)) }
    return Point(
      x: page(
        near: here.x, velocity: velocity.x, length: bounds.width, range: range.horizontal),
      y: page(
        near: here.y, velocity: velocity.y, length: bounds.height, range: range.vertical))
  }

  /// Returns the page next to `offset` in the direction of `velocity`, or the nearest page at low speed; the ends of
  /// the range count as pages.
  func page(
    near offset: Double, velocity: Double, length: Double, range: ClosedRange<Double>
  ) -> Double {
    func clamp(_ place: Double) -> Double {
      min(max(pixelRounded(place), range.lowerBound), range.upperBound)
    }
    guard length > 0, range.contains(offset) else { return clamp(offset) }
    let before = clamp((offset / length).rounded(.down) * length)
    let after = clamp((offset / length).rounded(.up) * length)
    let turningSpeed = tuning.pageSpeed / 1000
    if velocity > turningSpeed { return after }
    if velocity < -turningSpeed { return before }
    return offset - before < after - offset ? before : after
  }

  /// Returns the page `count` pages after `offset`, or before it for a negative count; the nearest page for zero.
  ///
  /// An offset between two pages counts as the page that is left.
  func page(
    _ count: Double, from offset: Double, length: Double, range: ClosedRange<Double>
  ) -> Double {
    guard count != 0, length > 0 else {
      return page(near: offset, velocity: 0, length: length, range: range)
    }
    let start = (offset / length).rounded(count > 0 ? .down : .up)
    return min(max(pixelRounded((start + count) * length), range.lowerBound), range.upperBound)
  }
}
