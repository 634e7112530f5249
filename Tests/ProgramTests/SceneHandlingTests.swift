import OverscrollTestSupport
import OverscrollDrawing
import OverscrollHost
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollLabPages
@testable import OverscrollShell

/// A scene without looks, whose demo holds a finger down for a second.
private final class PlainScene: LabScene {
  static let card = SceneCard(
    name: "plain", title: "Plain", ids: [], viewport: Size(240, 160),
    properties: [.content(Size(240, 1000))], parameters: [.flag("on", "On")],
    expectation: "Nothing is drawn.",
    demo: [(TouchEvent.Phase.began, 0.0, 100.0), (.moved, 0.5, 60), (.ended, 1, 60)].map {
      Script.TimedEvent(time: $1, action: .event(.touch($0, at: Point(120, $2), $1)))
    })

  var looks: [ObjectIdentifier: Look] { [:] }

  func build(in root: View, _ stage: Stage) {
    let view = StageScrollView(frame: root.bounds)
    root.addSubview(view)
    stage.adopt(view)
  }
}

@Suite struct `A scene in the hands of a person` {
  private struct Bench {
    let content: ScenePage
    let panels: RecorderPanels
    var recorder: Recorder { panels.recorder }

    func touch(_ phase: TouchEvent.Phase, _ y: Double, at time: Double) {
      content.send(.touch(phase, at: Point(30, y), time, id: 7), from: nil)
    }

    /// Drags by 40 points and lets go after a rest.
    func drag(at time: Double) {
      for (phase, y, delay) in [
        (TouchEvent.Phase.began, 100.0, 0.0), (.moved, 60, 0.1), (.ended, 60, 0.5),
      ] {
        touch(phase, y, at: time + delay)
        content.advance(to: time + delay)
      }
      for step in 1...30 { content.advance(to: time + 0.5 + Double(step) / 10) }
    }

    func draw() throws -> Surface {
      let surface = try Surface(imageOf: PixelSize(width: 240, height: 160), opaque: true)
      try content.draw(on: surface, scale: 1, textScale: 1)
      try surface.flush()
      return surface
    }

    /// A part of what is drawn: a digit for each pixel, up to 9 for a color; `·` for the backdrop, `+` for what is brighter.
    func drawing(_ area: PixelRect, of color: UInt32) throws -> [String] {
      let surface = try draw()
      let backdrop = Palette.paper.rgb
      // By the channel in which the two differ most.
      let differences = [UInt32(0), 8, 16].map { shift in
        (shift, abs(Int(color >> shift & 0xFF) - Int(backdrop >> shift & 0xFF)))
      }
      let shift = differences.max { $0.1 < $1.1 }?.0 ?? 0
      let (low, high) = (Double(backdrop >> shift & 0xFF), Double(color >> shift & 0xFF))
      func sign(_ pixel: UInt32) -> String {
        let digit = Int(((Double(pixel >> shift & 0xFF) - low) / (high - low) * 9).rounded())
        return digit == 0 ? "·" : digit < 0 ? "+" : "\(digit)"
      }
      return (area.y..<area.maxY).map { y in
        (area.x..<area.maxX).map { x in sign(surface.pixel(x: x, y: y) ?? backdrop) }.joined()
      }
    }
  }

  private func bench(playsDemo: Bool = false, marksTouches: Bool = false) throws -> Bench {
    var header = Script.Header()
    header.scene = Script.Scene(PlainScene.self)
    let takes = Recording(try HeadlessHost())
    let panels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), marksTouches: marksTouches,
      host: try HeadlessHost())
    let content = ScenePage(
      card: PlainScene.card, playsDemo: playsDemo, takes: takes, panels: panels)
    content.followMessage()
    return Bench(content: content, panels: panels)
  }

  /// The touches of a take, with the times since its first event.
  private func touches(_ recorder: Recorder) -> [String] {
    let events = recorder.current?.script.events ?? []
    return events.compactMap { event in
      guard case .event(.touch(let touch)) = event.action else { return nil }
      let time = ((event.time - 0.1) * 1000).rounded() / 1000
      return "\(touch.id) \(touch.phase) at \(touch.location.y), \(time) s"
    }
  }

  @Test func `plays its demo with a hand, and records what it does`() throws {
    let bench = try bench(playsDemo: true)
    let content = bench.content
    #expect(content.captions == Captions(title: "Plain  ·  demo", description: "Nothing is drawn."))
    #expect(content.needsFrames && content.traits.viewport == Size(240, 160))
    for step in 0...100 { content.advance(to: 50 + Double(step) / 50) }
    #expect(
      touches(bench.recorder) == [
        "1 began at 100.0, 0.0 s", "1 moved at 60.0, 0.5 s", "1 ended at 60.0, 1.0 s",
      ])
    #expect(bench.recorder.stage.scrollView.contentOffset.y == 30)
    content.showsExpectation = false
    #expect(content.captions == Captions(title: "Plain"))
    content.advance(to: 60)
    content.advance(to: 61)
    #expect(!content.needsFrames && content.deadline == nil && !content.traits.isFinished)
  }

  @Test func `says that it is tuned, and records it for an equal replay`() throws {
    let bench = try bench()
    bench.content.showsExpectation = false
    bench.panels.parameters.set([.property(.rubberBand): .number(0.3)])
    #expect(bench.content.captions == Captions(title: "Plain  ·  tuned"))
    bench.drag(at: 100)
    // Ten points of hysteresis, and a band of 0.3 in 160 points.
    for (index, y) in [10.0, 60, 110].enumerated() {
      bench.touch(index == 0 ? .began : .moved, y, at: 110 + Double(index) / 10)
    }
    let stretch = RubberBand(coefficient: 0.3, dimension: 160).stretch(of: 60)
    #expect(abs(bench.recorder.stage.scrollView.contentOffset.y + stretch) <= 0.5)
    let take = try #require(bench.recorder.latestTake)
    let read = try Script(
      parsing: take.script.text, file: "a", scenes: SceneRegistry([PlainScene.self]))
    #expect(read == take.script && read.tuning == ["rubberBand 0.3"] && take.verify() == nil)
    bench.panels.parameters.undo()
    #expect(bench.content.captions == Captions(title: "Plain"))
    #expect(
      bench.recorder.latestTake?.script.events.last?.line.hasSuffix(
        #""set":{"tuning.rubberBand":0.55}}"#) == true)
  }

  @Test func `ends its demo, whose fingers are lifted before the person's come down`() throws {
    let bench = try bench(playsDemo: true)
    for step in 0...40 { bench.content.advance(to: 50 + Double(step) / 50) }
    bench.touch(.began, 90, at: 50.9)
    #expect(bench.content.captions.title == "Plain")
    #expect(
      touches(bench.recorder) == [
        "1 began at 100.0, 0.0 s", "1 cancelled at 100.0, 0.3 s", "7 began at 90.0, 0.3 s",
      ])
    for step in 46...200 { bench.content.advance(to: 50 + Double(step) / 50) }
    #expect(touches(bench.recorder).count == 3)
  }

  @Test func `starts anew with its log and its marks forgotten`() throws {
    let bench = try bench()
    bench.drag(at: 10)
    #expect(bench.recorder.stage.scrollView.contentOffset.y == 30)
    #expect(bench.panels.log.lines.rows.count > 3 && bench.recorder.current?.number == 0)
    bench.content.needsDisplay = false
    bench.content.perform(.restart, at: 20)
    #expect(bench.content.needsDisplay && bench.recorder.current == nil)
    #expect(bench.recorder.stage.scrollView.contentOffset.y == 0)
    #expect(bench.panels.log.lines.rows.isEmpty)
    bench.touch(.began, 100, at: 21)
    #expect(bench.panels.log.lines.rows.count == 1 && bench.recorder.current?.number == 1)
  }

  @Test func `begins new curves, without old callbacks, if restarted while it moves`() throws {
    let bench = try bench(playsDemo: true)
    for step in 0...60 { bench.content.advance(to: 50 + Double(step) / 50) }
    let offsets = {
      bench.panels.curves.tracks[0].history.series.values[.offsetY] ?? []
    }
    #expect(bench.recorder.stage.scrollView.isTracking && (offsets().last ?? 0) > 0)
    bench.content.perform(.restart, at: 51.3)
    #expect(offsets().last == 0 && offsets().dropLast().last?.isNaN == true)
    #expect(bench.recorder.stage.log?.callbacks.isEmpty == true)
    bench.touch(.began, 100, at: 53)
    #expect(bench.panels.log.lines.rows.count == 1)
  }

  @Test func `has a tick in its curves for each touch, at the time of it`() throws {
    let bench = try bench()
    let start = MonotonicClock.now + 1
    bench.drag(at: start)
    let curves = bench.panels.curves
    curves.size = Size(700, 220)
    let surface = try Surface(imageOf: PixelSize(width: 700, height: 220), opaque: true)
    try curves.draw(on: Canvas(surface), scale: 1)
    try surface.flush()
    // The middle of the row of ticks, where one is five columns wide; 552 columns, 6 of them to the right of the newest frame.
    let backdrop = surface.pixel(x: 140, y: 201)
    let columns = (136..<688).filter { surface.pixel(x: $0, y: 201) != backdrop }
    let ticks = [start, start + 0.5].map { 681 - (bench.recorder.present - $0) * (552 - 6) / 4 }
    #expect(bench.recorder.present - start < 3.5 && !columns.isEmpty)
    for tick in ticks {
      #expect(columns.contains { abs(Double($0) - tick) <= 1 }, "\(columns) for \(ticks)")
    }
    #expect(columns.allSatisfy { column in ticks.contains { abs(Double(column) - $0) <= 5 } })
  }

  @Test func `says what becomes of its takes`() throws {
    let bench = try bench()
    let content = bench.content
    for (command, title) in [
      (LabCommand.saveTake, "Nothing has been recorded yet."),
      (.toggleRecording, "Recording starts with the next gesture from rest."),
      (.toggleRecording, "Recording canceled."),
      (.mark, "There is no recording to mark yet."),
    ] {
      content.needsDisplay = false
      content.perform(command, at: 5)
      #expect(content.message.text == title && content.needsDisplay)
    }
    content.needsDisplay = false
    content.perform(.openScene, at: 5)
    #expect(!content.needsDisplay, "a command of another kind of window")
    bench.drag(at: 10)
    content.perform(.mark, at: 20)
    // A frame shows the mark.
    let events = try #require(bench.recorder.current?.script.events)
    #expect(events.suffix(2).first?.action == .mark("") && events.last?.action.isFrame == true)
    #expect(content.message.text == "Marked at 10.100 s.")
    content.perform(.undo, at: 20)
    #expect(bench.recorder.current?.script.events.count == events.count, "nothing was changed")
  }

  @Test func `takes no text that a take could not hold`() throws {
    let bench = try bench()
    let text = String(repeating: "x", count: 10_001)
    bench.content.send(.text(TextEvent(.pasted(text), timestamp: 5)), from: nil)
    #expect(bench.recorder.current == nil)
    #expect(
      bench.content.message.text
        == "Text is limited to 10000 characters at once; nothing was pasted.")
  }

  @Test func `shows the demo's fingertip where it touches`() throws {
    let bench = try bench(playsDemo: true)
    for step in 0...40 { bench.content.advance(to: 50 + Double(step) / 50) }
    // A disk of 40 points with a bright ring in a darker edge.
    let drawn = try bench.drawing(
      PixelRect(x: 99, y: 79, width: 42, height: 42), of: Palette.ink.rgb)
    #expect([0, 41].allSatisfy { drawn[$0].allSatisfy { $0 == "·" } })
    #expect(drawn[20] == "·+99" + String(repeating: "2", count: 34) + "99+·")
  }

  @Test func `has a ring while a recording waits, and a dot while it runs`() throws {
    let bench = try bench()
    let corner = PixelRect(x: 216, y: 8, width: 16, height: 16)
    let drawn = { try bench.drawing(corner, of: 0xE5383B) }
    let empty = Array(repeating: String(repeating: "·", count: 16), count: 16)
    #expect(try drawn() == empty)
    bench.recorder.start()
    #expect(try drawn()[7] == "····891··198····")
    bench.touch(.began, 100, at: 10)
    #expect(try drawn()[7] == "····99999998····")
    _ = bench.recorder.stop()
    #expect(try drawn() == empty)
  }

  @Test func `marks touches where that is asked for, until they have faded`() throws {
    let bench = try bench(marksTouches: true)
    let place = PixelRect(x: 10, y: 80, width: 40, height: 40)
    let empty = Array(repeating: String(repeating: "·", count: 40), count: 40)
    #expect(try bench.drawing(place, of: 0x2D6CDF) == empty)
    bench.touch(.began, 100, at: 10)
    #expect(try bench.drawing(place, of: 0x2D6CDF) != empty)
    bench.content.perform(.toggleTouches, at: 10)
    #expect(try bench.drawing(place, of: 0x2D6CDF) == empty)
    bench.content.perform(.toggleTouches, at: 10)
    bench.touch(.ended, 100, at: 10.2)
    bench.content.advance(to: 10.25)
    #expect(bench.content.needsFrames, "the mark fades")
    for step in 1...40 { bench.content.advance(to: 10.25 + Double(step) / 10) }
    #expect(!bench.content.needsFrames)
    #expect(try bench.drawing(place, of: 0x2D6CDF) == empty)
  }

  @Test func `writes a message as large in a window that shows the scene reduced`() throws {
    let bench = try bench()
    bench.content.show("Short.")
    let rows = { (scale: Double) in
      let size = PixelSize(width: Int(240 * scale), height: Int(160 * scale))
      let surface = try Surface(imageOf: size, opaque: true)
      try bench.content.draw(on: surface, scale: scale, textScale: 1)
      try surface.flush()
      let backdrop = surface.pixel(x: 20, y: 1)
      return (0..<size.height).count { surface.pixel(x: 20, y: $0) != backdrop }
    }
    let whole = try rows(1)
    #expect(try whole > 20 && rows(0.5) == whole)
  }

  @Test func `writes a sentence on a plate at its bottom, as high as its lines`() throws {
    let bench = try bench()
    let plate: UInt32 = 0x14181F
    /// The rows that the plate covers in a column beside the text.
    let rows = {
      try bench.drawing(PixelRect(x: 16, y: 0, width: 1, height: 160), of: plate).enumerated()
        .filter { $0.element != "·" }.map(\.offset)
    }
    #expect(try rows().isEmpty)
    bench.content.show("Short.")
    let low = try rows()
    #expect(low.last == 147 && low.count < 40)
    bench.content.show(String(repeating: "A long sentence. ", count: 6))
    let high = try rows()
    let line = Double(high.count - low.count) / (Palette.text * Canvas.lineSpacing)
    #expect(high.last == 147 && line.rounded() >= 1 && abs(line - line.rounded()) < 0.1)
    let row = try bench.drawing(PixelRect(x: 0, y: 139, width: 240, height: 1), of: plate)
    #expect(
      row[0].prefix { $0 == "·" }.count == 12 && row[0].reversed().prefix { $0 == "·" }.count == 12)
  }
}
