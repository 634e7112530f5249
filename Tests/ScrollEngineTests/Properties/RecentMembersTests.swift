import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// Members that UIScrollView has had since iOS 17 and 26.
@Suite struct `Of UIScrollView's recent members` {
  private func stage(_ axis: Axis) -> Stage {
    Stage(viewport: Size(400, 400), content: axis.size(2000, 400), displayScale: 1)
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `indicators keep out of the safe area, if they adjust`(axis: Axis, adjusts: Bool) {
    let stage = Stage(viewport: axis.size(300, 200), content: axis.size(3000, 200), displayScale: 1)
    let view = stage.scrollView
    #expect(view.automaticallyAdjustsScrollIndicatorInsets)
    view.contentInsetAdjustmentBehavior = .never
    stage.window.safeAreaInsets = EdgeInsets(all: 20)
    view.automaticallyAdjustsScrollIndicatorInsets = adjusts
    let frame = axis.indicator(of: view).frame
    let safe = adjusts ? 20.0 : 0
    #expect(axis.main(frame.origin) == 3 + safe && axis.cross(frame.origin) == 194 - safe)
    // Insets of the program's own stay.
    view.scrollIndicatorInsets = EdgeInsets(all: 7)
    #expect(axis.main(axis.indicator(of: view).frame.origin) == 10 + safe)
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `bouncesHorizontally, bouncesVertically hold on their axis`(axis: Axis, isOwn: Bool) {
    let stage = stage(axis)
    #expect(stage.scrollView.bouncesHorizontally && stage.scrollView.bouncesVertically)
    if (axis == .horizontal) == isOwn {
      stage.scrollView.bouncesHorizontally = false
    } else {
      stage.scrollView.bouncesVertically = false
    }
    #expect(!stage.scrollView.bounces, "true only where both are")
    let time = stage.drag(from: Point(100, 100), by: axis.point(150), interval: 0.01)
    #expect((axis.main(stage.scrollView.contentOffset) == 0) == isOwn, "a drag past the edge")
    stage.settle(from: time)
    stage.scrollView.contentOffset = axis.point(30)
    let start = stage.window.time + 1
    stage.drag(from: Point(100, 100), by: axis.point(39), steps: 3, at: start, interval: 0.01)
    var least = 0.0
    for frame in 0..<60 {
      stage.window.advance(to: start + Double(frame) / 60)
      least = min(least, axis.main(stage.scrollView.contentOffset))
    }
    #expect((least == 0) == isOwn, "a flick past the edge")
    stage.scrollView.bounces = true
    #expect(stage.scrollView.bouncesHorizontally && stage.scrollView.bouncesVertically)
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `bouncesHorizontally, bouncesVertically let what fits bounce`(axis: Axis, bounces: Bool) {
    let stage = Stage(viewport: Size(400, 400), content: Size(300, 300), displayScale: 1)
    stage.scrollView.alwaysBounceHorizontal = axis == .horizontal
    stage.scrollView.alwaysBounceVertical = axis == .vertical
    stage.scrollView.bouncesHorizontally = axis == .vertical || bounces
    stage.scrollView.bouncesVertically = axis == .horizontal || bounces
    stage.drag(from: Point(100, 100), by: axis.point(90), lift: false)
    #expect((axis.main(stage.scrollView.contentOffset) < 0) == bounces)
  }

  /// A scroll view at its edge within one that is not.
  private func nested(_ axis: Axis) -> (stage: Stage, inner: ScrollView) {
    let stage = stage(axis)
    let inner = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    inner.contentSize = axis.size(800, 400)
    stage.scrollView.addSubview(inner)
    inner.contentOffset = axis.point(400)
    return (stage, inner)
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `transfers…ScrollingToParent hands on what an inner view cannot follow`(
    axis: Axis, transfers: Bool
  ) {
    for input in 0..<3 {
      let (stage, inner) = nested(axis)
      #expect(inner.transfersHorizontalScrollingToParent)
      #expect(inner.transfersVerticalScrollingToParent)
      if axis == .horizontal {
        inner.transfersHorizontalScrollingToParent = transfers
      } else {
        inner.transfersVerticalScrollingToParent = transfers
      }
      switch input {
      case 0: stage.drag(from: Point(300, 300), by: axis.point(-90), lift: false)
      case 1:
        stage.window.send(.wheel(axis.point(1), at: Point(200, 200), 1))
        stage.window.advance(to: 2)
      default:
        for (phase, way) in [(GesturePhase.began, -5.0), (.changed, -40)] {
          stage.window.send(.touchpad(phase, by: axis.point(way), at: Point(200, 200), 1))
        }
      }
      #expect((axis.main(stage.scrollView.contentOffset) > 0) == transfers, "input \(input)")
      if input != 1 {
        #expect((axis.main(inner.contentOffset) > 400) == !transfers, "it stretches instead")
      }
    }
  }

  @Test func `isScrollAnimating is true during animations of the offset alone`() {
    let stage = stage(.vertical)
    #expect(!stage.scrollView.isScrollAnimating)
    stage.scrollView.setContentOffset(Point(0, 300), animated: true)
    #expect(stage.scrollView.isScrollAnimating)
    stage.settle(from: 0)
    #expect(!stage.scrollView.isScrollAnimating)
    stage.zooms = true
    stage.scrollView.maximumZoomScale = 2
    stage.scrollView.setZoomScale(2, animated: true)
    #expect(!stage.scrollView.isScrollAnimating && stage.scrollView.isZoomAnimating)
  }

  @Test(arguments: [KeyEvent.Key.down, .right], [true, false])
  func `allowsKeyboardScrolling lets arrow keys scroll`(key: KeyEvent.Key, allows: Bool) {
    let stage = Stage(viewport: Size(400, 400), content: Size(2000, 2000))
    #expect(stage.scrollView.allowsKeyboardScrolling)
    stage.scrollView.allowsKeyboardScrolling = allows
    stage.window.send(.key(KeyEvent(key: key, timestamp: 1)))
    stage.settle(from: 1)
    #expect((stage.scrollView.contentOffset != .zero) == allows)
  }

  @Test(arguments: [0.0, 100])
  func `withScrollIndicatorsShown shows them for changes of the program alone`(pause: Double) {
    let stage = stage(.vertical)
    stage.window.advance(to: 1)
    stage.scrollView.contentOffset = Point(0, 50)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 0)
    stage.scrollView.withScrollIndicatorsShown {
      stage.scrollView.contentOffset = Point(0, 60)
    }
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 1)
    stage.window.advance(to: 1 + pause)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 1, "seen from its beginning")
    stage.window.advance(to: 2.125 + pause)
    #expect(abs(stage.scrollView.verticalScrollIndicator.opacity - 0.5) < 1e-6)
    stage.window.advance(to: 3 + pause)
    stage.scrollView.contentOffset = Point(0, 70)
    stage.scrollView.withScrollIndicatorsShown {}
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 0 && !stage.window.needsAdvance)
  }

  @Test(arguments: Axis.allCases)
  func `edge effects are as strong as content lies beyond their edges`(axis: Axis) {
    let stage = stage(axis)
    let view = stage.scrollView
    func strengths() -> [Double] {
      let effects =
        axis == .horizontal
        ? [view.leftEdgeEffect, view.rightEdgeEffect, view.topEdgeEffect, view.bottomEdgeEffect]
        : [view.topEdgeEffect, view.bottomEdgeEffect, view.leftEdgeEffect, view.rightEdgeEffect]
      return effects.map(\.strength)
    }
    #expect(view.topEdgeEffect.style == .automatic && !view.topEdgeEffect.isHidden)
    for (offset, expected) in [
      (0.0, [0.0, 1]), (4, [0.25, 1]), (300, [1, 1]), (1592, [1, 0.5]), (1600, [1, 0]),
      (-30, [0, 1]),
    ] {
      view.contentOffset = axis.point(offset)
      #expect(strengths() == expected + [0, 0], "\(offset)")
    }
    view.contentOffset = axis.point(300)
    (view.topEdgeEffect.style, view.leftEdgeEffect.style) = (.hard, .soft)
    (view.bottomEdgeEffect.isHidden, view.rightEdgeEffect.isHidden) = (true, true)
    #expect(strengths() == [1, 0, 0, 0])
    #expect(view.topEdgeEffect.style == .hard && view.leftEdgeEffect.style == .soft)
    #expect(view.bottomEdgeEffect.style == .automatic && view.bottomEdgeEffect.isHidden)
  }
}
