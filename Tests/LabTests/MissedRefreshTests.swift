import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `Missed refreshes` {
  /// Flicks, some of which are caught, with stillness between, on a display whose refreshes are missed at random.
  private struct Use {
    let recorder: Recorder
    let rate: Double
    private var random: SplitMix64
    /// The numbers of the present refresh, of the last one that showed a frame, and of that of the first input since.
    private var refresh = 3000
    private var shown: Int?
    private var firstInput: Int?
    private var movesByItself = false
    /// The refreshes that were missed.
    private(set) var missed = 0

    init(seed: Int, rate: Double) throws {
      let header = #"{"overscroll":2,"viewport":[320,480],"content":[320,9000]}"#
      recorder = Recorder(Stage(try Script(parsing: header, file: "a").header))
      self.rate = rate
      random = SplitMix64(seed: UInt64(seed))
      recorder.start()
      for _ in 0..<4 {
        let step = random.number(-40, 20)
        for index in 0...6 {
          touch(index == 0 ? .began : index == 6 ? .ended : .moved, 240 + step * Double(index))
          show(after: random.chance(0.3) ? random.index(4) : 0)
        }
        for _ in 0..<random.index(Int(2 * rate)) {
          show(after: random.chance(0.15) ? 1 + random.index(5) : 0)
        }
        refresh += random.index(Int(3 * rate))
      }
    }

    /// Input comes just after a refresh.
    private mutating func touch(_ phase: TouchEvent.Phase, _ y: Double) {
      recorder.send(.touch(phase, at: Point(160, y), (Double(refresh) + 0.1) / rate))
      firstInput = firstInput ?? refresh
    }

    /// Draws for a refresh after some that pass, and counts those.
    private mutating func show(after passing: Int) {
      refresh += 1 + passing
      let before = recorder.counts.shown
      recorder.frame(
        at: (Double(refresh) - 0.5) / rate,
        .init(presented: Double(refresh) / rate, period: 1 / rate))
      guard recorder.counts.shown > before else { return }
      let passed = shown.map { refresh - $0 - 1 } ?? .max
      let waited = firstInput.map { refresh - $0 - 1 } ?? 0
      missed += movesByItself ? passed : min(waited, passed)
      (shown, firstInput) = (refresh, nil)
      movesByItself = recorder.stage.movingPhase.movesByItself
    }
  }

  @Test(arguments: [30.0, 60, 144], 0..<12)
  func `are counted once, by the display's times, for window, file, info and curves`(
    rate: Double, seed: Int
  ) throws {
    let use = try Use(seed: seed, rate: rate)
    let take = try #require(use.recorder.current)
    #expect(use.missed > 0 && use.recorder.counts == (take.script.frameCount, use.missed))
    let file = try Script(parsing: take.script.text, file: "a.script")
    for script in [take.script, file] {
      #expect(script.frames.map(\.missed).reduce(0, +) == use.missed)
      #expect(TakeQuality(script).missed.values.reduce(0, +) == use.missed)
      #expect(PerformedTake(script).frames.map(\.missed).reduce(0, +) == use.missed)
      let series = Subject.script(script, name: "a").series
      let lane = try #require(Chart.Lane(refreshesOf: series, in: 0...1000))
      #expect(lane.refreshes.map(\.missed).reduce(0, +) == use.missed)
      let rows = RefreshTable(script).csv.split(separator: "\n").dropFirst()
      let cells = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      #expect(cells.compactMap { Int($0[3]) }.reduce(0, +) == use.missed)
      let late = script.frames.count { $0.missed > 0 }
      #expect(series.ticks.count { $0.kind == .missedRefresh } == late)
    }
  }

  /// A frame that the display is still drawing at its refresh is late by those until the one that shows it.
  @Test(arguments: [30.0, 60, 144])
  func `are counted again where the display shows a frame later than predicted`(rate: Double) throws
  {
    let recorder = Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])))
    func time(_ refresh: Double) -> Double { 100 + refresh / rate }
    recorder.send(.touch(.began, at: Point(160, 400), time(0.1)))
    recorder.frame(at: time(0.2), .init(presented: time(1), period: 1 / rate))
    recorder.send(.touch(.moved, at: Point(160, 300), time(1.1)))
    recorder.frame(at: time(1.2), .init(presented: time(2), period: 1 / rate))
    #expect(recorder.counts == (2, 0))
    recorder.send(.touch(.moved, at: Point(160, 200), time(3.6)))
    var refresh = Recorder.Refresh(presented: time(5), period: 1 / rate)
    refresh.lastRedraw = RedrawTimes(
      handling: time(1.15), drawing: time(1.2), submission: time(1.3), completion: time(3.5))
    refresh.lastUnfinished = time(3.5)
    recorder.frame(at: time(4.2), refresh)
    let frames = try #require(recorder.current).script.frames
    #expect(frames.map(\.missed) == [0, 2, 0] && recorder.counts == (3, 2))
    #expect(abs((frames[1].presented ?? 0) + recorder.epoch - time(4)) < 1e-9)
  }
}
