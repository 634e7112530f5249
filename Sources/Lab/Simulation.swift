import Formatting
package import Geometry
package import ScrollEngine

/// A scroll view without a screen that receives the input of a script.
package final class Simulation {
  /// The time by which an event may follow a sample and still precede it, in seconds, because times are sums of doubles.
  static let tolerance = 1e-9

  package let window = Window(frame: Rect(origin: .zero, size: Script.Header.defaultSize))
  package var scrollView: ScrollView { simulated }

  private let simulated = SimulatedScrollView()
  private let content = SimulatedContent()
  private let log: CallbackLog?
  private let script: Script
  private var nextEvent = 0
  private var requestedTarget: Point?

  /// Configures a scroll view as in the script's header; `log` receives callbacks from the first event on.
  package init(_ script: Script, log: CallbackLog? = nil) {
    self.script = script
    self.log = log
    window.addSubview(simulated)
    simulated.frame = window.frame
    simulated.addSubview(content)
    simulated.delegate = self
    set(.content(Script.Header.defaultSize))
    for subview in script.header.subviews {
      content.addSubview(
        subview.isControl
          ? SimulatedControl(subview, log: log) : SimulatedView(subview, log: log))
    }
    for setting in script.header.settings { set(setting) }
    let places = script.header.settings.contains {
      if case .contentOffset = $0 { true } else { false }
    }
    if !places { simulated.contentOffset = simulated.minimumContentOffset }
    simulated.log = log
    isSetUp = true
  }

  private var isSetUp = false

  /// A Boolean value that indicates whether all events have been sent and nothing is animating or waiting.
  package var isOver: Bool { nextEvent == script.events.count && !window.needsAdvance }

  /// Runs to the end, or for `limit` seconds, and passes on a sample every 1/`rate` seconds from 0 on.
  package func run(
    rate: Double, until limit: Double? = nil, _ body: (Trace.Sample) throws -> Void
  ) rethrows {
    var index = 0
    while true {
      let time = Double(index) / rate
      if let limit, time > limit + Self.tolerance { break }
      try body(sample(at: time))
      if isOver { break }
      index += 1
    }
  }

  /// Runs to the end, or for `limit` seconds, and returns the samples.
  package func trace(rate: Double, until limit: Double? = nil) -> Trace {
    var trace = Trace()
    run(rate: rate, until: limit) { trace.samples.append($0) }
    return trace
  }

  /// Sends all events up to `time` and returns the state at that time.
  package func sample(at time: Double) -> Trace.Sample {
    while nextEvent < script.events.count,
      script.events[nextEvent].time <= time + Self.tolerance
    {
      let event = script.events[nextEvent]
      nextEvent += 1
      perform(event)
    }
    window.advance(to: time)
    return Trace.Sample(simulated, at: time)
  }

  private func perform(_ event: Script.TimedEvent) {
    window.advance(to: event.time)
    switch event.action {
    case .event(let event): window.send(event)
    case .call(let call): perform(call)
    case .set(let settings): for setting in settings { set(setting) }
    case .resize(let size): set(.viewport(size))
    }
    // An animation started by a call begins here, whatever the sampling rate.
    window.advance(to: event.time)
  }

  private func perform(_ call: Script.Call) {
    switch call {
    case .setContentOffset(let offset, let animated):
      simulated.setContentOffset(offset, animated: animated)
    case .setZoomScale(let scale, let animated):
      simulated.setZoomScale(scale, animated: animated)
    case .zoomTo(let rect, let animated): simulated.zoom(to: rect, animated: animated)
    case .scrollRectToVisible(let rect, let animated):
      simulated.scrollRectToVisible(rect, animated: animated)
    case .flashScrollIndicators: simulated.flashScrollIndicators()
    case .scrollToTop: window.scrollToTop()
    case .stopScrollingAndZooming: simulated.stopScrollingAndZooming()
    case .beginRefreshing:
      if simulated.refreshControl == nil { simulated.refreshControl = RefreshControl() }
      simulated.refreshControl?.beginRefreshing()
    case .endRefreshing: simulated.refreshControl?.endRefreshing()
    }
  }

  private func set(_ setting: Script.Setting) {
    switch setting {
    case .viewport(let size):
      window.frame = Rect(origin: .zero, size: size)
      simulated.frame = window.frame
    case .content(let size): setContent(size)
    case .displayScale(let scale): simulated.displayScale = scale
    case .contentInset(let insets): simulated.contentInset = insets
    case .safeAreaInsets(let insets): simulated.safeAreaInsets = insets
    case .contentInsetAdjustmentBehavior(let behavior):
      simulated.contentInsetAdjustmentBehavior = behavior
    case .isScrollEnabled(let flag): simulated.isScrollEnabled = flag
    case .bounces(let flag): simulated.bounces = flag
    case .alwaysBounceVertical(let flag): simulated.alwaysBounceVertical = flag
    case .alwaysBounceHorizontal(let flag): simulated.alwaysBounceHorizontal = flag
    case .isPagingEnabled(let flag): simulated.isPagingEnabled = flag
    case .isDirectionalLockEnabled(let flag): simulated.isDirectionalLockEnabled = flag
    case .decelerationRate(let rate): simulated.decelerationRate = rate
    case .minimumZoomScale(let scale): simulated.minimumZoomScale = scale
    case .maximumZoomScale(let scale): simulated.maximumZoomScale = scale
    case .zoomScale(let scale): simulated.zoomScale = scale
    case .bouncesZoom(let flag): simulated.bouncesZoom = flag
    case .contentAlignmentPoint(let point): simulated.contentAlignmentPoint = point
    case .delaysContentTouches(let flag): simulated.delaysContentTouches = flag
    case .canCancelContentTouches(let flag): simulated.canCancelContentTouches = flag
    case .scrollsToTop(let flag): simulated.scrollsToTop = flag
    case .contentOffset(let offset): simulated.contentOffset = offset
    case .targetContentOffset(let offset): requestedTarget = offset
    }
  }

  /// Sets the size of the content, keeping the zoom scale.
  private func setContent(_ size: Size) {
    content.bounds = Rect(origin: .zero, size: size)
    let shown = content.bounds.size * simulated.zoomScale
    content.center = Rect(origin: .zero, size: shown).center
    simulated.contentSize = shown
  }
}

extension Simulation: ScrollViewDelegate {
  private func note(
    _ callback: String, _ fields: KeyValuePairs<String, JSONText.Value> = [:]
  ) {
    if isSetUp { log?.add(callback, at: window.time, fields) }
  }

  package func scrollViewDidScroll(_ scrollView: ScrollView) { note("scrollViewDidScroll") }

  package func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDragging")
  }

  package func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    note(
      "scrollViewWillEndDragging",
      ["velocity": .point(velocity), "targetContentOffset": .point(targetContentOffset)])
    if let requestedTarget { targetContentOffset = requestedTarget }
    requestedTarget = nil
  }

  package func scrollViewDidEndDragging(
    _ scrollView: ScrollView, willDecelerate decelerate: Bool
  ) {
    note("scrollViewDidEndDragging", ["willDecelerate": .bool(decelerate)])
  }

  package func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    note("scrollViewWillBeginDecelerating")
  }

  package func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    note("scrollViewDidEndDecelerating")
  }

  package func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    note("scrollViewDidEndScrollingAnimation")
  }

  package func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    note("scrollViewShouldScrollToTop", ["answer": .bool(true)])
    return true
  }

  package func scrollViewDidScrollToTop(_ scrollView: ScrollView) {
    note("scrollViewDidScrollToTop")
  }

  package func viewForZooming(in scrollView: ScrollView) -> View? {
    scrollView.maximumZoomScale > scrollView.minimumZoomScale ? content : nil
  }

  package func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    note("scrollViewWillBeginZooming")
  }

  package func scrollViewDidZoom(_ scrollView: ScrollView) { note("scrollViewDidZoom") }

  package func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {
    note("scrollViewDidEndZooming", ["scale": .number(scale)])
  }

  package func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    note("scrollViewDidChangeAdjustedContentInset")
  }
}
