import ScrollEngine
import Testing

@Suite struct `A pull beyond the edge` {
  @Test(arguments: [(5.0, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (960, 340.65)])
  func `shows less the longer it is, by a formula of 2013`(pull: Double, shown: Double) {
    let band = RubberBand(coefficient: RubberBand.touchCoefficient, dimension: 960)
    #expect(abs(band.stretch(of: pull) - shown) < 0.006)
  }

  @Test func `grows with the pull but never to the length of the viewport`() {
    for coefficient in [RubberBand.touchCoefficient, RubberBand.touchpadCoefficient] {
      let band = RubberBand(coefficient: coefficient, dimension: 480)
      var last = 0.0
      for pull in stride(from: 1.0, to: 1e5, by: 37) {
        let stretch = band.stretch(of: pull)
        #expect(stretch > last && stretch < 480 && stretch < pull)
        last = stretch
      }
    }
  }

  @Test func `is recovered from its stretch`() {
    let band = RubberBand(coefficient: 0.55, dimension: 480)
    for pull in stride(from: 0.0, to: 3000, by: 11) {
      #expect(abs(band.pull(showing: band.stretch(of: pull)) - pull) < 1e-7 * max(1, pull))
    }
  }

  @Test func `shows what it showed when it is grabbed, however far out`() {
    let band = RubberBand(coefficient: 0.55, dimension: 40)
    for shown in stride(from: 0.5, to: 200, by: 0.5) {
      let (pull, gain) = band.grab(at: shown)
      #expect(abs(band.stretch(of: pull) * gain - shown) < 1e-9)
      #expect(pull.isFinite && gain >= 1 - 1e-12)
      #expect(shown > 36 || gain < 1 + 1e-12)
    }
  }

  @Test func `shows nothing in a viewport without a length`() {
    for dimension in [0.0, -5, .leastNonzeroMagnitude] {
      let band = RubberBand(coefficient: 0.55, dimension: dimension)
      #expect(band.stretch(of: 100) == 0)
      #expect(band.pull(showing: 100) == 0)
      #expect(band.grab(at: 100) == (0, 1))
    }
  }
}
