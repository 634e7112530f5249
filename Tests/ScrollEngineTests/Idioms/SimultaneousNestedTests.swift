import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// A header that collapses above a list: both views recognize at the same time, and `scrollViewDidScroll` decides who moves.
@Suite struct `Nested scroll views that recognize simultaneously` {
  private final class Outer: ScrollView, GestureRecognizerDelegate {
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: GestureRecognizer
    ) -> Bool { true }
  }

  private final class Page: ScrollViewDelegate {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let outer: ScrollView
    let inner = ScrollView()
    let axis: Axis
    private var isPinned = false
    private var innerMayMove = false
    private(set) var innerLow = 0.0

    init(_ axis: Axis, outer: ScrollView = Outer()) {
      self.axis = axis
      self.outer = outer
      outer.frame = window.frame
      inner.frame = Rect(origin: axis.point(200), size: Size(400, 400))
      outer.contentSize = axis.size(600, 400)
      inner.contentSize = axis.size(3000, 400)
      inner.alwaysBounceVertical = axis == .vertical
      inner.alwaysBounceHorizontal = axis == .horizontal
      window.addSubview(outer)
      outer.addSubview(inner)
      outer.delegate = self
      inner.delegate = self
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
      if scrollView === outer {
        if isPinned {
          outer.contentOffset = axis.point(200)
        } else if axis.main(outer.contentOffset) >= 200 {
          outer.contentOffset = axis.point(200)
          (isPinned, innerMayMove) = (true, true)
        }
      } else if innerMayMove {
        innerLow = min(innerLow, axis.main(inner.contentOffset))
        guard axis.main(inner.contentOffset) <= 0 else { return }
        inner.contentOffset = .zero
        (isPinned, innerMayMove) = (false, false)
      } else {
        inner.contentOffset = .zero
      }
    }

    func touch(_ phase: TouchEvent.Phase, _ place: Double, at time: Double) {
      window.send(.touch(phase, at: axis.point(place, 200), time, id: 0))
    }

    func drag(_ places: [Double], from time: Double) -> Double {
      touch(.began, places[0], at: time)
      for (index, place) in places.enumerated().dropFirst() {
        touch(.moved, place, at: time + Double(index) / 60)
      }
      let end = time + Double(places.count) / 60 + 0.3
      touch(.ended, places[places.count - 1], at: end)
      return end
    }

    func settle(from time: Double, rate: Double) -> Double {
      var now = time
      while window.needsAdvance, now < time + 10 {
        now += 1 / rate
        window.advance(to: now)
      }
      return now
    }
  }

  @Test(arguments: Axis.allCases, displayRates)
  func `pull a collapsed header out again`(axis: Axis, rate: Double) {
    let page = Page(axis)
    var time = page.drag((0...20).map { 390 - Double($0) * 10.5 }, from: 0)
    time = page.settle(from: time, rate: rate)
    #expect(axis.main(page.outer.contentOffset) == 200 && page.inner.contentOffset == .zero)
    time = page.drag((0...20).map { 150 + Double($0) * 7.5 }, from: time)
    #expect(
      page.innerLow < 0, "the list hands over once it has reported that it is beyond its edge")
    _ = page.settle(from: time, rate: rate)
    #expect(axis.main(page.outer.contentOffset) < 100)
  }

  @Test(arguments: Axis.allCases)
  func `go out and back in one gesture`(axis: Axis) {
    let page = Page(axis)
    page.outer.contentOffset = axis.point(100)
    page.touch(.began, 200, at: 0)
    for step in 1...10 { page.touch(.moved, 200 + Double(step) * 5, at: Double(step) / 60) }
    for step in 1...60 { page.touch(.moved, 250 - Double(step) * 5, at: Double(step + 10) / 60) }
    #expect(axis.main(page.outer.contentOffset) == 200 && axis.main(page.inner.contentOffset) > 50)
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `both begin at an edge, whichever of them allows it`(axis: Axis, isInner: Bool) {
    let (outer, inner) = (isInner ? ScrollView() : Outer(), isInner ? Outer() : ScrollView())
    let stage = Stage(
      viewport: Size(400, 400), content: axis.size(900, 400), displayScale: 1, scrollView: outer)
    outer.contentOffset = axis.point(100)
    inner.frame = Rect(origin: axis.point(100), size: Size(400, 400))
    inner.contentSize = axis.size(900, 400)
    outer.addSubview(inner)
    stage.drag(from: Point(200, 200), by: axis.point(60), lift: false)
    #expect(outer.isDragging && inner.isDragging)
    #expect(axis.main(inner.contentOffset) < 0 && axis.main(outer.contentOffset) < 100)
  }

  @Test(arguments: Axis.allCases)
  func `leave the drag to the outer one at an edge where neither allows it`(axis: Axis) {
    let page = Page(axis, outer: ScrollView())
    page.outer.contentOffset = axis.point(100)
    page.touch(.began, 200, at: 0)
    for step in 1...10 { page.touch(.moved, 200 + Double(step) * 5, at: Double(step) / 60) }
    #expect(page.outer.isDragging && !page.inner.isDragging)
  }
}
