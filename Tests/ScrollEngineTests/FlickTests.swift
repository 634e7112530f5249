import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Repeated flicking` {
  /// Flicks `count` times and returns how far each target was.
  private func reaches(
    _ count: Int, way: Double = -240, pause: Double = 0.1, turns: Bool = false,
    change: (Stage) -> Void = { _ in }
  ) -> [Double] {
    let stage = Stage(content: Size(402, 1e6), displayScale: 1e6, offset: Point(0, 500_000))
    change(stage)
    var reaches: [Double] = []
    var time = 0.0
    for index in 0..<count {
      let sign = turns && index == count - 1 ? -1.0 : 1
      time = stage.drag(
        from: Point(200, 400), by: Point(0, way * sign), steps: 6, at: time, lift: false)
      let from = stage.scrollView.contentOffset.y
      stage.touch(.ended, 200, 400 + way * sign, at: time)
      reaches.append(abs((stage.targets.last ?? .zero).y - from))
      time += pause
    }
    return reaches
  }

  @Test func `reaches farther from the third time on, up to sixteen times as far`() {
    let reached = reaches(40)
    #expect(abs(reached[1] / reached[0] - 1) < 1e-9)
    // 240 points of fingers, ten of which are recognition's on the first drag only, earn nine tenths.
    for (index, expected) in [(2, 1.9), (3, 3.25), (4, 5.05)] {
      #expect(abs(reached[index] / reached[0] - expected) < 1e-6)
    }
    #expect(abs((reached.last ?? 0) / reached[0] - 16) < 1e-6)
    #expect(zip(reached, reached.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
  }

  @Test func `reaches farther by short and gentle flicks too, in proportion to their length`() {
    let reached = reaches(4, way: -70)
    #expect(abs(reached[1] / reached[0] - 1) < 1e-9)
    let part = 70.0 / 240
    for (index, expected) in [(2, 1 + part), (3, 1 + 2.5 * part)] {
      #expect(abs(reached[index] / reached[0] - expected) < 1e-6)
    }
  }

  @Test(arguments: Axis.allCases, [0.0, 1, -1])
  func `reaches farther when it turns by a right angle, and not by more`(axis: Axis, back: Double) {
    let stage = Stage(content: Size(1e6, 1e6), displayScale: 1e6, offset: Point(500_000, 500_000))
    var reaches: [Double] = []
    for (index, way) in [axis.point(-240), axis.point(-240), axis.point(60 * back, -240)]
      .enumerated()
    {
      let start = Double(index) * 0.2
      let time = stage.drag(from: Point(300, 400), by: way, steps: 6, at: start, lift: false)
      let from = stage.scrollView.contentOffset
      stage.touch(.ended, Point(300, 400) + way, at: time)
      let reach = (stage.targets.last ?? .zero) - from
      reaches.append(abs(index < 2 ? axis.main(reach) : axis.cross(reach)))
    }
    #expect(abs(reaches[2] / reaches[0] - (back > 0 ? 1 : 1.9)) < 1e-6)
  }

  @Test func `starts over after a second, a slow release, or a turn`() {
    for reached in [
      reaches(5, pause: 1.01), reaches(5, way: -50), reaches(6, turns: true),
      reaches(5) { $0.scrollView.isPagingEnabled = true },
    ] {
      #expect(abs((reached.last ?? 0) - reached[0]) <= abs(reached[0]) * 1e-9 + 874)
    }
    let turned = reaches(6, turns: true)
    #expect(abs(turned[5] / turned[0] - 1) < 1e-9)
    let late = reaches(5, pause: 1.01)
    #expect(abs(late[4] / late[0] - 1) < 1e-9)
  }

  @Test(arguments: Axis.allCases)
  func `reaches farther from the third time on with a touchpad, too`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(1e6, 400), displayScale: 1e6)
    stage.scrollView.contentOffset = axis.point(500_000)
    var reaches: [Double] = []
    var time = 0.0
    for _ in 0..<4 {
      for step in 0...6 {
        let phase: GesturePhase = step == 0 ? .began : step == 6 ? .ended : .changed
        let from = axis.main(stage.scrollView.contentOffset)
        stage.window.send(
          .touchpad(phase, by: step % 6 == 0 ? .zero : axis.point(-48), at: Point(200, 200), time))
        if step == 6 { reaches.append(axis.main(stage.targets.last ?? .zero) - from) }
        time += step == 6 ? 0.1 : 1.0 / 60
      }
    }
    #expect(reaches.count == 4 && abs(reaches[1] / reaches[0] - 1) < 1e-6)
    #expect(reaches[2] > 1.5 * reaches[0] && reaches[3] > 1.3 * reaches[2])
  }
}
