import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// Two motions, the second of which begins at a random moment of the first.
struct Pair: CustomStringConvertible {
  let seed: UInt64
  let first: PairMotion
  let second: PairMotion
  /// The time between the starts of the two, in seconds.
  let delay: Double

  /// The longest time from the end of a first motion's input in which the second one begins, in seconds.
  private static let maximumTail = 0.8
  /// The interval at which what is seen is looked at, in seconds.
  private static let look = 0.001

  init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let kinds = PairMotion.Kind.allCases
    let count = UInt64(kinds.count)
    first = PairMotion(kinds[Int(seed % count)], finger: 1, &random)
    second = PairMotion(kinds[Int(seed / count % count)], finger: 5, &random)
    delay = random.number(0, first.duration + Self.maximumTail)
  }

  var description: String { "seed \(seed): \(first), and \(second) after \(delay) s" }

  /// A viewport of 400×400 on a content of 600×700 at scale 1.5, zoomed from 0.5 to 4.
  private static func rig() -> Rig {
    let rig = Rig(
      Scenario.Setup(
        viewport: Size(400, 400), content: Size(600, 700),
        settings: [
          .minimumZoomScale(0.5), .maximumZoomScale(4), .contentAlignmentPoint(Point(0.5, 0.5)),
        ], zooms: true))
    rig.scrollView.zoomScale = 1.5
    rig.scrollView.contentOffset = Point(240, 310)
    rig.window.advance(to: 1)
    return rig
  }

  /// Performs the motions and returns the first problem.
  func problem() -> String? {
    let rig = Self.rig()
    var steps = first.steps.map { (time: 1 + $0.time, step: $0) }
    steps += second.steps.map { (time: 1 + delay + $0.time, step: $0) }
    steps.sort { $0.time < $1.time }
    for (time, step) in steps {
      if let problem = Self.watch(rig, until: time) { return problem }
      let before = Seen(rig)
      step.perform(rig, time)
      let jump = Seen(rig).distance(from: before)
      if jump > step.reach, !mayJumpTogether { return "jump by \(jump) at \(time)" }
      if let problem = rig.broken { return "\(problem) at \(time)" }
    }
    let end = rig.window.time
    if let problem = Self.watch(rig, until: end + 0.4) { return problem }
    rig.window.advance(to: end + 10)
    if let problem = rig.broken { return problem }
    guard rig.scrollView.phase == .idle, !rig.window.needsAdvance else {
      return "\(rig.scrollView.phase) 10 s after the last input"
    }
    return restProblem(rig)
  }

  /// Looks at what is seen every millisecond: it moves evenly, and never jumps by itself.
  private static func watch(_ rig: Rig, until end: Double) -> String? {
    var last = Seen(rig)
    // After a step the content may start with the speed of a flick, or of a key that goes to the edge.
    var speed = 25.0
    while rig.window.time < end {
      rig.window.advance(to: min(rig.window.time + look, end))
      let seen = Seen(rig)
      let way = seen.distance(from: last)
      if way > 2 * speed + 2 { return "moves by \(way) at \(rig.window.time), by \(speed) before" }
      if let broken = rig.broken { return "\(broken) at \(rig.window.time)" }
      (last, speed) = (seen, way)
    }
    return nil
  }

  /// True where the two are one gesture: fingers on the screen together are a pinch, a touchpad knows only one gesture, and a
  /// pinch brings an offset that the program sets into the range of its scale.
  private var mayJumpTogether: Bool {
    guard delay <= first.duration else { return false }
    return first.kind.touches && second.kind.touches
      || first.kind.isOnTouchpad && second.kind.isOnTouchpad
      || (first.kind == .pinch || first.kind == .touchpadPinch) && second.offset != nil
  }

  // MARK: Rest

  /// Compares the resting place with that of the second motion alone, where the first one has no say in it.
  private func restProblem(_ rig: Rig) -> String? {
    let view = rig.scrollView
    let isOver = delay >= first.duration
    if isOver || !first.kind.holds {
      if let scale = second.scale?(view.bounds.size), !(first.kind.zooms && !isOver),
        abs(view.zoomScale - scale) > 1e-9
      {
        return "rests at the scale \(view.zoomScale), not \(scale)"
      }
      if isOver, let offset = second.offset, view.contentOffset != offset {
        return "rests at \(view.contentOffset), not \(offset)"
      }
    }
    guard isOver, first.isOverAtOnce, second.actsOnModel else { return nil }
    let still = Self.rig()
    for step in first.steps { step.perform(still, 1 + step.time) }
    still.window.advance(to: 12)
    for step in second.steps { step.perform(still, 12 + step.time) }
    still.window.advance(to: 30)
    let difference = (still.scrollView.contentOffset - view.contentOffset).length
    guard difference < 1e-6, still.scrollView.zoomScale == view.zoomScale else {
      return "rests at \(view.contentOffset) × \(view.zoomScale), "
        + "but from rest at \(still.scrollView.contentOffset) × \(still.scrollView.zoomScale)"
    }
    return nil
  }
}

extension PairMotion {
  /// True where the model is at rest as soon as the motion's last step has been performed.
  fileprivate var isOverAtOnce: Bool {
    switch kind {
    case .setZoomScale, .setZoomScaleAnimated, .zoomTo, .zoomToAnimated, .setContentOffset,
      .scrollRectToVisible, .touchpadPinch, .stop, .resize, .insets:
      true
    // The gesture of notches is over after a silence, or with what comes next.
    case .controlWheel: true
    case .drag, .flick, .pinch, .touchpad, .wheel, .key, .setContentOffsetAnimated,
      .scrollRectToVisibleAnimated, .scrollToTop:
      false
    }
  }

  /// True where the motion goes by the model and not by what is seen.
  fileprivate var actsOnModel: Bool {
    switch kind {
    // Pinches and notches at a pointer start from what is seen; a stop makes it the model.
    case .pinch, .touchpadPinch, .controlWheel, .stop: false
    default: true
    }
  }
}

/// Where the corners of the viewport are in the content that is seen.
private struct Seen {
  private var frame: Rect
  private var scale: Double
  private var viewport: Size

  init(_ rig: Rig) {
    let presentation = rig.scrollView.presentation
    scale = presentation.zoomScale
    frame = rig.content.presentation.frame.offset(by: .zero - presentation.bounds.origin)
    viewport = presentation.bounds.size
  }

  /// Returns how far the content that was in sight has moved at the most, in points.
  func distance(from other: Self) -> Double {
    var farthest = 0.0
    for x in [0, other.viewport.width] {
      for y in [0, other.viewport.height] {
        let point = (Point(x, y) - other.frame.origin) / other.scale
        farthest = max(farthest, (frame.origin + point * scale - Point(x, y)).length)
      }
    }
    return farthest
  }
}
