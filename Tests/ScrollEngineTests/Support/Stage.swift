import ScrollEngine
import ScrollGeometry

/// A window with one scroll view in it, a content view to zoom, and a log of every callback.
final class Stage: ScrollViewDelegate {
  let window: Window
  let scrollView: ScrollView
  let content = View()
  private(set) var log: [String] = []
  private(set) var velocities: [Point] = []
  private(set) var targets: [Point] = []
  var zooms = false
  var request: Point?
  var shouldScrollToTop = true
  var onScroll: ((ScrollView) -> Void)?
  var onZoom: ((ScrollView) -> Void)?
  var onCallback: ((String, ScrollView) -> Void)?

  init(
    viewport: Size = Size(402, 874), content size: Size = Size(402, 6000), displayScale: Double = 3,
    zooming scales: ClosedRange<Double>? = nil, offset: Point? = nil,
    scrollView: ScrollView = ScrollView()
  ) {
    window = Window(frame: Rect(origin: .zero, size: viewport))
    self.scrollView = scrollView
    scrollView.frame = window.frame
    window.addSubview(scrollView)
    scrollView.addSubview(content)
    content.frame = Rect(origin: .zero, size: size)
    scrollView.contentSize = size
    scrollView.displayScale = displayScale
    scrollView.delegate = self
    if let scales {
      zooms = true
      scrollView.minimumZoomScale = scales.lowerBound
      scrollView.maximumZoomScale = scales.upperBound
    }
    if let offset { scrollView.contentOffset = offset }
  }

  /// The callbacks without didScroll and didZoom.
  var milestones: [String] { log.filter { $0 != "didScroll" && $0 != "didZoom" } }

  func clearLog() { log = [] }

  private func note(_ name: String) {
    log.append(name)
    onCallback?(name, scrollView)
  }

  // MARK: Input

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double, id: Int = 0) {
    window.send(.touch(TouchEvent(id: id, phase: phase, location: Point(x, y), timestamp: time)))
  }

  /// A straight drag of `steps` events `interval` seconds apart; returns the time of the last one.
  @discardableResult
  func drag(
    from start: Point, by way: Point, steps: Int = 10, at time: Double = 0,
    interval: Double = 1.0 / 60, lift: Bool = true
  ) -> Double {
    touch(.began, start.x, start.y, at: time)
    var now = time
    var place = start
    for step in 1...steps {
      now = time + Double(step) * interval
      place = start + way * (Double(step) / Double(steps))
      touch(.moved, place.x, place.y, at: now)
    }
    if lift { touch(.ended, place.x, place.y, at: now) }
    return now
  }

  /// Pinches with two fingers beyond a scale of 4 and lifts the second one.
  func pinchBeyondLargestScale() {
    touch(.began, 180, 200, at: 0, id: 1)
    touch(.began, 220, 200, at: 0, id: 2)
    touch(.moved, 226, 200, at: 0.02, id: 2)
    touch(.moved, 500, 200, at: 0.04, id: 2)
    touch(.ended, 500, 200, at: 0.06, id: 2)
  }

  /// Advances in frames at `rate` per second until nothing moves; returns the time, or `nil` after `limit` seconds.
  @discardableResult
  func settle(from time: Double, rate: Double = 60, limit: Double = 20) -> Double? {
    var frame = 0
    while window.needsAdvance {
      frame += 1
      let now = time + Double(frame) / rate
      if now > time + limit { return nil }
      window.advance(to: now)
    }
    return time + Double(frame) / rate
  }

  // MARK: ScrollViewDelegate

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    note("didScroll")
    onScroll?(scrollView)
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    note("willEndDragging")
    velocities.append(velocity)
    targets.append(targetContentOffset)
    if let request { targetContentOffset = request }
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    note("didEndDragging(\(decelerate))")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { note("willBeginDecelerating") }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note("didEndDecelerating") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    note("didEndScrollingAnimation")
  }
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    note("shouldScrollToTop")
    return shouldScrollToTop
  }
  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { note("didScrollToTop") }
  func viewForZooming(in scrollView: ScrollView) -> View? { zooms ? content : nil }
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    note("willBeginZooming")
  }
  func scrollViewDidZoom(_ scrollView: ScrollView) {
    note("didZoom")
    onZoom?(scrollView)
  }
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
    note("didEndZooming")
  }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    note("didChangeAdjustedContentInset")
  }
}
