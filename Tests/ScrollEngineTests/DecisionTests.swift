import ScrollEngine
import ScrollGeometry
import Testing

/// What the pages in the documentation's Decisions folder decide, where no other suite shows it.
@Suite struct `It was decided that` {
  @Test(arguments: Axis.allCases)
  func `the ends of a range with insets are stops besides the pages`(axis: Axis) {
    for (offset, stop) in [
      (-20.0, -20.0), (-15, -20), (-4, 0), (10, 0), (1285, 1280), (1299, 1300),
    ] {
      let stage = Stage(viewport: Size(320, 320), content: axis.size(1600, 320), displayScale: 1)
      let view = stage.scrollView
      view.contentInset =
        axis == .horizontal
        ? EdgeInsets(top: 0, left: 20, bottom: 0, right: 20)
        : EdgeInsets(top: 20, left: 0, bottom: 20, right: 0)
      view.isPagingEnabled = true
      view.contentOffset = axis.point(offset)
      view.stopScrollingAndZooming()
      #expect(view.contentOffset == axis.point(stop))
    }
  }

  @Test(arguments: Axis.allCases)
  func `disabling cancels a drag and lets a deceleration run to its end`(axis: Axis) {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(9000, 320), displayScale: 1)
    let time = stage.drag(from: axis.point(300, 160), by: axis.point(-120), steps: 6)
    let resting = stage.scrollView.restingOffset
    stage.scrollView.isScrollEnabled = false
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == resting && axis.main(resting) > 200)
    stage.scrollView.isScrollEnabled = true
    stage.clearLog()
    stage.drag(from: axis.point(300, 160), by: axis.point(-120), at: 20, lift: false)
    stage.scrollView.isScrollEnabled = false
    #expect(stage.scrollView.phase == .idle)
    #expect(stage.milestones == ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
    #expect(stage.velocities.last == .zero)
  }

  @Test func `disabling scrolling disables the pinch, and disabling the pan does not`() {
    for (disablesAll, scale) in [(true, 1.0), (false, 2)] {
      let stage = Stage(
        viewport: Size(400, 400), content: Size(400, 400), displayScale: 1, zooming: 1...8)
      if disablesAll {
        stage.scrollView.isScrollEnabled = false
      } else {
        stage.scrollView.panGestureRecognizer.isEnabled = false
      }
      for (id, x) in [(0, 150.0), (1, 250)] { stage.touch(.began, x, 200, at: 0, id: id) }
      for (id, x) in [(0, 148.0), (1, 252)] { stage.touch(.moved, x, 200, at: 0.02, id: id) }
      for (id, x) in [(0, 96.0), (1, 304)] { stage.touch(.moved, x, 200, at: 0.04, id: id) }
      #expect(abs(stage.scrollView.zoomScale - scale) < 0.05)
    }
  }

  @Test func `an animated zoom sends one didZoom, between its two ends`() {
    let stage = Stage(zooming: 1...4)
    stage.scrollView.setZoomScale(3, animated: true)
    for frame in 0...30 { stage.window.advance(to: Double(frame) / 60) }
    #expect(stage.log.first == "willBeginZooming" && stage.log.last == "didEndZooming")
    #expect(stage.log.filter { $0 == "didZoom" }.count == 1)
    stage.clearLog()
    stage.scrollView.setZoomScale(2, animated: false)
    #expect(stage.log == ["didScroll", "didZoom"])
  }

  @Test func `a pinch drags only once its centroid moves`() {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(400, 400), displayScale: 1, zooming: 1...8)
    func spread(_ half: Double, around x: Double, at time: Double, _ phase: TouchEvent.Phase) {
      stage.touch(phase, x - half, 200, at: time, id: 0)
      stage.touch(phase, x + half, 200, at: time, id: 1)
    }
    spread(50, around: 200, at: 0, .began)
    // The fingers are reported one after the other: the centroid swings by less than the 10 points of a drag.
    for step in 1...4 { spread(50 + Double(step) * 4, around: 200, at: Double(step) / 60, .moved) }
    #expect(stage.milestones.first == "willBeginZooming")
    spread(66, around: 230, at: 0.1, .moved)
    #expect(stage.milestones.prefix(2) == ["willBeginZooming", "willBeginDragging"])
  }
}
