import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Released content` {
  private static let rates = [0.998, 0.99, 0.5, 0.999]
  private static let speeds = [0.02, 0.25, 1, 3, 8, 100]

  private func law(_ rate: Double = 0.998, _ range: ClosedRange<Double> = -1e9...1e9)
    -> DecelerationLaw
  {
    DecelerationLaw(rate: rate, range: range)
  }

  private func glide(_ law: DecelerationLaw, _ offset: Double, _ velocity: Double) -> Glide {
    Glide(law, from: AxisState(offset: offset, velocity: velocity)) { $0 }
  }

  @Test(arguments: rates, speeds)
  func `moves by the closed form of the recurrence`(rate: Double, speed: Double) {
    for (start, range) in [(0.0, -1e9...1e9), (50, 0...100.0), (130, 0...100.0), (-7, 0...100.0)] {
      let law = law(rate, range)
      let glide = glide(law, start, speed)
      var state = AxisState(offset: start, velocity: speed)
      var index = 0
      while glide.state(at: index + 1, remainder: 0).velocity != 0 {
        state = law.next(after: state)
        index += 1
        let shown = glide.state(at: index, remainder: 0)
        #expect(abs(shown.offset - state.offset) < 4e-12 * max(1, abs(state.offset)) + 1e-10)
        #expect(abs(shown.velocity - state.velocity) < 1e-12 * max(1, speed))
      }
      #expect(index > 0)
    }
  }

  @Test(arguments: [(0.5, 16.66), (1, 33.33), (3, 99.98), (5, 166.6), (8, 266.6)])
  func `bounce.edges overshoots its edge as far as analyses say`(speed: Double, peak: Double) {
    let glide = glide(law(0.998, 0...1000), 1000, speed)
    let shown = (0..<20_000).map { step in
      let time = Double(step) / 100
      let index = Int((time / DecelerationLaw.gridStep).rounded(.down))
      return glide.state(at: index, remainder: time - Double(index) * DecelerationLaw.gridStep)
        .offset
    }
    let highest = shown.max() ?? 0
    // On the grid of 60 Hz the peaks of the analyses; between its points a little more is seen.
    let onGrid = (0..<400).map { glide.state(at: $0, remainder: 0).offset }.max() ?? 0
    #expect(abs(highest - 1000 - peak) < 0.01 * peak)
    #expect(onGrid <= highest + 1e-9)
    #expect(glide.restingOffset == 1000)
  }

  @Test(arguments: [(5.0, 14), (20, 23), (100, 32), (200, 36), (400, 41)])
  func `at rest beyond its edge bounces back in the known steps`(distance: Double, steps: Int) {
    for (edge, start) in [(0.0, -distance), (1000, 1000 + distance)] {
      let glide = glide(law(0.998, 0...1000), start, 0)
      #expect(abs(glide.state(at: steps, remainder: 0).offset - edge) < 0.5)
      #expect(abs(glide.state(at: steps - 1, remainder: 0).offset - edge) >= 0.5)
      #expect(glide.restingOffset == edge)
    }
  }

  @Test func `stops at its edge where it may not bounce`() {
    let state = AxisState(offset: 900, velocity: 5)
    let glide = Glide(law(0.998, 0...1000), from: state, bounces: false) { $0 }
    var last = 900.0
    for index in 0..<200 {
      for remainder in [0.0, 5, 12] {
        let shown = glide.state(at: index, remainder: remainder)
        #expect(shown.offset <= 1000 && shown.offset >= last)
        if shown.offset == 1000 { #expect(shown.velocity == 0) }
        last = shown.offset
      }
    }
    #expect(glide.restingOffset == 1000)
  }

  @Test func `moves to its edge at once where it may not bounce`() {
    let state = AxisState(offset: 1200, velocity: 3)
    let glide = Glide(law(0.998, 0...1000), from: state, bounces: false) { $0 }
    #expect(glide.state(at: 1, remainder: 0) == AxisState(offset: 1000, velocity: 0))
  }

  @Test(arguments: [(3.0, 900.0), (3, 1400), (3, 3000), (3, -200), (0, 640), (-1, 700), (60, 501)])
  func `deceleration.target rests exactly at the target of the delegate, without a jump`(
    velocity: Double, target: Double
  ) throws {
    let start = AxisState(offset: 500, velocity: velocity)
    let glide = try #require(Glide(from: start, restingOn: target, rate: 0.998, range: -1e9...1e9))
    var last = start.offset
    var before = 0.0
    var index = 1
    while glide.state(at: index, remainder: 0).velocity != 0 {
      let offset = glide.state(at: index, remainder: 0).offset
      before = offset - last
      #expect((offset - last) * (target - 500) > 0, "it goes straight there")
      last = offset
      index += 1
    }
    #expect(glide.restingOffset == target)
    if index > 2 {
      #expect(abs(target - last) <= abs(before) + 1e-9, "no step is larger than the one before")
    }
    #expect(Double(index) / 60 < 10)
  }

  @Test func `whose target is the current offset does not move`() {
    let start = AxisState(offset: 500, velocity: 3)
    #expect(Glide(from: start, restingOn: 500, rate: 0.998, range: 0...1e9) == nil)
  }

  @Test func `stops sooner at the fast rate`() {
    let normal = glide(law(ScrollView.DecelerationRate.normal.rawValue), 0, 2)
    let fast = glide(law(ScrollView.DecelerationRate.fast.rawValue), 0, 2)
    #expect(ScrollView.DecelerationRate.normal.rawValue == 0.998)
    #expect(ScrollView.DecelerationRate.fast.rawValue == 0.99)
    #expect(fast.restingOffset < normal.restingOffset / 4)
    let expected = [0.998, 0.999, 0.5, 0.998]
    for (value, expected) in zip([0.998, 2, -1, .nan], expected) {
      #expect(ScrollView.DecelerationRate(rawValue: value).rawValue == expected)
    }
  }

  @Test func `rests on a whole pixel, having moved between them`() {
    let stage = Stage(displayScale: 2)
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.123)
    let flying = stage.scrollView.contentOffset.y * 2
    #expect(flying != flying.rounded())
    let resting = stage.scrollView.restingOffset
    stage.settle(from: time)
    #expect(stage.scrollView.contentOffset == resting)
    #expect((resting.y * 2) == (resting.y * 2).rounded())
  }

  @Test func `keeps its velocity when its range changes`() {
    let stage = Stage()
    let time = stage.drag(from: Point(200, 700), by: Point(0, -300))
    stage.window.advance(to: time + 0.1)
    let (offset, velocity) = (stage.scrollView.contentOffset, stage.scrollView.contentVelocity)
    stage.scrollView.contentSize = Size(402, 9000)
    #expect(stage.scrollView.contentOffset == offset)
    #expect(abs(stage.scrollView.contentVelocity.y - velocity.y) < 1e-9)
    stage.scrollView.contentSize = Size(402, 1200)
    stage.settle(from: time + 0.1)
    #expect(stage.scrollView.contentOffset.y == 1200 - 874)
    #expect(stage.milestones.suffix(2) == ["willBeginDecelerating", "didEndDecelerating"])
  }
}
