import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

extension ComparePage {
  func send(_ event: ScrollEngine.Event, from origin: Script.Origin?) {
    needsDisplay = true
    switch event {
    case .touch(let touch): send(touch)
    case .wheel(let wheel):
      guard !changesAmount(at: wheel.location, by: -wheel.notches.y, wheel.timestamp) else {
        return
      }
      sendToView(event, from: viewport(at: wheel.location))
    case .touchpad(let touchpad):
      let travel = -touchpad.delta.y / CompareInput.stepTravel
      guard
        touchpad.phase != .changed
          || !changesAmount(at: touchpad.location, by: -travel, touchpad.timestamp)
      else { return }
      sendToView(event, from: viewport(at: touchpad.location))
    case .pinch(let pinch): sendToView(event, from: viewport(at: pinch.location))
    case .key, .text: break
    }
  }

  private func sendToView(_ event: ScrollEngine.Event, from left: Double) {
    view.send(event.mapped { $0 - Point(left, 0) })
  }

  /// The left edge of the viewport at a place, in points.
  private func viewport(at place: Point) -> Double {
    Double(viewports.viewport(at: place * scale).x) / scale
  }

  /// What is at a place, in points.
  private func target(at place: Point) -> ComparePlate.Target? {
    showsPlates ? plates.plate.target(at: place) : nil
  }

  private func send(_ touch: TouchEvent) {
    let hit = touch.phase == .began ? owner(beginningWith: touch) : nil
    switch input.owner(of: touch, beginningAt: hit) {
    case .view(let left):
      if touch.type == .indirectPointer { moveDivider(to: touch.location) }
      sendToView(.touch(touch), from: left)
    case .plate(let target):
      guard touch.phase == .ended, target == .greatest,
        self.target(at: touch.location) == .greatest
      else { return }
      goToGreatest(at: touch.timestamp)
    case .divider: moveDivider(to: touch.location)
    case nil: break
    }
  }

  private func owner(beginningWith touch: TouchEvent) -> CompareInput.Owner {
    let place = touch.location
    if let target = target(at: place) { return .plate(target) }
    // The line follows the mouse without a button; drags of the mouse pan.
    if touch.type != .indirectPointer, settings.mode == .wipe,
      abs(place.x - settings.divider * size.width) <= CompareInput.dividerReach
    {
      return .divider
    }
    return .view(left: viewport(at: place))
  }

  private func moveDivider(to place: Point) {
    guard settings.mode == .wipe, size.width > 0 else { return }
    settings.moveDivider(to: place.x / size.width)
    needsDisplay = true
  }

  /// Changes the gain or the threshold by the wheel over the plate; returns false elsewhere.
  private func changesAmount(at place: Point, by steps: Double, _ time: Double) -> Bool {
    guard target(at: place) != nil, !input.movesView else { return false }
    let whole = input.steps(turning: steps)
    change(at: time) { $0.changeAmount(by: whole) }
    return true
  }

  func pointerMoved(to location: Point?) {
    let before = plates.plate
    input.pointer = location
    input.isOverPlate = location.map { target(at: $0) != nil } ?? false
    if let location, !input.isOverPlate { moveDivider(to: location) }
    if plates.plate != before { needsDisplay = true }
  }
}

// MARK: - Keys

extension ComparePage {
  func handle(_ key: Input.Key) -> KeyResult {
    // Whatever modifiers are held by now.
    if key.action == .released {
      if key.name == "space" { change(at: key.time) { $0.showsOther = false } }
      return .done
    }
    guard let command = CompareKeys.table.command(for: key),
      key.action == .pressed || command.repeats
    else { return .done }
    needsDisplay = true
    return perform(command, key)
  }

  private func perform(
    _ command: CompareCommand, _ key: Input.Key
  ) -> KeyResult {
    switch command {
    case .mode(let mode): change(at: key.time) { $0.mode = mode }
    case .showOther: change(at: key.time) { $0.showsOther = true }
    case .changeAmount(let steps): changeAmount(by: steps, at: key.time)
    case .toggleChannels: toggleChannels(at: key.time)
    case .nextPlace: placeNext(at: key.time)
    case .goToGreatest: goToGreatest(at: key.time)
    case .togglePlates: look.showsPlates.toggle()
    case .move(let motion): view.perform(motion, key, animated: animates)
    case .toggleFilter: look.filter = look.filter == .nearest ? .linear : .nearest
    case .changeBackground: look.backdrop.background = look.backdrop.background.next
    case .escape: if !leave() { return .window(.escape) }
    case .leave: if !leave() { return .window(.quit) }
    case .window(let command): return .window(command)
    }
    return .done
  }

  private func changeAmount(by steps: Int, at time: Double) {
    guard settings.mode == .difference || settings.mode == .outline else {
      return show("[ and ] work in the difference (6) and outline (7) modes.")
    }
    change(at: time) { $0.changeAmount(by: steps) }
  }

  private func toggleChannels(at time: Double) {
    guard settings.mode == .difference else {
      return show("x works in the difference mode (6).")
    }
    change(at: time) { $0.channels = $0.channels == .each ? .greatest : .each }
  }

  private func placeNext(at time: Double) {
    guard !layout.areSameSize else { return show("Both pictures have the same size.") }
    change(at: time) { $0.place = $0.place.next }
  }
}
