import OverscrollTestSupport
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

/// What is drawn directly, as text; `RECORD=1 Scripts/test` writes it again.
@Suite struct `The drawing of a panel` {
  private static let take = """
    {"overscroll":2,"viewport":[300,300],"content":[300,2000]}
    {"t":0.1,"touch":"began","id":1,"at":[150,250]}
    {"t":0.1,"frame":0}
    {"t":0.2,"touch":"moved","id":1,"at":[150,150]}
    {"t":0.2,"frame":1,"missed":2}
    {"t":0.2,"touch":"ended","id":1,"at":[150,150]}
    {"t":0.3,"frame":2,"missed":1}
    {"t":0.3,"mark":"here"}
    {"t":0.31,"frame":3}
    {"t":3.5,"frame":4}
    {"t":4,"frame":5}
    """

  private func timeLine(
    _ size: Size = Size(600, 28),
    _ body: (TimeLinePanel, TimeLineLayout) throws -> Void = { _, _ in }
  ) throws -> String {
    let take = PerformedTake(try Script(parsing: Self.take, file: "t.script"))
    let playback = Playback(take)
    let panel = TimeLinePanel(take, playback)
    panel.size = size
    try body(panel, TimeLineLayout(size: size, digits: "\(playback.lastFrame)".count))
    return try DrawingText.text(PixelSize(width: 600, height: 28)) { panel.draw(on: $0, scale: 1) }
  }

  @Test func `of a take's timeline has the phases, what was done and missed, and the cursor`()
    throws
  {
    try Golden.expect(try timeLine(), is: "Panels/time-line.drawing")
  }

  @Test func `of a timeline has a light under the pointer, and a stronger one under a button`()
    throws
  {
    let held = try timeLine { panel, layout in
      panel.playback.togglePlaying()
      panel.pointerMoved(to: layout.frames[.mode]?.center)
      panel.send(.touch(.began, at: layout.frames[.play]?.center ?? .zero, 0, id: -1))
    }
    try Golden.expect(held, is: "Panels/time-line-held.drawing")
  }

  private func note(_ inputs: [(Double, Event)], subviews: [Script.Subview] = []) -> TouchMarks {
    var header = Script.Header(settings: [.viewport(Size(400, 300)), .content(Size(400, 2000))])
    header.subviews = subviews
    let stage = Stage(header)
    var marks = TouchMarks()
    for (time, input) in inputs {
      let event = Script.TimedEvent(time: time, action: .event(input))
      stage.perform(event)
      marks.note(event, in: stage.window)
    }
    return marks
  }

  private func touch(
    _ phase: TouchEvent.Phase, _ location: Point, _ time: Double, id: Int = 1
  ) -> (Double, Event) {
    (time, .touch(phase, at: location, time, id: id))
  }

  @Test func `of touches has rings, trails, arrows and a pinch`() throws {
    let place = Point(300, 200)
    let marks = note([
      (0.05, .wheel(Point(0, 2), at: place, 0.05)),
      touch(.began, Point(100, 200), 0.1), touch(.moved, Point(100, 150), 0.15),
      touch(.moved, Point(110, 140), 0.2), touch(.began, Point(30, 30), 0.2, id: 2),
      (
        0.21,
        .touchpad(.began, by: Point(30, 40), at: Point(200, 80), 0.21)
      ),
      (
        0.22, .pinch(.began, 1, at: Point(350, 60), 0.22)
      ),
      (
        0.23,
        .pinch(.changed, 1.5, at: Point(350, 60), 0.23)
      ),
    ])
    let text = try DrawingText.text(PixelSize(width: 400, height: 300)) { canvas in
      marks.draw(on: canvas, at: 0.25)
    }
    try Golden.expect(text, is: "Panels/touch-marks.drawing")
  }

  @Test func `of a delayed touch has an arc of the time that is left`() throws {
    let view = Script.Subview(
      name: "view", frame: Rect(x: 0, y: 0, width: 400, height: 300), isControl: false)
    let marks = note([touch(.began, Point(100, 200), 0.1)], subviews: [view])
    let text = try DrawingText.text(PixelSize(width: 400, height: 300)) { canvas in
      marks.draw(on: canvas, at: 0.225)
    }
    try Golden.expect(text, is: "Panels/touch-marks-delayed.drawing")
  }

  @Test func `of touches is of half the strength in the middle of fading`() throws {
    let marks = note([
      touch(.began, Point(100, 200), 0.1), touch(.moved, Point(100, 150), 0.15),
      touch(.ended, Point(100, 150), 0.2),
      (0.2, .pinch(.began, 1, at: Point(350, 60), 0.2)),
      (0.2, .pinch(.ended, 9, at: Point(350, 60), 0.2)),
      (0.2, .wheel(Point(-0.25, 0), at: Point(30, 60), 0.2)),
      (0.2, .wheel(Point(9, 0), at: Point(30, 90), 0.2)),
    ])
    let text = try DrawingText.text(PixelSize(width: 400, height: 300)) { canvas in
      marks.draw(on: canvas, at: 0.35)
    }
    try Golden.expect(text, is: "Panels/touch-marks-fading.drawing")
  }
}
