public import ScrollGeometry

/// A gesture recognizer for dragging.
///
/// A pan is recognized when the centroid of the touches has moved 10 points along an axis; those 10 points do not count
/// toward the translation. Corresponds to `UIPanGestureRecognizer`.
nonisolated open class PanGestureRecognizer: GestureRecognizer {
  /// The minimum number of touches; 1 by default.
  ///
  /// Corresponds to `UIPanGestureRecognizer.minimumNumberOfTouches`.
  open var minimumNumberOfTouches = 1
  /// The maximum number of touches; further ones are ignored.
  ///
  /// Corresponds to `UIPanGestureRecognizer.maximumNumberOfTouches`.
  open var maximumNumberOfTouches = Int.max

  /// The movement, from the first touch until the last one lifts.
  private(set) var tracker: PanTracker?

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if numberOfTouches > maximumNumberOfTouches {
      for touch in touches { ignore(touch) }
      return
    }
    if tracker == nil {
      tracker = PanTracker(
        position: centroid, time: event.timestamp, coordinates: coordinates, tuning: tuning)
      trackingDidBegin(with: event)
    } else {
      tracker?.rebase(to: centroid, time: event.timestamp)
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible || isActive else { return }
    tracker?.coordinates = coordinates
    tracker?.noteEvent(at: event.timestamp)
    let isSample = tracker?.move(to: centroid, time: event.timestamp) ?? false
    if state == .possible {
      beginIfFarEnough()
    }
    if isActive {
      panDidMove(isSample: isSample, with: event)
      if state == .began, !hasSentBegan {
        hasSentBegan = true
      } else {
        state = .changed
      }
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    leave(touches, with: event, as: .ended)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    leave(touches, with: event, as: .cancelled)
  }

  open override func reset() {
    super.reset()
    tracker = nil
    hasSentBegan = false
  }

  private var hasSentBegan = false

  override func recognitionWillResume() {
    hasSentBegan = true
  }

  /// The coordinates in which the pan is measured; `nil` for those of the window.
  var coordinates: GestureCoordinates? { nil }

  /// The constants of the movement.
  var tuning: Tuning { Tuning() }

  /// The axes along which movement is recognized.
  var recognizableAxes: Axes { .both }

  /// Whether a movement of any length is recognized.
  var beginsAtOnce: Bool { false }

  /// Called when the first touch begins.
  func trackingDidBegin(with event: Event) {}

  /// Called when touches move during the gesture.
  func panDidMove(isSample: Bool, with event: Event) {}

  /// Called when the last touch lifts or is canceled.
  func panDidEnd(_ end: State, with event: Event) {}

  override func touchDidRest(at time: Double) {
    tracker?.noteEvent(at: time)
  }

  override func touchWasIgnored() {
    guard let tracker, tracker.position != centroid else { return }
    // The remaining touches have another centroid, which is no movement.
    self.tracker?.rebase(to: centroid, time: currentEvent?.timestamp ?? 0)
  }

  private func beginIfFarEnough() {
    guard let tracker, waiting == nil, numberOfTouches >= minimumNumberOfTouches else { return }
    if beginsAtOnce {
      guard tracker.travel.along(recognizableAxes) != .zero else { return }
      state = .began
    } else {
      let axes = tracker.recognizedAxes(among: recognizableAxes)
      guard !axes.isEmpty else { return }
      self.tracker?.subtractHysteresis(along: axes)
      state = .began
    }
  }

  private func leave(_ touches: Set<Touch>, with event: Event, as end: State) {
    let staying = self.touches.filter { !touches.contains($0) }
    guard staying.isEmpty else {
      let middle = staying.reduce(Point.zero) { $0 + $1.location } / Double(staying.count)
      tracker?.rebase(to: middle, time: event.timestamp)
      return
    }
    guard isActive else {
      panDidEnd(end, with: event)
      state = .failed
      return
    }
    self.end(as: end) { panDidEnd(end, with: event) }
  }

  /// Returns the translation of the pan in the coordinates of `view`, in points.
  ///
  /// Until the pan is recognized, including `gestureRecognizerShouldBegin(_:)`, it is the whole movement since the first
  /// touch began; afterward it excludes the 10 points of the hysteresis. Zero without touches and for a failed pan.
  /// Corresponds to `UIPanGestureRecognizer.translation(in:)`.
  open func translation(in view: View?) -> Point {
    guard let tracker, state != .failed else { return .zero }
    return turn(state == .possible ? tracker.travel : tracker.translation, into: view)
  }

  /// Sets the translation, in the coordinates of `view`.
  ///
  /// Corresponds to `UIPanGestureRecognizer.setTranslation(_:in:)`.
  open func setTranslation(_ translation: Point, in view: View?) {
    guard let translation = translation.accepted else { return }
    let coordinates = tracker?.coordinates
    guard coordinates == nil || view !== self.view else {
      tracker?.setTranslation(translation)
      return
    }
    let outside =
      view.map { $0.convert(translation, to: nil) - $0.convert(.zero, to: nil) } ?? translation
    tracker?.setTranslation(coordinates?.fromWindow.apply(to: outside) ?? outside)
  }

  /// Returns the velocity of the pan in the coordinates of `view`, in points per second.
  ///
  /// Corresponds to `UIPanGestureRecognizer.velocity(in:)`.
  open func velocity(in view: View?) -> Point {
    turn(tracker?.velocity ?? .zero, into: view)
  }

  /// Returns a displacement or velocity of the tracker in the coordinates of `view`.
  private func turn(_ displacement: Point, into view: View?) -> Point {
    let coordinates = tracker?.coordinates
    if coordinates != nil, view === self.view { return displacement }
    let outside = coordinates?.toWindow.apply(to: displacement) ?? displacement
    guard let view else { return outside }
    return view.convert(outside, from: nil) - view.convert(.zero, from: nil)
  }
}

/// A pan that begins at an edge of the window.
///
/// Corresponds to `UIScreenEdgePanGestureRecognizer`.
nonisolated open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The distance from an edge within which the touch begins, in points. [C]
  static let edgeWidth = 20.0

  /// The edges at which the pan begins; none by default.
  ///
  /// Corresponds to `UIScreenEdgePanGestureRecognizer.edges`.
  open var edges: RectEdge = []

  /// Returns whether the touch begins at one of the edges.
  override func shouldReceive(_ touch: Touch) -> Bool {
    guard let window = touch.window else { return false }
    let (place, room) = (touch.location(in: nil), window.bounds)
    let isAtEdge =
      edges.contains(.left) && place.x - room.minX <= Self.edgeWidth
      || edges.contains(.right) && room.maxX - place.x <= Self.edgeWidth
      || edges.contains(.top) && place.y - room.minY <= Self.edgeWidth
      || edges.contains(.bottom) && room.maxY - place.y <= Self.edgeWidth
    return isAtEdge && super.shouldReceive(touch)
  }
}

/// A set of edges of a rectangle.
///
/// Corresponds to `UIRectEdge`.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = Self(rawValue: 1)
  /// The left edge.
  public static let left = Self(rawValue: 2)
  /// The bottom edge.
  public static let bottom = Self(rawValue: 4)
  /// The right edge.
  public static let right = Self(rawValue: 8)
  /// All edges.
  public static let all: Self = [.top, .left, .bottom, .right]
}

/// The movement of a drag since its first event, and whether it is a pan.
///
/// The position is the centroid of touches, or the sum of a touchpad's deltas, in the window. Movement and velocity are those in
/// the coordinates of the view that the gesture moves.
package struct PanTracker: Hashable, Sendable {
  /// The movement at which a pan is recognized, in points along one axis. [T] `recorded/flick-into-the-edge.csv`
  static let hysteresis = 10.0
  /// The time without an event before the release after which the velocity is zero, in seconds. [C]
  static let holdTime = 0.1
  /// The tolerance of ``holdTime`` in seconds, because times are sums of doubles. [C]
  private static let holdTolerance = 1e-9

  /// The coordinates of movement and velocity; `nil` for those of the window.
  var coordinates: GestureCoordinates?
  /// The constants of the movement.
  private let tuning: Tuning
  /// The current position, in points.
  private(set) var position: Point
  private var tracker: VelocityTracker
  private var lastEvent: Double
  /// The movement since the first event, not counting jumps of the centroid when the number of touches changes.
  private(set) var travel = Point.zero
  /// The part of the movement that does not count toward the translation, per axis.
  private var reduction = Point.zero

  /// A tracker that has never moved.
  static let atRest = PanTracker(position: .zero, time: -.infinity)

  init(
    position: Point, time: Double, coordinates: GestureCoordinates? = nil,
    tuning: Tuning = Tuning()
  ) {
    self.coordinates = coordinates
    self.position = position
    self.tuning = tuning
    tracker = VelocityTracker(position: position, time: time)
    lastEvent = time
  }

  /// Records the time of an event, of a finger that moves or rests.
  mutating func noteEvent(at time: Double) {
    lastEvent = max(lastEvent, time)
  }

  /// Adds a movement; returns whether it made a velocity sample.
  mutating func move(to position: Point, time: Double) -> Bool {
    let step = position - self.position
    travel += coordinates?.fromWindow.apply(to: step) ?? step
    self.position = position
    return tracker.add(position: position, time: time, minimumInterval: tuning.sampleGap)
  }

  /// Continues from another position, after the number of touches changed and their centroid jumped.
  mutating func rebase(to position: Point, time: Double) {
    self.position = position
    tracker.rebase(position: position, time: time)
  }

  /// Returns the axes among `axes` along which the movement has reached the hysteresis.
  func recognizedAxes(among axes: Axes) -> Axes {
    var found: Axes = []
    let length = hysteresis
    if axes.contains(.horizontal), abs(travel.x) >= length.x { found.insert(.horizontal) }
    if axes.contains(.vertical), abs(travel.y) >= length.y { found.insert(.vertical) }
    return found
  }

  /// Returns the axes along which the movement is a pan, or before that the axis with the longer movement.
  func mainAxes(among axes: Axes) -> Axes {
    let found = recognizedAxes(among: axes)
    guard found.isEmpty else { return found }
    let along = travel.along(axes)
    return abs(along.x) >= abs(along.y) ? .horizontal : .vertical
  }

  /// The hysteresis along each axis, whose length is the window's.
  private var hysteresis: Point {
    let units = coordinates?.units ?? Point(x: 1, y: 1)
    return Point(x: tuning.hysteresis / units.x, y: tuning.hysteresis / units.y)
  }

  /// Subtracts the hysteresis from the translation along `axes`, when the pan is recognized. [T] `recorded/flick-into-the-edge.csv`
  mutating func subtractHysteresis(along axes: Axes) {
    let length = hysteresis
    reduction =
      Point(
        x: travel.x < 0 ? -length.x : length.x, y: travel.y < 0 ? -length.y : length.y
      ).along(axes)
  }

  /// Sets the translation, from which it continues.
  mutating func setTranslation(_ translation: Point) {
    reduction = travel - translation
  }

  /// The movement minus the hysteresis, in points.
  var translation: Point { travel - reduction }

  /// The velocity in points per second.
  var velocity: Point {
    let velocity = tracker.velocity(newestWeight: tuning.velocityNewest)
    return coordinates?.fromWindow.apply(to: velocity) ?? velocity
  }

  /// Returns whether there has been no event for so long before `time` that a release has no velocity.
  func isHeld(at time: Double) -> Bool {
    time - lastEvent >= tuning.hold - Self.holdTolerance
  }
}

/// The velocity of a touch, computed from its events.
///
/// Each event gives a sample: the distance from the previous sampled event divided by the time between them. The
/// velocity is a fifth of the newest sample plus four fifths of the one before. [T] `recorded/flick-into-the-edge.csv`
package struct VelocityTracker: Hashable, Sendable {
  /// The weight of the newest sample; the one before has the remainder. [T] `recorded/flick-into-the-edge.csv`
  static let newestWeight = 0.2
  /// The minimum time between two samples, in seconds. [C]
  ///
  /// The filter suits touch screens of 60 to 120 Hz, not mice of 1000 Hz.
  package static let minimumInterval = 0.006

  private var position: Point
  private var time: Double
  private var newest: Point?
  private var previous: Point?

  /// Creates a tracker with the position and time of the first event.
  package init(position: Point, time: Double) {
    self.position = position
    self.time = time
  }

  /// The velocity in points per second, rightwards and downwards positive; zero before the first sample.
  package var velocity: Point { velocity(newestWeight: Self.newestWeight) }

  /// Returns the same with another weight of the newest sample.
  func velocity(newestWeight weight: Double) -> Point {
    guard let newest else { return .zero }
    guard let previous else { return newest }
    return newest * weight + previous * (1 - weight)
  }

  /// Adds an event; returns whether it made a sample, which takes a minimum time since the last one.
  package mutating func add(
    position: Point, time: Double, minimumInterval: Double = Self.minimumInterval
  ) -> Bool {
    let interval = time - self.time
    guard interval > 0, interval >= minimumInterval else { return false }
    previous = newest
    newest = (position - self.position) / interval
    self.position = position
    self.time = time
    return true
  }

  /// Continues from another position without a sample, after the number of touches changed.
  package mutating func rebase(position: Point, time: Double) {
    self.position = position
    self.time = max(self.time, time)
  }
}
