import ScrollEngine
import ScrollGeometry
import Testing

/// What the articles state, along one axis as along the other, and with its default.
@Suite struct `As stated, along either axis` {
  /// A viewport of 300×200 or 200×300 points, the longer side along the axis, on a content of 3000 points.
  private func stage(_ axis: Axis, content: Double = 3000, _ view: ScrollView = ScrollView())
    -> Stage
  {
    Stage(
      viewport: axis.size(300, 200), content: axis.size(content, 200), displayScale: 1,
      scrollView: view)
  }

  /// The same with a view that notes its touches over all of the content.
  private func touched(_ axis: Axis) -> (stage: Stage, view: AskedScrollView) {
    let view = AskedScrollView()
    let stage = stage(axis, view)
    stage.content.addSubview(NotingView(frame: stage.content.bounds, log: view.log))
    return (stage, view)
  }

  @Test(arguments: Axis.allCases)
  func `view.viewport indicator.visibility shows where it is by its indicator`(axis: Axis) {
    let stage = stage(axis)
    var frame: Rect { axis.indicator(of: stage.scrollView).frame }
    // Without the other indicator, the track has 3 points at each end.
    #expect(axis.main(frame.origin) == 3 && axis.cross(frame.origin) == 194)
    #expect(frame.size == axis.size(36, 3))
    stage.scrollView.contentOffset = axis.point(1350)
    #expect(axis.main(frame.origin) == 3 + (294 - 36) / 2)
    stage.scrollView.contentOffset = axis.point(2700)
    #expect(axis.main(frame.origin) == 297 - 36)
    stage.scrollView.contentOffset = .zero
    // The insets of one indicator do not move the other.
    let insets = EdgeInsets(all: 20)
    if axis == .vertical {
      stage.scrollView.verticalScrollIndicatorInsets = insets
    } else {
      stage.scrollView.horizontalScrollIndicatorInsets = insets
    }
    #expect(axis.main(frame.origin) == 23 && axis.cross(frame.origin) == 174)
    let other = Stage(viewport: axis.size(300, 200), content: axis.size(3000, 200), displayScale: 1)
    if axis == .vertical {
      other.scrollView.horizontalScrollIndicatorInsets = insets
    } else {
      other.scrollView.verticalScrollIndicatorInsets = insets
    }
    #expect(axis.main(axis.indicator(of: other.scrollView).frame.origin) == 3)
  }

  @Test(arguments: Axis.allCases)
  func `touch.delay touch.delivery touch.cases touch.log touch.timer asks in time`(axis: Axis) {
    let (stage, view) = touched(axis)
    #expect(view.delaysContentTouches && view.canCancelContentTouches)
    stage.touch(.began, axis.point(150, 100), at: 0)
    stage.window.advance(to: 0.149_999)
    #expect(view.log.lines.isEmpty)
    stage.window.advance(to: 0.150_001)
    #expect(view.log.lines == ["shouldBegin", "began"])
    let touched = stage.content.subviews.first as? NotingView
    #expect(touched?.timestamps == [0], "with the original timestamp")
    stage.touch(.moved, axis.point(130, 100), at: 0.3)
    #expect(view.log.lines.suffix(2) == ["shouldCancel", "cancelled"])
    #expect(view.contentOffset == axis.point(10))
  }

  @Test(arguments: Axis.allCases)
  func `touch.swipe touch.cases touch.log asks nothing about a swipe`(axis: Axis) {
    let (stage, view) = touched(axis)
    stage.drag(from: axis.point(250, 100), by: axis.point(-60), steps: 3)
    #expect(view.log.lines.isEmpty && axis.main(view.contentOffset) == 50)
  }

  @Test(arguments: Axis.allCases)
  func `touch.taken touch.cancel cancels the content's touch and scrolls, if allowed`(axis: Axis) {
    for cancels in [nil, true, false] {
      let (stage, view) = touched(axis)
      view.cancels = cancels
      stage.touch(.began, axis.point(150, 100), at: 0)
      stage.touch(.moved, axis.point(120, 100), at: 0.3)
      #expect(view.isDragging == (cancels ?? true))
      #expect(view.contentOffset == (cancels ?? true ? axis.point(20) : .zero))
      #expect(view.log.lines.last == (cancels ?? true ? "cancelled" : "moved"))
    }
  }

  @Test(arguments: Axis.allCases)
  func `touch.refusal asks once, where the finger moves and where it only lifts`(axis: Axis) {
    for moves in [true, false] {
      for wait in [0.05, 0.3] {
        let (stage, view) = touched(axis)
        view.begins = false
        stage.touch(.began, axis.point(150, 100), at: 0)
        stage.window.advance(to: wait)
        if moves { stage.touch(.moved, axis.point(149, 100), at: wait) }
        stage.touch(.ended, axis.point(149, 100), at: wait)
        #expect(view.log.lines == ["shouldBegin"])
      }
    }
  }

  @Test(arguments: Axis.allCases)
  func `touch.quick-tap touch.delivery delivers a tap that lifts before`(axis: Axis) {
    let (stage, view) = touched(axis)
    stage.touch(.began, axis.point(150, 100), at: 0)
    stage.touch(.moved, axis.point(145, 100), at: 0.05)
    #expect(view.log.lines.isEmpty)
    stage.touch(.ended, axis.point(145, 100), at: 0.1)
    #expect(view.log.lines == ["shouldBegin", "began", "ended"])
    #expect(view.contentOffset == .zero && view.phase == .idle)
  }

  @Test(arguments: Axis.allCases)
  func `touch.kept touch.no-delay takes no touch back that may not be canceled`(axis: Axis) {
    let (stage, view) = touched(axis)
    view.canCancelContentTouches = false
    view.delaysContentTouches = false
    stage.touch(.began, axis.point(150, 100), at: 0)
    #expect(view.log.lines == ["shouldBegin", "began"])
    stage.touch(.moved, axis.point(100, 100), at: 0.1)
    #expect(view.log.lines.last == "moved" && view.contentOffset == .zero)
  }

  @Test(arguments: Axis.allCases)
  func `content.size scrolls content that is a point longer, by that point`(axis: Axis) {
    #expect(ScrollView().contentSize == .zero)
    for (length, rest) in [(299.0, 0.0), (300, 0), (301, 1)] {
      let stage = stage(axis, content: length)
      let time = stage.drag(from: axis.point(200, 100), by: axis.point(-90), lift: false)
      #expect(stage.scrollView.isDragging == (rest > 0))
      stage.touch(.ended, axis.point(110, 100), at: time + 0.3)
      stage.settle(from: time + 0.3)
      #expect(stage.scrollView.contentOffset == axis.point(rest))
    }
  }

  @Test(arguments: Axis.allCases)
  func `content.screens scrolls by one screen where the content is two screens long`(axis: Axis) {
    let stage = stage(axis, content: 600)
    #expect(stage.scrollView.maximumContentOffset == axis.point(300))
    let time = stage.drag(from: Point(150, 150), by: Point(-140, -140))
    stage.settle(from: time)
    #expect(axis.cross(stage.scrollView.contentOffset) == 0)
    #expect((0...300).contains(axis.main(stage.scrollView.contentOffset)))
  }

  @Test(arguments: Axis.allCases)
  func `content.offset state.animated moves by an animated call, without a drag`(axis: Axis) {
    let stage = stage(axis)
    #expect(stage.scrollView.contentOffset == .zero)
    stage.onScroll = { #expect(!$0.isTracking && !$0.isDragging && !$0.isDecelerating) }
    stage.scrollView.setContentOffset(axis.point(400), animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.15)
    #expect(abs(axis.main(stage.scrollView.contentOffset) - 200) < 1e-9)
    #expect(stage.scrollView.isScrollAnimating)
    stage.window.advance(to: 0.3)
    #expect(stage.scrollView.contentOffset == axis.point(400))
    #expect(stage.milestones == ["didEndScrollingAnimation"])
  }

  @Test(arguments: Axis.allCases)
  func `bounce.rates deceleration.rate shape the coast and not the spring back`(axis: Axis) {
    #expect(ScrollView().decelerationRate == .normal)
    var coasts: [Double] = []
    var returns: [[Double]] = []
    for rate in [ScrollView.DecelerationRate.normal, .fast] {
      let stage = stage(axis, content: 30_000)
      stage.scrollView.decelerationRate = rate
      let time = stage.drag(from: axis.point(280, 100), by: axis.point(-200), steps: 6)
      coasts.append(
        axis.main(stage.scrollView.restingOffset) - axis.main(stage.scrollView.contentOffset))
      stage.settle(from: time)
      let pulled = self.stage(axis)
      pulled.scrollView.decelerationRate = rate
      let end = pulled.drag(from: axis.point(50, 100), by: axis.point(200), lift: false) + 0.3
      pulled.touch(.ended, axis.point(250, 100), at: end)
      returns.append(
        (0..<30).map {
          pulled.window.advance(to: end + Double($0) / 60)
          return axis.main(pulled.scrollView.contentOffset)
        })
    }
    #expect(coasts[0] / coasts[1] > 4.8 && coasts[0] / coasts[1] < 5.3, "about a fifth")
    #expect(returns[0] == returns[1])
  }

  @Test(arguments: Axis.allCases, [-1.0, 1])
  func `delegate.drag delegate.did-scroll gets velocity and changes`(axis: Axis, sign: Double) {
    let stage = stage(axis)
    stage.scrollView.contentOffset = axis.point(1500)
    stage.clearLog()
    stage.drag(from: axis.point(150, 100), by: axis.point(-100 * sign), steps: 5)
    #expect(axis.main(stage.velocities[0]) * sign > 0 && axis.cross(stage.velocities[0]) == 0)
    #expect(abs(axis.main(stage.velocities[0]) - sign * 1.2) < 1e-9, "points per millisecond")
    #expect(stage.log.count { $0 == "didScroll" } == 5)
    stage.scrollView.stopScrollingAndZooming()
    stage.clearLog()
    stage.scrollView.contentOffset += axis.point(1)
    stage.scrollView.bounds.origin += axis.point(1)
    #expect(stage.log == ["didScroll", "didScroll"])
  }

  @Test(arguments: Axis.allCases)
  func `delegate.rest decelerates at rest in three cases only`(axis: Axis) {
    func end(_ start: Double, _ prepare: (Stage) -> Void) -> String? {
      let stage = stage(axis)
      prepare(stage)
      stage.scrollView.contentOffset = axis.point(start)
      let time = stage.drag(from: axis.point(200, 100), by: axis.point(-60), lift: false) + 0.3
      stage.touch(.ended, axis.point(140, 100), at: time)
      #expect(stage.velocities == [.zero])
      return stage.milestones.first { $0.hasPrefix("didEndDragging") }
    }
    #expect(end(1000) { _ in } == "didEndDragging(false)")
    #expect(end(2700) { _ in } == "didEndDragging(true)", "beyond an edge")
    #expect(end(1000) { $0.scrollView.isPagingEnabled = true } == "didEndDragging(true)")
    #expect(end(1000) { $0.request = axis.point(700) } == "didEndDragging(true)", "another target")
  }

  @Test(arguments: Axis.allCases)
  func `inset.edges can be reached on both sides`(axis: Axis) {
    let stage = stage(axis, content: 300)
    #expect(stage.scrollView.contentInset == .zero)
    stage.scrollView.contentInset = EdgeInsets(all: 100)
    #expect(axis.main(stage.scrollView.minimumContentOffset) == -100)
    #expect(axis.main(stage.scrollView.maximumContentOffset) == 100)
    for (sign, rest) in [(1.0, -100.0), (-1, 100)] {
      let time = stage.drag(
        from: axis.point(150, 100), by: axis.point(140 * sign), at: stage.window.time)
      stage.settle(from: time)
      #expect(axis.main(stage.scrollView.contentOffset) == rest)
    }
  }

  @Test(arguments: Axis.allCases)
  func `bounds.observing bounds.origin reports every change, of either coordinate`(axis: Axis) {
    let stage = stage(axis)
    var seen: [Rect] = []
    let observation = stage.scrollView.observe(\.bounds) { view, _ in seen.append(view.bounds) }
    let frame = stage.scrollView.frame
    stage.drag(from: axis.point(200, 100), by: axis.point(-60), steps: 3, lift: false)
    #expect(seen.map { axis.main($0.origin) } == [10, 30, 50])
    stage.scrollView.contentOffset = axis.point(400)
    #expect(seen.last?.origin == axis.point(400) && stage.scrollView.frame == frame)
    observation.invalidate()
  }

  @Test func `zoom.limits never contradict each other, in whichever order they are set`() {
    let view = ScrollView()
    #expect(view.minimumZoomScale == 1 && view.maximumZoomScale == 1 && view.bouncesZoom)
    view.minimumZoomScale = 3
    #expect(view.minimumZoomScale == 3 && view.maximumZoomScale == 3)
    view.maximumZoomScale = 2
    #expect(view.minimumZoomScale == 3 && view.maximumZoomScale == 3)
    view.minimumZoomScale = 0.5
    #expect(view.minimumZoomScale == 0.5 && view.maximumZoomScale == 2)
    let other = ScrollView()
    other.maximumZoomScale = 0.25
    #expect(other.minimumZoomScale == 1 && other.maximumZoomScale == 1)
    other.minimumZoomScale = 0.1
    #expect(other.minimumZoomScale == 0.1 && other.maximumZoomScale == 0.25)
  }

  @Test(arguments: Axis.allCases)
  func `zoom.continuity leaves a pan where it is when a pinch takes over, and back`(axis: Axis) {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(2000, 2000), displayScale: 1, zooming: 1...4)
    stage.scrollView.contentOffset = Point(500, 500)
    stage.drag(from: Point(200, 200), by: axis.point(-60), lift: false)
    let before = stage.scrollView.contentOffset
    stage.touch(.began, Point(260, 260), at: 0.3, id: 1)
    #expect(stage.scrollView.contentOffset == before)
    stage.touch(.moved, Point(290, 290), at: 0.4, id: 1)
    let zoomed = stage.scrollView.contentOffset
    stage.touch(.ended, Point(290, 290), at: 0.5, id: 1)
    #expect((stage.scrollView.contentOffset - zoomed).length <= 1)
    stage.touch(.moved, Point(200, 200) + axis.point(-90), at: 0.6)
    let way = stage.scrollView.contentOffset - zoomed
    #expect(abs(axis.main(way) - 30) <= 1 && abs(axis.cross(way)) <= 1)
  }

  @Test func `scroll.to-top indicator.tracking shows the indicators on the way to the top`() {
    let stage = stage(.vertical)
    stage.scrollView.contentOffset = Point(0, 900)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 0)
    #expect(stage.window.scrollToTop())
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 1)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.3)
    #expect(stage.scrollView.contentOffset == .zero)
    stage.window.advance(to: 1.2)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 1)
    stage.window.advance(to: 1.6)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 0)
  }
}
