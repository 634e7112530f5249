import OverscrollTestSupport
import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `The content of a scene's window` {
  /// The keyboard scene with its field touched at `start`, in seconds of the desktop.
  private func typing(at start: Double) throws -> ScenePage {
    let scene = try #require(Scenes.all.scene("keyboard"))
    var header = Script.Header()
    header.scene = scene
    let takes = Recording(try HeadlessHost())
    let panels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), marksTouches: false, host: try HeadlessHost()
    )
    let content = ScenePage(card: scene.card, playsDemo: false, takes: takes, panels: panels)
    for (phase, delay) in [(TouchEvent.Phase.began, 0.0), (.ended, 0.05)] {
      content.send(
        .touch(phase, at: KeyboardPlaces.field, start + delay, id: -1, type: .indirectPointer),
        from: nil)
    }
    return content
  }

  private enum KeyboardPlaces {
    static let field = Point(187, 34)
    static let caret = PixelRect(x: 20, y: 20, width: 12, height: 28)
  }

  private func pixels(_ content: ScenePage) throws -> [UInt32?] {
    let surface = try Surface(imageOf: PixelSize(width: 375, height: 640), opaque: true)
    try content.draw(on: surface, scale: 1, textScale: 1)
    try surface.flush()
    let caret = KeyboardPlaces.caret
    return (caret.y..<caret.maxY).flatMap { y in
      (caret.x..<caret.maxX).map { surface.pixel(x: $0, y: y) }
    }
  }

  @Test func `records what a drag shows, though nothing moves by itself`() throws {
    let scene = try #require(Scenes.all.scene("grid"))
    var header = Script.Header()
    header.scene = scene
    let panels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), marksTouches: false, host: try HeadlessHost()
    )
    let host = try HeadlessHost(at: 100)
    let content = ScenePage(
      card: scene.card, playsDemo: false, takes: Recording(host), panels: panels)
    let surface = try Surface(imageOf: PixelSize(width: 400, height: 700), opaque: true)
    var shown: [Double] = []
    for step in 0...12 {
      _ = host.next(until: 100 + Double(step) / 20)
      content.send(
        .touch(
          step == 0 ? .began : .moved, at: Point(150 + 5 * Double(step), 150),
          100 + Double(step) / 20),
        from: nil)
      #expect(step < 3 || !content.needsFrames)
      try content.draw(on: surface, scale: 1, textScale: 1)
      shown.append(content.recorder.stage.scrollView.presentationOffset.x)
    }
    let trace = try #require(content.recorder.current?.trace.samples.dropFirst())
    #expect(Set(shown).count > 8)
    #expect(trace.map(\.offset.x) == shown)
    #expect(panels.curves.tracks[0].history.series.values[.offsetX]?.last == shown.last)
  }

  @Test func `lets a caret blink by alarms, and rest after some seconds`() throws {
    let start = 5000.0
    let content = try typing(at: start)
    var time = start + 0.05
    while content.needsFrames {
      time += 1.0 / 60
      content.advance(to: time)
    }
    var pictures: [[UInt32?]] = []
    var alarms: [Double] = []
    while let alarm = content.deadline, alarms.count < 100 {
      #expect(alarm > time && !content.needsFrames)
      time = alarm + 0.001
      content.advance(to: time)
      alarms.append(alarm)
      pictures.append(try pixels(content))
    }
    #expect((15...20).contains(alarms.count))
    #expect(time - start < TextCaret.blinkingTime + 1)
    for (one, next) in zip(pictures, pictures.dropFirst()) { #expect(one != next) }
    #expect(Set(pictures).count == 2)
  }
}
