import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A pan recognizer` {
  private let stage = GestureStage()

  @Test(arguments: Axis.allCases, [10.0, -10])
  func `begins at ten points, which don't count; sends each step once`(axis: Axis, step: Double) {
    let pan = stage.attach(PanGestureRecognizer())
    let start = Point(500, 500)
    stage.touch(.began, start, at: 0)
    stage.touch(.moved, start + axis.point(step * 0.99), at: 0.1)
    #expect(stage.log == [])
    stage.touch(.moved, start + axis.point(step), at: 0.2)
    #expect(stage.log == ["began"] && pan.translation(in: nil) == .zero)
    stage.touch(.moved, start + axis.point(step * 3, 4), at: 0.3)
    #expect(stage.log == ["began", "changed"])
    #expect(pan.translation(in: nil) == axis.point(step * 2, 4))
    stage.touch(.ended, start + axis.point(step * 3, 4), at: 0.4)
    #expect(stage.log == ["began", "changed", "ended"])
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
  }

  @Test func `takes ten points off each axis that reached them in the same event`() {
    for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
      let stage = GestureStage()
      let pan = stage.attach(PanGestureRecognizer())
      stage.stroke(Point(500, 500), Point(500 + 12 * x, 500 + 15 * y), lift: false)
      #expect(pan.translation(in: nil) == Point(2 * x, 5 * y))
      let other = stage.attach(PanGestureRecognizer())
      #expect(other.translation(in: nil) == .zero)
    }
  }

  @Test func `continues from a translation that is set, in the coordinates of any view`() {
    let pan = stage.attach(PanGestureRecognizer())
    let small = View(frame: Rect(x: 100, y: 100, width: 10, height: 10))
    stage.view.addSubview(small)
    small.transform = AffineTransform(scaleX: 2, y: 4)
    stage.stroke(Point(500, 500), Point(530, 560), lift: false)
    #expect(pan.translation(in: nil) == Point(20, 50))
    #expect(pan.translation(in: small) == Point(10, 12.5))
    pan.setTranslation(Point(3, 4), in: nil)
    #expect(pan.translation(in: nil) == Point(3, 4))
    stage.touch(.moved, Point(535, 561), at: 0.3)
    #expect(pan.translation(in: nil) == Point(8, 5))
    pan.setTranslation(Point(1, 2), in: small)
    #expect(pan.translation(in: nil) == Point(2, 8))
    #expect(pan.translation(in: small) == Point(1, 2))
    pan.setTranslation(Point(.nan, 0), in: nil)
    #expect(pan.translation(in: nil) == Point(2, 8), "what is no number is ignored")
  }

  @Test func `measures a fifth of the newest sample and four fifths of the one before`() {
    let pan = stage.attach(PanGestureRecognizer())
    let small = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    stage.view.addSubview(small)
    small.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(pan.velocity(in: nil) == .zero)
    stage.touch(.began, Point(500, 500), at: 0)
    #expect(pan.velocity(in: nil) == .zero)
    stage.touch(.moved, Point(510, 480), at: 0.1)
    #expect((pan.velocity(in: nil) - Point(100, -200)).length < 1e-9)
    stage.touch(.moved, Point(540, 480), at: 0.2)
    #expect((pan.velocity(in: nil) - Point(140, -160)).length < 1e-9)
    #expect((pan.velocity(in: small) - Point(70, -80)).length < 1e-9)
  }

  @Test func `makes no sample within six milliseconds, and continues from the last one`() {
    let pan = stage.attach(PanGestureRecognizer())
    stage.touch(.began, Point(500, 500), at: 0)
    stage.touch(.moved, Point(500, 506), at: 0.0059)
    #expect(pan.velocity(in: nil) == .zero)
    stage.touch(.moved, Point(500, 512), at: 0.006)
    #expect((pan.velocity(in: nil) - Point(0, 2000)).length < 1e-6)
    #expect(pan.translation(in: nil) == Point(0, 2), "the content follows every event")
  }

  @Test func `needs its minimum number of fingers and ignores those above its maximum`() {
    let pan = stage.attach(PanGestureRecognizer())
    pan.minimumNumberOfTouches = 2
    pan.maximumNumberOfTouches = 2
    stage.touch(.began, Point(500, 500), at: 0)
    stage.touch(.moved, Point(500, 600), at: 0.1)
    #expect(stage.log == [])
    stage.touch(.began, Point(600, 500), at: 0.2, id: 1)
    stage.touch(.moved, Point(600, 520), at: 0.3, id: 1)
    #expect(stage.log == ["began"])
    #expect(pan.location(in: nil) == Point(550, 560))
    stage.touch(.began, Point(0, 0), at: 0.4, id: 2)
    #expect(pan.numberOfTouches == 2 && pan.location(in: nil) == Point(550, 560))
    stage.touch(.moved, Point(0, 500), at: 0.5, id: 2)
    #expect(stage.log == ["began"], "the third finger is not this recognizer's")
  }

  @Test func `does not jump when a finger joins or leaves`() {
    let pan = stage.attach(PanGestureRecognizer())
    stage.stroke(Point(500, 500), Point(500, 530), lift: false)
    stage.touch(.began, Point(700, 900), at: 0.2, id: 1)
    #expect(pan.translation(in: nil) == Point(0, 20))
    stage.touch(.moved, Point(700, 910), at: 0.3, id: 1)
    #expect(pan.translation(in: nil) == Point(0, 25), "half of what one of two fingers moves")
    stage.touch(.ended, Point(500, 530), at: 0.4)
    #expect(pan.translation(in: nil) == Point(0, 25))
    stage.touch(.moved, Point(700, 920), at: 0.5, id: 1)
    #expect(pan.translation(in: nil) == Point(0, 35))
    stage.touch(.cancelled, Point(700, 920), at: 0.6, id: 1)
    #expect(stage.log.last == "cancelled")
  }
}
