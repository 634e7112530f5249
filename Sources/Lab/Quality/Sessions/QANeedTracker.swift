import OverscrollFormatting
package import OverscrollStage
package import ScrollEngine
import ScrollGeometry

/// Finds out, event by event, which needs of a step a take has shown.
package struct QANeedTracker {
  /// The speed of a flick at its release, in points per millisecond. [A]
  static let flick = 0.25
  /// The distance beyond the range that counts, in points. [C]
  static let beyond = 1.0
  /// The change of the zoom scale that counts. [C]
  static let zoomRatio = 1.05
  /// The delay of a touch that was held back, in seconds: the 0.15 s of the engine, less a rounding. [A]
  static let delay = 0.149

  /// What has been shown so far.
  package private(set) var shown: Set<QANeed> = []
  /// The largest distance beyond the range so far, in points.
  package private(set) var overshoot = 0.0
  private var states: [ObjectIdentifier: State] = [:]
  /// When the finger that came down last did so, in seconds.
  private var touchDown: Double?
  /// True if a scroll view was decelerating after the last event.
  private var wasDecelerating = false

  /// What is remembered of a scroll view.
  private struct State {
    var zoomScale: Double
    /// True while a deceleration has been beyond the range and has not come to rest.
    var hasBounced = false
    var restingPage: Point
  }

  package init() {}

  /// Forgets everything, and takes in how scroll views are before a take's first event.
  package mutating func start(_ scrollViews: [ScrollView]) {
    self = QANeedTracker()
    for view in scrollViews {
      states[ObjectIdentifier(view)] = State(
        zoomScale: view.zoomScale, restingPage: Self.page(of: view))
    }
  }

  /// Takes in an event that has been performed.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - scrollViews: The scroll views of the stage, as they are after it.
  ///   - callbacks: The callbacks that the event has caused.
  package mutating func note(
    _ event: Script.TimedEvent, scrollViews: [ScrollView], callbacks: some Sequence<Callback>
  ) {
    shown.remove(.idle)
    note(event)
    for scrollView in scrollViews { note(scrollView) }
    for callback in callbacks { note(callback) }
    if scrollViews.allSatisfy({ $0.phase == .idle }) { shown.insert(.idle) }
    wasDecelerating = scrollViews.contains { $0.phase == .decelerating }
  }

  private mutating func note(_ event: Script.TimedEvent) {
    switch event.action {
    case .resize: shown.insert(.resize)
    case .event(.touch(let touch)) where touch.phase == .began:
      touchDown = event.time
      if wasDecelerating { shown.insert(.regrab) }
    case .event, .call, .set, .setScene, .frame, .mark: break
    }
  }

  private mutating func note(_ view: ScrollView) {
    let key = ObjectIdentifier(view)
    var state =
      states[key] ?? State(zoomScale: view.zoomScale, restingPage: Self.page(of: view))
    let distance = Self.distanceBeyondRange(view)
    overshoot = max(overshoot, distance)
    switch view.phase {
    case .dragging: if distance > Self.beyond { shown.insert(.overscroll) }
    case .decelerating: if distance > Self.beyond { state.hasBounced = true }
    case .idle:
      if state.hasBounced, distance <= Self.beyond { shown.insert(.edgeBounce) }
      state.hasBounced = false
      let page = Self.page(of: view)
      if view.isPagingEnabled, page != state.restingPage { shown.insert(.page) }
      state.restingPage = page
    case .tracking, .zooming, .animating, .zoomBouncing: break
    }
    if view.isZoomBouncing { shown.insert(.zoomBounce) }
    let limits = view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    // The way back from beyond a limit is no zooming.
    let scale = min(max(view.zoomScale, limits.lowerBound), limits.upperBound)
    if scale >= state.zoomScale * Self.zoomRatio {
      shown.insert(.zoomIn)
      state.zoomScale = scale
    } else if scale <= state.zoomScale / Self.zoomRatio {
      shown.insert(.zoomOut)
      state.zoomScale = scale
    }
    if view.zoomScale < limits.lowerBound * (1 - 1e-9)
      || view.zoomScale > limits.upperBound * (1 + 1e-9)
    {
      shown.insert(.zoomLimit)
    }
    states[key] = state
  }

  private mutating func note(_ callback: Callback) {
    switch callback.name {
    case "scrollViewWillBeginDragging": shown.insert(.drag)
    case "scrollViewWillEndDragging":
      guard case .array(let velocity)? = callback["velocity"] else { return }
      for case .number(let part) in velocity where abs(part) >= Self.flick { shown.insert(.flick) }
    case "touchesBegan":
      guard let touchDown else { return }
      if callback.time - touchDown >= Self.delay { shown.insert(.delayed) }
    // A control sends its action where its touch ends in it.
    case "touchesEnded", "action", "tap": shown.insert(.tap)
    case "touchesCancelled": shown.insert(.cancelled)
    case "refresh": shown.insert(.refresh)
    case "select", "copy": shown.insert(.select)
    case "dismiss": shown.insert(.dismiss)
    default: return
    }
  }

  /// The distance of the offset from the scrollable range along the axis where it is larger, in points.
  private static func distanceBeyondRange(_ view: ScrollView) -> Double {
    let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
    let offset = view.contentOffset
    return max(
      low.x - offset.x, offset.x - max(low.x, high.x), low.y - offset.y,
      offset.y - max(low.y, high.y), 0)
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
