import Geometry
import RealModule

extension ScrollView {
  /// The hand lets the content go.
  func release(_ drag: Drag, at time: Double, isCancelled: Bool = false) {
    guard !drag.isEnding else { return }
    let velocity = releaseVelocity(of: drag, at: time, isCancelled: isCancelled)
    let natural = target(velocity: velocity)
    var ending = drag
    ending.isEnding = true
    activity = .dragging(ending)
    let requested = notifyWillEndDragging(velocity: velocity, target: natural)
    guard case .dragging(let drag) = activity else {
      notify([.didEndDragging(willDecelerate: false)] + owed(ending))
      return
    }
    let targets = targets(natural: natural, requested: requested)
    start(
      deceleration(
        velocity: velocity, targets: targets, headStart: true,
        isAnnounced: drag.owesDidEndDecelerating),
      notifying: [.didEndDragging(willDecelerate: true), .willBeginDecelerating],
      atRest: [.didEndDragging(willDecelerate: false)] + owed(drag))
  }

  /// The end of a deceleration that a drag interrupted and that has not been told.
  func owed(_ drag: Drag) -> [DelegateCall] {
    drag.owesDidEndDecelerating ? [.didEndDecelerating] : []
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
    let limit = DecelerationLaw.greatestSpeed
    let velocity = drag.release.velocity(along: axes)
    return Point(
      x: min(max(velocity.x, -limit), limit), y: min(max(velocity.y, -limit), limit))
  }
}

// MARK: - Where it goes

extension ScrollView {
  /// Where the content will come to rest after a release, which `scrollViewWillEndDragging` is told: the closed form
  /// of the very motion that follows knows it.
  private func target(velocity: Point) -> Point {
    let page = restingPage(velocity: velocity)
    let targets = isPagingEnabled ? pageTargets(page) : (.natural, .natural)
    let deceleration = deceleration(
      velocity: velocity, targets: targets, headStart: true, isAnnounced: true)
    return range.clamp(deceleration.map { pixelRounded($0.motion.restingOffset) } ?? page)
  }

  /// What decides each axis: the delegate where it asked for another place, a page, or the law alone.
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

  /// The aims of content that goes to a page; an axis without pages obeys the law alone.
  func pageTargets(_ page: Point) -> (horizontal: AxisTarget, vertical: AxisTarget) {
    (
      bounds.width > 0 ? .page(page.x) : .natural,
      bounds.height > 0 ? .page(page.y) : .natural
    )
  }

  private func laws(in range: OffsetRange) -> (x: DecelerationLaw, y: DecelerationLaw) {
    let rate = decelerationRate.rawValue
    return (
      DecelerationLaw(rate: rate, multiplier: flicks.value, range: range.horizontal),
      DecelerationLaw(rate: rate, multiplier: flicks.value, range: range.vertical)
    )
  }

  /// The motion from the present offset; nil where nothing moves.
  private func deceleration(
    velocity: Point, targets: (horizontal: AxisTarget, vertical: AxisTarget), headStart: Bool,
    isAnnounced: Bool
  ) -> ActiveDeceleration? {
    let range = range
    let here = contentOffset
    let laws = laws(in: range)
    let x = axisMotion(
      laws.x, AxisState(offset: here.x, velocity: velocity.x), targets.horizontal,
      page: bounds.width)
    let y = axisMotion(
      laws.y, AxisState(offset: here.y, velocity: velocity.y), targets.vertical,
      page: bounds.height)
    if case .still = x, case .still = y { return nil }
    return ActiveDeceleration(
      motion: Deceleration(startTime: now, horizontal: x, vertical: y, headStart: headStart),
      targets: targets, isAnnounced: isAnnounced)
  }

  private func axisMotion(
    _ law: DecelerationLaw, _ state: AxisState, _ target: AxisTarget, page: Double
  ) -> Deceleration.AxisMotion {
    let edge = law.edge(beyond: state.offset)
    switch target {
    case .natural:
      guard edge != nil || abs(state.velocity) >= DecelerationLaw.restingSpeed else {
        return .still(state.offset)
      }
      // Without bounces a velocity outwards has nowhere to go at the edge.
      if !bounces, state.velocity > 0 ? state.offset == law.upper : state.offset == law.lower {
        return .still(state.offset)
      }
      return .glide(Glide(law, from: state, bounces: bounces, rounded: pixelRounded))
    case .request(let place), .page(let place):
      if edge != nil { return .glide(Glide(law, from: state, drawnTo: place)) }
      guard place != state.offset else { return .still(place) }
      if case .page = target { return .page(PageSpring(from: state, to: place, pageLength: page)) }
      let glide = Glide(
        from: state, restingOn: place, rate: law.rate, range: law.lower...law.upper)
      return glide.map(Deceleration.AxisMotion.glide) ?? .still(place)
    }
  }
}

// MARK: - In flight

extension ScrollView {
  /// Starts a deceleration from the present offset, or comes to rest where nothing moves.
  ///
  /// `isAnnounced` is true if the delegate knows of a deceleration that this one continues.
  func decelerate(
    velocity: Point, targets: (horizontal: AxisTarget, vertical: AxisTarget), headStart: Bool,
    isAnnounced: Bool
  ) {
    start(
      deceleration(
        velocity: velocity, targets: targets, headStart: headStart, isAnnounced: isAnnounced),
      notifying: isAnnounced ? [] : [.willBeginDecelerating],
      atRest: isAnnounced ? [.didEndDecelerating] : [])
  }

  /// Continues a deceleration from the present offset at the present velocity after the range changed.
  func replan(_ old: ActiveDeceleration) {
    // A deceleration that the delegate is about to be notified of begins and ends with its end.
    start(
      deceleration(
        velocity: old.motion.velocity(at: now), targets: clamped(old.targets), headStart: false,
        isAnnounced: old.isAnnounced),
      notifying: [], atRest: [.didEndDecelerating])
  }

  /// Starts `deceleration` and sends `calls`, or comes to rest and sends `restCalls` where nothing moves.
  ///
  /// Sending nothing also delivers nothing that an outer call has yet to deliver.
  private func start(
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

  /// The aims brought within the range, as it is now; a page becomes the nearest one of the present size.
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

  /// The motion has come to rest.
  func finish(_ deceleration: ActiveDeceleration) {
    moveContent(to: pixelRounded(deceleration.motion.restingOffset))
    // The delegate may have changed the range while it was notified of the last step: then a new motion runs.
    guard case .decelerating(let deceleration) = activity, deceleration.motion.endTime <= now else {
      return
    }
    if isPagingEnabled,
      deceleration.targets.horizontal.isNatural || deceleration.targets.vertical.isNatural
    {
      // Paging was switched on in flight.
      settle(owesDidEndDecelerating: true, keeping: deceleration.targets)
    } else {
      activity = .idle
      notify(.didEndDecelerating)
    }
  }

  /// Brings content that nothing holds any more to rest: to a page where there are pages, back to its edge if it is
  /// beyond one, except along axes whose place the delegate chose.
  func settle(
    owesDidEndDecelerating: Bool,
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
      if owesDidEndDecelerating { notify(.didEndDecelerating) }
      return
    }
    decelerate(
      velocity: .zero, targets: isPagingEnabled ? pageTargets(rest) : (.natural, .natural),
      headStart: true, isAnnounced: owesDidEndDecelerating)
  }
}
