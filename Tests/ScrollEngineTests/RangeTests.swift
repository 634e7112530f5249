import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The range of a scroll view` {
  private func view(_ viewport: Size, _ content: Size, scale: Double = 1) -> ScrollView {
    let view = ScrollView(frame: Rect(origin: .zero, size: viewport))
    view.displayScale = scale
    view.contentSize = content
    return view
  }

  @Test(arguments: ScrollView.ContentInsetAdjustmentBehavior.allCases)
  func `inset.safe-area takes the part of the safe area that the behavior chooses`(
    behavior: ScrollView.ContentInsetAdjustmentBehavior
  ) {
    let view = view(Size(320, 300), Size(320, 900))
    view.safeAreaInsets = EdgeInsets(top: 20, left: 5, bottom: 30, right: 6)
    view.contentInset = EdgeInsets(all: 1)
    view.contentInsetAdjustmentBehavior = behavior
    let expected: EdgeInsets =
      switch behavior {
      case .never: EdgeInsets(all: 1)
      case .always: EdgeInsets(top: 21, left: 6, bottom: 31, right: 7)
      // 320 points of content and two of inset do not fit into 320: the horizontal axis scrolls too.
      case .automatic, .scrollableAxes: EdgeInsets(top: 21, left: 6, bottom: 31, right: 7)
      }
    #expect(view.adjustedContentInset == expected)
    view.contentInset = .zero
    guard behavior == .automatic || behavior == .scrollableAxes else { return }
    #expect(view.adjustedContentInset == EdgeInsets(top: 20, left: 0, bottom: 30, right: 0))
    view.alwaysBounceHorizontal = true
    #expect(view.adjustedContentInset == EdgeInsets(top: 20, left: 5, bottom: 30, right: 6))
  }

  @Test func `inset.safe-area notifies of another adjusted inset before the offset changes`() {
    let stage = Stage()
    stage.scrollView.contentInset = EdgeInsets(top: 50, left: 0, bottom: 0, right: 0)
    #expect(stage.log == ["didChangeAdjustedContentInset", "didScroll"])
    #expect(stage.scrollView.contentOffset == Point(0, -50))
    stage.scrollView.contentInset = EdgeInsets(top: 50, left: 0, bottom: 0, right: 0)
    #expect(stage.log.count == 2)
  }

  @Test func `follows a behavior that changes, at rest`() {
    let view = view(Size(320, 300), Size(320, 900))
    view.safeAreaInsets = EdgeInsets(top: 55, left: 0, bottom: 0, right: 0)
    #expect(view.contentOffset.y == -55)
    view.contentInsetAdjustmentBehavior = .never
    #expect(view.contentOffset.y == 0)
  }

  @Test(arguments: [Point(0, 0), Point(0.5, 0.5), Point(1, 0.25)])
  func `pins smaller content at the alignment point`(alignment: Point) {
    let view = view(Size(400, 300), Size(100, 200))
    view.contentAlignmentPoint = alignment
    let place = Point(-300 * alignment.x, -100 * alignment.y)
    #expect(view.minimumContentOffset == place)
    #expect(view.maximumContentOffset == place)
    #expect(view.contentOffset == place)
  }

  @Test func `keeps both ends on whole pixels`() {
    for scale in [1.0, 2, 3] {
      let view = view(Size(320.3, 300.7), Size(1000.21, 1000.77), scale: scale)
      view.contentInset = EdgeInsets(all: 0.4)
      for end in [view.minimumContentOffset, view.maximumContentOffset] {
        #expect(abs(end.x * scale - (end.x * scale).rounded()) < 1e-9)
        #expect(abs(end.y * scale - (end.y * scale).rounded()) < 1e-9)
      }
    }
  }

  @Test(
    arguments: [
      (3.8, 1.0, 4.0), (3.5, 1.0, 4.0), (-3.5, 1.0, -4.0), (3.4, 2.0, 3.5), (0.2, 3.0, 1.0 / 3),
    ] as [(Double, Double, Double)])
  func `content.offset rounds an offset that is set to device pixels`(
    offset: Double, scale: Double, expected: Double
  ) {
    let view = view(Size(320, 300), Size(320, 900), scale: scale)
    view.contentOffset = Point(0, offset)
    #expect(view.contentOffset.y == expected)
    view.setContentOffset(Point(0, offset), animated: false)
    #expect(view.contentOffset.y == expected)
    view.bounds.origin.y = offset
    #expect(view.contentOffset.y == offset, "bounds are taken as they are")
  }

  @Test func `view.viewport bounds.origin is scrolled by the bounds' origin, never by the frame`() {
    let view = view(Size(320, 300), Size(320, 900))
    view.contentOffset = Point(0, 120)
    #expect(view.bounds.origin == Point(0, 120))
    view.bounds.origin = Point(0, 200)
    #expect(view.contentOffset == Point(0, 200))
    #expect(view.frame == Rect(x: 0, y: 0, width: 320, height: 300))
  }

  @Test func `bounds.observing lets every change of the bounds be observed`() {
    let stage = Stage()
    var seen: [Point] = []
    let observation = stage.scrollView.observeBounds { seen.append($0.origin) }
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.settle(from: time)
    #expect(seen.count == stage.log.count { $0 == "didScroll" })
    #expect(seen.last == stage.scrollView.contentOffset)
    observation.cancel()
    let count = seen.count
    stage.scrollView.contentOffset = .zero
    #expect(seen.count == count)
  }

  @Test func `clamps the offset when it shrinks at rest, and moves one at the minimum along`() {
    let view = view(Size(320, 300), Size(320, 900))
    view.contentOffset = Point(0, 600)
    view.contentSize = Size(320, 500)
    #expect(view.contentOffset == Point(0, 200))
    view.frame.size.height = 400
    #expect(view.contentOffset == Point(0, 100))
    view.contentOffset = .zero
    view.contentInset.top = 64
    #expect(view.contentOffset == Point(0, -64))
    view.contentInset.top = 0
    #expect(view.contentOffset == .zero)
  }

  @Test func `has no offset of minus zero`() {
    let view = view(Size(320, 300), Size(320, 900))
    #expect(view.minimumContentOffset.x.sign == .plus && view.minimumContentOffset.y.sign == .plus)
  }

  @Test func `notifies once when size and origin change together`() {
    let stage = Stage(viewport: Size(700, 500), content: Size(700, 781))
    stage.clearLog()
    stage.scrollView.bounds = Rect(x: 1, y: 810, width: 100, height: 40)
    #expect(stage.log == ["didScroll"])
    #expect(stage.scrollView.contentOffset == Point(1, 741))
  }

  @Test func `counts negative sizes as zero`() {
    let view = view(Size(320, 300), Size(-5, 900))
    #expect(view.contentSize == Size(0, 900))
    view.frame = Rect(x: 3, y: 4, width: -1, height: -2)
    #expect(view.frame == Rect(x: 3, y: 4, width: 0, height: 0))
  }
}
