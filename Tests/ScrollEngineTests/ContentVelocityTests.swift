import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// What moves on the screen, and how quickly.
@Suite struct `The velocity of content` {
  private let stage = Stage(displayScale: 1)

  /// The derivative of a function of time, from the right.
  private func slope(_ time: Double, of value: (Double) -> Double) -> Double {
    let step = 1e-6
    return (4 * value(time + step) - 3 * value(time) - value(time + 2 * step)) / (2 * step)
  }

  private func check(_ motion: Deceleration, sourceLocation: SourceLocation = #_sourceLocation) {
    let steps = Int((motion.endTime - motion.startTime) * 60)
    for index in 0..<steps {
      for part in [0, 0.21, 0.5, 0.93] {
        let time = motion.startTime + (Double(index) + part) / 60
        let expected = slope(time) { motion.position(at: $0).y }
        let found = motion.slope(at: time).y * 1000
        #expect(
          abs(found - expected) < 1e-3 + 1e-6 * abs(expected), "at \(time) s",
          sourceLocation: sourceLocation)
      }
    }
    #expect(motion.slope(at: motion.startTime - 0.01) == .zero)
    #expect(motion.slope(at: motion.endTime + 0.01) == .zero)
  }

  @Test(arguments: [0.998, 0.99, 0.5], [0.3, 3, 20])
  func `is the derivative of a glide, inside, across an edge, beyond`(rate: Double, speed: Double) {
    for (start, multiplier) in [(0.0, 1.0), (900, 1), (900, 4), (1000, 1), (1040, 1), (-30, 1)] {
      for bounces in [true, false] {
        let law = DecelerationLaw(rate: rate, multiplier: multiplier, range: 0...1000)
        let state = AxisState(offset: start, velocity: speed)
        let glide = Glide(law, from: state, bounces: bounces) { $0 }
        check(Deceleration(startTime: 2.3, horizontal: .still(0), vertical: .glide(glide)))
      }
    }
    let law = DecelerationLaw(rate: rate, range: 0...1000)
    let pulled = Glide(law, from: AxisState(offset: -60, velocity: -speed), pulledTo: 40)
    check(Deceleration(startTime: 0, horizontal: .still(0), vertical: .glide(pulled)))
    let start = AxisState(offset: 100, velocity: speed)
    if let bound = Glide(from: start, restingOn: 700, rate: rate, range: 0...1000) {
      check(Deceleration(startTime: 0, horizontal: .still(0), vertical: .glide(bound)))
    }
  }

  @Test func `is that of the line between two milliseconds while a page turns`() {
    let spring = PageSpring(from: AxisState(offset: 100, velocity: 1), to: 400, pageLength: 400)
    for millisecond in 0..<300 {
      let time = Double(millisecond)
      let way = spring.state(at: time + 1).offset - spring.state(at: time).offset
      for part in [0, 0.4, 0.999] { #expect(abs(spring.slope(at: time + part) - way) < 1e-12) }
    }
  }

  @Test(arguments: [ZoomFade.Curve.bounce, .animation, .notch], [2, 0.3, 1])
  func `is the derivative of the way of a zoom`(curve: ZoomFade.Curve, scale: Double) {
    var difference = ZoomFade.Difference()
    (difference.scale, difference.offset) = (scale, Point(300, -40))
    let fade = ZoomFade(curve, from: difference, startTime: 1)
    for step in 0..<Int(fade.duration * 240) {
      for part in [0.02, 0.5] {
        let time = 1 + (Double(step) + part) / 240
        let expected = slope(time) { fade.weight(at: $0) }
        #expect(abs(fade.weightSlope(at: time) - expected) < 1e-6, "at \(time) s")
      }
    }
    #expect(fade.weightSlope(at: 0.99) == 0 && fade.weightSlope(at: fade.endTime) == 0)
  }

  @Test func `is that of the edge, not of the law, on the way back from beyond it`() {
    let stage = Stage(offset: Point(0, 4900))
    let time = stage.drag(from: Point(200, 800), by: Point(0, -200), steps: 4)
    var isReturning = false
    for step in 1...60 {
      let before = stage.scrollView.contentOffset.y
      stage.window.advance(to: time + Double(step) / 240)
      let velocity = stage.scrollView.contentVelocity.y
      let way = stage.scrollView.contentOffset.y - before
      if way < -1, stage.scrollView.velocity.y > 100 {
        isReturning = true
        #expect(velocity < -100)
      }
    }
    #expect(isReturning)
  }

  @Test func `is that of a notch, of a call and of an animation of the program`() {
    stage.window.send(.wheel(Point(0, 1), at: Point(9, 9), 1))
    // 60 points in 0.15 s, easing out by a cubic: three times the mean at the start.
    #expect(abs(stage.scrollView.contentVelocity.y - 3 * 60 / 0.15) < 1e-9)
    stage.window.advance(to: 1.075)
    #expect(abs(stage.scrollView.contentVelocity.y - 0.75 * 60 / 0.15) < 1e-9)
    stage.window.advance(to: 2)
    #expect(stage.scrollView.contentVelocity == .zero)
    stage.scrollView.setContentOffset(Point(0, 1060), animated: true)
    stage.window.advance(to: 3)
    #expect(stage.scrollView.contentVelocity == .zero)
    for step in 1..<30 {
      let time = 3 + Double(step) / 100
      stage.window.advance(to: time)
      let velocity = stage.scrollView.contentVelocity.y
      let before = stage.scrollView.contentOffset.y
      stage.window.advance(to: time + 1e-7)
      let expected = (stage.scrollView.contentOffset.y - before) / 1e-7
      #expect(abs(velocity - expected) < 0.1, "\(step)")
    }
    #expect(stage.scrollView.velocity == .zero)
    stage.window.advance(to: 4)
    View.animate(withDuration: 0.5, options: .curveLinear) {
      stage.scrollView.contentOffset = Point(0, 1000)
    }
    stage.window.advance(to: 4)
    stage.window.advance(to: 4.25)
    #expect(abs(stage.scrollView.contentVelocity.y + 120) < 1e-9)
    stage.window.advance(to: 5)
    #expect(stage.scrollView.contentVelocity == .zero)
  }

  @Test(arguments: [
    View.AnimationOptions.curveEaseIn, .curveEaseOut, .curveEaseInOut, .curveLinear,
    [.repeat, .autoreverse],
  ])
  func `follows every curve`(options: View.AnimationOptions) {
    View.animate(withDuration: 0.5, options: options) {
      stage.scrollView.contentOffset = Point(0, 700)
    }
    View.animate(
      withDuration: 0.7, delay: 0, usingSpringWithDamping: 0.4, initialSpringVelocity: 2
    ) { stage.scrollView.contentOffset = Point(0, 900) }
    View.animate(
      withDuration: 0.7, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 2
    ) { stage.scrollView.contentOffset = Point(0, 300) }
    stage.window.advance(to: 0)
    for step in 0..<90 {
      let time = (Double(step) + 0.3) / 100
      let offset = { (later: Double) in
        stage.window.advance(to: time + later)
        return stage.scrollView.presentationOffset.y
      }
      let before = offset(0)
      let velocity = stage.scrollView.contentVelocity.y
      let (first, second) = (offset(1e-6), offset(2e-6))
      let expected = (4 * first - 3 * before - second) / 2e-6
      #expect(abs(velocity - expected) < 0.02, "\(step)")
    }
  }

  @Test
  func `of a finger is the way of the last frame, and zero where it rests or an axis is locked`() {
    stage.scrollView.contentSize = Size(4000, 6000)
    stage.scrollView.isDirectionalLockEnabled = true
    stage.scrollView.contentOffset = Point(1000, 1000)
    let frame = 1 / 60.0
    stage.touch(.began, 300, 700, at: 0)
    for step in 1...10 {
      stage.touch(.moved, 300 - Double(step), 700 - 20 * Double(step), at: Double(step) * frame)
    }
    #expect(stage.scrollView.phase == .dragging)
    #expect(stage.scrollView.contentVelocity == Point(0, 1200))
    #expect(stage.scrollView.velocity.x > 0)
    stage.window.advance(to: 10.5 * frame)
    #expect(stage.scrollView.contentVelocity == Point(0, 1200))
    stage.window.advance(to: 11 * frame)
    #expect(stage.scrollView.contentVelocity == .zero)
    #expect(stage.scrollView.velocity.y > 1000)
  }

  @Test(arguments: [30.0, 60, 144, 1000])
  func `of a finger that catches a flick counts from where the flick was`(rate: Double) {
    let lift = stage.drag(from: Point(200, 800), by: Point(0, -400), steps: 4)
    let before = { (time: Double) in
      let other = Stage(displayScale: 1)
      other.drag(from: Point(200, 800), by: Point(0, -400), steps: 4)
      other.window.advance(to: time)
      return other.scrollView.contentOffset.y
    }
    let caught = lift + 0.205
    var frame = (lift * rate).rounded(.up)
    while frame / rate < caught {
      stage.window.advance(to: frame / rate)
      frame += 1
    }
    stage.touch(.began, 200, 400, at: caught)
    #expect(stage.scrollView.contentVelocity == .zero)
    stage.touch(.moved, 200, 380, at: caught + 0.005)
    #expect(stage.scrollView.phase == .dragging)
    let way = stage.scrollView.contentOffset.y - before(caught + 0.005 - 1 / 60.0)
    #expect(abs(stage.scrollView.contentVelocity.y - way * 60) < 1e-6)
  }

  @Test func `of a restarted window forgets the finger`() {
    stage.drag(from: Point(200, 800), by: Point(0, -400), steps: 4, lift: false)
    stage.window.restart()
    stage.touch(.began, 200, 700, at: 0.001)
    stage.touch(.moved, 200, 680, at: 0.002)
    let offset = stage.scrollView.contentOffset.y
    #expect(offset == 400)
    #expect(stage.scrollView.contentVelocity.y == 10 * 60)
  }
}
