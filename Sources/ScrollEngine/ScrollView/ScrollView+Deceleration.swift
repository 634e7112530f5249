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
    let aims = aims(velocity: velocity, natural: natural, requested: requested)
    guard let flight = flight(velocity: velocity, aims: aims, headStart: true) else {
      activity = .idle
      moveContent(to: range.clamp(contentOffset))
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
  /// Where the content is expected to stop after a release; what `scrollViewWillEndDragging` is told.
  private func target(velocity: Point) -> Point {
    let range = range
    if isPagingEnabled { return pageTarget(velocity: velocity) }
    let here = contentOffset
    let laws = laws(in: range)
    return range.clamp(
      Point(
        x: laws.x.projection(of: AxisState(offset: here.x, velocity: velocity.x)),
        y: laws.y.projection(of: AxisState(offset: here.y, velocity: velocity.y))))
  }

  /// What decides each axis: the delegate where it asked for another place, a page, or the law alone.
  private func aims(
    velocity: Point, natural: Point, requested: Point
  ) -> (horizontal: Aim, vertical: Aim) {
    let place = range.clamp(requested)
    func aim(_ natural: Double, _ requested: Double, _ place: Double, _ page: Double) -> Aim {
      if requested != natural { return .request(place) }
      return isPagingEnabled && page > 0 ? .page(place) : .natural
    }
    return (
      aim(natural.x, requested.x, place.x, bounds.width),
      aim(natural.y, requested.y, place.y, bounds.height)
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
    velocity: Point, aims: (horizontal: Aim, vertical: Aim), headStart: Bool
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
      aims: aims)
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
  func fly(
    velocity: Point, aims: (horizontal: Aim, vertical: Aim), headStart: Bool, isAnnounced: Bool
  ) {
    guard let flight = flight(velocity: velocity, aims: aims, headStart: headStart) else {
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
  func planAnew(_ flight: Flight) {
    let velocity = flight.motion.velocity(at: now)
    fly(
      velocity: velocity, aims: clamped(flight.aims), headStart: false, isAnnounced: true)
  }

  private func clamped(
    _ aims: (horizontal: Aim, vertical: Aim)
  ) -> (horizontal: Aim, vertical: Aim) {
    func clamp(_ aim: Aim, to range: ClosedRange<Double>) -> Aim {
      switch aim {
      case .natural: .natural
      case .request(let place): .request(min(max(place, range.lowerBound), range.upperBound))
      case .page(let place): .page(min(max(place, range.lowerBound), range.upperBound))
      }
    }
    let range = range
    return (
      clamp(aims.horizontal, to: range.horizontal), clamp(aims.vertical, to: range.vertical)
    )
  }

  /// The motion has come to rest.
  func land(_ flight: Flight) {
    moveContent(to: flight.motion.restingOffset)
    // The delegate may have changed the range while it was told of the last step: then a new motion runs.
    guard case .decelerating(let flight) = activity, flight.motion.endTime <= now else { return }
    activity = .idle
    tell(.didEndDecelerating)
  }
}
