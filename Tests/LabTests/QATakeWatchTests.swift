@testable import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The watch of a take` {
  private let bench = Bench(scene: "grid", checks: Self.checks)

  /// A hand on a recorder whose takes are watched.
  private final class Bench {
    let recorder: Recorder
    let watch: QATakeWatch
    private(set) var noted: Set<QARequirement> = []
    var now = 1000.0

    /// The texts of the checks that were reported, each time.
    private(set) var checked: [[String]] = []

    init(scene: String, checks: [QACheck] = []) {
      var header = Script.Header()
      header.scene = Scenes.all.scene(scene)
      recorder = Recorder(Stage(header, log: CallbackLog()))
      watch = QATakeWatch(recorder, checks: checks)
      watch.didCheck = { [weak self] in self?.checked.append($0.map(\.text)) }
      watch.didNote = { [weak self] in self?.noted = $0 }
    }

    func touch(_ phase: TouchEvent.Phase, _ location: Point) {
      now += 1.0 / 60
      recorder.send(
        .touch(TouchEvent(id: 1, phase: phase, location: location, timestamp: now)))
    }

    func drag(from start: Point, by distance: Point) {
      touch(.began, start)
      for step in 1...10 { touch(.moved, start + distance * (Double(step) / 10)) }
      touch(.ended, start + distance)
    }

    func rest() {
      repeat {
        now += 1.0 / 60
        recorder.frame(at: now)
      } while recorder.stage.window.needsAdvance
    }
  }

  @Test func `sees the same as in its replay`() throws {
    let bench = Bench(scene: "grid")
    bench.drag(from: Point(100, 150), by: Point(120, 0))
    bench.rest()
    let take = try #require(bench.watch.take)
    let again = QAEvidence(performing: take.script)
    #expect(bench.watch.shown == again.shown)
    #expect(bench.watch.shown.isSuperset(of: [.drag, .overscroll, .edgeBounce, .idle]))
    #expect(bench.noted == bench.watch.shown)
    #expect(bench.watch.summary == again.summary)
  }

  @Test func `sees a flick though a panel removes the callbacks between events`() {
    let bench = Bench(scene: "grid-larger")
    for phase in 0...12 {
      switch phase {
      case 0: bench.touch(.began, Point(200, 200))
      case 1...11: bench.touch(.moved, Point(200, 200 - 10 * Double(phase)))
      default: bench.touch(.ended, Point(200, 90))
      }
      _ = bench.recorder.stage.log?.drain()
    }
    bench.rest()
    #expect(bench.watch.shown == [.drag, .swipe, .flick, .speed, .dragUp, .scroll, .idle])
  }

  private static let checks = [
    QACheck(kind: .overshoot(.left, least: 1, most: 200)), QACheck(kind: .limits(true)),
    QACheck(kind: .never("select")),
  ]

  @Test func `judges the checks once per motion, by the first frame at rest`() throws {
    #expect(bench.watch.outcomes.map(\.text) == Self.checks.map(\.pending.text))
    bench.drag(from: Point(100, 150), by: Point(120, 0))
    #expect(bench.checked == [Self.checks.map(\.pending.text)], "it waits while something moves")
    bench.rest()
    try #require(bench.checked.count == 2)
    let outcomes = bench.watch.outcomes
    #expect(bench.checked[1] == outcomes.map(\.text))
    #expect(outcomes.map(\.holds) == [true, true, true])
    let take = try #require(bench.watch.take)
    #expect(outcomes == QAEvidence(performing: take.script).outcomes(Self.checks))
    let peak = try #require(Double(outcomes[0].measured.dropLast(3)))
    #expect(abs(peak - bench.watch.summary!.overshoot) <= 0.05)
    // The next motion waits again, and goes into the same take.
    bench.drag(from: Point(100, 150), by: Point(0, 1))
    #expect(bench.checked.count == 3 && bench.checked[2] == Self.checks.map(\.pending.text))
    bench.rest()
    #expect(bench.checked.count == 4 && bench.watch.outcomes[0] == outcomes[0])
  }

  @Test func `judges the checks of a moving take where a verdict asks for them`() throws {
    bench.drag(from: Point(100, 150), by: Point(120, 0))
    bench.now += 1.0 / 60
    bench.recorder.frame(at: bench.now)
    #expect(bench.watch.outcomes.map(\.holds) == [true, false, true], "it is past the edge")
    bench.rest()
    #expect(bench.watch.outcomes.map(\.holds) == [true, true, true])
  }

  @Test func `judges another take by itself`() throws {
    bench.drag(from: Point(100, 150), by: Point(120, 0))
    bench.rest()
    bench.recorder.restart()
    #expect(bench.watch.outcomes.allSatisfy { $0.holds == true })
    bench.touch(.began, Point(100, 150))
    bench.touch(.ended, Point(100, 150))
    bench.rest()
    #expect(bench.watch.outcomes[0].text == "overshoot left 0 pt (1…200) ✗")
  }

  @Test func `sees nothing before anything has happened`() {
    let bench = Bench(scene: "grid")
    #expect(bench.watch.take == nil && bench.watch.summary == nil && bench.watch.shown.isEmpty)
  }

  @Test
  func `keeps what it has seen until another take begins, which has to show everything itself`() {
    let bench = Bench(scene: "grid")
    bench.drag(from: Point(100, 150), by: Point(120, 0))
    bench.rest()
    bench.recorder.restart()
    #expect(bench.watch.shown.contains(.overscroll) && bench.watch.take != nil)
    bench.touch(.began, Point(100, 150))
    bench.touch(.ended, Point(100, 150))
    bench.rest()
    #expect(bench.watch.shown == [.idle] && bench.noted == [.idle])
    #expect(bench.watch.take?.script.inputCount == 2)
  }

  @Test func `counts what is typed into a field, though takes have only its mask`() throws {
    let bench = Bench(scene: "keyboard")
    let place = Point(187, 34)
    bench.touch(.began, place)
    bench.touch(.ended, place)
    bench.rest()
    bench.now += 0.1
    bench.recorder.send(.text(TextEvent(.inserted("a"), timestamp: bench.now)))
    #expect(bench.watch.take?.script.events.last?.line.contains("\"string\":\"x\"") == true)
    #expect(bench.watch.shown.contains(.idle))
  }
}
