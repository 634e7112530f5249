import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Content with pages` {
  private func stage(pages: Double = 5) -> Stage {
    let stage = Stage(viewport: Size(320, 460), content: Size(320 * pages, 460), displayScale: 1)
    stage.scrollView.isPagingEnabled = true
    return stage
  }

  /// Drags slowly, holds, and lifts.
  private func place(_ stage: Stage, by way: Double, at time: Double = 0) -> Double {
    let end = stage.drag(from: Point(160, 200), by: Point(way, 0), at: time, lift: false)
    stage.touch(.ended, 160 + way, 200, at: end + 0.2)
    return end + 0.2
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

  @Test func `scrolls freely where a page has no length`() {
    let stage = Stage(viewport: Size(0, 460), content: Size(900, 4600))
    stage.scrollView.isPagingEnabled = true
    stage.scrollView.stopScrollingAndZooming()
    #expect(stage.scrollView.contentOffset == .zero)
  }
}
