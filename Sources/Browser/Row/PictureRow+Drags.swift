package import ScrollEngine
import ScrollGeometry

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
}

// MARK: - Touches

extension PictureRow {
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
    guard isForRow(movement, over: picture) else {
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
}

// MARK: - Touchpad

extension PictureRow {
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
