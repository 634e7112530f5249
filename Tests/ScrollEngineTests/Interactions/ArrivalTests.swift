import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Content arrives` {
  /// A viewport of 400×400 on a content of 1000×1000, zoomed from 0.5 to 4.
  private func stage() -> Stage {
    Stage(viewport: Size(400, 400), content: Size(1000, 1000), displayScale: 1, zooming: 0.5...4)
  }

  @Test(arguments: Axis.allCases)
  func `at once on the edge of a smaller range, where it may not bounce`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(4000, 400), displayScale: 1)
    stage.scrollView.bounces = false
    stage.scrollView.contentOffset = axis.point(2000)
    let time = stage.drag(from: Point(200, 200), by: axis.point(-100), steps: 5)
    stage.window.advance(to: time + 0.1)
    #expect(stage.scrollView.phase == .decelerating)
    stage.scrollView.contentSize = axis.size(1500, 400)
    #expect(stage.scrollView.contentOffset == axis.point(1100))
    stage.settle(from: time + 0.1)
    #expect(stage.scrollView.contentOffset == axis.point(1100))
  }

  @Test(arguments: Axis.allCases)
  func `on a page by the deceleration in progress when paging was enabled`(axis: Axis) {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(3200, 320), displayScale: 1)
    let time = stage.drag(from: axis.point(300, 160), by: axis.point(-60), steps: 6)
    stage.scrollView.isPagingEnabled = true
    stage.settle(from: time)
    #expect(axis.main(stage.scrollView.contentOffset).remainder(dividingBy: 320) == 0)
    #expect(
      stage.milestones == [
        "willBeginDragging", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
        "didEndDecelerating",
      ])
  }

  @Test(arguments: Axis.allCases)
  func `at its other end by an arrow key with control, whatever the insets`(axis: Axis) {
    let keys = axis == .horizontal ? ["Right", "Left"] : ["Down", "Up"]
    let stage = stage()
    stage.scrollView.contentInset = axis.insets(150, 30)
    stage.scrollView.contentOffset = axis.point(-150)
    for (index, (key, end)) in zip(keys, [630.0, -150]).enumerated() {
      stage.window.send(
        .key(
          KeyEvent(key: .init(rawValue: key), modifiers: .control, timestamp: Double(index) * 10)))
      stage.settle(from: Double(index) * 10)
      #expect(stage.scrollView.contentOffset == axis.point(end))
    }
  }

  @Test(arguments: [true, false])
  func `at a rectangle at its scale, and does not move for the same again`(animated: Bool) {
    let stage = stage()
    stage.scrollView.zoomScale = 2
    stage.clearLog()
    let place = Rect(x: 100, y: 150, width: 200, height: 200)
    stage.scrollView.zoom(to: place, animated: animated)
    stage.settle(from: 0)
    #expect(stage.scrollView.zoomScale == 2 && stage.scrollView.contentOffset == Point(200, 300))
    #expect(stage.log.contains("didScroll"))
    stage.clearLog()
    stage.scrollView.zoom(to: place, animated: animated)
    stage.settle(from: 10)
    #expect(stage.log.isEmpty && stage.scrollView.contentOffset == Point(200, 300))
  }

  @Test(arguments: [0.6, 0.7, 0.83, 0.9, 1.1, 1.37, 1.9, 2.3, 2.9, 3.1, 3.7])
  func `exactly at the scale that the program asked for`(scale: Double) {
    for start in [1, 0.77, 1.3] {
      let stage = stage()
      stage.scrollView.zoomScale = start
      stage.scrollView.setZoomScale(scale, animated: true)
      stage.window.advance(to: 0)
      stage.window.advance(to: 1)
      #expect(stage.scrollView.zoomScale == scale)
    }
  }

  @Test(arguments: [
    AffineTransform(scaleX: 1, y: 2), AffineTransform(scaleX: 2, y: 1),
    AffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0),
    AffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0),
    AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 7, ty: 8),
  ])
  func `at the size of its view's frame, however it is transformed`(transform: AffineTransform) {
    let stage = stage()
    stage.content.bounds.size = Size(1000, 600)
    stage.content.transform = transform
    stage.scrollView.zoomScale = 2
    let width = abs(transform.a) * 1000 + abs(transform.c) * 600
    let height = abs(transform.b) * 1000 + abs(transform.d) * 600
    let size = stage.scrollView.contentSize
    #expect(abs(size.width - width * 2) < 1e-9 && abs(size.height - height * 2) < 1e-9)
  }

  @Test(arguments: Axis.allCases)
  func `with the velocities of the pinch when fingers lift together`(axis: Axis) throws {
    let stage = stage()
    stage.scrollView.contentOffset = Point(300, 300)
    let pan = stage.scrollView.panGestureRecognizer
    let starts = [Point(180, 200), Point(220, 200)]
    for id in 0...1 { stage.touch(.began, starts[id], at: 0, id: id) }
    stage.touch(.moved, Point(228, 200), at: 0.02, id: 1)
    #expect(stage.scrollView.isZooming)
    var velocities: [Point] = []
    var places = [starts[0], Point(228, 200)]
    for step in 1...10 {
      let id = step % 2
      places[id] += axis.point(-2 * Double(step))
      stage.touch(.moved, places[id], at: 0.02 + Double(step) / 100, id: id)
      velocities.append(pan.velocity(in: nil))
    }
    #expect(stage.scrollView.isDragging && stage.scrollView.isZooming)
    for id in 0...1 { stage.touch(.ended, places[id], at: 0.12, id: id) }
    let mixed = velocities[8] * 0.75 + velocities[9] * 0.25
    let released = try #require(stage.velocities.last)
    #expect((released - mixed * -0.001).length < 1e-9)
    #expect(axis.main(released) > 0.25)
  }
}

@Suite struct `Content that moves` {
  @Test func `with an animated zoom continues as far away as the program moves it`() {
    let stages = [true, false].map { _ in
      Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1000)
    }
    for one in stages {
      one.zooms = true
      one.scrollView.maximumZoomScale = 4
      one.scrollView.contentOffset = Point(1000, 1000)
      one.scrollView.zoom(to: Rect(x: 1500, y: 1600, width: 200, height: 200), animated: true)
      one.window.advance(to: 0)
      one.window.advance(to: 0.1)
    }
    stages[0].scrollView.contentOffset += Point(50, -30)
    for time in [0.15, 0.2, 0.25, 0.4] {
      for one in stages { one.window.advance(to: time) }
      let shift = stages[0].scrollView.contentOffset - stages[1].scrollView.contentOffset
      #expect((shift - Point(50, -30)).length < 0.01, "\(time)")
      #expect(stages[0].scrollView.zoomScale == stages[1].scrollView.zoomScale)
    }
  }

  @Test(arguments: Axis.allCases)
  func `continues from where new limits of the scale put it`(axis: Axis) {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1, zooming: 1...4)
    stage.scrollView.contentOffset = Point(1000, 1000)
    let time = stage.drag(from: Point(200, 200), by: axis.point(-100), steps: 5)
    stage.window.advance(to: time + 0.1)
    stage.scrollView.minimumZoomScale = 2
    let offset = stage.scrollView.contentOffset
    #expect(stage.scrollView.zoomScale == 2 && axis.cross(offset) == 2200)
    stage.window.advance(to: time + 0.101)
    let step = stage.scrollView.contentOffset - offset
    #expect(axis.main(step) >= 0 && axis.main(step) < 30 && abs(axis.cross(step)) < 1)
  }
}

@Suite struct `Content that is caught farther beyond its edge than a drag could pull it` {
  /// A viewport of 50×50 whose content has flown beyond the end of its range, 950 points from its start.
  private func flown(_ axis: Axis) -> (stage: Stage, time: Double) {
    let stage = Stage(
      viewport: Size(50, 50), content: Size(1000, 1000), displayScale: 1000, zooming: 1...4)
    stage.scrollView.contentOffset = axis.point(800, 400)
    let time = stage.drag(from: Point(25, 25), by: axis.point(-140), steps: 2)
    stage.window.advance(to: time + 0.03)
    return (stage, time + 0.03)
  }

  @Test(arguments: Axis.allCases)
  func `resists as always once it has been back`(axis: Axis) {
    let (stage, time) = flown(axis)
    stage.touch(.began, Point(25, 25), at: time)
    let caught = stage.scrollView.contentOffset
    #expect(axis.main(caught) > 1000)
    stage.touch(.moved, Point(25, 25) + axis.point(-1), at: time + 0.02)
    #expect(abs(axis.main(stage.scrollView.contentOffset) - axis.main(caught)) < 1)
    stage.touch(.moved, Point(25, 25) + axis.point(1000), at: time + 0.04)
    let inside = axis.main(stage.scrollView.contentOffset)
    #expect((500...900).contains(inside))
    // Thirty points past the end at 950.
    let way = 1000 - (950 - inside) - 30
    stage.touch(.moved, Point(25, 25) + axis.point(way), at: time + 0.06)
    let shown = 0.55 * 30 * 50 / (50 + 0.55 * 30)
    #expect(abs(axis.main(stage.scrollView.contentOffset) - 950 - shown) < 0.01)
  }

  @Test(arguments: Axis.allCases)
  func `does not jump under a pinch`(axis: Axis) {
    let (stage, _) = flown(axis)
    let caught = stage.scrollView.contentOffset
    #expect(axis.main(caught) > 1000)
    for phase in [GesturePhase.began, .changed] {
      stage.window.send(.pinch(phase, 1, at: Point(25, 25), stage.window.time))
      #expect((stage.scrollView.contentOffset - caught).length < 0.01)
    }
  }
}

@Suite struct `A scroll view's alignment point` {
  @Test(arguments: Axis.allCases, [(-0.5, 0.0), (0, 0), (0.3, 0.3), (1, 1), (1.5, 1)])
  func `lies between the edges`(axis: Axis, value: (set: Double, kept: Double)) {
    let view = ScrollView()
    view.contentAlignmentPoint = axis.point(value.set, 0.5)
    #expect(view.contentAlignmentPoint == axis.point(value.kept, 0.5))
  }
}

@Suite struct `A flash of the indicators` {
  @Test func `continues in the window that the scroll view moves into`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 1000)
    view.flashScrollIndicators()
    let window = Window(frame: view.frame)
    window.addSubview(view)
    #expect(window.needsAdvance)
    window.advance(to: 10)
    window.advance(to: 10.7)
    #expect(view.verticalScrollIndicator.opacity == 1)
    window.advance(to: 12)
    #expect(view.verticalScrollIndicator.opacity == 0 && !window.needsAdvance)
  }
}
