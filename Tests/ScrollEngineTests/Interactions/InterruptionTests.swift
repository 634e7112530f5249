import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `What interrupts a scroll view` {
  private let stage = Self.stage()

  private static func stage() -> Stage {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
    stage.scrollView.contentOffset = Point(1000, 1000)
    stage.clearLog()
    return stage
  }

  // MARK: A finger

  @Test(arguments: Axis.allCases)
  func `a finger on an animation drags with its first movement`(axis: Axis) {
    stage.scrollView.setContentOffset(Point(1000, 1000) + axis.point(300), animated: true)
    stage.window.advance(to: 0.15)
    stage.touch(.began, 200, 200, at: 0.15)
    let caught = stage.scrollView.contentOffset
    #expect(stage.scrollView.phase == .tracking && stage.scrollView.isTracking)
    #expect(caught == Point(caught.x.rounded(), caught.y.rounded()), "on whole pixels")
    let place = Point(200, 200) + axis.point(-2)
    stage.touch(.moved, place.x, place.y, at: 0.2)
    #expect(stage.scrollView.phase == .dragging)
    #expect(stage.scrollView.contentOffset == caught + axis.point(2))
  }

  @Test(arguments: Axis.allCases)
  func `a finger catches content beyond either edge where it is, and drags on evenly`(axis: Axis) {
    for (edge, way) in [(0.0, 300.0), (3600, -300)] {
      let stage = Self.stage()
      stage.scrollView.contentOffset = axis.point(edge, 1000)
      let time = stage.drag(from: Point(200, 200), by: axis.point(way), steps: 5)
      stage.window.advance(to: time + 0.05)
      stage.touch(.began, 200, 200, at: time + 0.05)
      let caught = axis.main(stage.scrollView.contentOffset)
      #expect((caught - edge) * way < 0)
      let near = Point(200, 200) + axis.point(way / 300)
      stage.touch(.moved, near.x, near.y, at: time + 0.07)
      #expect(abs(axis.main(stage.scrollView.contentOffset) - caught) <= 1)
      let far = Point(200, 200) + axis.point(way)
      stage.touch(.moved, far.x, far.y, at: time + 0.09)
      let farther = axis.main(stage.scrollView.contentOffset)
      #expect((farther - caught) * way < 0, "it stretches on the same side")
      // All the way back and on: the content is in range again, one to one.
      let back = Point(200, 200) + axis.point(-way * 6)
      stage.touch(.moved, back.x, back.y, at: time + 0.11)
      let inside = axis.main(stage.scrollView.contentOffset)
      #expect((0...3600).contains(inside) && inside != edge)
      let more = back + axis.point(-way / 30)
      stage.touch(.moved, more.x, more.y, at: time + 0.13)
      #expect(abs(axis.main(stage.scrollView.contentOffset) - inside - way / 30) < 1e-9)
    }
  }

  // MARK: The program

  @Test(arguments: Axis.allCases)
  func `an assignment moves an animation, its start and its end`(axis: Axis) {
    let still = Self.stage()
    for one in [stage, still] {
      one.scrollView.setContentOffset(Point(1300, 1300), animated: true)
      one.window.advance(to: 0.1)
    }
    stage.scrollView.contentOffset += axis.point(50)
    let shift = stage.scrollView.contentOffset - still.scrollView.contentOffset
    #expect(abs(axis.main(shift) - 50) <= 0.5)
    #expect(stage.scrollView.restingOffset == still.scrollView.restingOffset + shift)
    for time in [0.15, 0.2, 0.25] {
      stage.window.advance(to: time)
      still.window.advance(to: time)
      let now = stage.scrollView.contentOffset - still.scrollView.contentOffset
      #expect((now - shift).length < 1e-9)
    }
  }

  @Test(arguments: Axis.allCases)
  func `bounds set during a drag or a deceleration move it by as much`(axis: Axis) {
    let time = stage.drag(from: Point(300, 300), by: axis.point(-100), lift: false)
    let before = stage.scrollView.contentOffset
    stage.scrollView.bounds.origin = before + axis.point(50)
    let place = Point(300, 300) + axis.point(-110)
    stage.touch(.moved, place.x, place.y, at: time + 1.0 / 60)
    #expect(stage.scrollView.contentOffset == before + axis.point(60))
    stage.touch(.ended, place.x, place.y, at: time + 1.0 / 60)
    let rest = stage.scrollView.restingOffset
    stage.scrollView.bounds.origin += axis.point(-70)
    #expect((stage.scrollView.restingOffset - rest + axis.point(70)).length <= 1)
  }

  @Test func `a stop ends a drag, with the calls still to be sent`() {
    let time = stage.drag(from: Point(200, 300), by: Point(0, -200))
    stage.touch(.began, 200, 300, at: time + 0.1)
    stage.clearLog()
    stage.scrollView.stopScrollingAndZooming()
    #expect(stage.milestones == ["didEndDecelerating"] && stage.scrollView.phase == .idle)
    stage.touch(.moved, 200, 100, at: time + 0.2)
    #expect(stage.scrollView.phase == .idle, "the finger no longer scrolls")
    stage.touch(.ended, 200, 100, at: time + 0.3)
    #expect(stage.milestones == ["didEndDecelerating"])
    stage.clearLog()
    stage.drag(from: Point(200, 300), by: Point(0, -100), at: time + 1, lift: false)
    stage.scrollView.stopScrollingAndZooming()
    #expect(stage.milestones == ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `an animated call to where the content is ends another animation`() {
    stage.scrollView.setContentOffset(Point(1000, 1300), animated: true)
    stage.window.advance(to: 0.15)
    let here = stage.scrollView.contentOffset
    let rounded = Point(here.x.rounded(), here.y.rounded())
    stage.scrollView.contentOffset = rounded
    stage.scrollView.setContentOffset(rounded, animated: true)
    #expect(stage.scrollView.phase == .idle)
    #expect(stage.milestones == ["didEndScrollingAnimation"])
    stage.window.advance(to: 1)
    #expect(stage.scrollView.contentOffset == rounded)
  }

  // MARK: The range

  @Test(arguments: Axis.allCases)
  func `a smaller range clamps the target of the delegate, at either end`(axis: Axis) {
    for (way, request, inset, expected) in [
      (-200.0, 3000.0, 0.0, 1600.0), (200, 100, -500, 500),
    ] {
      let stage = Self.stage()
      stage.request = axis.point(request, 1000)
      let time = stage.drag(from: Point(200, 200), by: axis.point(way))
      stage.window.advance(to: time + 0.05)
      #expect(stage.scrollView.restingOffset == axis.point(request, 1000))
      if inset < 0 {
        stage.scrollView.contentInset = axis.insets(inset, 0)
      } else {
        stage.scrollView.contentSize = axis.size(2000, 4000)
      }
      #expect(stage.scrollView.restingOffset == axis.point(expected, 1000))
      stage.settle(from: time + 0.05)
      #expect(stage.scrollView.contentOffset == axis.point(expected, 1000))
      #expect(stage.milestones.count { $0 == "didEndDecelerating" } == 1)
    }
  }

  @Test(arguments: Axis.allCases)
  func `insets make an axis scroll, and the safe area counts on it then`(axis: Axis) {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = axis.size(380, 100)
    view.safeAreaInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.adjustedContentInset == .zero)
    view.contentInset = axis.insets(10, 10)
    #expect(view.adjustedContentInset == view.contentInset, "exactly as large is not larger")
    view.contentInset = axis.insets(10, 11)
    let safe =
      axis == .horizontal
      ? EdgeInsets(top: 0, left: 2, bottom: 0, right: 4)
      : EdgeInsets(top: 1, left: 0, bottom: 3, right: 0)
    #expect(view.adjustedContentInset == axis.insets(10, 11) + safe)
  }

  // MARK: Time

  // MARK: Nested views

  @Test(arguments: Axis.allCases, [1.0, -1])
  func `another view takes a drag only where the inner one has no room`(axis: Axis, side: Double) {
    for (offset, isInner) in [(0.0, side > 0), (300, true), (600, side < 0)] {
      let outer = Self.stage()
      outer.scrollView.contentOffset = Point(1000, 1000)
      let inner = ScrollView(frame: Rect(x: 1050, y: 1050, width: 300, height: 300))
      inner.contentSize = Size(900, 900)
      outer.content.addSubview(inner)
      inner.contentOffset = Point(300, 300) + axis.point(offset - 300)
      // A finger that moves to the left or up asks for higher offsets.
      outer.drag(from: Point(200, 200), by: axis.point(-60 * side), lift: false)
      #expect((axis.main(inner.contentOffset) != offset) == isInner, "at \(offset)")
      #expect((axis.main(outer.scrollView.contentOffset) != 1000) == !isInner, "at \(offset)")
      #expect(outer.milestones.isEmpty == isInner)
    }
  }

  @Test func `a touchpad at rest takes the innermost view that scrolls at all`() {
    for (content, isInner) in [(Size(900, 900), true), (Size(300, 300), false)] {
      let outer = Self.stage()
      let inner = ScrollView(frame: Rect(x: 1050, y: 1050, width: 300, height: 300))
      inner.contentSize = content
      outer.content.addSubview(inner)
      for (step, delta) in [Point.zero, Point(0, -30), Point(0, -30)].enumerated() {
        outer.window.send(
          .touchpad(
            step == 0 ? .began : .changed, by: delta, at: Point(200, 200), Double(step) / 60))
      }
      #expect((inner.contentOffset.y > 0) == isInner)
      #expect((outer.scrollView.contentOffset.y > 1000) == !isInner)
    }
  }

  // MARK: Values

  @Test func `one invalid number invalidates the whole value`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = Size(900, 900)
    let good = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let parts: [WritableKeyPath<EdgeInsets, Double>] = [\.top, \.left, \.bottom, \.right]
    for part in parts {
      var bad = good
      bad[keyPath: part] = .nan
      view.contentInset = bad
      view.safeAreaInsets = bad
      view.scrollIndicatorInsets = bad
      #expect(view.contentInset == .zero && view.safeAreaInsets == .zero)
      #expect(view.scrollIndicatorInsets == .zero)
    }
    for bad in [Size(.nan, 5), Size(5, .nan)] { view.contentSize = bad }
    for bad in [Point(.nan, 5), Point(5, .nan)] { view.contentOffset = bad }
    #expect(view.contentSize == Size(900, 900) && view.contentOffset == .zero)
    let fields: [WritableKeyPath<AffineTransform, Double>] = [\.a, \.b, \.c, \.d, \.tx, \.ty]
    for field in fields {
      var bad = AffineTransform.identity
      bad[keyPath: field] = .infinity
      view.transform = bad
      #expect(view.transform == .identity)
    }
  }

  @Test func `a touch has its previous location`() throws {
    stage.touch(.began, 200, 300, at: 0)
    let touch = try #require(stage.window.touches.first)
    stage.touch(.moved, 210, 304, at: 0.1)
    #expect(touch.location(in: nil) == Point(210, 304))
    #expect(touch.previousLocation(in: nil) == Point(200, 300))
    stage.touch(.moved, 215, 320, at: 0.2)
    #expect(touch.previousLocation(in: nil) == Point(210, 304))
    #expect(
      touch.previousLocation(in: stage.scrollView) == stage.scrollView.bounds.origin
        + Point(210, 304))
  }

  @Test func `no modifier key is part of another one`() {
    let all: [Modifiers] = [.shift, .control, .alternate, .command]
    for (index, one) in all.enumerated() {
      for (other, two) in all.enumerated() { #expect(one.contains(two) == (index == other)) }
    }
  }
}
