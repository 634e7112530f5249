import Glibc
package import ScrollEngine
import ScrollGeometry

/// Finds out, event by event, which needs of a step a take has shown.
package struct QARequirementTracker {
  /// The speed of a flick at its release, in points per millisecond. [A]
  static let flick = 0.25
  /// The distance beyond the range that counts, in points. [C]
  static let beyond = 1.0
  /// The change of the zoom scale that counts. [C]
  static let zoomRatio = 1.05
  /// The distance between two rests that counts as scrolling, in points. [C]
  static let scrolling = 10.0
  /// The distance of a lift from the touch that gives a drag a direction, in points. [C]
  static let direction = 10.0
  /// The distance from the ends of the range that counts as being in a corner, in points. [C]
  static let corner = 0.5
  /// The delay of a touch that was held back, in seconds: the 0.15 s of the engine, less a rounding. [A]
  static let delay = 0.149

  /// The average speed below which a drag or a circle is slow, in points per millisecond, and the least length and duration of such
  /// a drag, in points and seconds. [C]
  static let slow = (speed: flick, length: 50.0, duration: 1.0)
  /// The ratio of two speeds that are not the same. [C]
  static let speedRatio = 1.5
  /// The way after which the finger has a heading, in points. [C]
  static let headingDistance = 8.0
  /// The least ratio of the ways along both axes of a diagonal drag: the tangent of 30°. [C]
  static let diagonalRatio = 0.5774

  /// What has been shown so far: needs of one word, changes of parameters, and of the others those that were asked for.
  package private(set) var shown: Set<QARequirement> = []
  /// The largest distance beyond the range so far, in points.
  package private(set) var overshoot = 0.0
  private var states: [ObjectIdentifier: State] = [:]
  /// How often what is asked for several times has happened.
  private var counts: [QARequirement: Int] = [:]
  /// The needs that are asked for besides those of one word, by what counts for them.
  private let asked: [QARequirement: [(need: QARequirement, count: Int)]]
  /// Whether a need of one scroll view is asked for.
  private let asksForViews: Bool
  /// The speeds of flicks that are not the same, in points per millisecond.
  private var speeds: [Double] = []
  /// The way of the finger that is down.
  private var way = Way()
  /// When the finger that came down last did so, in seconds, and where.
  private var touchDown: Double?
  private var downPlace = Point.zero
  /// Where the finger was that was lifted last.
  private var liftPlace = Point.zero
  /// Whether the touch that began last was a tap.
  private var hasTapped = false
  /// True if a scroll view was decelerating after the last event.
  private var wasDecelerating = false
  /// True if one was decelerating beyond its range then.
  private var wasBouncing = false

  /// What is remembered of a scroll view.
  private struct State {
    var zoomScale: Double
    /// True while a deceleration has been beyond the range and has not come to rest.
    var hasBounced = false
    /// True while a zoom that has been counted has not come to rest.
    var (hasZoomedIn, hasZoomedOut) = (false, false)
    var restingPage: Point
    var restingOffset: Point
    var restingEdges: [QARequirement]

    init(_ view: ScrollView) {
      zoomScale = view.zoomScale
      restingPage = QARequirementTracker.page(of: view)
      restingOffset = view.contentOffset
      restingEdges = QARequirementTracker.edges(of: view)
    }
  }

  /// The way of a finger from where it came down.
  private struct Way {
    var length = 0.0
    var last = Point.zero
    /// Where its heading was measured last, and that heading in radians.
    var place = Point.zero
    var heading: Double?
    /// What it has turned since the last full circle, in radians, with the length and the time at which that ended.
    var turn = 0.0
    var circleStart = (length: 0.0, time: 0.0)
  }

  /// A scroll view with its name; `nil` for the main one.
  package typealias NamedView = (name: String?, view: ScrollView)

  /// Creates a tracker.
  ///
  /// - Parameter needs: The needs of the step; others than single words and changes of parameters are shown only where asked for.
  package init(_ needs: [QARequirement] = []) {
    var asked: [QARequirement: [(need: QARequirement, count: Int)]] = [:]
    for need in needs {
      let (base, count) = need.counted ?? (need, 1)
      asked[base, default: []].append((need, count))
    }
    self.asked = asked
    asksForViews = asked.keys.contains { $0.ofView != nil }
  }

  /// Forgets everything, and takes in how scroll views are before a take's first event.
  package mutating func start(_ views: [NamedView]) {
    self = QARequirementTracker(asked.values.joined().map(\.need))
    for (_, view) in views {
      states[ObjectIdentifier(view)] = State(view)
    }
  }

  /// Takes in an event that has been performed.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - views: The scroll views of the stage, as they are after it.
  ///   - callbacks: The callbacks that the event has caused.
  package mutating func note(
    _ event: Script.TimedEvent, views: [NamedView], callbacks: some Sequence<Callback>
  ) {
    shown.remove(.idle)
    note(event, isDragging: views.contains { $0.view.phase == .dragging })
    for (name, view) in views { note(view, name) }
    for callback in callbacks { note(callback) }
    if views.allSatisfy({ $0.view.phase == .idle }) { shown.insert(.idle) }
    wasDecelerating = views.contains { $0.view.phase == .decelerating }
    wasBouncing = views.contains {
      $0.view.phase == .decelerating && Self.distanceBeyondRange($0.view) > Self.beyond
    }
  }

  private mutating func note(_ event: Script.TimedEvent, isDragging: Bool) {
    switch event.action {
    case .resize: happen(.resize)
    case .event(.touch(let touch)): note(touch, at: event.time, isDragging: isDragging)
    case .event(.wheel(let wheel)): happen(.wheel, with: wheel.modifiers)
    case .event(.key(let key)): happen(.key, with: key.modifiers)
    case .event(.text): happen(.text)
    case .set(let settings): for setting in settings { change(setting.property.rawValue) }
    case .setScene(let settings): for setting in settings { change("scene." + setting.parameter) }
    case .event, .call, .frame, .mark: break
    }
  }

  private mutating func note(_ touch: TouchEvent, at time: Double, isDragging: Bool) {
    switch touch.phase {
    case .began:
      (touchDown, downPlace) = (time, touch.location)
      way = Way(last: touch.location, place: touch.location, circleStart: (0, time))
      hasTapped = false
      if wasDecelerating { happen(.regrab) }
      if wasBouncing { happen(.edgeCatch) }
    case .ended, .cancelled: liftPlace = touch.location
    case .moved: move(to: touch.location, at: time, isDragging: isDragging)
    case .stationary: break
    }
  }

  /// Takes in where the finger goes.
  private mutating func move(to place: Point, at time: Double, isDragging: Bool) {
    way.length += (place - way.last).length
    way.last = place
    let distance = place - way.place
    guard distance.length >= Self.headingDistance else { return }
    let heading = atan2(distance.y, distance.x)
    let turn = way.heading.map { remainder(heading - $0, 2 * .pi) } ?? 0
    (way.place, way.heading) = (place, heading)
    // A finger that turns back, or that scrolls nothing, begins another circle.
    if abs(turn) > .pi / 2 || !isDragging {
      (way.turn, way.circleStart) = (0, (way.length, time))
    } else {
      way.turn += turn
    }
    guard abs(way.turn) >= 2 * .pi else { return }
    let (length, duration) = (way.length - way.circleStart.length, time - way.circleStart.time)
    if length < Self.slow.speed * duration * 1000 { happen(.circle) }
    way.turn -= way.turn < 0 ? -2 * .pi : 2 * .pi
    way.circleStart = (way.length, time)
  }

  /// Notes what happens at one moment.
  private mutating func happen(_ need: QARequirement) {
    shown.insert(need)
    count(need)
  }

  /// Notes what happens to a scroll view at one moment.
  private mutating func happen(_ need: QARequirement, of view: String?) {
    happen(need)
    if asksForViews { count(need.of(view)) }
  }

  private mutating func happen(_ need: QARequirement, with modifiers: Modifiers) {
    happen(need)
    for (name, modifier) in QARequirement.modifiers where modifiers.contains(modifier) {
      count(.modified(name, need))
    }
  }

  /// Notes what lasts.
  private mutating func show(_ need: QARequirement, of view: String?) {
    shown.insert(need)
    guard asksForViews, asked[need.of(view)] != nil else { return }
    shown.insert(need.of(view))
  }

  private mutating func count(_ need: QARequirement) {
    guard let goals = asked[need] else { return }
    let count = counts[need, default: 0] + 1
    counts[need] = count
    for goal in goals where goal.count <= count { shown.insert(goal.need) }
  }

  private mutating func change(_ name: String) {
    happen(.parameter)
    happen(.parameter(name))
  }

  private mutating func note(_ view: ScrollView, _ name: String?) {
    let key = ObjectIdentifier(view)
    var state = states[key] ?? State(view)
    let distance = Self.distanceBeyondRange(view)
    overshoot = max(overshoot, distance)
    switch view.phase {
    case .dragging: if distance > Self.beyond { show(.overscroll, of: name) }
    case .decelerating: if distance > Self.beyond { state.hasBounced = true }
    case .idle:
      if state.hasBounced, distance <= Self.beyond { happen(.edgeBounce, of: name) }
      if shown.contains(.drag), let corner = Self.corner(of: view) { show(corner, of: name) }
      noteEdges(view, name, &state)
      state.hasBounced = false
      (state.hasZoomedIn, state.hasZoomedOut) = (false, false)
      let page = Self.page(of: view)
      if view.isPagingEnabled, page != state.restingPage { happen(.page, of: name) }
      state.restingPage = page
      if (view.contentOffset - state.restingOffset).length > Self.scrolling {
        happen(.scroll, of: name)
        state.restingOffset = view.contentOffset
      }
    case .tracking, .zooming, .animating, .zoomBouncing: break
    }
    if view.isZoomBouncing { show(.zoomBounce, of: name) }
    noteZoom(view, name, &state)
    states[key] = state
  }

  private mutating func noteEdges(_ view: ScrollView, _ name: String?, _ state: inout State) {
    let edges = Self.edges(of: view)
    for edge in edges where !state.restingEdges.contains(edge) {
      show(.edge, of: name)
      show(edge, of: name)
    }
    state.restingEdges = edges
  }

  private mutating func noteZoom(_ view: ScrollView, _ name: String?, _ state: inout State) {
    let limits = view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    // The way back from beyond a limit is no zooming.
    let scale = min(max(view.zoomScale, limits.lowerBound), limits.upperBound)
    if scale >= state.zoomScale * Self.zoomRatio {
      if !state.hasZoomedIn { happen(.zoomIn, of: name) }
      (state.zoomScale, state.hasZoomedIn) = (scale, true)
    } else if scale <= state.zoomScale / Self.zoomRatio {
      if !state.hasZoomedOut { happen(.zoomOut, of: name) }
      (state.zoomScale, state.hasZoomedOut) = (scale, true)
    }
    let isBelow = view.zoomScale < limits.lowerBound * (1 - 1e-9)
    guard isBelow || view.zoomScale > limits.upperBound * (1 + 1e-9) else { return }
    show(.zoomLimit, of: name)
    show(isBelow ? .zoomMinimum : .zoomMaximum, of: name)
  }

  private mutating func note(_ callback: Callback) {
    switch callback.name {
    case "scrollViewWillBeginDragging":
      happen(.drag, of: callback.scrollView)
      if let touchDown, callback.time - touchDown < Self.delay {
        happen(.swipe, of: callback.scrollView)
      }
    case "scrollViewWillEndDragging": noteRelease(callback)
    case "touchesBegan":
      guard let touchDown else { return }
      if callback.time - touchDown >= Self.delay { happen(.delayed) }
    // A control sends its action where its touch ends in it.
    case "touchesEnded", "action", "tap":
      // Of several views that get a touch, each one notes it.
      if !hasTapped { happen(.tap) }
      hasTapped = true
    case "touchesCancelled": happen(.cancelled)
    case "refresh": happen(.refresh)
    case "select": happen(.select)
    case "copy":
      happen(.select)
      happen(.copy)
    case "dismiss": happen(.dismiss)
    default: return
    }
  }

  private mutating func noteRelease(_ callback: Callback) {
    guard let velocity = callback["velocity"] else { return }
    let speeds = velocity.elements.map { abs($0.number ?? 0) }
    let view = callback.scrollView
    if let speed = speeds.max(), speed >= Self.flick {
      happen(.flick, of: view)
      noteFlick(speed)
    }
    if speeds.allSatisfy({ $0 == 0 }) { happen(.hold, of: view) }
    let distance = liftPlace - downPlace
    if distance.x <= -Self.direction { happen(.dragLeft, of: view) }
    if distance.x >= Self.direction { happen(.dragRight, of: view) }
    if distance.y <= -Self.direction { happen(.dragUp, of: view) }
    if distance.y >= Self.direction { happen(.dragDown, of: view) }
    let (least, most) = (
      min(abs(distance.x), abs(distance.y)), max(abs(distance.x), abs(distance.y))
    )
    if most >= Self.direction, least >= most * Self.diagonalRatio {
      happen(.dragDiagonal, of: view)
    }
    noteSlowness(at: callback.time)
  }

  private mutating func noteFlick(_ speed: Double) {
    let isOther = speeds.allSatisfy {
      speed >= $0 * Self.speedRatio || speed <= $0 / Self.speedRatio
    }
    guard isOther else { return }
    speeds.append(speed)
    happen(.speed)
  }

  private mutating func noteSlowness(at time: Double) {
    let duration = time - (touchDown ?? time)
    if way.length >= Self.slow.length, duration >= Self.slow.duration,
      way.length < Self.slow.speed * duration * 1000
    {
      happen(.slow)
    }
    // A touchpad that scrolls has no finger whose way this would be.
    way.length = 0
  }

  /// The distance of the offset from the scrollable range along the axis where it is larger, in points.
  private static func distanceBeyondRange(_ view: ScrollView) -> Double {
    let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
    let offset = view.contentOffset
    return max(
      low.x - offset.x, offset.x - max(low.x, high.x), low.y - offset.y,
      offset.y - max(low.y, high.y), 0)
  }

  /// The edges of its range at which a scroll view is; an axis that does not scroll has none.
  private static func edges(of view: ScrollView) -> [QARequirement] {
    let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
    let offset = view.contentOffset
    var edges: [QARequirement] = []
    if high.x - low.x > corner {
      if offset.x - low.x <= corner { edges.append(.edgeLeft) }
      if high.x - offset.x <= corner { edges.append(.edgeRight) }
    }
    if high.y - low.y > corner {
      if offset.y - low.y <= corner { edges.append(.edgeTop) }
      if high.y - offset.y <= corner { edges.append(.edgeBottom) }
    }
    return edges
  }

  /// The corner of its range in which a scroll view that scrolls along both axes is; `nil` elsewhere.
  private static func corner(of view: ScrollView) -> QARequirement? {
    let edges = edges(of: view)
    let corners: [(QARequirement, [QARequirement])] = [
      (.cornerTopLeft, [.edgeLeft, .edgeTop]), (.cornerTopRight, [.edgeRight, .edgeTop]),
      (.cornerBottomLeft, [.edgeLeft, .edgeBottom]),
      (.cornerBottomRight, [.edgeRight, .edgeBottom]),
    ]
    return corners.first { $0.1.allSatisfy(edges.contains) }?.0
  }

  /// The number of the page at the offset along each axis.
  private static func page(of view: ScrollView) -> Point {
    let size = view.bounds.size
    guard size.width > 0, size.height > 0 else { return .zero }
    return Point(
      (view.contentOffset.x / size.width).rounded(),
      (view.contentOffset.y / size.height).rounded())
  }
}
