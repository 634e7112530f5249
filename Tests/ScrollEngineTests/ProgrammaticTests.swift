import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A program that scrolls` {
  private let stage = Stage()

  @Test func `content.offset moves the content in three tenths of a second, slow at both ends`() {
    stage.scrollView.setContentOffset(Point(0, 300), animated: true)
    stage.window.advance(to: 0)
    var offsets: [Double] = []
    for step in 1...9 {
      stage.window.advance(to: Double(step) / 30 - 1e-12)
      offsets.append(stage.scrollView.contentOffset.y)
    }
    let steps = zip([0] + offsets, offsets).map { $1 - $0 }
    #expect(
      steps[0] < steps[2] && steps[2] < steps[4] && steps[6] < steps[4] && steps[8] < steps[6])
    for (early, late) in zip(steps, steps.reversed()) { #expect(abs(early - late) < 1e-6) }
    stage.window.advance(to: 0.3)
    #expect(stage.scrollView.contentOffset.y == 300 && stage.scrollView.phase == .idle)
  }

  @Test func `continues from the current offset when it asks again, and is notified of one end`() {
    stage.scrollView.setContentOffset(Point(0, 300), animated: true)
    stage.window.advance(to: 0.15)
    let before = stage.scrollView.contentOffset
    stage.scrollView.setContentOffset(Point(0, 40), animated: true)
    #expect(stage.scrollView.contentOffset == before)
    stage.window.advance(to: 0.44)
    #expect(stage.milestones.isEmpty)
    stage.settle(from: 0.44)
    #expect(stage.scrollView.contentOffset.y == 40)
    #expect(stage.milestones == ["didEndScrollingAnimation"])
  }

  @Test func `stops a deceleration by setting the offset as a call, and not by assigning it`() {
    let stage = Stage(displayScale: 1)
    var time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.1)
    let (before, resting) = (stage.scrollView.contentOffset.y, stage.scrollView.restingOffset.y)
    stage.scrollView.contentOffset.y += 1000
    let shift = stage.scrollView.contentOffset.y - before
    #expect(stage.scrollView.phase == .decelerating)
    #expect(abs(stage.scrollView.restingOffset.y - resting - shift) <= 0.5)
    #expect(stage.scrollView.restingOffset.y == stage.scrollView.restingOffset.y.rounded())
    stage.scrollView.setContentOffset(Point(0, 100), animated: false)
    #expect(stage.scrollView.phase == .idle && stage.milestones.last == "didEndDecelerating")
    time = stage.window.time
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == Point(0, 100))
  }

  @Test func `scroll.to-rect does nothing for a rectangle that is visible, empty or outside`() {
    let stage = Stage(viewport: Size(300, 200), content: Size(300, 2000), offset: Point(0, 500))
    stage.clearLog()
    for rect in [
      Rect(x: 0, y: 510, width: 10, height: 50), Rect(x: 0, y: 900, width: 0, height: 0),
      Rect(x: 0, y: 3000, width: 10, height: 10),
    ] {
      stage.scrollView.scrollRectToVisible(rect, animated: true)
    }
    #expect(stage.log.isEmpty && stage.scrollView.phase == .idle)
  }

  @Test func `scrolls although scrolling is disabled`() {
    stage.scrollView.isScrollEnabled = false
    stage.scrollView.setContentOffset(Point(0, 90), animated: true)
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == Point(0, 90))
  }

  @Test func `scroll.to-top scrolls to the top and is notified of it`() {
    let stage = Stage(content: Size(900, 6000))
    stage.scrollView.contentInset.top = 20
    stage.scrollView.contentOffset = Point(70, 900)
    stage.clearLog()
    #expect(stage.window.scrollToTop())
    stage.window.advance(to: 0.1)
    #expect(stage.scrollView.phase == .animating)
    stage.settle(from: 0.1)
    #expect(stage.scrollView.contentOffset == Point(70, -20))
    #expect(stage.milestones == ["shouldScrollToTop", "didScrollToTop"])
    stage.clearLog()
    #expect(!stage.window.scrollToTop() && stage.log.isEmpty, "it is there already")
  }

  @Test(arguments: [-40.0, 33.25, 5000])
  func `scroll.to-top leaves the horizontal offset as it is`(x: Double) {
    let stage = Stage(content: Size(900, 6000))
    stage.scrollView.bounds.origin = Point(x, 900)
    #expect(stage.window.scrollToTop())
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == Point(x, 0))
  }

  @Test func `scroll.to-top asks nobody while a finger holds the content`() {
    let stage = Stage(offset: Point(0, 900))
    stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
    stage.clearLog()
    #expect(!stage.window.scrollToTop() && stage.log.isEmpty)
  }

  @Test func `scroll.to-top scrolls nothing that refuses, and nothing where two would`() {
    let stage = Stage(offset: Point(0, 900))
    stage.shouldScrollToTop = false
    #expect(!stage.window.scrollToTop())
    stage.shouldScrollToTop = true
    let other = ScrollView(frame: stage.window.frame)
    stage.window.addSubview(other)
    #expect(!stage.window.scrollToTop())
    other.scrollsToTop = false
    #expect(stage.window.scrollToTop())
  }

  @Test func `stops scrolling where the content is, within its range`() {
    let stage = Stage(offset: Point(0, 5000))
    let time = stage.drag(from: Point(200, 700), by: Point(0, -400), steps: 6)
    stage.window.advance(to: time + 0.1)
    #expect(stage.scrollView.contentOffset.y > 5126)
    stage.scrollView.stopScrollingAndZooming()
    #expect(stage.scrollView.contentOffset.y == 5126 && stage.scrollView.phase == .idle)
    let paged = Stage(viewport: Size(320, 460), content: Size(3200, 460), displayScale: 1)
    paged.scrollView.isPagingEnabled = true
    paged.scrollView.contentOffset = Point(500, 0)
    paged.scrollView.stopScrollingAndZooming()
    #expect(paged.scrollView.contentOffset == Point(640, 0))
  }

  @Test func `may begin another animation when it is notified of the last step`() {
    stage.onScroll = { view in
      if view.contentOffset.y == 300 { view.setContentOffset(Point(0, 900), animated: true) }
    }
    stage.scrollView.setContentOffset(Point(0, 300), animated: true)
    stage.window.advance(to: 0)
    stage.window.advance(to: 0.3)
    #expect(stage.scrollView.contentOffset.y == 300 && stage.scrollView.phase == .animating)
    stage.window.advance(to: 0.45)
    #expect(abs(stage.scrollView.contentOffset.y - 600) < 1)
    stage.settle(from: 0.45)
    #expect(stage.scrollView.contentOffset.y == 900)
  }

  @Test func `keeps an animation within a range that shrinks`() {
    stage.scrollView.setContentOffset(Point(0, 4000), animated: true)
    stage.window.advance(to: 0.1)
    stage.scrollView.contentSize = Size(402, 1000)
    stage.settle(from: 0.1)
    #expect(stage.scrollView.contentOffset == Point(0, 126))
  }
}
