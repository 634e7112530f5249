import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The display rate` {
  /// Sends input before the clocks are compared; returns the time of the last event.
  private static let hands: [(name: String, play: @Sendable (Stage) -> Double)] = [
    ("flick", { $0.drag(from: Point(200, 700), by: Point(-30, -200)) }),
    ("bounce", { $0.drag(from: Point(200, 300), by: Point(0, 250), steps: 5) }),
    (
      "page",
      {
        $0.scrollView.isPagingEnabled = true
        return $0.drag(from: Point(200, 700), by: Point(-60, -200))
      }
    ),
    (
      "animation",
      {
        $0.scrollView.setContentOffset(Point(300, 700), animated: true)
        return 0
      }
    ),
    (
      "zoom bounce",
      {
        for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, 5), (.ended, 5)] {
          $0.window.send(.pinch(phase, scale, at: Point(9, 9), 0))
        }
        return 0
      }
    ),
    (
      "wheel",
      {
        $0.window.send(.wheel(Point(0, 3), at: .zero, 0))
        return 0
      }
    ),
  ]

  private func played(_ hand: Int) -> (Stage, Double) {
    let stage = Stage(content: Size(2000, 3000), zooming: 1...2)
    let end = Self.hands[hand].play(stage)
    stage.window.advance(to: stage.window.time)
    return (stage, end)
  }

  @Test(arguments: 0..<6)
  func `does not affect the state at any time`(hand: Int) {
    let (reference, start) = played(hand)
    let clocks = [30.0, 60, 144, 0].map { rate in (rate, played(hand).0) }
    var random = SplitMix64(seed: 7)
    var times = clocks.map { _ in start }
    for sample in 1...120 {
      let time = start + Double(sample) / 50
      reference.window.advance(to: time)
      for (index, (rate, stage)) in clocks.enumerated() {
        while true {
          let next = times[index] + (rate > 0 ? 1 / rate : random.number(0.001, 0.05))
          guard next < time else { break }
          times[index] = next
          stage.window.advance(to: next)
        }
        stage.window.advance(to: time)
        let (one, other) = (reference.scrollView, stage.scrollView)
        #expect((one.contentOffset - other.contentOffset).length < 1e-9)
        #expect(abs(one.zoomScale - other.zoomScale) < 1e-9 && one.phase == other.phase)
        #expect(one.verticalScrollIndicator == other.verticalScrollIndicator)
      }
    }
    #expect(clocks.allSatisfy { $0.1.milestones == reference.milestones })
  }

  @Test func `delegate.did-scroll does not matter for a past or non-finite time`() {
    let stage = Stage()
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 0.1)
    let offset = stage.scrollView.contentOffset
    for wrong in [time, -1, .nan, .infinity, -.infinity, 1e308] {
      stage.window.advance(to: wrong)
      #expect(stage.scrollView.contentOffset == offset)
    }
    #expect(stage.window.time == time + 0.1)
  }
}
