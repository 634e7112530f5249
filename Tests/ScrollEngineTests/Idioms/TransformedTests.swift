import Glibc
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// Chat lists are flipped, tables are turned to scroll sideways, scroll views are mirrored or lie in zoomed views.
@Suite struct `A scroll view that is flipped, mirrored, turned or scaled` {
  /// A transform, and the displacement in the view of a finger that goes 100 points down or right.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let transform: AffineTransform
  }

  private static let cases = [
    Case(testDescription: "flipped", transform: AffineTransform(scaleX: 1, y: -1)),
    Case(testDescription: "mirrored", transform: AffineTransform(scaleX: -1, y: 1)),
    Case(testDescription: "turned around", transform: turn(.pi)),
    Case(testDescription: "turned left", transform: turn(-.pi / 2)),
    Case(testDescription: "turned right", transform: turn(.pi / 2)),
    Case(testDescription: "twice as large", transform: AffineTransform(scaleX: 2, y: 2)),
    Case(testDescription: "half as large", transform: AffineTransform(scaleX: 0.5, y: 0.5)),
    Case(
      testDescription: "turned and mirrored",
      transform: turn(.pi / 2).concatenating(AffineTransform(scaleX: -1, y: 1))),
  ]

  private static func turn(_ angle: Double) -> AffineTransform {
    AffineTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// A scroll view in the middle of a window of 1000×1000, with room on both sides along both axes.
  private struct Placed {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 300))

    init(_ transform: AffineTransform, content: Size = Size(4000, 4000), inside: Bool = false) {
      view.contentSize = content
      view.displayScale = 100
      view.contentOffset = Point(content.width > 300 ? 1000 : 0, content.height > 300 ? 1000 : 0)
      let holder = inside ? View(frame: window.frame) : window
      if inside { window.addSubview(holder) }
      holder.addSubview(view)
      view.center = Point(500, 500)
      if inside { holder.transform = transform } else { view.transform = transform }
    }

    func touch(_ phase: TouchEvent.Phase, _ place: Point, at time: Double) {
      window.send(.touch(phase, at: place, time, id: 0))
    }

    func drag(_ way: Point, lift: Bool = false) {
      touch(.began, Point(500, 500), at: 0)
      for step in 1...10 {
        touch(.moved, Point(500, 500) + way * (Double(step) / 10), at: Double(step) / 60)
      }
      if lift { touch(.ended, Point(500, 500) + way, at: 10.0 / 60) }
    }
  }

  @Test(arguments: Self.cases, Axis.allCases)
  func `keeps under the finger what it holds, whoever is transformed`(placed: Case, axis: Axis) {
    for inside in [false, true] {
      let stage = Placed(placed.transform, inside: inside)
      let way = axis.point(110)
      stage.drag(way)
      // Of the content, the point under the finger after the hysteresis stays under it.
      let held = stage.view.convert(Point(500, 500) + axis.point(10), from: nil)
      stage.touch(.moved, Point(500, 500) + axis.point(60), at: 11.0 / 60)
      let here = stage.view.convert(Point(500, 500) + axis.point(60), from: nil)
      let start = Placed(placed.transform, inside: inside)
      let expected = start.view.convert(Point(500, 500) + axis.point(10), from: nil)
      #expect((here - expected).length < 0.03, "\(held)")
      let pan = stage.view.panGestureRecognizer
      #expect((pan.translation(in: nil) - axis.point(50)).length < 1e-9)
      let own = pan.translation(in: stage.view)
      let origin = stage.view.convert(Point.zero, from: nil)
      let turned = stage.view.convert(axis.point(50), from: nil) - origin
      #expect((own - turned).length < 1e-9)
      #expect((stage.view.contentOffset - (Point(1000, 1000) - own)).length < 0.03)
    }
  }

  @Test(arguments: Self.cases, Axis.allCases)
  func `is released with the finger's velocity, in its coordinates`(placed: Case, axis: Axis) {
    let stage = Placed(placed.transform)
    stage.drag(axis.point(-200), lift: true)
    let velocity = stage.view.velocity
    let seen = stage.view.convert(velocity, to: nil) - stage.view.convert(.zero, to: nil)
    #expect(abs(axis.main(seen) - 1200) < 1e-6 && abs(axis.cross(seen)) < 1e-6)
  }

  @Test(arguments: Self.cases, Axis.allCases)
  func `begins to scroll after ten points of the window on its axis`(placed: Case, axis: Axis) {
    for (distance, begins) in [(9.5, false), (10, true)] {
      let stage = Placed(placed.transform)
      stage.touch(.began, Point(500, 500), at: 0)
      stage.touch(.moved, Point(500, 500) + axis.point(-distance), at: 0.1)
      #expect(stage.view.isDragging == begins)
    }
  }

  @Test(arguments: Self.cases, Axis.allCases)
  func `scrolls with wheel and two fingers the way that these go`(placed: Case, axis: Axis) {
    let wheel = Placed(placed.transform)
    wheel.window.send(.wheel(axis.point(1), at: Point(500, 500), 0))
    wheel.window.advance(to: 1)
    let step = wheel.view.contentOffset - Point(1000, 1000)
    let seen = wheel.view.convert(step, to: nil) - wheel.view.convert(.zero, to: nil)
    #expect(step.length == 60, "a notch is a number of points in any view")
    #expect(axis.main(seen) > 0 && abs(axis.cross(seen)) < 1e-9)

    let touchpad = Placed(placed.transform)
    for (index, phase) in [GesturePhase.began, .changed, .changed].enumerated() {
      touchpad.window.send(
        .touchpad(phase, by: axis.point(20), at: Point(500, 500), Double(index) / 60))
    }
    let way = Point(1000, 1000) - touchpad.view.contentOffset
    let moved = touchpad.view.convert(way, to: nil) - touchpad.view.convert(.zero, to: nil)
    #expect((moved - axis.point(50)).length < 0.03)
  }

  @Test(arguments: [-1.0, 1])
  func `that is a table turned by 90 degrees scrolls sideways, and only so`(side: Double) {
    let stage = Placed(Self.turn(side * .pi / 2), content: Size(300, 4000))
    stage.drag(Point(110, 0))
    #expect(stage.view.contentOffset == Point(0, 1000 + side * 100))
    let across = Placed(Self.turn(side * .pi / 2), content: Size(300, 4000))
    across.drag(Point(0, 110))
    #expect(across.view.contentOffset == Point(0, 1000))
    let outer = Placed(.identity)
    let inner = ScrollView(frame: Rect(x: 1000, y: 1000, width: 300, height: 300))
    inner.contentSize = Size(300, 4000)
    inner.contentOffset = Point(0, 1000)
    outer.view.addSubview(inner)
    inner.transform = Self.turn(side * .pi / 2)
    outer.drag(Point(110, 0))
    #expect(inner.contentOffset == Point(0, 1000 + side * 100))
    #expect(outer.view.contentOffset == Point(1000, 1000))
    let handedOn = Placed(.identity)
    handedOn.view.addSubview(inner)
    inner.contentOffset = Point(0, 1000)
    handedOn.drag(Point(0, 110))
    #expect(handedOn.view.contentOffset == Point(1000, 900), "the inner one has no room there")
  }

  @Test(arguments: Axis.allCases)
  func `at its edge leaves the drag to an outer one, in the direction that is seen`(axis: Axis) {
    let flip = AffineTransform(scaleX: axis == .horizontal ? -1 : 1, y: axis == .vertical ? -1 : 1)
    for sign in [-1.0, 1] {
      let outer = Placed(.identity)
      let inner = ScrollView(frame: Rect(x: 1000, y: 1000, width: 300, height: 300))
      inner.contentSize = axis.size(4000, 300)
      outer.view.addSubview(inner)
      inner.transform = flip
      outer.drag(axis.point(sign * 110))
      // The flipped one shows its first row at the far end.
      let moved = axis.main(inner.contentOffset)
      #expect(moved == (sign > 0 ? 100 : 0))
      #expect(axis.main(outer.view.contentOffset) == (sign > 0 ? 1000 : 1100))
    }
  }

  @Test(arguments: Axis.allCases)
  func `locks the direction by its own axes`(axis: Axis) {
    let stage = Placed(Self.turn(.pi / 2))
    stage.view.isDirectionalLockEnabled = true
    stage.drag(axis.point(100, 20))
    let moved = stage.view.contentOffset - Point(1000, 1000)
    #expect(axis.cross(moved) != 0 && axis.main(moved) == 0)
  }

  @Test(arguments: UInt64(0)..<300)
  func `holds the content whatever the transform`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let angle = random.number(-.pi, .pi)
    let scale = Point(random.number(0.4, 2.5), random.number(0.4, 2.5) * (seed % 2 == 0 ? 1 : -1))
    let transform = AffineTransform(scaleX: scale.x, y: scale.y).concatenating(Self.turn(angle))
    let stage = Placed(transform, inside: seed % 3 == 0)
    let way = Point(random.number(-120, 120), random.number(-120, 120))
    stage.drag(way)
    guard stage.view.isDragging else { return }
    let held = stage.view.convert(Point(500, 500) + way, from: nil)
    let next = Point(500, 500) + way + Point(random.number(-40, 40), random.number(-40, 40))
    stage.touch(.moved, next, at: 0.3)
    let there = stage.view.convert(next, from: nil)
    // Both offsets are rounded to hundredths of a point.
    #expect((there - held).length < 0.03)
  }

  @Test(arguments: Axis.allCases)
  func `dismisses the keyboard by a drag down past the field, in its own coordinates`(axis: Axis) {
    let stage = Placed(Self.turn(axis == .vertical ? 0 : -.pi / 2), content: Size(300, 4000))
    stage.view.keyboardDismissMode = .interactive
    let field = TextField(frame: axis.rect(530, 570, 400...600))
    stage.window.insertSubview(field, at: 0)
    field.becomeFirstResponder()
    stage.drag(axis.point(40))
    #expect(field.isFirstResponder)
    stage.touch(.moved, Point(500, 500) + axis.point(90), at: 1)
    #expect(!field.isFirstResponder)
  }
}
