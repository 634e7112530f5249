import OverscrollTestSupport
import Glibc
import ScrollEngine
import ScrollGeometry
import Testing

/// A delegate that leaves every method to its default.
private final class SilentDelegate: ScrollViewDelegate {}

/// A view that notes whether its touches are canceled with an event.
private final class CancelledView: View {
  var hadEvent: [Bool] = []

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    hadEvent.append(event != nil)
  }
}

@Suite struct `At its limits a scroll view` {
  private let stage = Self.stage()

  private static func stage() -> Stage {
    Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
  }

  @Test(arguments: [
    (19.5, true, false), (20.5, true, true), (45.0, true, true), (69.5, true, true),
    (70.5, false, true),
  ])
  func `drag.lock locks a drag to an axis within twenty degrees of it, to its end`(
    angle: Double, movesX: Bool, movesY: Bool
  ) {
    for side in [1.0, -1] {
      let stage = Self.stage()
      stage.scrollView.contentOffset = Point(1000, 1000)
      stage.scrollView.isDirectionalLockEnabled = true
      let way = Point(cos(angle * .pi / 180), sin(angle * .pi / 180)) * (side * 200)
      let start = Point(200, 200)
      let time = stage.drag(from: start, by: way, steps: 2, lift: false)
      stage.touch(.moved, start + way + Point(50, 50) * side, at: time + 0.02)
      #expect((stage.scrollView.contentOffset.x != 1000) == movesX)
      #expect((stage.scrollView.contentOffset.y != 1000) == movesY)
    }
  }

  @Test func `ends an animation exactly on its target, whenever it began`() {
    var time = 0.0
    for step in 1...200 {
      time += 0.7131
      let end = step % 2 == 0 ? Point(0, 0) : Point(777, 333)
      stage.window.advance(to: time)
      stage.scrollView.setContentOffset(end, animated: true)
      stage.window.advance(to: time + 0.01)
      stage.window.advance(to: time + 0.5)
      #expect(stage.scrollView.contentOffset == end && stage.scrollView.phase == .idle)
    }
  }

  @Test func `begins its own time at zero, and does not advance recursively`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.contentSize = Size(400, 4000)
    view.delegate = stage
    view.setContentOffset(Point(0, 300), animated: true)
    stage.onScroll = { $0.advance(to: 100) }
    view.advance(to: 0)
    view.advance(to: 0.15)
    #expect(abs(view.contentOffset.y - 150) < 1e-9)
  }

  @Test(arguments: [(0.125, 1.0), (0.135, 1.9)])
  func `forgets flicks for a drag slower than 0.13 points a millisecond in between`(
    speed: Double, expected: Double
  ) {
    let stage = Stage(content: Size(402, 1e6), displayScale: 1e6, offset: Point(0, 500_000))
    var reaches: [Double] = []
    for flick in 0..<3 {
      var time = Double(flick)
      var y = 700.0
      stage.touch(.began, 200, y, at: time)
      let slow = flick == 2 ? 6 : 0
      for step in 0..<(12 + slow) {
        time += 1.0 / 60
        y -= (4..<4 + slow).contains(step) ? speed * 1000 / 60 : 40
        stage.touch(.moved, 200, y, at: time)
      }
      let from = stage.scrollView.contentOffset.y
      stage.touch(.ended, 200, y, at: time)
      reaches.append((stage.targets.last ?? .zero).y - from)
    }
    #expect(abs(reaches[2] / reaches[0] - expected) < 1e-6)
  }

  @Test(arguments: Axis.allCases)
  func
    `keeps what its delegate asked for along one axis when paging is enabled during a deceleration`(
      axis: Axis
    ) throws
  {
    let plain = Stage(viewport: Size(320, 320), content: Size(6400, 6400), displayScale: 1)
    let stage = Stage(viewport: Size(320, 320), content: Size(6400, 6400), displayScale: 1)
    plain.drag(from: Point(300, 300), by: Point(-60, -60), steps: 6)
    let natural = try #require(plain.targets.last)
    stage.request = axis.point(axis.main(natural), 777)
    let time = stage.drag(from: Point(300, 300), by: Point(-60, -60), steps: 6)
    stage.scrollView.isPagingEnabled = true
    stage.settle(from: time)
    #expect(axis.cross(stage.scrollView.contentOffset) == 777)
    #expect(axis.main(stage.scrollView.contentOffset).remainder(dividingBy: 320) == 0)
    #expect(axis.main(natural).remainder(dividingBy: 320) != 0)
  }

  @Test func `scrolls to its top for a delegate that does not say no`() {
    let delegate = SilentDelegate()
    stage.scrollView.delegate = delegate
    stage.scrollView.contentOffset = Point(0, 1000)
    #expect(stage.window.scrollToTop())
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `ends tracking a finger that rests when its pan is disabled`() {
    stage.touch(.began, 200, 200, at: 0)
    #expect(stage.scrollView.isTracking)
    stage.scrollView.panGestureRecognizer.isEnabled = false
    #expect(!stage.scrollView.isTracking && stage.scrollView.phase == .idle)
  }

  @Test(arguments: [TouchEvent.Phase.ended, .cancelled])
  func `waits for nothing more once a finger has left again`(last: TouchEvent.Phase) {
    stage.touch(.began, 200, 200, at: 0)
    #expect(stage.window.needsAdvance)
    stage.touch(last, 200, 200, at: 0.05)
    #expect(!stage.window.needsAdvance)
  }

  @Test(arguments: Axis.allCases)
  func `cancels a touch in its content with the event that makes it a drag`(axis: Axis) {
    let view = CancelledView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    stage.content.addSubview(view)
    stage.touch(.began, 200, 200, at: 0)
    stage.window.advance(to: 0.3)
    stage.touch(.moved, Point(200, 200) + axis.point(-50), at: 0.4)
    #expect(view.hadEvent == [true])
  }
}

@Suite struct `A pinch of fingers that touch each other` {
  @Test(arguments: Axis.allCases)
  func `counts from a point`(axis: Axis) {
    let stage = GestureStage()
    let pinch = stage.attach(PinchGestureRecognizer())
    stage.touch(.began, Point(500, 500), at: 0, id: 0)
    stage.touch(.began, Point(500, 500) + axis.point(6), at: 0, id: 1)
    stage.touch(.moved, Point(500, 500) + axis.point(0.5), at: 0.1, id: 1)
    #expect(stage.log == ["began"] && pinch.scale == 1)
    stage.touch(.moved, Point(500, 500) + axis.point(10), at: 0.2, id: 1)
    #expect(pinch.scale == 10)
  }
}

@Suite struct `A glide` {
  @Test(arguments: [(500.0, 2.0), (500, -2), (-30, 0), (1030, 0)])
  func `shows half a millisecond, free and beyond an edge`(start: Double, velocity: Double) {
    let law = DecelerationLaw(rate: 0.998, range: 0...1000)
    let glide = Glide(law, from: AxisState(offset: start, velocity: velocity), rounded: { $0 })
    let places = [0, 0.5, 3].map { glide.state(at: 0, remainder: $0).offset }
    #expect((places[1] - places[0]) * (places[2] - places[1]) > 0)
  }

  @Test func `slows down by the quadratic at an exponent of exactly minus a half`() {
    let rate = exp(-0.25)
    #expect(2 * log(rate) == -0.5)
    let law = DecelerationLaw(rate: rate, range: -1e9...1e9)
    #expect(law.state(after: AxisState(offset: 0, velocity: 1), step: 2).velocity == 0.625)
  }
}
