import ScrollEngine
import ScrollGeometry

/// A reflection along one axis.
struct Mirror {
  var isHorizontal: Bool
  /// The viewport and the content, which keep their sizes.
  var viewport: Size
  var content: Size

  /// A displacement.
  func turn(_ way: Point) -> Point { isHorizontal ? Point(-way.x, way.y) : Point(way.x, -way.y) }

  /// A location in the viewport.
  func place(_ point: Point) -> Point {
    turn(point) + (isHorizontal ? Point(viewport.width, 0) : Point(0, viewport.height))
  }

  /// An offset, with a content that is scaled by `scale`.
  func offset(_ offset: Point, scale: Double = 1) -> Point {
    turn(offset)
      + (isHorizontal
        ? Point(content.width * scale - viewport.width, 0)
        : Point(0, content.height * scale - viewport.height))
  }

  private func insets(_ insets: EdgeInsets) -> EdgeInsets {
    var turned = insets
    if isHorizontal {
      (turned.left, turned.right) = (insets.right, insets.left)
    } else {
      (turned.top, turned.bottom) = (insets.bottom, insets.top)
    }
    return turned
  }

  private func key(_ key: KeyEvent.Key) -> KeyEvent.Key {
    let pairs: [KeyEvent.Key: KeyEvent.Key] =
      isHorizontal ? [.left: .right, .right: .left] : [.up: .down, .down: .up]
    return pairs[key] ?? key
  }

  private func event(_ event: Event) -> Event {
    switch event {
    case .touch(var touch):
      touch.location = place(touch.location)
      return .touch(touch)
    case .pinch(var pinch):
      pinch.location = place(pinch.location)
      return .pinch(pinch)
    case .wheel(var wheel):
      wheel.location = place(wheel.location)
      if wheel.modifiers.contains(.control) { return .wheel(wheel) }
      // Shift exchanges the axes of the wheel.
      let isTurned = wheel.modifiers.contains(.shift)
      wheel.notches =
        isTurned == isHorizontal
        ? Point(wheel.notches.x, -wheel.notches.y) : Point(-wheel.notches.x, wheel.notches.y)
      return .wheel(wheel)
    case .touchpad(var touchpad):
      touchpad.location = place(touchpad.location)
      if !touchpad.modifiers.contains(.control) { touchpad.delta = turn(touchpad.delta) }
      return .touchpad(touchpad)
    case .key(var pressed):
      pressed.key = key(pressed.key)
      return .key(pressed)
    case .text: return event
    }
  }

  private func setting(_ setting: Scenario.Setting) -> Scenario.Setting {
    switch setting {
    case .contentOffset(let point): .contentOffset(offset(point))
    case .targetContentOffset(let point): .targetContentOffset(offset(point))
    case .contentInset(let edges): .contentInset(insets(edges))
    case .safeAreaInsets(let edges): .safeAreaInsets(insets(edges))
    case .contentAlignmentPoint(let point):
      .contentAlignmentPoint(
        isHorizontal ? Point(1 - point.x, point.y) : Point(point.x, 1 - point.y))
    default: setting
    }
  }

  /// Returns the mirrored steps.
  func action(_ action: Scenario.Action) -> Scenario.Action {
    switch action {
    case .event(let event): .event(self.event(event))
    case .call(.setContentOffset(let point, let animated)):
      .call(.setContentOffset(offset(point), animated: animated))
    case .call, .resize: action
    case .set(let setting): .set(self.setting(setting))
    }
  }

  /// Returns the mirrored configuration.
  func setup(_ setup: Scenario.Setup) -> Scenario.Setup {
    var turned = setup
    turned.settings = setup.settings.map(setting)
    return turned
  }
}

extension Scenario {
  /// The maximum difference between a state and its mirror image in points, caused by rounding to pixels. [C]
  private static let mirrorTolerance = 0.01

  /// Runs the scenario and its mirror image, and returns the first difference.
  func mirrorProblem(isHorizontal: Bool) -> String? {
    let mirror = Mirror(
      isHorizontal: isHorizontal, viewport: setup.viewport, content: setup.content)
    let rig = Rig(setup)
    let image = Rig(mirror.setup(setup))
    for (index, step) in steps.enumerated() where isMirrored(step.action) {
      rig.window.advance(to: step.time)
      image.window.advance(to: step.time)
      rig.perform(step.action)
      image.perform(mirror.action(step.action))
      if let problem = difference(rig, image, mirror) { return "step \(index): \(problem)" }
    }
    for rig in [rig, image] { rig.letGo(at: endTime) }
    for wait in [0.01, 0.1, 0.5, 10] {
      for rig in [rig, image] { rig.window.advance(to: endTime + wait) }
      if let problem = difference(rig, image, mirror) { return "rest \(wait): \(problem)" }
    }
    return nil
  }

  /// False for steps that set an offset at an unknown scale, and for those that move one end of the range.
  private func isMirrored(_ action: Action) -> Bool {
    switch action {
    case .call(.setContentOffset), .set(.contentOffset), .set(.targetContentOffset): !setup.zooms
    case .set(.alwaysBounceVertical), .set(.alwaysBounceHorizontal), .set(.isPagingEnabled),
      .set(.bouncesZoom):
      false
    default: true
    }
  }

  private func difference(_ rig: Rig, _ image: Rig, _ mirror: Mirror) -> String? {
    let (one, other) = (rig.scrollView, image.scrollView)
    let expected = mirror.offset(one.contentOffset, scale: one.zoomScale)
    let velocity = mirror.turn(one.velocity) - other.velocity
    guard (expected - other.contentOffset).length < Self.mirrorTolerance,
      abs(one.zoomScale - other.zoomScale) < 1e-4, velocity.length < 1,
      one.phase == other.phase, rig.milestones == image.milestones
    else {
      return "\(one.phase) \(one.contentOffset) × \(one.zoomScale) → \(expected), but "
        + "\(other.phase) \(other.contentOffset) × \(other.zoomScale)"
    }
    return nil
  }
}
