import OverscrollTestSupport
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `The clock of a lab window` {
  private let bench: Bench

  init() throws { bench = try Bench(scene: "rates") }

  private struct Bench {
    let page: ScenePage
    let panels: RecorderPanels

    init(scene name: String) throws {
      let scene = try #require(Scenes.all.scene(name))
      var header = Script.Header()
      header.scene = scene
      panels = RecorderPanels(
        Recorder(Stage(header, log: CallbackLog())), marksTouches: true,
        host: try HeadlessHost())
      page = ScenePage(
        card: scene.card, playsDemo: false, takes: Recording(try HeadlessHost()), panels: panels)
    }

    /// A finger's drag upwards that is let go, from a place on.
    func drag(at start: Double, x: Double = 120) {
      for (index, phase) in [TouchEvent.Phase.began, .moved, .moved, .moved, .ended].enumerated() {
        let time = start + Double(index) * 0.0157
        page.send(.touch(phase, at: Point(x, 400 - 30 * Double(index)), time), from: nil)
        page.advance(to: time + 0.003)
      }
      advance(from: start + 0.08, to: start + 2)
    }

    func advance(from start: Double, to end: Double) {
      var time = start
      while time < end {
        page.advance(to: time)
        time += 1.0 / 60
      }
    }

    /// The times of finger-downs in the log and in the curves.
    var touches: (log: [Double], curves: [Double]) {
      (
        panels.log.lines.entries.filter { $0.name == "touch began" }.map(\.time),
        panels.curves.tracks[0].history.ticks.filter { $0.kind == .touchDown }.map(\.time)
      )
    }
  }

  @Test func `is that of the take for log, curves, marks and sentences`() throws {
    let (page, panels) = (bench.page, bench.panels)
    // The window is open for a while before anything happens.
    bench.advance(from: 5000, to: 5024)
    bench.drag(at: 5024.3)
    page.perform(.mark, at: 5027)
    let take = try #require(page.recorder.current)
    let began = try #require(take.script.events.first?.time)
    #expect(abs(began - 0.1) < 1e-9)
    #expect(bench.touches.log == [began] && bench.touches.curves == [began])
    #expect(panels.curves.latest == take.trace.samples.last?.time)
    let samples = take.trace.samples.dropFirst()
    #expect(samples.count > 20)
    let shown = panels.curves.tracks[0].history.series.times.filter { $0 > began }
    // What is held over a gap begins just after a row.
    #expect(shown.allSatisfy { time in samples.contains { (0...2e-9).contains(time - $0.time) } })
    // The mark is 2.7 seconds after the finger went down.
    page.advance(to: 5027.01)
    let mark = try #require(take.script.events.first { $0.line.contains("mark") }?.time)
    #expect(abs(mark - 2.8) < 1e-9 && page.message.text == "Marked at 2.800 s.")
    #expect(panels.log.lines.entries.contains { $0.name == "mark" && $0.time == mark })
    #expect(panels.curves.tracks[0].history.ticks.contains { $0.kind == .mark && $0.time == mark })
    #expect(abs(panels.time - 2.81) < 1e-9)
  }

  @Test func `begins anew with another take, before which curves have times below 0`() throws {
    bench.drag(at: 700)
    bench.page.perform(.restart, at: 710)
    #expect(bench.touches.log == [])
    bench.drag(at: 725)
    let began = try #require(bench.page.recorder.current?.script.events.first?.time)
    #expect(abs(began - 0.1) < 1e-9 && bench.touches.log == [began])
    let ticks = bench.touches.curves
    #expect(ticks.count == 2 && ticks.last == began)
    #expect(ticks.first.map { abs($0 + 24.9) < 1e-9 } == true)
    let history = bench.panels.curves.tracks[0].history
    #expect(history.series.times == history.series.times.sorted())
    #expect(history.series.times.first.map { $0 < -20 } == true)
    #expect(history.bands.map(\.range.lowerBound).allSatisfy { $0 < 3 })
    #expect(history.latest == bench.page.recorder.current?.trace.samples.last?.time)
  }

  @Test func `is not needed to be read from memory for the log of a long take`() throws {
    // Events beyond the memory go to a file, and are in the log all the same.
    let header = try Script(
      parsing: #"{"overscroll":2,"viewport":[320,480],"content":[320,2000]}"#, file: "t"
    ).header
    let recorder = Recorder(Stage(header, log: CallbackLog()), byteLimit: 20_000)
    let panels = RecorderPanels(recorder, marksTouches: false, host: try HeadlessHost())
    recorder.hooks.didOverflow = { _ in true }
    for index in 0..<500 {
      let phase: TouchEvent.Phase = index == 0 ? .began : .moved
      let time = 10 + Double(index) / 100
      recorder.send(.touch(phase, at: Point(100, Double(index % 200)), time))
      panels.follow(at: time)
    }
    #expect(recorder.current?.isInFile == true)
    #expect(panels.log.lines.entries.count { $0.source == .touch } == 500)
  }

  @Test func `gives a mark the time of its key, though its name is typed later`() throws {
    let (page, log) = (bench.page, bench.panels.log)
    page.perform(.mark, at: 99)
    #expect(page.message.text == "There is no recording to mark yet.")
    bench.drag(at: 100)
    bench.advance(from: 102, to: 106)
    log.size = Size(300, 200)
    page.perform(.mark, at: 107)
    #expect(log.isTyping)
    log.markField.text = ""
    log.send(.text(TextEvent(.inserted("late"), timestamp: 109)))
    _ = log.handleKey(KeyEvent(key: "Return", modifiers: [], timestamp: 109))
    let mark = try #require(
      bench.panels.curves.tracks[0].history.ticks.last { $0.kind == .mark })
    #expect(mark.text == "late" && abs(mark.time - 7.1) < 1e-9)
    #expect(log.lines.entries.last { $0.name == "mark" }?.values == "late")
    // A frame shows it.
    #expect(bench.panels.curves.latest == mark.time)
    // While something moves, a mark has no name.
    bench.drag(at: 110)
    page.send(.touch(.began, at: Point(120, 300), 113), from: nil)
    page.perform(.mark, at: 113.1)
    #expect(!log.isTyping)
    #expect(bench.panels.curves.tracks[0].history.ticks.last?.text == "")
  }

  @Test func `goes for all scroll views of a scene, each with its curves`() throws {
    bench.drag(at: 300)
    bench.drag(at: 303, x: 400)
    let tracks = bench.panels.curves.tracks
    #expect(tracks.map(\.title) == ["normal", "fast"])
    let stage = bench.page.recorder.stage
    for track in tracks {
      let view = try #require(stage.view(track.scrollView))
      #expect(track.history.latest == bench.page.recorder.current?.trace.samples.last?.time)
      #expect(track.history.series.values[.offsetY]?.last == view.contentOffset.y)
      #expect(track.movedGroups == [.offset, .velocity, .lawVelocity, .fingerVelocity])
      #expect(view.contentOffset.y > 50)
    }
  }
}
