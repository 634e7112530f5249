import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The page that content goes to` {
  private func stage(_ axis: Axis, cross: Double = 320) -> Stage {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(1600, cross), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    return stage
  }

  @Test(arguments: Axis.allCases, [(159.0, 320.0), (160, 640), (161, 640)])
  func `paging.stops is the nearer one at rest, and the later one in the middle of two`(
    axis: Axis, place: (way: Double, page: Double)
  ) {
    let stage = stage(axis)
    stage.scrollView.contentOffset = axis.point(320)
    // Recognition takes ten points.
    for (phase, way, time) in [
      (TouchEvent.Phase.began, 0.0, 0.0), (.moved, place.way + 10, 0.1),
      (.ended, place.way + 10, 0.4),
    ] {
      stage.touch(phase, axis.point(310 - way, 160), at: time)
    }
    stage.settle(from: 0.4)
    #expect(stage.scrollView.contentOffset == axis.point(place.page))
  }

  @Test(arguments: Axis.allCases, [1.0, -1])
  func `paging.stops is the next one above 0.3 points a millisecond, and the nearer one at that`(
    axis: Axis, side: Double
  ) {
    for (speed, turns) in [(290.0, false), (300, false), (310, true)] {
      let stage = stage(axis)
      stage.scrollView.contentOffset = axis.point(640)
      // In binary fractions the velocity comes out exactly.
      stage.drag(
        from: axis.point(160, 160), by: axis.point(-side * speed / 8), steps: 8,
        interval: 1.0 / 64)
      #expect(stage.velocities == [axis.point(side * speed / 1000)])
      #expect(stage.targets == [axis.point(640 + (turns ? side * 320 : 0))], "\(speed)")
    }
  }

  @Test(arguments: Axis.allCases, [(100.0, 0.0), (160, 320), (200, 320), (320, 320)])
  func `is the nearer one along an axis that a notch does not turn`(
    axis: Axis, cross: (start: Double, page: Double)
  ) {
    let stage = stage(axis, cross: 1600)
    stage.scrollView.contentOffset = axis.point(320, cross.start)
    stage.window.send(
      .wheel(WheelEvent(notches: axis.point(1), location: Point(160, 160), timestamp: 0)))
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == axis.point(640, cross.page))
  }
}
