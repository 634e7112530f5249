import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

/// A window that runs a scenario, and a delegate that checks every callback.
final class Rig: ScrollViewDelegate {
  let window: Window
  let scrollView = ScrollView()
  let content = View()
  let outer: ScrollView?
  /// Every callback, changes of offset and scale left out.
  private(set) var milestones: [Callback] = []
  /// The first problem.
  private(set) var complaint: String?
  private(set) var grammar = CallbackGrammar()
  /// True if the program set the latest offset, so that the content may rest anywhere.
  private(set) var isPlaced = false
  /// True if the program made the latest change of the pages or of the offset.
  private(set) var isPlacedAmongPages = false

  private let setup: Scenario.Setup
  var setupZooms: Bool { setup.zooms }
  private var request: Point?
  private var mischief: SplitMix64?
  private var mischiefLeft = 12
  private var fingers: [Int: Point] = [:]
  /// True where the delegate only listens.
  var isLeftAlone: Bool { mischief == nil }
  /// The maximum factor on the rubber band in the current drag.
  var maximumGain = 1.0
  private var lastOffset = Point.zero

  init(_ setup: Scenario.Setup) {
    self.setup = setup
    window = Window(frame: Rect(origin: .zero, size: setup.viewport))
    outer = setup.isNested ? ScrollView() : nil
    let host: View = outer ?? window
    if let outer {
      outer.frame = window.frame
      outer.contentSize = Size(setup.viewport.width, setup.viewport.height * 2)
      window.addSubview(outer)
    }
    host.addSubview(scrollView)
    scrollView.frame = window.frame
    content.frame = Rect(origin: .zero, size: setup.content)
    scrollView.addSubview(content)
    scrollView.contentSize = content.frame.size
    for subview in setup.subviews {
      content.addSubview(
        subview.isControl ? Control(frame: subview.frame) : View(frame: subview.frame))
    }
    if setup.hasRefreshControl { scrollView.refreshControl = RefreshControl() }
    scrollView.delegate = self
    for setting in setup.settings { set(setting) }
    mischief = setup.mischief.map(SplitMix64.init)
    lastOffset = scrollView.contentOffset
  }

  /// The movement of a touch by `action`, or `nil`.
  func travel(of action: Scenario.Action) -> Point? {
    guard case .event(.touch(let event)) = action, let location = event.location.accepted,
      abs(event.timestamp) <= 1e12
    else { return nil }
    switch event.phase {
    case .began:
      fingers[event.id] = location
      return nil
    case .moved:
      guard let before = fingers[event.id] else { return nil }
      fingers[event.id] = location
      return location - before
    case .stationary: return nil
    case .ended, .cancelled:
      fingers[event.id] = nil
      return nil
    }
  }

  /// Performs a step; the window must have been advanced to its time.
  func perform(_ action: Scenario.Action) {
    change(action)
    // An animation that a call began starts at its own time, whichever frames follow.
    window.advance(to: window.time)
  }

  private func change(_ action: Scenario.Action) {
    switch action {
    case .event(let event): window.send(event)
    case .call(let call): perform(call)
    case .set(let setting): set(setting)
    case .resize(let size):
      isPlacedAmongPages = true
      window.frame = Rect(origin: .zero, size: size)
      outer?.frame = window.frame
      scrollView.frame = Rect(origin: .zero, size: window.bounds.size)
    }
  }

  /// Ends all touches and touchpad gestures, and refreshing.
  func letGo(at time: Double) {
    window.advance(to: time)
    for id in 0..<4 { window.send(.touch(.ended, at: .zero, time, id: id)) }
    window.send(.pinch(.ended, 1, at: .zero, time))
    scrollView.refreshControl?.endRefreshing()
    window.advance(to: time)
  }

  private func perform(_ call: Scenario.Call) {
    isPlacedAmongPages = true
    switch call {
    case .setContentOffset(let offset, let animated):
      isPlaced = true
      scrollView.setContentOffset(offset, animated: animated)
    case .setZoomScale(let scale, let animated):
      scrollView.setZoomScale(scale, animated: animated)
    case .zoomTo(let rect, let animated): scrollView.zoom(to: rect, animated: animated)
    case .scrollRectToVisible(let rect, let animated):
      scrollView.scrollRectToVisible(rect, animated: animated)
    case .flashScrollIndicators: scrollView.flashScrollIndicators()
    case .scrollToTop: window.scrollToTop()
    case .stopScrollingAndZooming: scrollView.stopScrollingAndZooming()
    case .beginRefreshing: scrollView.refreshControl?.beginRefreshing()
    case .endRefreshing: scrollView.refreshControl?.endRefreshing()
    }
  }

  private func set(_ setting: Scenario.Setting) {
    isPlacedAmongPages = true
    switch setting {
    case .contentSize(let size):
      if !setup.zooms { scrollView.contentSize = size }
    case .contentOffset(let offset):
      isPlaced = true
      scrollView.contentOffset = offset
    case .bounds(let bounds):
      isPlaced = true
      scrollView.bounds = Rect(origin: bounds.origin, size: scrollView.bounds.size)
    case .contentInset(let insets): scrollView.contentInset = insets
    case .safeAreaInsets(let insets): scrollView.safeAreaInsets = insets
    case .contentInsetAdjustmentBehavior(let behavior):
      scrollView.contentInsetAdjustmentBehavior = behavior
    case .displayScale(let scale): scrollView.displayScale = scale
    case .isScrollEnabled(let flag): scrollView.isScrollEnabled = flag
    case .bounces(let flag): scrollView.bounces = flag
    case .alwaysBounceVertical(let flag): scrollView.alwaysBounceVertical = flag
    case .alwaysBounceHorizontal(let flag): scrollView.alwaysBounceHorizontal = flag
    case .isPagingEnabled(let flag): scrollView.isPagingEnabled = flag
    case .isDirectionalLockEnabled(let flag): scrollView.isDirectionalLockEnabled = flag
    case .decelerationRate(let rate):
      scrollView.decelerationRate = ScrollView.DecelerationRate(rawValue: rate)
    case .minimumZoomScale(let scale): scrollView.minimumZoomScale = scale
    case .maximumZoomScale(let scale): scrollView.maximumZoomScale = scale
    case .bouncesZoom(let flag): scrollView.bouncesZoom = flag
    case .contentAlignmentPoint(let point): scrollView.contentAlignmentPoint = point
    case .delaysContentTouches(let flag): scrollView.delaysContentTouches = flag
    case .canCancelContentTouches(let flag): scrollView.canCancelContentTouches = flag
    case .targetContentOffset(let point): request = point
    }
  }

  // MARK: Callbacks

  private func note(_ callback: Callback) {
    if complaint == nil, let problem = grammar.take(callback) {
      complaint = "callbacks: \(problem), after \(milestones.suffix(8))"
    }
    // How often an inset changes meanwhile depends on the frames that are shown.
    if callback != .didChangeAdjustedContentInset { milestones.append(callback) }
    let isGesture =
      callback == .willBeginDragging || callback == .willBeginZooming && scrollView.isZooming
    // Changes that the delegate made in another callback may have been notified in between.
    if isGesture, mischief == nil { (isPlaced, isPlacedAmongPages) = (false, false) }
    if callback != .didChangeAdjustedContentInset || isTroubledByFrames { misbehave() }
  }

  /// True if the delegate makes changes in callbacks that are sent per frame, so that the frames matter.
  var isTroubledByFrames: Bool { setup.mischief.map { $0 % 2 == 1 } ?? false }

  /// Changes the scroll view in a callback.
  private func misbehave() {
    guard var random = mischief, mischiefLeft > 0 else { return }
    mischiefLeft -= 1
    let choice = random.index(30)
    let offset = Point(random.number(-50, 900).rounded(), random.number(-50, 900).rounded())
    mischief = random
    switch choice {
    case 0: set(.contentOffset(offset))
    case 1: perform(.setContentOffset(offset, animated: true))
    case 2: perform(.setContentOffset(offset, animated: false))
    case 3: perform(.stopScrollingAndZooming)
    case 4: perform(.setZoomScale(1.5, animated: true))
    case 5: perform(.setZoomScale(0.7, animated: false))
    case 6: set(.contentInset(EdgeInsets(all: offset.x.truncatingRemainder(dividingBy: 90))))
    case 7: set(.isScrollEnabled(offset.x < 500))
    case 8: set(.contentSize(Size(abs(offset.x) * 2, abs(offset.y) * 2)))
    case 9: scrollView.panGestureRecognizer.isEnabled = offset.x < 500
    case 10: set(.bounces(offset.x < 500))
    case 11: set(.maximumZoomScale(offset.x < 500 ? 1 : 3))
    case 12: change(.resize(Size(abs(offset.x), abs(offset.y))))
    default: break
    }
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    if scrollView.contentOffset == lastOffset, mischief == nil, complaint == nil {
      complaint = "didScroll without a change of the offset"
    }
    lastOffset = scrollView.contentOffset
    if isTroubledByFrames { misbehave() }
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note(.willBeginDragging) }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    if !velocity.isFinite || !targetContentOffset.isFinite {
      complaint = complaint ?? "willEndDragging \(velocity) \(targetContentOffset)"
    }
    note(.willEndDragging)
    if let request {
      targetContentOffset = request
      isPlacedAmongPages = true
    }
    request = nil
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    note(.didEndDragging(decelerate))
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { note(.willBeginDecelerating) }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note(.didEndDecelerating) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    note(.didEndScrollingAnimation)
  }
  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
    note(.shouldScrollToTop)
    return true
  }
  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { note(.didScrollToTop) }
  func viewForZooming(in scrollView: ScrollView) -> View? { setup.zooms ? content : nil }
  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    note(.willBeginZooming)
  }
  func scrollViewDidZoom(_ scrollView: ScrollView) {}
  func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
    if !scale.isFinite { complaint = complaint ?? "didEndZooming at \(scale)" }
    note(.didEndZooming)
  }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: ScrollView) {
    note(.didChangeAdjustedContentInset)
  }
}
