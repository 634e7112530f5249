import ScrollEngine
import ScrollGeometry
import Testing

/// What each property of a scroll view changes, on both axes.
@Suite struct `A property of a scroll view` {
  /// A viewport of 400×400 at (1000, 1000) of a content of 4000×4000.
  private func stage(scrollView: ScrollView = ScrollView()) -> Stage {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1, scrollView: scrollView)
    stage.scrollView.contentOffset = Point(1000, 1000)
    stage.clearLog()
    return stage
  }

  // MARK: Scrolling

  /// With the velocity v at the release the n-th step shows v·C·(1 − dⁿ), C being r/(1 − r) and d = E(ln r/0.06).
  @Test(
    arguments: Axis.allCases,
    [
      (ScrollView.DecelerationRate.normal, 16.372211193, 32.207249441),
      (.fast, 15.194176960, 28.056404289), (.init(rawValue: 0.999), 16.519441677, 32.765718235),
    ])
  func `deceleration.rate decelerationRate sets how fast a flick slows down`(
    axis: Axis, measured: (rate: ScrollView.DecelerationRate, first: Double, second: Double)
  ) throws {
    let stage = stage()
    stage.scrollView.decelerationRate = measured.rate
    let time = stage.drag(from: Point(300, 300), by: axis.point(-200))
    let release = 1000.0 + 190
    let velocity = axis.main(try #require(stage.velocities.first))
    #expect(abs(velocity - 1.2) < 1e-9)
    #expect(axis.main(stage.scrollView.contentOffset) == release)
    stage.window.advance(to: time + 1.0 / 60)
    let first = axis.main(stage.scrollView.contentOffset) - release
    #expect(abs(first - velocity * measured.first) < 1e-6)
    stage.window.advance(to: time + 2.0 / 60)
    let second = axis.main(stage.scrollView.contentOffset) - release
    #expect(abs(second - velocity * measured.second) < 1e-6)
  }

  @Test func `drag.lock isDirectionalLockEnabled is off: a slanting drag moves both axes`() {
    let stage = stage()
    stage.drag(from: Point(300, 300), by: Point(-20, -100), lift: false)
    #expect(stage.scrollView.contentOffset == Point(1020, 1090))
    let other = self.stage()
    other.drag(from: Point(300, 300), by: Point(-100, -20), lift: false)
    #expect(other.scrollView.contentOffset == Point(1090, 1020))
  }

  // MARK: Insets

  /// A scroll view that logs its own hook beside the delegate's callbacks.
  private final class HookedScrollView: ScrollView {
    var hook: () -> Void = {}
    override func adjustedContentInsetDidChange() { hook() }
  }

  /// Ways to change the adjusted inset.
  private static let insetChanges: [@Sendable (ScrollView) -> Void] = [
    { $0.contentInset = EdgeInsets(all: 8) },
    { $0.safeAreaInsets = EdgeInsets(all: 8) },
    { view in
      view.refreshControl = RefreshControl()
      view.refreshControl?.beginRefreshing()
    },
  ]

  @Test(arguments: insetChanges.indices)
  func
    `inset.safe-area adjustedContentInsetDidChange is called before the delegate, once for each change`(
      index: Int
    )
  {
    let view = HookedScrollView()
    let stage = stage(scrollView: view)
    var calls: [(inset: EdgeInsets, callbacks: [String])] = []
    view.hook = { calls.append((view.adjustedContentInset, stage.log)) }
    let before = view.adjustedContentInset
    Self.insetChanges[index](view)
    #expect(view.adjustedContentInset != before)
    #expect(calls.count == 1 && calls.first?.inset == view.adjustedContentInset)
    #expect(calls.first?.callbacks == [], "the delegate is called afterward")
    #expect(stage.milestones.first == "didChangeAdjustedContentInset")
    view.contentInset = view.contentInset
    #expect(calls.count == 1, "nothing changed")
  }

  @Test func `inset.safe-area adjustedContentInsetDidChange is called for another behavior`() {
    let view = HookedScrollView()
    view.safeAreaInsets = EdgeInsets(all: 20)
    var count = 0
    view.hook = { count += 1 }
    view.contentInsetAdjustmentBehavior = .always
    #expect(count == 1)
    view.contentInsetAdjustmentBehavior = .never
    #expect(count == 2)
    view.contentSize = Size(10, 10)
    #expect(count == 2, "the content changes nothing where nothing is adjusted")
    view.contentInsetAdjustmentBehavior = .automatic
    #expect(count == 3 && view.adjustedContentInset == EdgeInsets(all: 20))
  }

  @Test(arguments: Axis.allCases, [false, true])
  func `scroll.to-rect scrollRectToVisible keeps off the insets`(axis: Axis, animated: Bool) {
    // What shows lies from 30 to 350 of the viewport's 400 points.
    let cases: [(start: Double, end: Double, offset: Double)] = [
      (1400, 1440, 1090), (1000, 1020, 970), (1355, 1360, 1010), (1029, 1100, 999),
      (1030, 1350, 1000), (0, 10, -30), (3990, 4000, 3650), (1500, 1900, 1470),
    ]
    for (start, end, offset) in cases {
      let stage = stage()
      stage.scrollView.contentInset = axis.insets(30, 50)
      stage.scrollView.scrollRectToVisible(axis.rect(start, end, 1100...1200), animated: animated)
      stage.settle(from: 0)
      #expect(stage.scrollView.contentOffset == axis.point(offset, 1000), "\(start)")
    }
  }

  // MARK: Indicators

  private func indicator(of view: ScrollView, on axis: Axis) -> ScrollIndicator {
    axis == .horizontal ? view.horizontalScrollIndicator : view.verticalScrollIndicator
  }

  @Test(arguments: Axis.allCases)
  func `indicator.visibility showsScrollIndicator hides the one of its axis`(axis: Axis) {
    for shows in [true, false] {
      let stage = stage()
      if axis == .horizontal {
        stage.scrollView.showsHorizontalScrollIndicator = shows
      } else {
        stage.scrollView.showsVerticalScrollIndicator = shows
      }
      stage.drag(from: Point(300, 300), by: Point(-50, -50), lift: false)
      let other = axis == .horizontal ? Axis.vertical : .horizontal
      #expect(indicator(of: stage.scrollView, on: axis).opacity == (shows ? 1 : 0))
      #expect(indicator(of: stage.scrollView, on: other).opacity == 1)
      stage.scrollView.flashScrollIndicators()
      #expect(indicator(of: stage.scrollView, on: axis).opacity == (shows ? 1 : 0))
    }
  }

  @Test(arguments: Axis.allCases)
  func `indicator.visibility scrollIndicatorInsets move the track of each axis`(axis: Axis) {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = axis.size(800, 100)
    let length = (400.0 - 6) / 2
    view.scrollIndicatorInsets = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    let (leading, trailing, edge) = axis == .horizontal ? (20.0, 40.0, 30.0) : (10, 30, 40)
    let track = 400 - leading - trailing - 6
    for (offset, start) in [(0.0, 0.0), (200, 0.25), (400, 0.5)] {
      view.contentOffset = axis.point(offset)
      let frame = indicator(of: view, on: axis).frame
      #expect(axis.main(frame.origin) == leading + 3 + track * start)
      #expect(axis.main(Point(frame.width, frame.height)) == track / 2)
      #expect(axis.cross(frame.origin) == 400 - edge - 6)
    }
    view.scrollIndicatorInsets = .zero
    view.contentOffset = .zero
    let frame = indicator(of: view, on: axis).frame
    #expect(axis.main(frame.origin) == 3)
    #expect(axis.main(Point(frame.width, frame.height)) == length)
  }

  // MARK: Zooming

  @Test(arguments: [(8.0, 2.0), (0.1, 0.5)])
  func `zoom.limits bouncesZoom sets the limit with one didZoom, and is seen bouncing back to it`(
    asked: Double, limit: Double
  ) {
    let stage = stage()
    stage.zooms = true
    stage.scrollView.minimumZoomScale = 0.5
    stage.scrollView.maximumZoomScale = 2
    var scales: [Double] = []
    for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, asked), (.ended, asked)] {
      if phase == .ended { stage.onZoom = { scales.append($0.zoomScale) } }
      let event = PinchEvent(phase: phase, scale: scale, location: Point(200, 200), timestamp: 0)
      stage.window.send(.pinch(event))
    }
    var seen: [Double] = []
    while stage.scrollView.isZoomBouncing, seen.count < 600 {
      #expect(stage.scrollView.zoomScale == limit)
      seen.append(stage.scrollView.presentation.zoomScale)
      stage.window.advance(to: stage.window.time + 1.0 / 60)
    }
    #expect(scales == [limit] && seen.count > 10)
    #expect(seen == (asked > limit ? seen.sorted(by: >) : seen.sorted()), "it never turns")
    #expect(stage.scrollView.presentation.zoomScale == limit)
  }
}
