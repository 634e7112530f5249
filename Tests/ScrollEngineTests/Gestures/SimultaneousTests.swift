import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A scroll view's own recognizers` {
  /// A zoomable content of 4000×4000 in a viewport of 400×400, and a scroll view in it with room on all sides.
  private func nested() -> (outer: Stage, inner: ScrollView) {
    let outer = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
    outer.zooms = true
    outer.scrollView.maximumZoomScale = 4
    outer.scrollView.contentOffset = Point(1000, 1000)
    let inner = ScrollView(frame: Rect(x: 1000, y: 1000, width: 400, height: 400))
    inner.contentSize = Size(2000, 2000)
    outer.content.addSubview(inner)
    inner.contentOffset = Point(500, 500)
    return (outer, inner)
  }

  @Test(arguments: Axis.allCases)
  func `let no other pan recognize simultaneously`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
    var actions = 0
    stage.scrollView.addGestureRecognizer(PanGestureRecognizer { _ in actions += 1 })
    stage.drag(from: Point(300, 300), by: axis.point(-100))
    #expect(axis.main(stage.scrollView.contentOffset) >= 90 && actions == 0)
  }

  @Test func `let no other pinch recognize simultaneously`() {
    let (stage, inner) = nested()
    inner.removeFromSuperview()
    #expect(stage.scrollView.pinchGestureRecognizer != nil)
    stage.scrollView.panGestureRecognizer.isEnabled = false
    var actions = 0
    stage.scrollView.addGestureRecognizer(PinchGestureRecognizer { _ in actions += 1 })
    stage.touch(.began, 150, 200, at: 0, id: 0)
    stage.touch(.began, 250, 200, at: 0, id: 1)
    for step in 1...5 {
      stage.touch(.moved, 250 + Double(step) * 20, 200, at: Double(step) / 60, id: 1)
    }
    #expect(stage.scrollView.zoomScale > 1.5 && actions == 0)
  }

  @Test(arguments: Axis.allCases)
  func `do not let two fingers that scroll a view zoom the one around it`(axis: Axis) {
    let (outer, inner) = nested()
    let starts = [Point(200, 200) - axis.point(50), Point(200, 200) + axis.point(50)]
    for id in 0...1 { outer.touch(.began, starts[id], at: 0, id: id) }
    // Never four points farther apart or nearer.
    for step in 1...6 {
      for id in 0...1 {
        outer.touch(
          .moved, starts[id] - axis.point(Double(step) * 3), at: Double(step) / 60, id: id)
      }
    }
    #expect(axis.main(inner.contentOffset) == 508)
    outer.touch(.moved, starts[1] + axis.point(50), at: 0.2, id: 1)
    #expect(outer.scrollView.zoomScale == 1 && !outer.scrollView.isZooming)
  }

  @Test(arguments: Axis.allCases)
  func `do not let two fingers that zoom a view scroll one in it`(axis: Axis) {
    let (outer, inner) = nested()
    let starts = [Point(200, 200) - axis.point(50), Point(200, 200) + axis.point(50)]
    for id in 0...1 { outer.touch(.began, starts[id], at: 0, id: id) }
    outer.touch(.moved, starts[1] + axis.point(8), at: 0.02, id: 1)
    #expect(outer.scrollView.isZooming)
    for step in 1...5 {
      for id in 0...1 {
        outer.touch(
          .moved, starts[id] + axis.point(Double(id) * 8 - Double(step) * 10),
          at: 0.02 + Double(step) / 60, id: id)
      }
    }
    #expect(inner.contentOffset == Point(500, 500) && !inner.isDragging)
  }

  @Test func `end the zoom when the pinch is disabled`() {
    let (stage, inner) = nested()
    inner.removeFromSuperview()
    stage.clearLog()
    for id in 0...1 { stage.touch(.began, 150 + Double(id) * 100, 200, at: 0, id: id) }
    for step in 1...5 {
      stage.touch(.moved, 250 + Double(step) * 20, 200, at: Double(step) / 60, id: 1)
    }
    #expect(stage.scrollView.isZooming)
    stage.scrollView.pinchGestureRecognizer?.isEnabled = false
    #expect(!stage.scrollView.isZooming && stage.milestones.contains("didEndZooming"))
  }
}

@Suite struct `A drag of several fingers` {
  /// A viewport of 400×400 on a content of 2000×2000 with two controls in its corner.
  private func stage() -> (stage: Stage, controls: [NotingControl], log: TouchLog) {
    let stage = Stage(viewport: Size(400, 400), content: Size(2000, 2000), displayScale: 1)
    let log = TouchLog()
    let controls = [0.0, 100].map { x in
      NotingControl(frame: Rect(x: x, y: 0, width: 90, height: 90), log: log)
    }
    for control in controls { stage.content.addSubview(control) }
    return (stage, controls, log)
  }

  @Test(arguments: Axis.allCases)
  func `leaves one to the control that keeps it, and follows the others`(axis: Axis) {
    let (stage, controls, log) = stage()
    stage.touch(.began, 40, 40, at: 0, id: 0)
    stage.touch(.began, 300, 300, at: 0.01, id: 1)
    stage.window.advance(to: 0.3)
    stage.touch(.moved, Point(300, 300) - axis.point(60), at: 0.4, id: 1)
    // The middle of both fingers has moved thirty points, ten of which recognition takes.
    #expect(stage.scrollView.contentOffset == axis.point(20))
    stage.touch(.moved, Point(300, 300) - axis.point(80), at: 0.5, id: 1)
    #expect(stage.scrollView.contentOffset == axis.point(40))
    stage.touch(.moved, 45, 45, at: 0.6, id: 0)
    #expect(stage.scrollView.contentOffset == axis.point(40))
    #expect(controls[0].isTracking && stage.scrollView.panGestureRecognizer.numberOfTouches == 1)
    stage.touch(.ended, 45, 45, at: 0.7, id: 0)
    #expect(log.lines == ["pressed"])
  }

  @Test(arguments: Axis.allCases)
  func `does not begin where controls keep all of them`(axis: Axis) {
    let (stage, controls, _) = stage()
    for id in 0...1 { stage.touch(.began, Double(id) * 100 + 50, 50, at: 0, id: id) }
    stage.window.advance(to: 0.3)
    for step in 1...3 {
      for id in 0...1 {
        let place = Point(Double(id) * 100 + 50, 50) - axis.point(Double(step) * 10)
        stage.touch(.moved, place, at: 0.3 + Double(step) / 60, id: id)
      }
    }
    #expect(stage.scrollView.contentOffset == .zero && stage.milestones.isEmpty)
    #expect(controls.allSatisfy { $0.isTracking })
    for id in 0...1 { stage.touch(.ended, Double(id) * 100 + 50, 50, at: 0.5, id: id) }
    #expect(stage.scrollView.phase == .idle)
  }
}

@Suite struct `Of several pans on a view` {
  @Test(arguments: Axis.allCases)
  func `only the first that can recognizes, wherever the others are in the order`(axis: Axis) {
    for place in 0...3 {
      let stage = GestureStage()
      for index in 0...3 {
        let pan = stage.attach(PanGestureRecognizer(), "\(index) ")
        if index == place { pan.minimumNumberOfTouches = 2 }
      }
      stage.stroke(Point(500, 500), Point(500, 500) + axis.point(40))
      let first = place == 0 ? 1 : 0
      #expect(stage.log == ["\(first) began", "\(first) ended"])
    }
  }
}

@Suite struct `A velocity` {
  @Test func `has a sample from every event six milliseconds after the last one, and no other`() {
    var tracker = VelocityTracker(position: .zero, time: 1)
    for (time, isSample) in [
      (1.0, false), (0.5, false), (1.0059, false), (1.006, true), (1.0119, false), (1.1, true),
    ] {
      #expect(tracker.add(position: Point(time, 0), time: time) == isSample, "\(time)")
    }
  }
}
