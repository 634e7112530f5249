import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Content with pages, however it is released` {
  private func stage(_ axis: Axis) -> Stage {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(1600, 320), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    return stage
  }

  /// Flicks to the next page and lets 0.2 s of the turn pass.
  private func turn(_ stage: Stage, _ axis: Axis) -> Double {
    let time = stage.drag(from: axis.point(300, 160), by: axis.point(-120), steps: 6)
    stage.window.advance(to: time + 0.2)
    #expect(stage.scrollView.phase == .decelerating)
    return time + 0.2
  }

  private func isOnPage(_ stage: Stage, _ axis: Axis) -> Bool {
    let view = stage.scrollView
    return view.phase == .idle && axis.cross(view.contentOffset) == 0
      && axis.main(view.contentOffset).truncatingRemainder(dividingBy: 320) == 0
  }

  @Test(arguments: Axis.allCases)
  func `paging.stops continues to a page when a finger catches the turn and lifts`(axis: Axis) {
    let stage = stage(axis)
    let time = turn(stage, axis)
    stage.touch(.began, Point(160, 160), at: time)
    stage.window.advance(to: time + 0.3)
    #expect(stage.scrollView.phase == .tracking && !isOnPage(stage, axis))
    stage.touch(.ended, Point(160, 160), at: time + 0.3)
    stage.settle(from: time + 0.3)
    #expect(isOnPage(stage, axis), "\(stage.scrollView.contentOffset)")
    #expect(stage.milestones.filter { $0 == "willBeginDecelerating" }.count == 1)
    #expect(stage.milestones.last == "didEndDecelerating")
  }

  @Test(arguments: Axis.allCases, [GesturePhase.ended, .changed])
  func `continues to a page when a touchpad catches it, and ends`(axis: Axis, last: GesturePhase) {
    let stage = stage(axis)
    let time = turn(stage, axis)
    for (phase, at) in [(GesturePhase.began, time), (last, time + 0.05)] {
      stage.window.send(.touchpad(phase, by: .zero, at: Point(160, 160), at))
    }
    stage.settle(from: time + 0.05)
    #expect(isOnPage(stage, axis), "\(stage.scrollView.contentOffset)")
  }

  @Test(arguments: Axis.allCases)
  func `continues to a page when a finger catches an animation`(axis: Axis) {
    let stage = stage(axis)
    stage.scrollView.setContentOffset(axis.point(960), animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.15)
    stage.touch(.began, Point(160, 160), at: 0.15)
    stage.touch(.ended, Point(160, 160), at: 0.4)
    #expect(!isOnPage(stage, axis))
    stage.settle(from: 0.4)
    #expect(isOnPage(stage, axis), "\(stage.scrollView.contentOffset)")
    #expect(
      stage.milestones == [
        "didEndScrollingAnimation", "willBeginDecelerating", "didEndDecelerating",
      ])
  }

  @Test(arguments: Axis.allCases)
  func `comes to a page of the new size when the viewport changes during the turn`(axis: Axis) {
    let stage = stage(axis)
    let time = turn(stage, axis)
    stage.scrollView.frame.size = axis.size(250, 320)
    stage.settle(from: time)
    #expect(axis.main(stage.scrollView.contentOffset) == 250)
  }

  @Test(arguments: Axis.allCases)
  func `comes to a page when a pinch leaves it between two`(axis: Axis) {
    let stage = stage(axis)
    stage.zooms = true
    stage.scrollView.maximumZoomScale = 4
    for (id, x) in [(0, 100.0), (1, 200)] {
      stage.touch(.began, axis.point(x, 160), at: 0, id: id)
      stage.touch(.moved, axis.point(x + (id == 0 ? -40 : 90), 160), at: 0.05, id: id)
    }
    for id in 0...1 { stage.touch(.moved, axis.point(id == 0 ? 50 : 310, 160), at: 0.1, id: id) }
    for id in 0...1 { stage.touch(.ended, axis.point(id == 0 ? 50 : 310, 160), at: 0.5, id: id) }
    #expect(stage.scrollView.zoomScale > 1)
    stage.settle(from: 0.5)
    let view = stage.scrollView
    let offset = view.contentOffset
    for (place, end) in [
      (offset.x, view.maximumContentOffset.x), (offset.y, view.maximumContentOffset.y),
    ] {
      #expect(place == end || place.truncatingRemainder(dividingBy: 320) == 0, "\(offset)")
    }
  }
}

@Suite struct `A wheel or an arrow key over pages` {
  private func stage(_ axis: Axis) -> Stage {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(1600, 320), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    return stage
  }

  private func turnWheel(
    _ stage: Stage, _ axis: Axis, by notches: Double, at time: Double, shift: Bool = false
  ) {
    let way = shift ? axis.point(0, notches) : axis.point(notches)
    stage.window.send(.wheel(way, at: Point(160, 160), time, modifiers: shift ? .shift : []))
  }

  private func press(_ stage: Stage, _ key: String, _ modifiers: Modifiers = [], at time: Double) {
    stage.window.send(
      .key(KeyEvent(key: .init(rawValue: key), modifiers: modifiers, timestamp: time)))
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `turns one page a notch, there and back`(axis: Axis, shift: Bool) {
    let stage = stage(axis)
    var time = 0.0
    for (notches, page) in [(1.0, 320.0), (1, 640), (2, 1280), (5, 1280), (-1, 960), (-9, 0)] {
      turnWheel(stage, axis, by: notches, at: time, shift: shift)
      time = stage.settle(from: time) ?? .nan
      #expect(stage.scrollView.contentOffset == axis.point(page))
    }
    // Notches that come while a page turns count from the page it goes to.
    for step in 0..<3 { turnWheel(stage, axis, by: 1, at: time + Double(step) * 0.03) }
    stage.settle(from: time + 0.1)
    #expect(stage.scrollView.contentOffset == axis.point(960))
  }

  @Test(arguments: Axis.allCases)
  func `discards fractions of a notch when the wheel turns back`(axis: Axis) {
    let stage = stage(axis)
    stage.scrollView.contentOffset = axis.point(640)
    for (time, part) in [0.875, -0.25, -0.75].enumerated() {
      turnWheel(stage, axis, by: part, at: Double(time))
    }
    stage.settle(from: 2)
    #expect(stage.scrollView.contentOffset == axis.point(320))
  }

  @Test(arguments: Axis.allCases, [Modifiers(), .shift])
  func `turns one page a key`(axis: Axis, modifiers: Modifiers) {
    let keys = axis == .horizontal ? ("Right", "Left") : ("Down", "Up")
    let stage = stage(axis)
    var time = 0.0
    for (key, page) in [(keys.0, 320.0), (keys.0, 640), (keys.1, 320)] {
      press(stage, key, modifiers, at: time)
      time = stage.settle(from: time) ?? .nan
      #expect(stage.scrollView.contentOffset == axis.point(page))
    }
    press(stage, keys.0, .control, at: time)
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == axis.point(1280))
  }

  @Test(arguments: Axis.allCases)
  func `counts from the page left behind where the program put content in between`(axis: Axis) {
    for (notches, page) in [(1.0, 640.0), (-1, 320)] {
      let stage = stage(axis)
      stage.scrollView.contentOffset = axis.point(500)
      turnWheel(stage, axis, by: notches, at: 0)
      stage.settle(from: 0)
      #expect(stage.scrollView.contentOffset == axis.point(page))
    }
  }
}
