import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A finger that drags` {
  @Test func `scrolls once it has moved ten points, and those do not count`() {
    let stage = Stage(displayScale: 1)
    stage.touch(.began, 200, 700, at: 0)
    stage.touch(.moved, 200, 691, at: 0.02)
    #expect(stage.scrollView.phase == .tracking && stage.log.isEmpty)
    stage.touch(.moved, 200, 688, at: 0.04)
    #expect(stage.scrollView.contentOffset.y == 2)
    #expect(stage.log == ["willBeginDragging", "didScroll"])
    stage.touch(.moved, 200, 695, at: 0.06)
    #expect(abs(stage.scrollView.contentOffset.y - -2.748) < 0.5, "past the start: rubber band")
  }

  @Test func `has no effect along an axis that cannot scroll`() {
    let stage = Stage()
    stage.drag(from: Point(200, 700), by: Point(-150, 4), lift: false)
    #expect(stage.scrollView.phase == .tracking)
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `content.reach moves nothing without a content size, and everything with one`() {
    for size in [Size.zero, Size(1000, 900)] {
      let stage = Stage(viewport: Size(320, 300), content: size, displayScale: 1)
      for _ in 0..<8 {
        let time = stage.drag(
          from: Point(310, 290), by: Point(-280, -260), at: stage.window.time + 2)
        stage.settle(from: time)
      }
      let end = size == .zero ? Point.zero : Point(680, 600)
      #expect(stage.scrollView.contentOffset == end)
    }
  }

  @Test func `bounce.always drags content that fits only where it always bounces`() {
    for (vertical, horizontal) in [(false, false), (true, false), (false, true), (true, true)] {
      let stage = Stage(viewport: Size(320, 300), content: Size(100, 100), displayScale: 1)
      stage.scrollView.alwaysBounceVertical = vertical
      stage.scrollView.alwaysBounceHorizontal = horizontal
      let time = stage.drag(from: Point(50, 50), by: Point(100, 100), lift: false)
      #expect((stage.scrollView.contentOffset.y < 0) == vertical)
      #expect((stage.scrollView.contentOffset.x < 0) == horizontal)
      stage.touch(.ended, 150, 150, at: time)
      stage.settle(from: time)
      #expect(stage.scrollView.contentOffset == .zero)
    }
  }

  @Test func `computes the offset from its start: a finger that returns brings the content back`() {
    let stage = Stage(displayScale: 1, offset: Point(0, 100))
    stage.touch(.began, 200, 400, at: 0)
    stage.touch(.moved, 200, 390, at: 0.02)
    for place in [200.0, 850, -3000, 620, 4000, 390] {
      stage.touch(.moved, 200, place, at: stage.window.time + 0.016)
    }
    #expect(stage.scrollView.contentOffset == Point(0, 100))
  }

  @Test func `does not let content beyond its edge jump when it catches it`() {
    for (viewport, way) in [(Size(402, 874), 300.0), (Size(402, 60), 700)] {
      let stage = Stage(viewport: viewport, offset: Point(0, 150))
      let time = stage.drag(from: Point(200, 30), by: Point(0, way), steps: 5)
      for frame in 1..<20 {
        let now = time + Double(frame) / 30
        stage.touch(.began, 200, 30, at: now)
        let caught = stage.scrollView.contentOffset.y
        stage.touch(.moved, 200.4, 30, at: now + 0.001)
        #expect(abs(stage.scrollView.contentOffset.y - caught) < 0.34)
        stage.touch(.ended, 200.4, 30, at: now + 0.001)
      }
    }
  }

  @Test func `has no velocity after a tenth of a second without an event`() {
    for (wait, flies) in [(0.09, true), (0.1, false), (0.3, false)] {
      let stage = Stage()
      let time = stage.drag(from: Point(200, 700), by: Point(0, -200), lift: false)
      stage.touch(.ended, 200, 500, at: time + wait)
      #expect((stage.velocities[0] != .zero) == flies)
      #expect((stage.scrollView.phase == .decelerating) == flies)
    }
  }

  @Test func `decelerates only from a quarter of a point per millisecond on`() {
    for (speed, flies) in [(0.24, false), (0.272, true)] {
      let stage = Stage()
      let time = stage.drag(from: Point(200, 700), by: Point(0, -speed * 200), steps: 12)
      #expect((stage.scrollView.phase == .decelerating) == flies, "\(speed) at \(time)")
    }
  }

  @Test func `continues from where the program puts the content meanwhile`() {
    let stage = Stage(displayScale: 1)
    stage.onScroll = { view in
      if view.contentOffset.y > 900 { view.contentOffset.y -= 800 }
    }
    stage.scrollView.contentOffset = Point(0, 850)
    stage.drag(from: Point(200, 800), by: Point(0, -110), lift: false)
    #expect(stage.scrollView.contentOffset.y == 150)
  }

  @Test func `includes an axis that begins to scroll during it, without a jump`() {
    let stage = Stage(content: Size(402, 6000), displayScale: 1)
    let time = stage.drag(from: Point(300, 700), by: Point(-60, -100), lift: false)
    #expect(stage.scrollView.contentOffset == Point(0, 90))
    stage.scrollView.contentSize = Size(4000, 6000)
    #expect(stage.scrollView.contentOffset == Point(0, 90))
    stage.touch(.moved, 220, 590, at: time + 0.02)
    #expect(stage.scrollView.contentOffset == Point(20, 100))
    let other = Stage(content: Size(402, 6000), displayScale: 1)
    other.drag(from: Point(100, 700), by: Point(60, -100), lift: false)
    other.scrollView.alwaysBounceHorizontal = true
    other.touch(.moved, 160, 590, at: time + 0.02)
    #expect(other.scrollView.contentOffset == Point(0, 100))
  }
}
