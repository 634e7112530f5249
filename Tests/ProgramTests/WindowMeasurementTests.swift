import Dispatch
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollLabPages
@testable import OverscrollShell

/// The numbers that a window shows of what was just done in it.
@Suite struct `What a window measures` {
  /// A grid scene, used at random on a display with a rate.
  private func use(
    _ seed: UInt64, rate: Double, _ host: HeadlessHost, _ page: ScenePage, misses: Bool = false,
    didShow: () -> Void = {}
  ) {
    var random = SplitMix64(seed: seed)
    var time = host.time
    func frames(_ count: Int) {
      for _ in 0..<count {
        time += (misses && random.chance(0.2) ? 3 : 1) / rate
        while host.next(until: time) != nil {}
        page.handle(.frame(at: time))
        didShow()
      }
    }
    for _ in 0..<3 {
      let step = Point(random.number(-12, 12), random.number(-30, 30))
      for index in 0...6 {
        let phase: TouchEvent.Phase = index == 0 ? .began : index == 6 ? .ended : .moved
        page.send(
          .touch(
            TouchEvent(
              id: 1, phase: phase, location: Point(160, 150) + step * Double(index), timestamp: time
            )
          ), from: nil)
        frames(1)
      }
      frames(Int(random.number(0.2, 1.5) * rate))
    }
    while page.traits.needsFrames { frames(1) }
  }

  @Test(arguments: [30.0, 60, 144], 1...3 as ClosedRange<UInt64>)
  func `of missed refreshes is what the take has`(rate: Double, seed: UInt64) throws {
    let host = try HeadlessHost(rate: rate)
    let page = try window(host).page
    use(seed, rate: rate, host, page, misses: true)
    let script = try #require(page.recorder.current?.script)
    let shown = try #require(page.statistics).frames
    #expect(shown.missed > 0 && shown.count == script.frameCount)
    #expect(shown.missed == script.frames.reduce(0) { $0 + $1.missed })
    #expect(shown.missed == TakeQuality(script).missed.values.reduce(0, +))
  }

  @Test(arguments: [30.0, 60, 144], 1...3 as ClosedRange<UInt64>)
  func `of a velocity is what trace, plot, tooltip and replay have of each refresh`(
    rate: Double, seed: UInt64
  ) throws {
    let host = try HeadlessHost(rate: rate)
    let page = try window(host).page
    var shown: [Int: Point] = [:]
    use(seed, rate: rate, host, page) {
      let refresh = page.recorder.counts.shown
      if shown[refresh] == nil { shown[refresh] = page.statistics?.sample.measuredVelocity }
    }
    let take = try #require(page.recorder.current)
    #expect(shown.count == take.script.frameCount && shown.values.contains { $0.length > 100 })
    let series = Subject.script(take.script, name: "take").series
    let performed = PerformedTake(take.script)
    let lane = try #require(Chart(performed).lanes.first { $0.kind == .velocity })
    for (refresh, velocity) in shown {
      #expect(take.trace.samples[refresh].measuredVelocity == velocity)
      #expect(performed.frames[refresh].sample.measuredVelocity == velocity)
      for (column, value) in [(Series.Column.velocityX, velocity.x), (.velocityY, velocity.y)] {
        #expect(series.values[column]?[refresh] == value)
        let curve = lane.curves.first { Series.Column(name: $0.name) == column }
        let drawn = curve?.value(at: series.times[refresh]) ?? value
        #expect(abs(drawn - value) < 1e-6, "\(series.times[refresh]) s")
      }
    }
  }

  /// A window with a grid.
  private func window(
    _ host: HeadlessHost, wake: @escaping @Sendable () -> Void = {}
  ) throws -> (page: ScenePage, panels: RecorderPanels) {
    let header = try Script(
      parsing: #"{"overscroll":2,"scene":"grid-larger"}"#, file: "a", scenes: Scenes.all
    ).header
    let panels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), marksTouches: false, host: host, wake: wake)
    panels.copyText = { host.copyText($0) }
    let card = try #require(header.scene).card
    let page = ScenePage(card: card, playsDemo: false, takes: Recording(host), panels: panels)
    return (page, panels)
  }

  @Test(arguments: [30.0, 60, 120, 144], 1...3 as ClosedRange<UInt64>)
  func `is what info says of the take, and what its trace says`(rate: Double, seed: UInt64) throws {
    let host = try HeadlessHost(rate: rate)
    let measured = DispatchSemaphore(value: 0)
    let (page, panels) = try window(host) { measured.signal() }
    panels.curves.size = Size(900, 260)
    use(seed, rate: rate, host, page)
    let script = try #require(panels.recorder.current?.script)
    let expected = Measurements(Subject.script(script, name: "take").series).gestures
    #expect(expected.count == 3)
    // What was measured while it went on is measured again.
    repeat {
      measured.wait()
      panels.drainResults()
    } while panels.curves.instruments.motion?.series.count != script.frameCount + 1
    #expect(panels.curves.instruments.gestures == expected)
    // The lift is where the log, the tick on the curves and the gesture say it is.
    let lifts = expected.compactMap(\.lift)
    #expect(lifts.count == 3)
    #expect(
      panels.log.lines.entries.filter { $0.name == "touch ended" }.map(\.time).suffix(3)
        == lifts[...])
    let ticks = panels.curves.tracks[0].history.ticks
    #expect(ticks.filter { $0.kind == .touchUp }.map(\.time) == lifts)
    page.perform(.curves(.copyTable), at: 100)
    #expect(host.clipboard?.text == expected.table)
    let trace = try #require(panels.recorder.current?.csv)
    // A trace knows no touches, so its gestures begin a row earlier or later; the whole motion is the same.
    let (own, whole) = (
      Measurements(try Series(parsing: trace, file: "a.trace")).values,
      Measurements(Subject.script(script, name: "take").series).values
    )
    for name in [Measurements.Name.peakVelocity, .restX, .restY, .travel, .duration] {
      let (one, other) = (try #require(own[name]), try #require(whole[name]))
      #expect(abs(one - other) <= 1e-6 * max(1, abs(other)), "\(name)")
    }
  }
}
