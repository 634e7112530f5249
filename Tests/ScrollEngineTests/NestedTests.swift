import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A scroll view in another one` {
  private func stages(inner content: Size) -> (Stage, ScrollView) {
    let stage = Stage(viewport: Size(400, 400), content: Size(400, 2000), displayScale: 1)
    let inner = ScrollView(frame: Rect(x: 50, y: 50, width: 300, height: 300))
    inner.contentSize = content
    stage.content.addSubview(inner)
    return (stage, inner)
  }

  @Test func `bounces itself when both are at their edges`() {
    let (outer, inner) = stages(inner: Size(300, 900))
    outer.drag(from: Point(200, 150), by: Point(0, 100), lift: false)
    #expect(inner.contentOffset.y < 0 && outer.scrollView.contentOffset == .zero)
  }

  @Test func `leaves an axis that it does not scroll to the other one`() {
    let (outer, inner) = stages(inner: Size(900, 300))
    outer.drag(from: Point(200, 300), by: Point(0, -100), lift: false)
    #expect(inner.contentOffset == .zero && outer.scrollView.contentOffset.y == 90)
    let (other, wide) = stages(inner: Size(900, 300))
    other.drag(from: Point(300, 300), by: Point(-100, 0), lift: false)
    #expect(wide.contentOffset.x == 90 && other.scrollView.contentOffset == .zero)
  }

  @Test func `takes the wheel while it has room`() {
    let (outer, inner) = stages(inner: Size(300, 330))
    for time in [0.0, 1, 2] {
      outer.window.send(
        .wheel(WheelEvent(notches: Point(0, 1), location: Point(200, 100), timestamp: time)))
    }
    outer.settle(from: 2)
    #expect(inner.contentOffset.y == 30 && outer.scrollView.contentOffset.y == 120)
  }

  @Test func `stops following the finger once it is removed from its window`() {
    let (outer, inner) = stages(inner: Size(300, 900))
    outer.drag(from: Point(200, 300), by: Point(0, -100), lift: false)
    inner.removeFromSuperview()
    #expect(inner.phase == .idle && inner.panGestureRecognizer.touches.isEmpty)
    let offset = inner.contentOffset
    outer.touch(.moved, 200, 100, at: 4)
    outer.touch(.ended, 200, 100, at: 4.1)
    #expect(inner.contentOffset == offset && outer.window.touches.isEmpty)
    outer.window.advance(to: 5)
    #expect(!outer.window.needsAdvance)
  }
}
