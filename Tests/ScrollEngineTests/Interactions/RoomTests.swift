import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A scroll view inside another one, with room in one direction` {
  /// A viewport of 300×300 at `offset` of 0 to 600 along `axis`, inside one of 400×400 in the middle of its content.
  private func stages(_ axis: Axis, offset: Double) -> (outer: Stage, inner: ScrollView) {
    let outer = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 2)
    outer.scrollView.contentOffset = Point(1000, 1000)
    let inner = ScrollView(frame: Rect(x: 1050, y: 1050, width: 300, height: 300))
    inner.contentSize = Size(900, 900)
    inner.displayScale = 2
    outer.content.addSubview(inner)
    inner.contentOffset = axis.point(offset, 300)
    return (outer, inner)
  }

  @Test(arguments: Axis.allCases, [1.0, 0.125, -1, -0.125])
  func `takes the wheel there, an eighth of a notch too, and leaves it to the other one elsewhere`(
    axis: Axis, notches: Double
  ) {
    let edge = notches > 0 ? 600.0 : 0
    for (start, isInner) in [(300, true), (600 - edge, true), (edge, false)] {
      let (outer, inner) = stages(axis, offset: start)
      outer.window.send(.wheel(axis.point(notches), at: Point(200, 200), 0))
      outer.settle(from: 0)
      #expect(inner.contentOffset == axis.point(start + (isInner ? notches * 60 : 0), 300))
      let moved = outer.scrollView.contentOffset - Point(1000, 1000)
      #expect(moved == axis.point(isInner ? 0 : notches * 60))
    }
  }

  @Test(arguments: Axis.allCases, [0.5, -0.5])
  func `takes a touchpad's gesture that begins there by half a point`(axis: Axis, step: Double) {
    let edge = step < 0 ? 600.0 : 0
    for (start, isInner) in [(300, true), (600 - edge, true), (edge, false)] {
      let (outer, inner) = stages(axis, offset: start)
      for (index, delta) in [step, step * 60, step * 60].enumerated() {
        outer.window.send(
          .touchpad(
            index == 0 ? .began : .changed, by: axis.point(delta), at: Point(200, 200),
            Double(index) / 60))
      }
      #expect((axis.main(inner.contentOffset) != start) == isInner, "at \(start)")
      #expect((axis.main(outer.scrollView.contentOffset) != 1000) == !isInner, "at \(start)")
    }
  }

  @Test(arguments: Axis.allCases, [1.0, -1])
  func `leaves a finger that catches it beyond its edge and moves outwards to the other one`(
    axis: Axis, side: Double
  ) {
    for first in [0.5, 3] {
      let (outer, inner) = stages(axis, offset: 300 + side * 260)
      let time = outer.drag(from: Point(200, 200), by: axis.point(-side * 90), steps: 5)
      outer.window.advance(to: time + 0.1)
      outer.touch(.began, Point(200, 200), at: time + 0.1)
      let caught = inner.contentOffset
      #expect((axis.main(caught) - 300) * side > 300, "it is beyond its edge")
      for (step, way) in [first, 40].enumerated() {
        outer.touch(
          .moved, Point(200, 200) + axis.point(-side * way), at: time + 0.2 + Double(step) / 10)
      }
      #expect(inner.contentOffset == caught)
      #expect(outer.scrollView.contentOffset == Point(1000, 1000) + axis.point(side * 30))
    }
  }

  @Test(arguments: Axis.allCases, [1.0, -1])
  func `leaves a drag to the other one although it has room across`(axis: Axis, side: Double) {
    let (outer, inner) = stages(axis, offset: 300 + side * 300)
    outer.drag(from: Point(200, 200), by: axis.point(-side * 60, 3), steps: 1, lift: false)
    #expect(inner.contentOffset == axis.point(300 + side * 300, 300))
    #expect(axis.main(outer.scrollView.contentOffset) == 1000 + side * 50)
  }
}
