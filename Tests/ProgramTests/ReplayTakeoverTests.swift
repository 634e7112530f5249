import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

extension `The content of a replay's window` {
  @Test func `goes on by hand on both sides, and back to the replay`() throws {
    let bench = try bench(with: [.flag(.isPagingEnabled, false)])
    let content = bench.content
    let replayed = "This is a replay; press Shift+U to take over."
    for command in [LabCommand.saveTake, .toggleRecording, .mark, .undo] {
      let other = try self.bench().content
      other.perform(command, at: 0)
      #expect(other.captions.title == replayed, "\(command)")
    }
    #expect(content.live == nil && content.traits.engineWindow == nil)
    let rows = bench.panels.log.lines.rows.count
    content.perform(.step(120), at: 0)
    content.perform(.takeOver, at: 0)
    let live = try #require(content.live)
    #expect(content.traits.engineWindow === live.stage.window)
    #expect(content.captions.title == "Live from 2.000 s. F2: save, Shift+U: back to replay")
    let start = live.stage.scrollView.contentOffset
    #expect(start == bench.take.frames.last?.sample.offset)
    let sides = [content.main, content.other].compactMap(\.self)
    let starts = sides.map { $0.stage.scrollView.contentOffset.x }
    // Beside the divider.
    let now = live.present
    content.needsDisplay = false
    for (index, phase) in [TouchEvent.Phase.began, .moved, .moved, .ended].enumerated() {
      content.send(touch(phase, 100 + 20 * Double(index), at: now + Double(index) / 50), from: nil)
    }
    #expect(content.needsDisplay)
    #expect(live.current?.script.events.last?.action.isFrame == false)
    _ = try pixels(content)
    #expect(live.current?.script.events.last?.action.isFrame == true, "input is shown at once")
    for (side, start) in zip(sides, starts) {
      #expect(side.stage.scrollView.contentOffset.x < start)
      #expect(side.recorder?.current?.script.events.count ?? 0 > bench.take.script.events.count)
    }
    #expect(content.needsFrames)
    content.advance(to: now + 9)
    content.advance(to: now + 19)
    #expect(!content.needsFrames)
    // Keys of playback mean nothing meanwhile.
    content.perform(.step(-10), at: 0)
    #expect(content.playback.time == 2)
    #expect(content.captions.title == "This is live; press Shift+U to return to the replay.")
    content.perform(.takeOver, at: 0)
    #expect(content.live == nil && bench.panels.log.lines.rows.count == rows)
    #expect(content.playback.time == 2)
  }

  @Test func `compares two rubber bands in two halves under one hand`() throws {
    let bench = try bench(with: [Script.Setting(.rubberBand, .number(0.2))])
    let content = bench.content
    #expect(content.captions.details.first == "B tuned")
    #expect(try self.bench().content.captions.details.contains { $0.contains("tuned") } == false)
    content.perform(.takeOver, at: 0)
    let live = try #require(content.live)
    for (index, x) in [100.0, 150, 200, 250].enumerated() {
      content.send(
        touch(index == 0 ? .began : .moved, x, at: live.present + Double(index) / 50), from: nil)
    }
    let views = [content.main, content.other].compactMap { $0?.stage.scrollView }
    for (view, coefficient) in zip(views, [0.55, 0.2]) {
      let band = RubberBand(coefficient: coefficient, dimension: view.bounds.width)
      #expect(abs(view.contentOffset.x + band.stretch(of: 140)) <= 0.5, "\(coefficient)")
    }
    #expect(views.count == 2 && content.captions.details.first == "B tuned")
    // The halves are those of the two sides.
    let shown = try pixels(content)
    let same = try self.bench(with: [])
    same.content.perform(.takeOver, at: 0)
    for (index, x) in [100.0, 150, 200, 250].enumerated() {
      same.content.send(
        touch(index == 0 ? .began : .moved, x, at: live.present + Double(index) / 50), from: nil)
    }
    let width = Int(try #require(content.traits.viewport).width)
    let part = difference(shown, try pixels(same.content), width: width)
    #expect(part.width > 0 && part.x >= width / 2)
  }

  @Test func `goes on with curves, phases, playhead and log where it is taken over`() throws {
    let bench = try bench()
    let (content, panels) = (bench.content, bench.panels)
    panels.chart = Chart(bench.take)
    panels.curves.size = Size(700, 220)
    panels.timeLine.size = Size(700, 28)
    content.perform(.step(33), at: 0)
    let time = content.playback.time
    content.perform(.takeOver, at: 0)
    let live = try #require(content.live)
    #expect(panels.curves.take == nil && panels.curves.latest == time)
    var timeLine = try #require(panels.timeLine.live)
    #expect(timeLine.time == time && timeLine.frame == 33)
    let phases = bench.take.bands(of: bench.take.frames.prefix(34))
    #expect(timeLine.bands == phases && phases.count > 2)
    #expect(timeLine.moments == bench.take.moments.filter { $0.time <= time })
    // The log has what was replayed until then, and nothing after it.
    let entries = panels.log.lines.entries
    #expect(entries.contains { $0.source == .delegate } && entries.allSatisfy { $0.time <= time })

    let now = live.present
    for (index, phase) in [TouchEvent.Phase.began, .moved, .moved].enumerated() {
      let moment = now + Double(index + 1) / 50
      content.send(touch(phase, 300 - 20 * Double(index), at: moment), from: nil)
      content.advance(to: moment + 0.001)
    }
    timeLine = try #require(panels.timeLine.live)
    let latest = try #require(live.current?.trace.samples.last)
    #expect(latest.time > time + 0.06 && latest.phase == .dragging)
    #expect(timeLine.time == latest.time && timeLine.frame == 36)
    #expect(timeLine.bands.last?.phase == .dragging)
    #expect(timeLine.moments.count { $0.kind == .touchDown } == 2)
    #expect(panels.curves.latest == latest.time)
    #expect(panels.log.lines.entries.last.map { $0.time == latest.time } == true)
    #expect(panels.log.lines.entries.starts(with: entries))

    content.perform(.takeOver, at: 0)
    #expect(panels.timeLine.live == nil && panels.curves.take == panels.chart)
    #expect(panels.curves.cursor == time && panels.log.cursor == time)
  }

  @Test func `changes parameters by hand alone, each on its side`() throws {
    let bench = try bench(with: [.flag(.isPagingEnabled, false)])
    let content = bench.content
    let request = { (side: ParameterSide) in
      ParameterPanel.Request(action: .set([.flag(.bounces, false)]), target: nil, side: side)
    }
    bench.panels.didRequest(request(.a))
    #expect(content.captions.title.hasPrefix("This is a replay"))
    content.perform(.takeOver, at: 0)
    bench.panels.didRequest(request(.b))
    #expect(content.main.stage.scrollView.bounces)
    #expect(content.other?.stage.scrollView.bounces == false)
    bench.panels.didRequest(request(.a))
    #expect(!content.main.stage.scrollView.bounces)
  }

  @Test func `keeps the values in force where a replay refuses others`() throws {
    let bench = try bench()
    let (content, parameters) = (bench.content, bench.panels.parameters)
    let row = try #require(parameters.rows.first { $0.parameter.key == "bounces" })
    row.toggle?.isOn = false
    parameters.set([row.parameter.id: .bool(false)])
    #expect(row.toggle?.isOn == true && row.value == .bool(true) && !row.isChanged)
    #expect(content.captions.title.hasPrefix("This is a replay"))
    content.perform(.takeOver, at: 0)
    #expect(content.captions.title.hasPrefix("Live from"))
  }

  @Test func `goes on with a log that ends where a script without frames is taken over`() throws {
    let bench = try bench()
    bench.content.perform(.step(20), at: 0)
    let time = bench.content.playback.time
    #expect(bench.panels.log.lines.entries.contains { $0.time > time })
    bench.content.perform(.takeOver, at: 0)
    let entries = bench.panels.log.lines.entries
    #expect(!entries.isEmpty && entries.allSatisfy { $0.time <= time })
  }

  @Test func `shows at the playhead what is drawn, also between frames`() throws {
    let bench = try bench()
    let (content, panels) = (bench.content, bench.panels)
    panels.chart = Chart(bench.take)
    panels.curves.size = Size(700, 220)
    for time in [0.158, 0.1234, 0.209, 0.5] {
      panels.log.didChooseTime?(time)
      _ = try pixels(content)
      let chart = try #require(panels.curves.take)
      let simulation = Simulation(Self.script)
      let truth = simulation.sample(at: time)
      let readout = panels.curves.readout(of: chart, at: time)
      #expect(readout.phase == truth.phase, "\(time)")
      let offsets = readout.values.filter { chart.lanes[$0.lane].kind == .offset }.map(\.value)
      #expect(offsets == [truth.offset.x], "\(time)")
      // A velocity lies between two refreshes, so that the curve has it and not what is drawn.
      func velocities(_ readout: Chart.Readout) -> [Double] {
        readout.values.filter { chart.lanes[$0.lane].kind == .velocity }.map(\.value)
      }
      #expect(velocities(readout) == velocities(chart.readout(at: time)), "\(time)")
      #expect(velocities(readout).contains { $0 != 0 } || time == 0.5, "\(time)")
    }
  }

  @Test func `goes on with one take through rests: F2 saves what was replayed before`() throws {
    let bench = try bench()
    let content = bench.content
    content.perform(.takeOver, at: 0)
    let live = try #require(content.live)
    let now = live.present
    content.advance(to: now + 30)
    for (index, phase) in [TouchEvent.Phase.began, .moved, .ended].enumerated() {
      content.send(
        touch(phase, 300 - 20 * Double(index), at: now + 40 + Double(index) / 50), from: nil)
    }
    #expect(live.current?.number == 0 && live.past.isEmpty)
    #expect(content.captions.title.hasPrefix("Live from"))
  }

  @Test func `goes on with the curves of both sides`() throws {
    let bench = try bench(with: [.flag(.isPagingEnabled, false)])
    let (content, curves) = (bench.content, bench.panels.curves)
    content.perform(.step(20), at: 0)
    content.perform(.takeOver, at: 0)
    #expect(curves.tracks.map(\.title) == ["A", "B"])
    let counts = curves.tracks.map(\.history.series.count)
    #expect(counts.allSatisfy { $0 > 10 })
    let now = try #require(content.live).present
    for frame in 1...10 { content.advance(to: now + Double(frame) / 60) }
    let sides = [content.main, content.other].compactMap(\.self)
    for (track, (side, count)) in zip(curves.tracks, zip(sides, counts)) {
      #expect(track.history.series.count > count)
      let shown = track.history.series.values[.offsetX]?.last
      #expect(shown == side.stage.sample().offset.x)
    }
  }

  @Test func `shows new limits at once where a parameter changes them and nothing moves`() throws {
    let bench = try bench()
    let (content, curves) = (bench.content, bench.panels.curves)
    content.perform(.takeOver, at: 0)
    content.advance(to: try #require(content.live).present + 30)
    let before = try #require(curves.tracks[0].history.series.geometry.last)
    bench.panels.didRequest(
      ParameterPanel.Request(
        action: .set([
          Script.Setting(
            .contentInset, .insets(EdgeInsets(top: 50, left: 50, bottom: 50, right: 50)))
        ])
      ))
    let after = try #require(curves.tracks[0].history.series.geometry.last)
    #expect(after.minimumOffset != before.minimumOffset)
  }
}
