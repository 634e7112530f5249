import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The end of a drag` {
  @Test(arguments: Axis.allCases, [true, false])
  func `moves nothing between willEndDragging and didEndDragging`(axis: Axis, bounces: Bool) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(4000, 400), displayScale: 1)
    stage.scrollView.bounces = bounces
    // Between pixels along the axis that does not scroll, which keeps its offset.
    stage.scrollView.bounds.origin = axis.point(300, 0.4)
    for way in [-60.0, 700, 0] {
      stage.clearLog()
      let time = stage.window.time + 1
      stage.drag(from: Point(200, 200), by: axis.point(way + 20), at: time, lift: false)
      let place = Point(200, 200) + axis.point(way + 20)
      stage.touch(.ended, place.x, place.y, at: time + 0.5)
      let log = stage.log
      guard let end = log.firstIndex(of: "willEndDragging") else {
        Issue.record("no drag by \(way)")
        continue
      }
      #expect(log[end + 1].hasPrefix("didEndDragging"), "\(log)")
      stage.settle(from: time + 0.5)
    }
  }
}

@Suite struct `A delegate is notified` {
  private let stage = Stage()
  private static let drag = ["willBeginDragging", "willEndDragging", "didEndDragging(false)"]
  private static let flick = [
    "willBeginDragging", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
    "didEndDecelerating",
  ]

  /// The log with runs of didScroll as one.
  private func phrases(_ stage: Stage) -> [String] {
    stage.log.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test func `delegate.drag delegate.rest of a drag that ends at rest`() {
    let time = stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
    stage.touch(.ended, 200, 600, at: time + 0.2)
    #expect(
      phrases(stage) == [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(false)",
      ])
    #expect(stage.velocities == [.zero])
    #expect(stage.targets == [stage.scrollView.contentOffset])
    stage.settle(from: time + 0.2)
    #expect(stage.milestones == Self.drag)
  }

  @Test func `delegate.flick deceleration.target of a flick`() {
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    #expect(stage.scrollView.isDragging && stage.scrollView.isDecelerating)
    stage.settle(from: time)
    #expect(
      phrases(stage) == [
        "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(true)",
        "willBeginDecelerating", "didScroll", "didEndDecelerating",
      ])
    #expect(abs(stage.velocities[0].y - 1.2) < 1e-9)
    #expect(stage.targets == [stage.scrollView.contentOffset])
    #expect(!stage.scrollView.isDragging && !stage.scrollView.isDecelerating)
  }

  @Test func `delegate.rest of a release at rest beyond the edge, as of a flick without speed`() {
    let time = stage.drag(from: Point(200, 300), by: Point(0, 100), lift: false)
    stage.touch(.ended, 200, 400, at: time + 0.2)
    stage.settle(from: time + 0.2)
    #expect(stage.milestones == Self.flick)
    #expect(stage.velocities == [.zero] && stage.targets == [.zero])
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `delegate.regrab of a flick during a deceleration, which ends with the second`() {
    let stage = Stage()
    var time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.1)
    stage.clearLog()
    time = stage.drag(from: Point(200, 700), by: Point(0, -200), at: time + 0.12, lift: false)
    #expect(stage.scrollView.isDragging && stage.scrollView.isDecelerating)
    stage.touch(.ended, 200, 500, at: time)
    stage.settle(from: time)
    #expect(stage.milestones == Self.flick)
  }

  @Test func `delegate.regrab of a drag in a deceleration that ends at rest, and the owed end`() {
    let stage = Stage()
    var time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.1)
    stage.clearLog()
    time = stage.drag(from: Point(200, 700), by: Point(0, -100), at: time + 0.1, lift: false)
    stage.touch(.ended, 200, 600, at: time + 0.2)
    #expect(stage.milestones == Self.drag + ["didEndDecelerating"])
    stage.settle(from: time + 0.2)
    #expect(stage.milestones == Self.drag + ["didEndDecelerating"])
  }

  @Test func `of the end of a deceleration when a finger that stopped it is lifted`() {
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.1)
    stage.clearLog()
    stage.touch(.began, 200, 700, at: time + 0.1)
    stage.window.advance(to: time + 0.5)
    #expect(stage.milestones.isEmpty)
    stage.touch(.ended, 200, 700, at: time + 0.5)
    #expect(stage.milestones == ["didEndDecelerating"])
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `of the end of a deceleration beyond the edge only when it has bounced back`() {
    let stage = Stage(offset: Point(0, 5000))
    let time = stage.drag(from: Point(200, 800), by: Point(0, -400), steps: 6)
    while stage.scrollView.contentOffset.y < 5150 {
      stage.window.advance(to: stage.window.time + 0.005)
    }
    let now = stage.window.time
    #expect(now >= time)
    stage.clearLog()
    stage.touch(.began, 200, 700, at: now)
    stage.touch(.ended, 200, 700, at: now + 0.05)
    #expect(stage.milestones.isEmpty && stage.scrollView.phase == .decelerating)
    stage.settle(from: now + 0.05)
    #expect(stage.milestones == ["didEndDecelerating"])
    #expect(stage.scrollView.contentOffset.y == 5126)
  }

  @Test func `delegate.did-scroll of any change of the offset, once for each`() {
    let stage = Stage(displayScale: 1, offset: Point(0, 10))
    stage.scrollView.contentOffset = Point(0, 10.3)
    stage.scrollView.bounds.origin.y = 11
    stage.scrollView.setContentOffset(Point(0, 12), animated: false)
    #expect(stage.log == ["didScroll", "didScroll", "didScroll"])
    stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
    #expect(stage.log.count { $0 == "didScroll" } == 12)
  }

  @Test func `of an animation of the offset and its end`() {
    stage.scrollView.setContentOffset(Point(0, 400), animated: true)
    stage.settle(from: 0)
    #expect(phrases(stage) == ["didScroll", "didEndScrollingAnimation"])
    stage.clearLog()
    stage.scrollView.setContentOffset(Point(0, 400), animated: true)
    stage.settle(from: 1)
    #expect(stage.log.isEmpty)
  }

  @Test func `of a pinch, of each change, and of its end`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(400, 400), zooming: 1...4)
    stage.window.send(.pinch(.began, 1, at: Point(200, 200), 0))
    stage.window.send(.pinch(.changed, 2, at: Point(200, 200), 0.02))
    stage.window.send(.pinch(.ended, 2, at: Point(200, 200), 0.04))
    #expect(stage.log == ["willBeginZooming", "didScroll", "didZoom", "didEndZooming"])
  }

  @Test func `of a zoom that ends the deceleration it interrupts`() {
    let stage = Stage(zooming: 1...2)
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.clearLog()
    stage.window.send(.pinch(.began, 1, at: .zero, time + 0.1))
    #expect(stage.milestones == ["didEndDecelerating", "willBeginZooming"])
  }

  @Test func `of the rest of a sequence when it stops everything from a callback`() {
    for stop in Self.flick {
      let stage = Stage()
      stage.onCallback = { name, view in if name == stop { view.stopScrollingAndZooming() } }
      let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
      stage.settle(from: time)
      let isEarly = stop == "willBeginDragging" || stop == "willEndDragging"
      #expect(stage.milestones == (isEarly ? Self.drag : Self.flick), "stopped in \(stop)")
      #expect(stage.scrollView.phase == .idle)
    }
  }

  @Test func `no more than sixteen times when it changes the offset in every call`() {
    stage.onScroll = { $0.contentOffset.y += 1 }
    stage.scrollView.contentOffset = Point(0, 10)
    #expect(stage.log.count <= 16)
    #expect(stage.scrollView.contentOffset.y.isFinite)
  }
}
