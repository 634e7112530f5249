import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// High-resolution wheels report fractions of a notch.
@Suite struct `Fractions of a notch` {
  private static let scales = [1, 1.25, 1.5, 2, 3.0]

  private func stage(_ axis: Axis, _ scale: Double) -> Stage {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(4000, 400), displayScale: scale)
    stage.scrollView.contentOffset = axis.point(1200)
    return stage
  }

  private func turn(_ stage: Stage, _ axis: Axis, _ notches: Double, at time: Double) {
    // Down with shift goes to the right.
    stage.window.send(
      .wheel(
        Point(0, notches), at: Point(100, 100), time, modifiers: axis == .horizontal ? [.shift] : []
      ))
  }

  @Test(arguments: Axis.allCases, [8, 15, 120, 240])
  func `add up exactly, there and back, fast or with pauses`(axis: Axis, parts: Int) {
    for scale in Self.scales {
      for pause in [0.01, 0.4] {
        let stage = stage(axis, scale)
        var time = 0.0
        for (sign, rest) in [(1.0, 1260.0), (-1, 1200), (-1, 1140), (1, 1200)] {
          for _ in 0..<parts {
            time += pause
            turn(stage, axis, sign / Double(parts), at: time)
          }
          stage.settle(from: time)
          time += 0.5
          #expect(stage.scrollView.contentOffset == axis.point(rest), "\(scale)×, \(pause) s")
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<100)
  func `of any size add up to their sum`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let axis = random.pick(Axis.allCases)
    let scale = random.pick(Self.scales)
    let stage = stage(axis, scale)
    var (sum, time) = (0.0, 0.0)
    for _ in 0..<random.index(60) + 1 {
      let part = random.number(-0.4, 0.4)
      sum += part
      time += random.number(0.001, 0.3)
      turn(stage, axis, part, at: time)
    }
    let target = 1200 + sum * 60
    stage.settle(from: time)
    #expect(abs(axis.main(stage.scrollView.contentOffset) - target) <= 0.5 / scale + 1e-6)
  }

  @Test(arguments: Axis.allCases)
  func `are forgotten once anything else moves the content, and at the ends`(axis: Axis) {
    let stage = stage(axis, 1)
    turn(stage, axis, 0.4 / 60, at: 0)
    stage.scrollView.contentOffset = axis.point(1100)
    turn(stage, axis, 0.4 / 60, at: 1)
    stage.settle(from: 1)
    #expect(stage.scrollView.contentOffset == axis.point(1100))
    stage.scrollView.contentOffset = axis.point(3599)
    turn(stage, axis, 7, at: 3)
    turn(stage, axis, -1.0 / 60, at: 4)
    stage.settle(from: 4)
    #expect(stage.scrollView.contentOffset == axis.point(3599))
  }

  @Test(arguments: Axis.allCases, [8, 15, 120])
  func `turn a page once they are a notch`(axis: Axis, parts: Int) {
    let stage = stage(axis, 1)
    stage.scrollView.isPagingEnabled = true
    for part in 1...parts {
      turn(stage, axis, 1 / Double(parts), at: Double(part) * 0.01)
      #expect(axis.main(stage.scrollView.restingOffset) == (part == parts ? 1600 : 1200))
    }
  }
}
