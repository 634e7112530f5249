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
    let requested = tellDragWillEnd(velocity: velocity, target: natural)
    guard case .dragging(let drag) = activity else {
      tell([.didEndDragging(willDecelerate: false)] + owed(ending))
      return
    }
    let aims = aims(natural: natural, requested: requested)
    guard
      let flight = flight(
        velocity: velocity, aims: aims, headStart: true, isAnnounced: drag.owesDecelerationEnd)
    else {
      activity = .idle
      moveContent(to: range.clamp(pixelRounded(contentOffset)))
      tell([.didEndDragging(willDecelerate: false)] + owed(drag))
      return
    }
    activity = .decelerating(flight)
    tell([.didEndDragging(willDecelerate: true), .willBeginDecelerating])
    show(at: now)
  }

  /// The end of a deceleration that a drag interrupted and that has not been told.
  func owed(_ drag: Drag) -> [Report] { drag.owesDecelerationEnd ? [.didEndDecelerating] : [] }

  private func releaseVelocity(of drag: Drag, at time: Double, isCancelled: Bool) -> Point {
    let isAtRest =
      isCancelled || isHeld(drag.hand, at: time) || handVelocity(drag.hand) == .zero
    let axes = drag.axes.intersection(scrollableAxes)
    let last = isAtRest ? .zero : drag.release.latest(along: axes)
    if isPagingEnabled {
      flicks.reset()
    } else {
      flicks.released(
        at: now, velocity: last, distance: translation(of: drag.hand).along(axes).length)
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
    let aims = isPagingEnabled ? pageAims(page) : (.natural, .natural)
    let flight = flight(velocity: velocity, aims: aims, headStart: true, isAnnounced: true)
    return range.clamp(flight.map { pixelRounded($0.motion.restingOffset) } ?? page)
  }

  /// What decides each axis: the delegate where it asked for another place, a page, or the law alone.
  private func aims(natural: Point, requested: Point) -> (horizontal: Aim, vertical: Aim) {
    let place = pixelRounded(range.clamp(requested))
    let aims = isPagingEnabled ? pageAims(natural) : (.natural, .natural)
    return (
      requested.x == natural.x ? aims.0 : .request(place.x),
      requested.y == natural.y ? aims.1 : .request(place.y)
    )
  }

  /// The aims of content that goes to a page; an axis without pages obeys the law alone.
  func pageAims(_ page: Point) -> (horizontal: Aim, vertical: Aim) {
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
  private func flight(
    velocity: Point, aims: (horizontal: Aim, vertical: Aim), headStart: Bool, isAnnounced: Bool
  ) -> Flight? {
    let range = range
    let here = contentOffset
    let laws = laws(in: range)
    let x = axisMotion(
      laws.x, AxisState(offset: here.x, velocity: velocity.x), aims.horizontal,
      page: bounds.width)
    let y = axisMotion(
      laws.y, AxisState(offset: here.y, velocity: velocity.y), aims.vertical,
      page: bounds.height)
    if case .still = x, case .still = y { return nil }
    return Flight(
      motion: Deceleration(startTime: now, horizontal: x, vertical: y, headStart: headStart),
      aims: aims, isAnnounced: isAnnounced)
  }

  private func axisMotion(
    _ law: DecelerationLaw, _ state: AxisState, _ aim: Aim, page: Double
  ) -> Deceleration.AxisMotion {
    let edge = law.edge(beyond: state.offset)
    switch aim {
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
      if case .page = aim { return .page(PageSpring(from: state, to: place, pageLength: page)) }
      let glide = Glide(
        from: state, restingOn: place, rate: law.rate, range: law.lower...law.upper)
      return glide.map(Deceleration.AxisMotion.glide) ?? .still(place)
    }
  }
}

// MARK: - In flight

extension ScrollView {
  /// Starts a motion from the present offset, or comes to rest where there is none.
  ///
  /// `isAnnounced` tells whether the delegate knows of a deceleration that the motion goes on with.
  func fly(
    velocity: Point, aims: (horizontal: Aim, vertical: Aim), headStart: Bool, isAnnounced: Bool
  ) {
    guard
      let flight = flight(
        velocity: velocity, aims: aims, headStart: headStart, isAnnounced: isAnnounced)
    else {
      activity = .idle
      moveContent(to: pixelRounded(contentOffset))
      if isAnnounced { tell(.didEndDecelerating) }
      return
    }
    activity = .decelerating(flight)
    if !isAnnounced { tell(.willBeginDecelerating) }
    show(at: now)
  }

  /// The range changed: the motion goes on from where it is, as fast as it is.
  func planAnew(_ old: Flight) {
    let velocity = old.motion.velocity(at: now)
    guard
      let flight = flight(
        velocity: velocity, aims: clamped(old.aims), headStart: false,
        isAnnounced: old.isAnnounced)
    else {
      activity = .idle
      moveContent(to: pixelRounded(contentOffset))
      // A deceleration that the delegate is about to be notified of begins and ends with that.
      tell(.didEndDecelerating)
      return
    }
    activity = .decelerating(flight)
    show(at: now)
  }

  /// The aims brought within the range, as it is now; a page becomes the nearest one of the present size.
  private func clamped(
    _ aims: (horizontal: Aim, vertical: Aim)
  ) -> (horizontal: Aim, vertical: Aim) {
    func clamp(_ aim: Aim, to range: ClosedRange<Double>, length: Double) -> Aim {
      switch aim {
      case .natural: .natural
      case .request(let place): .request(min(max(place, range.lowerBound), range.upperBound))
      case .page(let place): .page(page(near: place, velocity: 0, length: length, range: range))
      }
    }
    let range = range
    return (
      clamp(aims.horizontal, to: range.horizontal, length: bounds.width),
      clamp(aims.vertical, to: range.vertical, length: bounds.height)
    )
  }

  /// The motion has come to rest.
  func land(_ flight: Flight) {
    moveContent(to: pixelRounded(flight.motion.restingOffset))
    // The delegate may have changed the range while it was notified of the last step: then a new motion runs.
    guard case .decelerating(let flight) = activity, flight.motion.endTime <= now else { return }
    if isPagingEnabled, flight.aims.horizontal.isNatural || flight.aims.vertical.isNatural {
      // Paging was switched on in flight.
      settle(owesDecelerationEnd: true, keeping: flight.aims)
    } else {
      activity = .idle
      tell(.didEndDecelerating)
    }
  }

  /// Brings content that nothing holds any more to rest: to a page where there are pages, back to its edge if it is
  /// beyond one, except along axes whose place the delegate chose.
  func settle(
    owesDecelerationEnd: Bool, keeping aims: (horizontal: Aim, vertical: Aim) = (.natural, .natural)
  ) {
    let here = pixelRounded(contentOffset)
    var rest = restingPage(velocity: .zero)
    if case .request = aims.horizontal { rest.x = here.x }
    if case .request = aims.vertical { rest.y = here.y }
    // Less than half a pixel beyond the edge is on it.
    guard here != rest else {
      activity = .idle
      moveContent(to: here)
      if owesDecelerationEnd { tell(.didEndDecelerating) }
      return
    }
    fly(
      velocity: .zero, aims: isPagingEnabled ? pageAims(rest) : (.natural, .natural),
      headStart: true, isAnnounced: owesDecelerationEnd)
  }
}
