import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// Generates random scenarios.
struct ScenarioGenerator {
  /// What a scenario may contain.
  struct Scope {
    /// True if a mirrored scenario must behave alike: no huge numbers, no changes by the delegate, nothing that treats the
    /// two ends of an axis differently.
    var isMirrored = false

    /// Numbers that are not finite, or huge.
    var hasWildNumbers: Bool { !isMirrored }
    /// Changes that treat the two ends of an axis differently, so that a mirrored scenario behaves differently.
    var hasOneSidedChanges: Bool { !isMirrored }
    /// A delegate that makes changes in callbacks.
    var hasMischief: Bool { !isMirrored }
  }

  var random: SplitMix64
  let scope: Scope
  private var viewport = Size.zero
  private var content = Size.zero
  private var steps: [Scenario.Step] = []

  /// Returns the scenario of a seed.
  static func scenario(_ seed: UInt64, _ scope: Scope = Scope(), strands: Int = 3) -> Scenario {
    var generator = Self(random: SplitMix64(seed: seed), scope: scope)
    return generator.make(seed, strands: strands)
  }

  private init(random: SplitMix64, scope: Scope) {
    self.random = random
    self.scope = scope
  }

  private mutating func make(_ seed: UInt64, strands: Int) -> Scenario {
    let setup = setup()
    viewport = setup.viewport
    content = setup.content
    var time = random.number(0, 0.2)
    for _ in 0..<(1 + random.index(strands)) {
      let start = steps.count
      strand(at: time)
      if random.chance(0.25) { strand(at: time + random.number(0, 0.3)) }
      let end = steps[start...].map(\.time).max() ?? time
      time = end + random.pick([0, 0.01, 0.05, 0.2, 0.6, 1.5])
    }
    let ordered = steps.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    return Scenario(seed: seed, setup: setup, steps: ordered.map(\.element))
  }

  private mutating func setup() -> Scenario.Setup {
    var setup = Scenario.Setup()
    setup.viewport = random.pick([
      Size(640, 480), Size(320, 460), Size(402, 874), Size(100, 40), Size(200, 2000),
    ])
    if scope.hasWildNumbers, random.chance(0.05) {
      setup.viewport = random.pick([.zero, Size(1, 1), Size(0, 480), Size(1e6, 3)])
    }
    setup.content = Size(length(setup.viewport.width), length(setup.viewport.height))
    setup.zooms = random.chance(0.4)
    setup.isNested = random.chance(0.15)
    setup.hasRefreshControl = scope.hasOneSidedChanges && random.chance(0.15)
    if scope.hasMischief, random.chance(0.15) { setup.mischief = random.next() }
    for _ in 0..<random.index(3) {
      setup.subviews.append(
        Scenario.Subview(
          frame: Rect(
            x: whole(0, 300), y: whole(0, 300), width: whole(10, 400), height: whole(10, 400)),
          isControl: random.chance(0.4)))
    }
    for _ in 0..<random.index(5) { setup.settings.append(setting(inSetup: true)) }
    if setup.zooms {
      setup.settings.append(.minimumZoomScale(random.pick([0.5, 1, 0.1])))
      setup.settings.append(.maximumZoomScale(random.pick([1, 2, 64, 4])))
    }
    if scope.isMirrored { makeMirrored(&setup) }
    return setup
  }

  /// Removes what treats the two ends of an axis differently, and makes pixels too small to matter.
  private mutating func makeMirrored(_ setup: inout Scenario.Setup) {
    setup.subviews = []
    setup.isNested = false
    setup.settings.removeAll { if case .targetContentOffset = $0 { setup.zooms } else { false } }
    setup.settings.append(.isPagingEnabled(false))
    setup.settings.append(.displayScale(1e4))
    // The end of a zoom bounce depends on the movement of the top left corner, which differs in the mirror image.
    setup.settings.append(.bouncesZoom(false))
    setup.settings.append(
      .contentAlignmentPoint(random.pick([.zero, Point(0.5, 0.5), Point(1, 0)])))
    (viewport, content) = (setup.viewport, setup.content)
    setup.settings.append(.contentOffset(offset()))
  }

  private mutating func length(_ viewport: Double) -> Double {
    switch random.index(6) {
    case 0: viewport
    case 1: (viewport * random.number(0.1, 0.95)).rounded()
    case 2: scope.hasWildNumbers ? random.pick([0, 1e6, 1e9, 1e12]) : viewport * 9
    default: (viewport * random.number(1.05, 20)).rounded()
    }
  }

  private mutating func whole(_ low: Double, _ high: Double) -> Double {
    random.number(low, high).rounded()
  }
}

// MARK: - Steps

extension ScenarioGenerator {
  private mutating func strand(at time: Double) {
    switch random.index(12) {
    case 0...4: drag(id: 0, at: time)
    case 5: pinch(at: time)
    case 6: wheel(at: time)
    case 7: touchpad(at: time)
    case 8: touchpadPinch(at: time)
    case 9: add(.event(.key(key(at: time))), at: time)
    case 10: add(.call(call()), at: time)
    default:
      if scope.hasOneSidedChanges, random.chance(0.3) {
        let size = random.chance(0.5) ? Size(whole(1, 800), whole(1, 800)) : viewport
        add(.resize(Size(wild(size.width), wild(size.height))), at: time)
      } else {
        add(.set(setting(inSetup: false)), at: time)
      }
    }
  }

  private mutating func add(_ action: Scenario.Action, at time: Double) {
    steps.append(Scenario.Step(time: time, action: action))
  }

  /// Returns the number, or occasionally an invalid one.
  private mutating func wild(_ number: Double) -> Double {
    guard scope.hasWildNumbers, random.chance(0.01) else { return number }
    return random.pick([
      .nan, .infinity, -.infinity, 1e308, -1e308, 1e12, -1e12, 1.1e12, 0, -0.0,
      .leastNonzeroMagnitude, -1, 1e-300,
    ])
  }

  private mutating func place() -> Point {
    Point(wild(whole(1, viewport.width - 1)), wild(whole(1, viewport.height - 1)))
  }

  private mutating func way(_ greatest: Double) -> Point {
    switch random.index(4) {
    case 0: Point(whole(-greatest, greatest), 0)
    case 1, 2: Point(0, whole(-greatest, greatest))
    default: Point(whole(-greatest, greatest), whole(-greatest, greatest))
    }
  }

  private mutating func drag(id: Int, at time: Double) {
    let start = place()
    let way = way(random.pick([6, 40, 200, 600]))
    touch(id, .began, start, at: time)
    var now = time + random.pick([0, 0.05, 0.2])
    let count = random.index(6)
    let interval = random.pick([1.0 / 120, 1.0 / 60, 0.02, 0.001])
    for step in 0..<count {
      now += interval
      let part = Double(step + 1) / Double(count)
      touch(id, .moved, start + Point(wild(way.x * part), wild(way.y * part)), at: now)
      if id < 2, random.chance(0.04) { drag(id: id + 1, at: now) }
    }
    if random.chance(0.15) { now += random.pick([0.05, 0.1, 0.16, 0.5]) }
    if count == 3 { add(.event(.touch(resting(id, at: now))), at: now) }
    guard !random.chance(0.03) else { return }
    touch(id, random.chance(0.06) ? .cancelled : .ended, start + way, at: now)
  }

  /// An event of a finger that rests, wherever it says that it is.
  private func resting(_ id: Int, at time: Double) -> TouchEvent {
    TouchEvent(id: id, phase: .stationary, location: Point(7, 7), timestamp: time)
  }

  private mutating func pinch(at time: Double) {
    let middle = place()
    let spread = random.number(20, 150)
    let factor = random.number(0.2, 4)
    let drift = way(80)
    touch(0, .began, middle + Point(-spread, 0), at: time)
    touch(1, .began, middle + Point(spread, 0), at: time + 0.01)
    var now = time + 0.02
    let count = 1 + random.index(4)
    for step in 0...count {
      let part = Double(step) / Double(count)
      let here = middle + drift * part
      let reach = spread * (1 + (factor - 1) * part)
      touch(0, .moved, here + Point(-reach, 0), at: now)
      touch(1, .moved, here + Point(reach, wild(0)), at: now)
      now += 1.0 / 60
      if random.chance(0.05) { drag(id: 2, at: now) }
    }
    touch(random.index(2), .ended, middle, at: now)
    now += random.pick([0, 0.02, 0.3])
    touch(0, .ended, middle, at: now)
    touch(1, .ended, middle, at: now)
  }

  private mutating func touch(
    _ id: Int, _ phase: TouchEvent.Phase, _ location: Point, at time: Double
  ) {
    var stamp = time
    if random.chance(0.03) { stamp -= random.pick([0.001, 0.02, 0.3]) }
    add(.event(.touch(phase, at: location, wild(stamp), id: id)), at: time)
  }

  private mutating func modifiers() -> Modifiers {
    random.pick([[], [], [.control], [.control], [.shift]])
  }

  private mutating func wheel(at time: Double) {
    let held = modifiers()
    let location = place()
    var now = time
    for _ in 0...random.index(4) {
      let notches =
        random.chance(0.2)
        ? Point(wild(random.number(-2, 2)), 0) : Point(0, wild(random.pick([-1, 1, 3, -0.5])))
      add(.event(.wheel(notches, at: location, now, modifiers: held)), at: now)
      now += random.pick([0.01, 0.05, 0.2])
    }
  }

  private mutating func touchpad(at time: Double) {
    let held = modifiers()
    let location = place()
    let way = way(200)
    var now = time
    let count = 1 + random.index(5)
    for step in 0...count {
      let phase: GesturePhase = step == 0 ? .began : .changed
      let delta = step == 0 ? .zero : way / Double(count)
      add(
        .event(
          .touchpad(
            phase, by: Point(wild(delta.x), wild(delta.y)), at: location, now, modifiers: held)),
        at: now)
      now += random.pick([1.0 / 60, 1.0 / 60, 0.005, 0.1])
    }
    guard random.chance(0.8) else { return }
    add(.event(.touchpad(.ended, by: .zero, at: location, now, modifiers: held)), at: now)
  }

  private mutating func touchpadPinch(at time: Double) {
    let factor = random.number(0.2, 5)
    let location = place()
    let count = 1 + random.index(4)
    for step in 0...count {
      let part = Double(step) / Double(count)
      let phase: GesturePhase = step == 0 ? .began : step == count ? .ended : .changed
      let now = time + Double(step) / 60
      add(.event(.pinch(phase, wild(1 + (factor - 1) * part), at: location, now)), at: now)
    }
  }

  private mutating func key(at time: Double) -> KeyEvent {
    KeyEvent(
      key: random.pick(["Up", "Down", "Left", "Right", "a"]), modifiers: modifiers(),
      timestamp: time)
  }

  private mutating func offset() -> Point {
    let room = Point(
      max(1, content.width - viewport.width), max(1, content.height - viewport.height))
    let part = random.chance(0.2) ? random.number(-0.5, 1.5) : random.number(0, 1)
    return Point(wild((room.x * part).rounded()), wild((room.y * part).rounded()))
  }

  private mutating func rect() -> Rect {
    let corner = offset()
    return Rect(x: corner.x, y: corner.y, width: wild(whole(0, 900)), height: wild(whole(0, 900)))
  }

  private mutating func call() -> Scenario.Call {
    let animated = random.chance(0.6)
    switch random.index(scope.hasOneSidedChanges ? 9 : 3) {
    case 0: return .setContentOffset(offset(), animated: animated)
    case 1: return .setZoomScale(wild(random.number(0.3, 3)), animated: animated)
    case 2: return .flashScrollIndicators
    case 3: return .scrollRectToVisible(rect(), animated: animated)
    case 4: return .zoomTo(rect(), animated: animated)
    case 5: return .scrollToTop
    case 6: return .stopScrollingAndZooming
    case 7: return .beginRefreshing
    default: return .endRefreshing
    }
  }

  private mutating func insets() -> EdgeInsets {
    random.chance(0.3)
      ? EdgeInsets(
        top: wild(whole(-40, 80)), left: whole(-40, 80), bottom: whole(-40, 80),
        right: whole(-40, 80))
      : EdgeInsets(all: wild(random.pick([0, 20, 100])))
  }

  private mutating func setting(inSetup: Bool) -> Scenario.Setting {
    let flag = random.chance(0.5)
    switch random.index(scope.hasOneSidedChanges || inSetup ? 19 : 11) {
    case 0: return .isPagingEnabled(flag)
    case 1: return .isDirectionalLockEnabled(flag)
    case 2: return .decelerationRate(wild(random.pick([0.998, 0.99, 0.5, 0.999])))
    case 3: return .bouncesZoom(flag)
    case 4: return .delaysContentTouches(flag)
    case 5: return .canCancelContentTouches(flag)
    case 6: return .targetContentOffset(offset())
    case 7: return .alwaysBounceVertical(flag)
    case 8: return .alwaysBounceHorizontal(flag)
    case 9: return .bounces(flag)
    case 10: return .contentOffset(offset())
    case 11: return .contentAlignmentPoint(Point(random.pick([0, 0.5, 1]), wild(0.5)))
    case 12: return .contentInset(insets())
    case 13: return .safeAreaInsets(insets())
    case 14:
      return .contentInsetAdjustmentBehavior(
        random.pick(ScrollView.ContentInsetAdjustmentBehavior.allCases))
    case 15: return .displayScale(scope.hasOneSidedChanges ? wild(random.pick([1, 2, 3])) : 1)
    case 16:
      guard !inSetup else { return .bounces(flag) }
      return random.chance(0.5)
        ? .isScrollEnabled(flag) : .minimumZoomScale(wild(random.number(0.2, 1.5)))
    case 17:
      guard !inSetup else { return .isPagingEnabled(flag) }
      return random.chance(0.5)
        ? .bounds(Rect(origin: offset(), size: viewport))
        : .maximumZoomScale(wild(random.number(0.8, 4)))
    default:
      guard !inSetup else { return .alwaysBounceVertical(flag) }
      return .contentSize(Size(wild(whole(0, 3000)), wild(whole(0, 3000))))
    }
  }
}
