import Glibc
import ScrollEngine
import ScrollGeometry
import Testing

/// Compares the laws of motion with independent implementations of their documented formulas.
@Suite struct `A law of motion` {
  private static let h = 1000.0 / 60

  // MARK: Deceleration

  @Test(arguments: [1.0, 5, 15.7, 16.3, 16.6])
  func `slows down by a quadratic to an exponent of −0.5, then an exponential`(step: Double) {
    for rate in [0.998, 0.97, 0.9696, 0.95, 0.5] {
      let x = step * log(rate)
      let expected = x >= -0.5 ? 1 + x + x * x / 2 : exp(x)
      let law = DecelerationLaw(rate: rate, range: -1e9...1e9)
      let state = law.state(after: AxisState(offset: 7, velocity: 3), step: step)
      #expect(abs(state.velocity - 3 * expected) < 1e-12, "\(rate)")
      #expect(abs(state.offset - 7 - 3 * rate / (1 - rate) * (1 - expected)) < 1e-9, "\(rate)")
    }
  }

  private func motion(_ start: Double, _ velocity: Double) -> Deceleration {
    func glide(_ offset: Double, _ velocity: Double) -> Deceleration.AxisMotion {
      .glide(
        Glide(
          DecelerationLaw(rate: 0.998, range: 0...1000),
          from: AxisState(offset: offset, velocity: velocity), rounded: { $0 }))
    }
    return Deceleration(
      startTime: 5, horizontal: glide(start, velocity), vertical: glide(start, velocity / 2))
  }

  @Test func `shows its start at its start time, and its first step a step later`() {
    let law = DecelerationLaw(rate: 0.998, range: 0...1000)
    let first = law.next(after: AxisState(offset: 100, velocity: 2))
    let motion = motion(100, 2)
    #expect(motion.position(at: 5) == Point(100, 100))
    #expect(motion.velocity(at: 5) == Point(2, 1))
    #expect(motion.position(at: 4) == motion.position(at: 5), "and nothing before")
    let next = 5 + Self.h / 1000
    #expect(abs(motion.position(at: next).x - first.offset) < 1e-9)
    #expect(abs(motion.velocity(at: next).x - first.velocity) < 1e-9)
    let half = law.state(after: AxisState(offset: 100, velocity: 2), step: Self.h / 2)
    let between = motion.position(at: 5 + Self.h / 2000).x
    #expect(abs(between - half.offset) < 1e-9)
  }

  @Test func `continues from where it is moved`() {
    let motion = motion(100, 2)
    let moved = Deceleration(
      horizontal: motion.horizontal.moved(by: 30).moved(by: 3),
      vertical: motion.vertical.moved(by: -40).moved(by: -4))
    let shift = Point(33, -44)
    for time in [5, 5.1, 5.777, 6, 30] {
      #expect((moved.position(at: time) - motion.position(at: time) - shift).length < 1e-9)
      #expect(moved.velocity(at: time) == motion.velocity(at: time))
    }
    #expect((moved.restingOffset - motion.restingOffset - shift).length < 1e-9)
    #expect(moved.endTime == motion.endTime)
  }

  @Test func `ends with the axis that rests last`() {
    let long = motion(100, 2)
    func end(_ velocity: Double) -> Double {
      Deceleration(
        startTime: 5,
        horizontal: .glide(
          Glide(
            DecelerationLaw(rate: 0.998, range: 0...1000),
            from: AxisState(offset: 100, velocity: velocity), rounded: { $0 })),
        vertical: .still(0)
      ).endTime
    }
    #expect(long.endTime == max(end(2), end(1)) && end(2) != end(1))
    // The resting state shows one step later.
    let law = DecelerationLaw(rate: 0.998, range: -1e9...1e9)
    var state = AxisState(offset: 100, velocity: 1)
    var steps = 1
    while abs(state.velocity) >= 0.01 {
      state = law.next(after: state)
      steps += 1
    }
    #expect(abs(end(1) - 5 - Double(steps) * Self.h / 1000) < 1e-9)
  }

  // MARK: Requests

  @Test(
    arguments: [
      // A target nearer than the natural end keeps the velocity, a farther one gets a higher one.
      (2.0, 500.0, 2.0), (2, 990, 2), (2, 1000, 2.012), (2, 3000, 6.016), (-2, 500, 1.011),
      (0, 500, 1.011), (0, -500, -1.011), (2, -500, -1.011), (-2, -500, -2), (0.01, 100, 0.2102),
      (0.02, 4, 0.02), (0, 0.5, 0.011),
    ])
  func `starts for a requested place as fast as its distance asks for`(
    velocity: Double, distance: Double, expected: Double
  ) throws {
    let glide = try #require(
      Glide(
        from: AxisState(offset: 100, velocity: velocity), restingOn: 100 + distance, rate: 0.998,
        range: -1e9...1e9))
    #expect(abs(glide.state(at: 0, remainder: 0).velocity - expected) < 1e-3)
    #expect(glide.state(at: 0, remainder: 0).offset == 100)
    // Halfway through a step is between its ends, and the steps lead on from one another.
    for index in 0..<20 {
      let ends = [0.0, Self.h].map { glide.state(at: index, remainder: $0).offset }
      #expect(abs(ends[1] - glide.state(at: index + 1, remainder: 0).offset) < 1e-9)
      let middle = glide.state(at: index, remainder: Self.h / 2).offset
      #expect((middle - ends[0]) * (ends[1] - middle) >= 0)
      let early = glide.state(at: index, remainder: 0.5).offset
      let moves = ends[0] != ends[1]
      #expect(!moves || (early - ends[0]) * (middle - early) > 0, "half a millisecond shows")
    }
  }

  @Test func `never starts for a requested place faster than 100 points a millisecond`() throws {
    let glide = try #require(
      Glide(
        from: AxisState(offset: 0, velocity: 0), restingOn: -1e7, rate: 0.998, range: -1e9...1e9))
    #expect(glide.state(at: 0, remainder: 0).velocity == -100)
    #expect(glide.restingOffset == -1e7)
  }

  // MARK: Pages

  @Test(arguments: [50.0, 320, 768, 1024, 1025, 5000])
  func `turns a page by its recurrence in milliseconds`(page: Double) {
    let pull = page > 1024 ? 1.7e-4 : 3.59090909e-4 - 1.84659091e-7 * page
    let friction = page > 1024 ? 0.977 : 0.966818182 + 9.94318182e-6 * page
    for (start, target, velocity) in [
      (0.3 * page, page, 0.5), (0.3 * page, page, 90), (0.7 * page, 0, -90), (0.7 * page, page, -1),
      (0.5 * page, 0, 0), (page - 0.5, page, 1),
    ] {
      let spring = PageSpring(
        from: AxisState(offset: start, velocity: velocity), to: target, pageLength: page)
      let distance = target - start
      let limit = pull.squareRoot() * abs(distance)
      var v = velocity * distance > 0 ? min(max(velocity, -limit), limit) : velocity
      var x = start
      let first = spring.state(at: 0)
      #expect(abs(first.offset - x) < 1e-9 && abs(first.velocity - v) < 1e-9)
      for millisecond in 1...400 {
        let before = x
        v += pull * (target - x)
        v *= friction
        x += v
        let shown = spring.state(at: Double(millisecond))
        #expect(abs(shown.offset - x) < 1e-8 * page && abs(shown.velocity - v) < 1e-8 * page)
        let between = spring.state(at: Double(millisecond) - 0.25)
        #expect(abs(between.offset - before - 0.75 * (x - before)) < 1e-8 * page)
      }
      #expect(spring.state(at: -3) == first)
    }
  }

  @Test(arguments: [50.0, 320, 610, 1024, 1025, 4000])
  func `overshoots a page by less than a sixtieth of the distance`(page: Double) {
    for (start, velocity) in [(0.0, 100.0), (0, 2), (0.5, 100), (page - 20, 100)] {
      let spring = PageSpring(
        from: AxisState(offset: start, velocity: velocity), to: page, pageLength: page)
      let farthest = (0...1500).map { spring.state(at: Double($0)).offset }.max() ?? 0
      #expect(farthest - page < 0.017 * (page - start), "\(page) from \(start) at \(velocity)")
      #expect(farthest > page - 1)
    }
  }

  @Test func `turns a page until it is within a point of it and slower than a hundredth`() {
    let spring = PageSpring(from: AxisState(offset: 100, velocity: 0), to: 320, pageLength: 320)
    let motion = Deceleration(startTime: 0, horizontal: .page(spring), vertical: .still(4))
    let end = (motion.endTime * 1000).rounded()
    func rests(_ state: AxisState) -> Bool {
      abs(state.velocity) <= 0.01 && abs(state.offset - 320) <= 1
    }
    #expect(rests(spring.state(at: end)) && !rests(spring.state(at: end - 1)))
    #expect(motion.position(at: motion.endTime) == Point(320, 4))
    #expect(motion.velocity(at: motion.endTime) == .zero)
    #expect(motion.position(at: motion.endTime - 0.001) != Point(320, 4))
    #expect(motion.restingOffset == Point(320, 4))
  }

  // MARK: Zooming

  /// What separates the start of a zoom from its end: the ratio of the scales, the offset and the corner.
  private static func difference(
    _ ratio: Double, _ offset: Point = .zero, corner: Point = .zero
  ) -> ZoomFade.Difference {
    var difference = ZoomFade.Difference()
    difference.scale = ratio
    (difference.offset, difference.corner) = (offset, corner)
    return difference
  }

  /// For ratios of the displayed scale to the model's: the duration, and the ratio after a tenth, a quarter, a half, three quarters
  /// and nine tenths of it; computed apart from the engine.
  private static let zooms: [(ratio: Double, duration: Double, ratios: [Double])] = [
    (1.05, 0.114637049, [1.049013877, 1.043541903, 1.025000000, 1.006458097, 1.000986123]),
    (1.1, 0.128593054, [1.098027755, 1.087083807, 1.050000000, 1.012916193, 1.001972245]),
    (1.25, 0.166943065, [1.245069387, 1.217709517, 1.125000000, 1.032290483, 1.004930613]),
    (1.5, 0.221639532, [1.490138773, 1.435419034, 1.250000000, 1.064580966, 1.009861227]),
    (2, 0.307944154, [1.980277546, 1.870838069, 1.500000000, 1.129161931, 1.019722454]),
    (2.5, 0.374887220, [2.470416320, 2.306257103, 1.750000000, 1.193742897, 1.029583680]),
    (3, 0.400000000, [2.960555093, 2.741676138, 2.000000000, 1.258323862, 1.039444907]),
    (4, 0.400000000, [3.940832639, 3.612514207, 2.500000000, 1.387485793, 1.059167361]),
  ]

  @Test(arguments: [ZoomFade.Curve.bounce, .animation])
  func `a zoom takes the longer the farther it is, and eases the scale`(curve: ZoomFade.Curve) {
    for zoom in Self.zooms {
      let fade = ZoomFade(
        curve, from: Self.difference(zoom.ratio, Point(40, -15), corner: Point(4, 8)),
        startTime: 2)
      #expect(abs(fade.duration - zoom.duration) < 1e-9)
      for (part, ratio) in zip([0.1, 0.25, 0.5, 0.75, 0.9], zoom.ratios) {
        let rest = fade.remaining(at: 2 + zoom.duration * part)
        let weight = (ratio - 1) / (zoom.ratio - 1)
        #expect(abs(rest.scale - ratio) < 2e-8, "\(zoom.ratio) at \(part)")
        #expect((rest.offset - Point(40, -15) * weight).length < 1e-5)
        #expect((rest.corner - Point(4, 8) * weight).length < 1e-5)
      }
      let back = ZoomFade(curve, from: Self.difference(1 / zoom.ratio), startTime: 0)
      #expect(abs(back.duration - zoom.duration) < 1e-9, "the same in either direction")
      #expect(fade.scale(at: 1) == zoom.ratio && fade.scale(at: 2) == zoom.ratio)
      #expect(fade.scale(at: fade.endTime) == 1 && fade.weight(at: fade.endTime) == 0)
      #expect(fade.delayed(by: 0.25).scale(at: 2.3) == fade.scale(at: 2.05))
    }
    let still = ZoomFade(curve, from: Self.difference(1, Point(8, 0)), startTime: 0)
    #expect(still.duration == 0.3, "a displacement alone takes as long as an animated scroll")
    let left = 1 - Easing.easeInOut.progress(at: 0.5)
    #expect(abs(still.weight(at: 0.15) - left) < 1e-12)
  }

  @Test func `a notch eases in the logarithm of the scale, and its offset in step`() {
    let fade = ZoomFade(
      .notch, from: Self.difference(0.25, Point(10, -30), corner: Point(4, 8)), startTime: 5)
    #expect(fade.duration == 0.15)
    for part in [0, 0.1, 0.5, 0.9, 1] {
      let rest = fade.remaining(at: 5 + 0.15 * part)
      let scale = pow(0.25, 1 - Easing.easeOutCubic.progress(at: part))
      let weight = (scale - 1) / (0.25 - 1)
      #expect(abs(rest.scale - scale) < 1e-9)
      #expect((rest.offset - Point(10, -30) * weight).length < 1e-9)
      #expect((rest.corner - Point(4, 8) * weight).length < 1e-9)
    }
    let still = ZoomFade(.notch, from: Self.difference(1, Point(8, 0)), startTime: 0)
    let left = 1 - Easing.easeOutCubic.progress(at: 0.5)
    #expect(abs(still.weight(at: 0.075) - left) < 1e-12, "the offset alone follows the curve")
  }

  @Test(arguments: [(1.0, 2.0), (0.5, 0.5), (3, 2)])
  func `shows scales within the limits as they are, and back`(minimum: Double, maximum: Double) {
    let band = ScaleBand(minimum: minimum, maximum: maximum, bounces: true)
    let top = max(minimum, maximum)
    for scale in [minimum, top, (minimum + top) / 2] {
      #expect(band.shown(for: scale) == scale && band.raw(showing: scale) == scale)
      #expect(band.clamp(scale) == scale)
    }
    #expect(band.clamp(0) == minimum && band.clamp(9) == top)
    // Nothing shows at twice the limit or at half of it: the inverse stays finite there.
    #expect(band.raw(showing: 2 * top).isFinite && band.raw(showing: 2 * top) > 1e5 * top)
    #expect(band.raw(showing: minimum / 2) > 0 && band.raw(showing: minimum / 2) < 1e-5 * minimum)
    #expect(abs(band.raw(showing: band.shown(for: 50 * top)) - 50 * top) < 1e-6 * top)
    #expect(abs(band.raw(showing: band.shown(for: minimum / 50)) - minimum / 50) < 1e-6 * minimum)
    let stiff = ScaleBand(minimum: minimum, maximum: maximum, bounces: false)
    #expect(stiff.raw(showing: 2 * top) == top && stiff.shown(for: minimum / 2) == minimum)
  }

  // MARK: Easing

  @Test func `eases along the curve with the control points (0.42, 0) and (0.58, 1)`() {
    for step in -2...102 {
      let u = Double(step) / 100
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let s = (low + high) / 2
        let time = 3 * (1 - s) * (1 - s) * s * 0.42 + 3 * (1 - s) * s * s * 0.58 + s * s * s
        if time < u { low = s } else { high = s }
      }
      let expected = 3 * (1 - low) * low * low + low * low * low
      #expect(abs(Easing.easeInOut.progress(at: u) - min(max(expected, 0), 1)) < 1e-12, "\(u)")
      let left = 1 - min(max(u, 0), 1)
      #expect(abs(Easing.easeOutCubic.progress(at: u) - (1 - left * left * left)) < 1e-12)
    }
    #expect(Easing.easeInOut.progress(at: 1) == 1 && Easing.easeInOut.progress(at: 0) == 0)
  }
}
