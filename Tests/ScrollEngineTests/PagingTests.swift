import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Content with pages` {
  private func stage(pages: Double = 5) -> Stage {
    let stage = Stage(
      viewport: Size(320, 460), content: Size(320 * pages, 460), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    return stage
  }

  /// Drags slowly, holds, and lifts.
  private func place(_ stage: Stage, by way: Double, at time: Double = 0) -> Double {
    let end = stage.drag(from: Point(160, 200), by: Point(way, 0), at: time, lift: false)
    stage.touch(.ended, 160 + way, 200, at: end + 0.2)
    return end + 0.2
  }

  @Test(arguments: [(-100.0, 0.0), (-180, 320), (-10, 0), (-305, 320)])
  func `paging.stops stops on the nearer page when it is released at rest`(
    way: Double, page: Double
  ) {
    let stage = stage()
    stage.settle(from: place(stage, by: way))
    #expect(stage.scrollView.contentOffset == Point(page, 0))
    #expect(stage.scrollView.phase == .idle)
  }

  @Test(arguments: [-40.0, -120, -300])
  func `paging.stops turns one page after a flick, however hard`(way: Double) {
    for interval in [1.0 / 60, 1.0 / 240] {
      let stage = stage()
      let time = stage.drag(from: Point(310, 200), by: Point(way, 0), steps: 6, interval: interval)
      stage.settle(from: time)
      #expect(stage.scrollView.contentOffset == Point(320, 0))
    }
  }

  @Test(arguments: Axis.allCases, [(500.0, 300.0), (300, 500)])
  func `keeps its page when the viewport changes its size`(
    axis: Axis, lengths: (old: Double, new: Double)
  ) {
    func stage() -> Stage {
      let stage = Stage(
        viewport: axis.size(lengths.old, 200), content: axis.size(5000, 200), displayScale: 1)
      stage.scrollView.isPagingEnabled = true
      stage.scrollView.contentOffset = axis.point(lengths.old * 2)
      return stage
    }
    func resize(_ stage: Stage) {
      stage.scrollView.frame = Rect(origin: .zero, size: axis.size(lengths.new, 200))
    }
    let still = stage()
    resize(still)
    #expect(still.scrollView.contentOffset == axis.point(lengths.new * 2), "at once")
    let turning = stage()
    turning.window.send(.key(KeyEvent(key: axis == .horizontal ? .right : .down, timestamp: 1)))
    turning.window.advance(to: 1.05)
    resize(turning)
    turning.settle(from: 1.05)
    #expect(
      turning.scrollView.contentOffset == axis.point(lengths.new * 3), "it turns to the third")
    let flicked = stage()
    let time = flicked.drag(
      from: axis.point(150, 100), by: axis.point(-90), steps: 6, interval: 1.0 / 120)
    flicked.window.advance(to: time + 0.05)
    #expect(flicked.scrollView.isDecelerating)
    resize(flicked)
    flicked.settle(from: time + 0.05)
    #expect(flicked.scrollView.contentOffset == axis.point(lengths.new * 3))
    let last = stage()
    last.scrollView.contentOffset = last.scrollView.maximumContentOffset
    resize(last)
    #expect(last.scrollView.contentOffset.x <= last.scrollView.maximumContentOffset.x)
    #expect(last.scrollView.contentOffset.y <= last.scrollView.maximumContentOffset.y)
  }

  @Test func `paging.length takes the viewport's length as its page on each axis`() {
    let stage = Stage(viewport: Size(300, 200), content: Size(3000, 2000), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    let time = stage.drag(from: Point(250, 150), by: Point(-120, -120), steps: 5)
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == Point(300, 200))
    #expect(stage.targets == [Point(300, 200)])
  }

  @Test func `sends a deceleration whenever it is released between two pages, at rest too`() {
    let stage = stage()
    stage.settle(from: place(stage, by: -100))
    #expect(
      stage.milestones == [
        "willBeginDragging", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
        "didEndDecelerating",
      ])
    #expect(stage.velocities == [.zero])
    #expect(stage.targets == [.zero])
  }

  @Test func `sends none when it is released exactly on a page`() {
    let stage = stage()
    stage.touch(.began, 300, 200, at: 0)
    stage.touch(.moved, 280, 200, at: 0.1)
    stage.touch(.moved, 290, 200, at: 0.2)
    stage.touch(.ended, 290, 200, at: 0.4)
    #expect(stage.scrollView.contentOffset == .zero)
    #expect(stage.milestones.last == "didEndDragging(false)")
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `overshoots its page by less than a hundredth of it`() {
    for way in stride(from: -300.0, through: -60, by: 20) {
      let stage = stage()
      let time = stage.drag(from: Point(310, 200), by: Point(way, 0), steps: 4)
      var frame = 0
      while stage.window.needsAdvance, frame < 600 {
        frame += 1
        stage.window.advance(to: time + Double(frame) / 60)
        #expect(stage.scrollView.contentOffset.x < 323.2)
      }
      #expect(stage.scrollView.contentOffset.x == 320)
    }
  }

  @Test func `bounces beyond its first page and back to it`() {
    let stage = stage()
    let time = stage.drag(from: Point(100, 200), by: Point(120, 0), steps: 6)
    #expect(stage.scrollView.contentOffset.x < 0)
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `goes to the target of the delegate instead of the page`() {
    let stage = stage()
    stage.request = Point(777, 0)
    stage.settle(from: stage.drag(from: Point(310, 200), by: Point(-120, 0), steps: 6))
    #expect(stage.scrollView.contentOffset == Point(777, 0))
  }

  @Test(arguments: [(320.0, 3.0e-4, 0.97), (1025, 1.7e-4, 0.977), (4000, 1.7e-4, 0.977)])
  func `is pulled by a spring of the measured strength`(
    length: Double, pull: Double, friction: Double
  ) {
    let spring = PageSpring(
      from: AxisState(offset: 0, velocity: 0), to: length / 2, pageLength: length)
    var state = AxisState(offset: 0, velocity: 0)
    for millisecond in 1...300 {
      state.velocity = (state.velocity + pull * (length / 2 - state.offset)) * friction
      state.offset += state.velocity
      #expect(abs(spring.state(at: Double(millisecond)).offset - state.offset) < 1e-4)
    }
    let middle = (spring.state(at: 40).offset + spring.state(at: 41).offset) / 2
    #expect(abs(spring.state(at: 40.5).offset - middle) < 1e-9)
  }

  @Test func `is pulled alike in both directions`() {
    for speed in [0.0, 0.5, 3] {
      let there = PageSpring(
        from: AxisState(offset: 100, velocity: speed), to: 320, pageLength: 320)
      let back = PageSpring(
        from: AxisState(offset: -100, velocity: -speed), to: -320, pageLength: 320)
      for time in stride(from: 0.0, to: 2000, by: 7.3) {
        #expect(there.state(at: time).offset == -back.state(at: time).offset)
      }
    }
  }

  @Test func `scrolls freely where a page has no length`() {
    let stage = Stage(viewport: Size(0, 460), content: Size(900, 4600))
    stage.scrollView.isPagingEnabled = true
    stage.scrollView.stopScrollingAndZooming()
    #expect(stage.scrollView.contentOffset == .zero)
  }
}
