import OverscrollTestSupport
import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `The grid of a QA step` {
  private func grid(_ settings: [Script.Setting] = []) throws -> GridPage {
    let header = Script.Header(settings: [
      .content(Size(2000, 1000)), .minimumZoomScale(0.25), .maximumZoomScale(8),
    ])
    let host = try HeadlessHost()
    let grid = try GridPage(
      header.with(settings), host: host, budget: 64 << 20, waker: host.waker,
      takes: Recording(host))
    grid.followMessage()
    return grid
  }

  /// Lets refreshes pass until nothing moves; returns the time.
  @discardableResult
  private func rest(_ grid: GridPage, from time: Double) -> Double {
    var time = time
    while grid.needsFrames {
      time += 1.0 / 60
      grid.advance(to: time)
    }
    return time
  }

  private func view(_ grid: GridPage) -> ScrollView { grid.recorder.stage.scrollView }

  @Test func `takes the room that it gets before it is seen, and is resized later`() throws {
    let grid = try grid()
    var replaced = 0
    grid.didReplaceRecorder = { replaced += 1 }
    for (room, size) in [
      (Size(500, 300), Size(500, 300)), (Size(15, 300), Size(500, 300)),
      (Size(500, 15), Size(500, 300)), (Size(16, 16), Size(16, 16)),
      (Size(400, 300), Size(400, 300)),
    ] {
      grid.resize(to: room, at: 5)
      #expect(grid.recorder.stage.window.frame.size == size)
    }
    #expect(replaced == 3 && grid.recorder.latestTake == nil && grid.traits.viewport == nil)
    #expect(grid.captions == Captions() && grid.deadline == nil && !grid.traits.isFinished)
    let surface = try Surface(imageOf: PixelSize(width: 400, height: 300), opaque: true)
    try grid.draw(on: surface, scale: 1, textScale: 1)
    grid.needsDisplay = false
    grid.resize(to: Size(400, 300), at: 6)
    #expect(!grid.needsDisplay)
    grid.resize(to: Size(450, 300), at: 6)
    #expect(
      replaced == 3 && grid.recorder.stage.window.frame.size == Size(450, 300) && grid.needsDisplay)
    #expect(grid.recorder.current?.script.events.map(\.action) == [.resize(Size(450, 300))])
  }

  @Test func `moves and zooms by the viewer's keys, as one take from the first gesture`() throws {
    let grid = try grid()
    grid.resize(to: Size(400, 300), at: 0)
    #expect(grid.recorder.mode == .waiting)
    let steps: [(MotionCommand, Point, Double)] = [
      (.pan("Right", .step), Point(60, 0), 1), (.pan("Down", .step), Point(60, 60), 1),
      (.pan("Down", .edge), Point(60, 700), 1), (.pan("Up", .page), Point(60, 430), 1),
      (.zoom(.fit), Point(0, 0), 0.25), (.zoom(.to(2)), Point(0, 0), 2),
    ]
    var time = 10.0
    for (command, offset, scale) in steps {
      grid.needsDisplay = false
      grid.perform(.move(command), at: time)
      #expect(grid.needsDisplay && grid.needsFrames, "\(command)")
      time = rest(grid, from: time) + 5
      #expect(abs(view(grid).zoomScale - scale) < 1e-9, "\(command)")
      if scale == 1 { #expect(view(grid).contentOffset == offset, "\(command)") }
    }
    grid.perform(.move(.zoomStep(enlarges: true)), at: time)
    time = rest(grid, from: time)
    #expect(abs(view(grid).zoomScale - 2.5) < 1e-9)
    grid.perform(.move(.zoomStep(enlarges: false)), at: time + 1)
    time = rest(grid, from: time + 1)
    #expect(abs(view(grid).zoomScale - 2) < 1e-9)
    #expect(grid.recorder.mode == .recording && grid.recorder.past.isEmpty)
    #expect(grid.recorder.current?.verify() == nil)
    grid.needsDisplay = false
    for command in [LabCommand.toggleTouches, .restart, .undo] {
      let count = grid.recorder.current?.script.events.count
      grid.perform(command, at: time)
      #expect(grid.recorder.current?.script.events.count == count, "\(command)")
    }
  }

  @Test func `fits whole, but neither enlarged nor beyond its minimum`() throws {
    for (content, scale) in [
      (Size(2000, 1000), 0.25), (Size(500, 300), 0.8), (Size(400, 600), 0.5), (Size(100, 100), 1),
    ] {
      let grid = try grid([.content(content)])
      grid.resize(to: Size(400, 300), at: 0)
      grid.perform(.move(.zoom(.to(3))), at: 5)
      let time = rest(grid, from: 5)
      grid.perform(.move(.zoom(.fit)), at: time + 1)
      rest(grid, from: time + 1)
      #expect(abs(view(grid).zoomScale - scale) < 1e-9, "\(content)")
    }
  }

  @Test func `follows a finger, and marks and records when it is asked to`() throws {
    let grid = try grid()
    grid.resize(to: Size(400, 300), at: 0)
    grid.needsDisplay = false
    grid.perform(.mark, at: 5)
    #expect(grid.message.text == "There is no recording to mark yet." && grid.needsDisplay)
    for (phase, y) in [(TouchEvent.Phase.began, 200.0), (.moved, 150), (.ended, 150)] {
      grid.needsDisplay = false
      grid.send(
        .touch(phase, at: Point(9, y), phase == .ended ? 9 : 8),
        from: Script.Origin(device: 3))
      #expect(grid.needsDisplay)
    }
    #expect(view(grid).contentOffset.y == 40)
    #expect(grid.recorder.current?.script.events.first?.origin?.device == 3)
    grid.perform(.mark, at: 9)
    let actions = grid.recorder.current?.script.events.map(\.action)
    #expect(actions?.filter { $0 == .mark("") }.count == 1)
    grid.show("A sentence.")
    #expect(grid.message.text == "A sentence.")
  }

  @Test func `is drawn as it lies, and darker where it has been larger`() throws {
    let grid = try grid()
    grid.resize(to: Size(400, 300), at: 0)
    let surface = try Surface(imageOf: PixelSize(width: 440, height: 330), opaque: true)
    let draw = {
      try grid.draw(on: surface, scale: 1, textScale: 1)
      try surface.flush()
    }
    try draw()
    #expect(
      surface.pixel(x: 439, y: 329) == 0xFF16_181C && surface.pixel(x: 400, y: 9) == 0xFF16_181C)
    // The tiles of the grid are drawn on other threads, coarse ones first.
    var (pixels, calm): ([UInt32], Int) = ([], 0)
    try waitUntil("the finest tiles") {
      grid.handle(.wakeUp)
      try draw()
      let drawn = (0..<400).compactMap { surface.pixel(x: $0, y: 100) }
      calm = drawn == pixels ? calm + 1 : 0
      pixels = drawn
      return calm >= 30 && Set(pixels).count >= 3
    }
    #expect(!pixels.contains(0xFF16_181C))
    grid.perform(.move(.pan("Right", .step)), at: 10)
    rest(grid, from: 10)
    try waitUntil("the grid beside it") {
      grid.handle(.wakeUp)
      try draw()
      return surface.pixel(x: 100, y: 100) == pixels[160]
    }
  }
}
