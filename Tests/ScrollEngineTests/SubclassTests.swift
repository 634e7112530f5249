import ScrollEngine
import ScrollGeometry
import Testing

/// A scroll view that logs and constrains its overridable geometry.
private final class ObservedScrollView: ScrollView {
  var largestOffset = Double.infinity
  var refusesTouches = false
  private(set) var offsets: [Double] = []
  private(set) var boundsChanges: [(old: Rect, new: Rect)] = []

  override var contentOffset: Point {
    get { super.contentOffset }
    set {
      super.contentOffset = Point(x: newValue.x, y: min(newValue.y, largestOffset))
      offsets.append(super.contentOffset.y)
    }
  }

  override var bounds: Rect { willSet { boundsChanges.append((bounds, newValue)) } }

  override func ownRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    !refusesTouches
  }

  func clearLog() { (offsets, boundsChanges) = ([], []) }
}

@Suite struct `A subclass of ScrollView` {
  private let view = ObservedScrollView()

  private func stage(_ scrollView: ObservedScrollView) -> Stage {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(400, 4000), displayScale: 1, scrollView: scrollView)
    scrollView.clearLog()
    stage.clearLog()
    return stage
  }

  @Test func `view.subclasses sees every change of the offset, whatever scrolls`() {
    let stage = stage(view)
    var expected: [Double] = []
    stage.onScroll = { expected.append($0.contentOffset.y) }
    let time = stage.drag(from: Point(200, 300), by: Point(0, -200))
    stage.settle(from: time)
    view.setContentOffset(Point(0, 100), animated: true)
    stage.settle(from: 30)
    view.contentOffset = Point(0, 50)
    #expect(expected.count > 60)
    #expect(view.offsets == expected)
    #expect(view.boundsChanges.map(\.new.minY) == expected)
  }

  @Test func `view.subclasses sees every change of the bounds before it happens`() {
    _ = stage(view)
    view.contentOffset = Point(0, 10)
    view.bounds.size.height = 300
    view.frame = Rect(x: 0, y: 0, width: 400, height: 200)
    #expect(view.boundsChanges.map(\.old.minY) == [0, 10, 10])
    #expect(view.boundsChanges.map(\.new.minY) == [10, 10, 10])
    #expect(view.boundsChanges.map(\.old.height) == [400, 400, 300])
    #expect(view.boundsChanges.map(\.new.height) == [400, 300, 200])
  }

  @Test func `view.subclasses can constrain the offset during a drag and a deceleration`() {
    let stage = stage(view)
    view.largestOffset = 60
    stage.touch(.began, 200, 300, at: 0)
    stage.touch(.moved, 200, 200, at: 0.05)
    #expect(view.contentOffset.y == 60)
    stage.touch(.moved, 200, 260, at: 0.1)
    #expect(view.contentOffset.y == 30, "the drag continues from where it began")
    stage.touch(.moved, 200, 100, at: 0.15)
    stage.touch(.ended, 200, 100, at: 0.15)
    #expect(view.isDecelerating)
    stage.settle(from: 0.15)
    #expect(view.contentOffset.y == 60)
    #expect(stage.milestones.last == "didEndDecelerating")
  }

  @Test func `view.subclasses can refuse touches to the scroll view's own recognizers`() {
    let stage = stage(view)
    view.refusesTouches = true
    stage.drag(from: Point(200, 300), by: Point(0, -200), lift: false)
    #expect(!view.isTracking && view.contentOffset == .zero)
    view.refusesTouches = false
    stage.drag(from: Point(200, 300), by: Point(0, -200), at: 1, lift: false)
    #expect(view.isDragging && view.contentOffset.y == 190)
  }
}
