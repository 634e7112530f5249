import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// The row of an album's pictures, which a drag moves sideways if the picture itself cannot scroll.
///
/// A paging scroll view with a page for the picture that is shown and one for each neighbor, in its own engine window: takes
/// record only the picture's.
package final class PictureRow {
  /// Which input swipes between pictures.
  package enum Swipe: String, Hashable, Sendable, CaseIterable {
    /// Fingers on a touch screen or a touchpad.
    case touch
    /// The mouse, too, over a picture that cannot scroll to the side.
    case all
    /// None.
    case off
  }

  /// A neighbor of the picture that is shown.
  package enum Side: Double, Hashable, Sendable, CaseIterable {
    case previous = -1
    case next = 1
  }

  /// The distance between pictures, in points. [C]
  package static let gap = 20.0
  /// The tolerance for a row at rest on a page, in points. [C]
  static let tolerance = 0.5

  /// Which input swipes between pictures.
  package var swipe = Swipe.all
  /// The neighbors that exist.
  private(set) var sides: Set<Side> = []
  private var size = Size.zero
  private let panel = EnginePanel()
  private var window: Window { panel.window }
  private let scrollView = ScrollView()
  /// What the drag in progress does.
  var drag = Drag.none
  /// The touches that are down.
  var fingers: Set<Int> = []

  package init() {
    window.addSubview(scrollView)
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.showsVerticalScrollIndicator = false
  }

  // MARK: - Place

  private var pageWidth: Double { size.width + Self.gap }

  private var contentSize: Size {
    Size(width: pageWidth * Double(1 + sides.count), height: size.height)
  }

  /// The offset at which the picture that is shown fills the window.
  private var home: Point { Point(sides.contains(.previous) ? pageWidth : 0, 0) }

  /// The distance of the picture that is shown to the right of its place, in points.
  package var displacement: Double { home.x - scrollView.contentOffset.x }

  /// Whether pictures are beside their places, or a drag moves them.
  package var isActive: Bool { displacement != 0 || drag.isOfRow || window.needsAdvance }

  /// Whether something moves by itself.
  package var needsAdvance: Bool { window.needsAdvance }

  /// The neighbor that is visible; `nil` if there is none.
  package var visibleSide: Side? {
    let side: Side = displacement < 0 ? .next : .previous
    return displacement != 0 && sides.contains(side) ? side : nil
  }

  /// The neighbor that has taken the place of the picture that is shown, once it rests there.
  package var settledSide: Side? {
    isAtRest && abs(abs(displacement) - pageWidth) < Self.tolerance ? visibleSide : nil
  }

  /// The neighbor of which more is visible than of the picture that is shown.
  package var prevailingSide: Side? { abs(displacement) > pageWidth / 2 ? visibleSide : nil }

  /// The neighbor that takes the place of the picture that is shown, where the row was let go; `nil` while a drag holds it.
  package var comingSide: Side? {
    guard !isHeld else { return nil }
    return abs(home.x - scrollView.restingOffset.x) > pageWidth / 2 ? visibleSide : nil
  }

  /// The neighbor that is visible, unless it only leaves.
  package var neededSide: Side? { isHeld ? visibleSide : comingSide }

  private var isHeld: Bool { !fingers.isEmpty || drag.isOfRow }

  private var isAtRest: Bool { !isHeld && !window.needsAdvance }

  /// Sets the size of the window, in points, and which neighbors exist; the pictures stay where they are.
  package func layOut(_ size: Size, displayScale: Double, sides: Set<Side>) {
    guard size != self.size || sides != self.sides || displayScale != scrollView.displayScale
    else { return }
    place(size, sides, displacement: size == self.size ? displacement : 0)
    scrollView.displayScale = displayScale
  }

  /// Makes a neighbor the picture that is shown; what moves goes on from where it is.
  package func advance(toward side: Side, sides: Set<Side>) {
    let displacement = displacement + side.rawValue * pageWidth
    self.sides = sides
    // The end of a motion has to lie in the range all the time.
    if contentSize.width > scrollView.contentSize.width { scrollView.contentSize = contentSize }
    scrollView.contentOffset = Point(home.x - displacement, 0)
    scrollView.contentSize = contentSize
  }

  private func place(_ size: Size, _ sides: Set<Side>, displacement: Double) {
    (self.size, self.sides) = (size, sides)
    let frame = Rect(x: -Self.gap / 2, y: 0, width: pageWidth, height: size.height)
    panel.size = size
    if scrollView.frame != frame { scrollView.frame = frame }
    scrollView.contentSize = contentSize
    scrollView.contentOffset = Point(home.x - displacement, 0)
  }

  /// Returns the pictures to their places if they rest beside them.
  package func settle() {
    guard isAtRest, displacement != 0, settledSide == nil else { return }
    scrollView.setContentOffset(home, animated: true)
  }

  /// Puts the pictures in their places at once; the rest of a drag has no effect.
  package func finish() {
    window.restart()
    drag = fingers.isEmpty ? .none : .ended
    scrollView.contentOffset = home
  }

  /// Advances to a time, in seconds.
  package func advance(to time: Double) { panel.advance(to: time) }

  /// Sends an event to the row.
  func send(_ event: Event) { panel.send(event) }
}

extension PictureRow {
  /// What becomes of a drag.
  enum Drag: Hashable {
    /// There is none.
    case none
    /// The picture has had the touch so far, whose first event this is.
    case touch(TouchEvent)
    /// Neither has had these events of the touchpad.
    case touchpad([TouchpadEvent])
    /// It moves the row; the touch, or `nil` for the touchpad.
    case ofRow(Int?)
    /// It moves the picture.
    case ofPicture
    /// It has no effect any more.
    case ended

    var isOfRow: Bool { if case .ofRow = self { true } else { false } }
  }

  /// The movement at which a touch is a drag, in points along one axis, as of scroll views (`PanTracker.hysteresis`).
  private static let hysteresis = 10.0
  /// The movement at which fingers on a touchpad have a direction, in points. [C]
  private static let touchpadHysteresis = 2.0

  /// Handles an event if it is for the row.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - picture: The scroll view of the picture that is shown.
  /// - Returns: What is left for the picture.
  package func route(_ event: Event, over picture: ScrollView) -> [Event] {
    switch event {
    case .touch(let touch): route(touch, over: picture)
    case .touchpad(let touchpad): route(touchpad, over: picture)
    case .pinch, .wheel, .key, .text: isActive ? [] : [event]
    }
  }

  /// Returns whether a picture has more content on a side.
  private func hasRoom(_ picture: ScrollView, _ side: Side) -> Bool {
    switch side {
    case .previous: picture.contentOffset.x > picture.minimumContentOffset.x + Self.tolerance
    case .next: picture.contentOffset.x < picture.maximumContentOffset.x - Self.tolerance
    }
  }

  /// Returns whether a movement of the fingers is for the row.
  private func isForRow(_ movement: Point, over picture: ScrollView) -> Bool {
    let side: Side = movement.x < 0 ? .next : .previous
    let isStill = picture.isModelAtRest || picture.phase == .tracking
    return abs(movement.x) > abs(movement.y) && sides.contains(side) && isStill
      && !hasRoom(picture, side)
  }

  // MARK: - Touches

  private func route(_ touch: TouchEvent, over picture: ScrollView) -> [Event] {
    switch touch.phase {
    case .began: return begin(touch)
    case .moved: return move(touch, over: picture)
    case .stationary: return pass(touch)
    case .ended, .cancelled:
      fingers.remove(touch.id)
      defer { if fingers.isEmpty { drag = .none } }
      return pass(touch)
    }
  }

  private func begin(_ touch: TouchEvent) -> [Event] {
    let isFirst = fingers.isEmpty
    fingers.insert(touch.id)
    guard isFirst else {
      // Two fingers zoom.
      if !drag.isOfRow, drag != .ended { drag = .ofPicture }
      return pass(touch)
    }
    if isActive {
      drag = .ofRow(touch.id)
    } else {
      let mayTurn = swipe == .all || swipe == .touch && touch.type != .indirectPointer
      drag = mayTurn && !sides.isEmpty ? .touch(touch) : .ofPicture
    }
    return pass(touch)
  }

  private func move(_ touch: TouchEvent, over picture: ScrollView) -> [Event] {
    guard case .touch(let first) = drag, first.id == touch.id else { return pass(touch) }
    let movement = touch.location - first.location
    guard max(abs(movement.x), abs(movement.y)) >= Self.hysteresis else { return pass(touch) }
    // A mouse that can scroll the picture does, up to its edge and beyond: only fingers turn there.
    let mayTurn =
      first.type != .indirectPointer || !Side.allCases.contains { hasRoom(picture, $0) }
    guard mayTurn, isForRow(movement, over: picture) else {
      drag = .ofPicture
      return pass(touch)
    }
    drag = .ofRow(touch.id)
    send(.touch(first))
    send(.touch(touch))
    var last = touch
    (last.phase, last.location) = (.cancelled, first.location)
    return [.touch(last)]
  }

  /// Passes a touch to the owner of the drag.
  private func pass(_ touch: TouchEvent) -> [Event] {
    switch drag {
    case .ofRow(touch.id): send(.touch(touch))
    case .ofRow, .ended: break
    case .none, .touch, .touchpad, .ofPicture: return [.touch(touch)]
    }
    return []
  }

  // MARK: - Touchpad

  private func route(_ touchpad: TouchpadEvent, over picture: ScrollView) -> [Event] {
    if touchpad.phase == .began { drag = beginning(of: touchpad, over: picture) }
    defer { if touchpad.phase == .ended, fingers.isEmpty { drag = .none } }
    switch drag {
    case .ofRow:
      send(.touchpad(touchpad))
      return []
    case .touchpad(let before): return decide(before + [touchpad], over: picture)
    case .ended: return []
    case .none, .touch, .ofPicture: return [.touchpad(touchpad)]
    }
  }

  private func beginning(of touchpad: TouchpadEvent, over picture: ScrollView) -> Drag {
    if isActive { return .ofRow(nil) }
    let mayTurn = swipe != .off && fingers.isEmpty && sides.contains { !hasRoom(picture, $0) }
    return mayTurn ? .touchpad([]) : .ofPicture
  }

  private func decide(_ events: [TouchpadEvent], over picture: ScrollView) -> [Event] {
    let movement = events.reduce(Point.zero) { $0 + $1.delta }
    let isDecided = max(abs(movement.x), abs(movement.y)) >= Self.touchpadHysteresis
    guard isDecided || events.last?.phase == .ended else {
      drag = .touchpad(events)
      return []
    }
    guard isDecided, isForRow(movement, over: picture) else {
      drag = .ofPicture
      return events.map { .touchpad($0) }
    }
    drag = .ofRow(nil)
    for event in events { send(.touchpad(event)) }
    return []
  }
}
