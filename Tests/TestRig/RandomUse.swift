package import OverscrollLab
package import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// Random headers and random input, as hands and programs make them.
package struct RandomUse {
  package var random: SplitMix64
  private var fingers: Set<Int> = []
  private var isPinching = false
  private var isOnTouchpad = false

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  package mutating func header() -> Script.Header {
    var header = Script.Header(settings: [
      .viewport(Size(320, 480)),
      .content(Size(random.number(100, 1200).rounded(), random.number(100, 6000).rounded())),
      .displayScale(random.pick([1, 1.25, 2, 3])),
    ])
    if random.chance(0.3) {
      header.settings.append(.flag(.isPagingEnabled, true))
    }
    if random.chance(0.6) {
      header.settings += [
        .minimumZoomScale(random.number(0.2, 1)), .maximumZoomScale(random.number(1, 8)),
        .contentAlignmentPoint(Point(0.5, 0.5)),
      ]
    }
    if random.chance(0.5) { header.settings.append(.flag(.alwaysBounceVertical, true)) }
    header.settings = header.settings.inOrder
    header.subviews = [
      Script.Subview(
        name: "view", frame: Rect(x: 0, y: 0, width: 200, height: 300), isControl: false),
      Script.Subview(
        name: "control", frame: Rect(x: 200, y: 0, width: 90, height: 300), isControl: true),
    ]
    if random.chance(0.5) { header.tapRecognizers = [Script.TapRecognizer(taps: 2)] }
    if random.chance(0.3) {
      header.scrollViews = [
        Script.NestedScrollView(
          name: "list", frame: Rect(x: 20, y: 310, width: 200, height: 200),
          settings: [.content(Size(200, 2000)), .contentOffset(Point(0, 33))])
      ]
    }
    return header
  }

  /// Something that happens at `time`.
  package mutating func action(at time: Double) -> Script.Action {
    let place = Point(random.number(0, 320), random.number(0, 480))
    switch random.index(14) {
    case 0...5: return touch(at: time, place)
    case 6:
      return .event(
        .wheel(
          Point(0, random.pick([-1, 1, 0.5])), at: place, time,
          modifiers: random.pick([[], .control, .shift])))
    case 7, 8:
      let phase: GesturePhase = isOnTouchpad ? (random.chance(0.2) ? .ended : .changed) : .began
      isOnTouchpad = phase != .ended
      let delta = Point(random.number(-30, 30), random.number(-60, 60))
      return .event(.touchpad(phase, by: delta, at: place, time))
    case 9:
      let phase: GesturePhase = isPinching ? (random.chance(0.3) ? .ended : .changed) : .began
      isPinching = phase != .ended
      return .event(.pinch(phase, random.number(0.3, 3), at: place, time))
    case 10:
      return .event(
        .key(KeyEvent(key: random.pick(["Up", "Down", "Left", "Right"]), timestamp: time)))
    case 11:
      return .call(
        random.pick([
          .setContentOffset(Point(0, random.number(0, 900)), animated: random.chance(0.5)),
          .setZoomScale(random.number(0.2, 4), animated: random.chance(0.5)),
          .zoomTo(Rect(x: 10, y: 20, width: 100, height: 120), animated: true),
          .flashScrollIndicators, .scrollToTop, .stopScrollingAndZooming, .beginRefreshing,
          .endRefreshing,
        ]))
    case 12:
      return .set([
        random.pick([
          .flag(.bounces, random.chance(0.7)), .zoomScale(random.number(0.5, 2)),
          .contentOffset(Point(0, random.number(0, 500))),
          .content(Size(400, random.number(200, 3000))),
        ])
      ])
    default: return .resize(Size(random.number(200, 500).rounded(), 480))
    }
  }

  private mutating func touch(at time: Double, _ place: Point) -> Script.Action {
    let id = random.index(2)
    let phase: TouchEvent.Phase =
      fingers.contains(id) ? random.pick([.moved, .moved, .moved, .stationary, .ended]) : .began
    if phase == .ended { fingers.remove(id) } else { fingers.insert(id) }
    return .event(.touch(phase, at: place, time, id: id))
  }

  /// The input that ends whatever is down, at `time`.
  package mutating func release(at time: Double) -> [Script.Action] {
    var actions = fingers.sorted().map { id in
      Script.Action.event(.touch(.ended, at: Point(9, 9), time, id: id))
    }
    if isOnTouchpad {
      actions.append(.event(.touchpad(.ended, by: .zero, at: .zero, time)))
    }
    if isPinching {
      actions.append(.event(.pinch(.ended, 1, at: .zero, time)))
    }
    fingers = []
    isOnTouchpad = false
    isPinching = false
    return actions
  }
}

extension [Script.Setting] {
  /// The settings in the order in which headers keep them.
  package var inOrder: Self {
    Script.Property.Name.allCases.flatMap { name in filter { $0.property == name } }
  }
}
