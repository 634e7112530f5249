import OverscrollTestSupport
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

/// The instruments over curves: time in the hand, cursors, fits, and borders.
@Suite struct `Instruments over curves` {
  private static let script = """
    {"overscroll":2,"viewport":[320,480],"content":[320,9000],"contentOffset":[0,2000]}
    {"t":0.1,"touch":"began","id":1,"at":[160,400]}
    {"t":0.116,"touch":"moved","id":1,"at":[160,370]}
    {"t":0.132,"touch":"moved","id":1,"at":[160,330]}
    {"t":0.148,"touch":"moved","id":1,"at":[160,290]}
    {"t":0.16,"touch":"ended","id":1,"at":[160,290]}
    {"t":4.1,"touch":"began","id":1,"at":[160,400]}
    {"t":4.2,"touch":"moved","id":1,"at":[160,330]}
    {"t":4.4,"touch":"ended","id":1,"at":[160,330]}
    """

  private let rig: CurvesRig
  private var panel: CurvesPanel { rig.panel }

  init() throws { rig = try Self.rig() }

  private static func rig(live: Bool = false) throws -> CurvesRig {
    let script = try Script(parsing: Self.script, file: "a")
    let rig = try CurvesRig(script, size: Size(700, 260))
    if live {
      for frame in 0...300 { rig.append(Double(frame) / 60) }
    } else {
      rig.panel.take = Chart([Series(script, name: "take", rate: 60)], from: 0, to: 5)
      rig.panel.show(MeasuredMotion(script))
    }
    rig.show()
    return rig
  }

  private func wheel(
    _ panel: CurvesPanel, _ notches: Double, at x: Double, _ modifiers: Modifiers = [],
    _ time: Double = 0
  ) {
    panel.send(.wheel(Point(0, notches), at: Point(x, 60), time, modifiers: modifiers))
  }

  private func touch(
    _ panel: CurvesPanel, _ phase: TouchEvent.Phase, _ place: Point, _ time: Double
  ) {
    panel.send(.touch(phase, at: place, time))
  }

  /// Lets everything come to rest, frame by frame.
  private func settle(_ rig: CurvesRig, from start: Double, rate: Double = 60) {
    var time = start
    while rig.panel.needsAdvance, time < start + 20 {
      time += 1 / rate
      rig.panel.advance(to: time)
      rig.show()
    }
    #expect(!rig.panel.needsAdvance)
  }

  /// The time under an x-coordinate.
  private func time(_ panel: CurvesPanel, _ x: Double) -> Double {
    TimeScale(
      panel.scroller.times, over: panel.layout.ticks, columnsPerPoint: 1
    ).time(x)
  }

  @Test(arguments: [30.0, 60, 144], [false, true])
  func `zoom time about the pointer by the wheel, and back to all of it`(
    rate: Double, live: Bool
  ) throws {
    let rig = try Self.rig(live: live)
    let panel = rig.panel
    if live { wheel(panel, 0.001, at: 400) }
    settle(rig, from: 1, rate: rate)
    for (number, x) in [200.0, 400, 650].enumerated() {
      let start = 100 * Double(number + 1)
      let (before, length) = (time(panel, x), panel.scroller.times.length)
      for notch in 0..<4 { wheel(panel, -1, at: x, [], start + Double(notch) / 100) }
      settle(rig, from: start + 0.04, rate: rate)
      #expect(abs(time(panel, x) - before) < 0.02, "\(before) at \(x)")
      #expect(abs(panel.scroller.times.length * 2.44140625 - length) < 0.05)
      for notch in 0..<12 { wheel(panel, 1, at: x, [], start + 50 + Double(notch) / 100) }
      settle(rig, from: start + 50.2, rate: rate)
      #expect(abs(panel.scroller.times.length - panel.scroller.whole.length) < 1e-9)
    }
  }

  @Test func `never show less than two refreshes`() throws {
    for notch in 0..<80 { wheel(rig.panel, -1, at: 300, [], Double(notch) / 100) }
    settle(rig, from: 1)
    #expect(abs(rig.panel.scroller.times.length - TimeScroller.shortest) < 1e-6)
  }

  @Test(arguments: [30.0, 60, 144])
  func `pan time by a drag, with momentum, as far as there is any`(rate: Double) throws {
    panel.scroller.show(2...3)
    rig.show()
    let perPoint = 1 / panel.layout.plot.width
    touch(panel, .began, Point(500, 60), 1)
    for step in 1...10 {
      touch(panel, .moved, Point(500 - 10 * Double(step), 60), 1 + Double(step) * 0.02)
    }
    #expect(abs(panel.scroller.times.lowerBound - 2 - 90 * perPoint) < 2 * perPoint)
    touch(panel, .ended, Point(400, 60), 1.2)
    settle(rig, from: 1.2, rate: rate)
    let end = panel.scroller.times.lowerBound
    #expect(end > 2 + 150 * perPoint, "it goes on")
    #expect(abs(end - 2.8) < 1.3 && panel.scroller.times.upperBound <= 5 + 1e-9)
    // The same at every rate: the law has no frames.
    #expect(abs(panel.scroller.times.length - 1) < 1e-9)
    touch(panel, .began, Point(300, 60), 60)
    for step in 1...10 {
      touch(panel, .moved, Point(300 + 40 * Double(step), 60), 60 + Double(step) * 0.02)
    }
    for _ in 0..<3 { touch(panel, .moved, Point(3000, 60), 60.25) }
    #expect(panel.scroller.times.lowerBound < 0, "the rubber band")
    touch(panel, .ended, Point(3000, 60), 60.6)
    settle(rig, from: 60.6, rate: rate)
    #expect(abs(panel.scroller.times.lowerBound) < 1e-9)
  }

  @Test func `ask for the time of a click, and of a drag of the playhead`() throws {
    var sought: [Double] = []
    panel.didSeek = { sought.append($0) }
    panel.scroller.show(2...3)
    panel.cursor = 2.5
    rig.show()
    let middle = panel.layout.plot.minX + panel.layout.plot.width / 2
    touch(panel, .began, Point(middle + 100, 60), 1)
    #expect(sought.isEmpty)
    touch(panel, .ended, Point(middle + 100, 60), 1.05)
    #expect(sought.count == 1 && abs(sought[0] - (2.5 + 100 / panel.layout.plot.width)) < 1e-6)
    touch(panel, .began, Point(middle + 2, 60), 3)
    touch(panel, .moved, Point(middle + 50, 60), 3.1)
    #expect(sought.count == 3 && abs(sought[2] - (2.5 + 50 / panel.layout.plot.width)) < 1e-6)
    #expect(abs(panel.scroller.times.lowerBound - 2) < 1e-9, "the playhead moves, not the time")
  }

  @Test func `follow the playhead where it leaves what is shown, but not the hand that zooms`()
    throws
  {
    panel.cursor = 2.2
    panel.scroller.show(2...3)
    panel.cursor = 2.9
    #expect(abs(panel.scroller.times.lowerBound - 2) < 1e-9)
    panel.cursor = 3.1
    #expect(abs(panel.scroller.times.lowerBound - 3) < 0.01)
    panel.cursor = 0
    #expect(panel.scroller.times.lowerBound == 0)
  }

  @Test func `fit a gesture at a double click, and all of the take at the next one`() throws {
    let gestures = panel.instruments.gestures
    #expect(gestures.count == 2)
    func doubleClick(_ x: Double, _ time: Double) {
      for start in [time, time + 0.15] {
        touch(panel, .began, Point(x, 60), start)
        touch(panel, .ended, Point(x, 60), start + 0.05)
      }
      settle(rig, from: time + 0.2)
    }
    let plot = panel.layout.plot
    for (gesture, (time, start)) in zip(gestures, [(0.3, 10.0), (4.5, 100)]) {
      doubleClick(plot.minX + time / 5 * plot.width, start)
      let shown = panel.scroller.times
      #expect(abs(shown.lowerBound - max(0, gesture.times.lowerBound)) < 0.02, "\(shown)")
      #expect(abs(shown.upperBound - min(5, gesture.times.upperBound)) < 0.3, "\(shown)")
      doubleClick(plot.center.x, start + 50)
      #expect(abs(panel.scroller.times.length - 5) < 0.01, "\(panel.scroller.times)")
    }
  }

  @Test func `draw what a painter draws of the part that is looked at`() throws {
    rig.panel.instruments.gestures = []
    let chart = try #require(rig.panel.take)
    rig.panel.scroller.show(1...2)
    rig.panel.needsDisplay = true
    rig.panel.discardContent()
    let shown = try rig.draw()
    #expect(
      try rig.pixels(of: chart.focused(on: rig.panel.scroller.times), caption: "time, s") {
        $0.drawContent()
      } == shown)
  }

  @Test func `place cursors under the pointer, fit laws between them and copy both`() throws {
    var copied: [String] = []
    panel.copyText = { copied.append($0) }
    let plot = panel.layout.plot
    func point(at time: Double) {
      panel.pointerMoved(to: Point(plot.minX + time / 5 * plot.width, 60))
    }
    #expect(panel.perform(.fit(.deceleration)) == nil)
    #expect(
      panel.instruments.lines(try #require(panel.take)).last?.contains("needs two cursors") == true)
    point(at: 0.3)
    #expect(panel.perform(.placeCursor(.first, atExtreme: false)) == nil)
    point(at: 1.6)
    #expect(panel.perform(.placeCursor(.second, atExtreme: false)) == nil)
    let cursors = panel.instruments.cursors
    // At frames, not between them.
    for time in cursors.times.values { #expect(abs((time * 60).rounded() - time * 60) < 1e-6) }
    let fit = try #require(panel.instruments.fits.first)
    #expect(fit.determination > 0.999 && fit.text.hasPrefix("deceleration: τ 0."))
    let before = try rig.draw()
    #expect(panel.perform(.copyTable) == "Copied as a table.")
    #expect(
      copied.last?.contains("offset_y, pt\t") == true && copied.last?.contains("τ 0.") == true)
    #expect(panel.perform(.fit(.deceleration)) == nil && panel.instruments.fits.isEmpty)
    #expect(try rig.draw() != before)
    #expect(panel.perform(.removeCursors) == nil && panel.instruments.cursors.isEmpty)
    #expect(panel.perform(.copyTable) == "Copied as a table.")
    #expect(copied.last?.hasPrefix("gesture\tat, s\ttravel, pt\t") == true)
    #expect(copied.last?.split(separator: "\n").count == 3)
    panel.size = .zero
    #expect(panel.perform(.copyTable) == "The curves are hidden; press F4 to show them.")
  }

  @Test func `snap a cursor to where the curve under the pointer turns`() throws {
    let velocity = try #require(panel.shownKinds.firstIndex(of: .velocity))
    let lane = panel.layout.lanes[velocity]
    panel.pointerMoved(to: Point(lane.minX + 0.5 / 5 * lane.width, lane.center.y))
    #expect(panel.perform(.placeCursor(.first, atExtreme: true)) == nil)
    let placed = try #require(panel.instruments.cursors[.first])
    let curve = try #require(panel.take?.lanes[velocity].curves.first { $0.hue == .y })
    let index = try #require(curve.points.firstIndex { $0.x == placed })
    let (before, after) = (
      curve.points[..<index], curve.points[index...].drop { $0.y == curve.points[index].y }
    )
    let (last, next) = (try #require(before.last), try #require(after.first))
    #expect((last.y < curve.points[index].y) == (next.y < curve.points[index].y))
  }

  @Test func `drag a cursor by its line`() throws {
    panel.instruments.cursors[.second] = 2
    let plot = panel.layout.plot
    let x = { (time: Double) in plot.minX + time / 5 * plot.width }
    touch(panel, .began, Point(x(2) + 3, 60), 1)
    touch(panel, .moved, Point(x(3), 60), 1.1)
    touch(panel, .ended, Point(x(3), 60), 1.2)
    #expect(abs((panel.instruments.cursors[.second] ?? 0) - 3) < 0.02)
    #expect(panel.scroller.isWhole)
  }

  @Test func `hold a live chart until the next motion, which has the time that was selected`()
    throws
  {
    let rig = try Self.rig(live: true)
    let panel = rig.panel
    let plot = panel.layout.plot
    // A click holds nothing.
    touch(panel, .began, plot.center, 1)
    touch(panel, .ended, plot.center, 1.05)
    #expect(panel.held == nil)
    for notch in 0..<3 { wheel(panel, -1, at: plot.maxX - 1, [], 2 + Double(notch) / 100) }
    settle(rig, from: 2.1)
    let held = try #require(panel.held)
    #expect(held.times.upperBound == panel.latest)
    #expect(held.ticks.contains { $0.kind == .touchDown })
    let shown = panel.scroller.times.length
    #expect(abs(shown - 4 / 1.953125) < 0.05)
    rig.append(5.2, isMoving: true)
    #expect(panel.held == nil && abs(panel.duration - shown) < 1e-9)
    // While it moves the wheel selects how much is shown.
    wheel(panel, 1, at: plot.center.x)
    #expect(panel.held == nil && panel.duration == 3)
  }

  @Test func `keep the gestures of earlier takes, whose clock they had`() throws {
    let rig = try Self.rig(live: true)
    let panel = rig.panel
    let motion = MeasuredMotion(try Script(parsing: Self.script, file: "a"))
    panel.show(motion, ofTake: 3)
    #expect(panel.instruments.gestures.map(\.start) == motion.gestures.map(\.start))
    panel.instruments.cursors[.first] = 1
    panel.shiftHistory(by: -5)
    panel.show(motion, ofTake: 4)
    #expect(
      panel.instruments.gestures.map(\.start)
        == motion.gestures.map { $0.start - 5 } + motion.gestures.map(\.start))
    #expect(panel.instruments.cursors[.first] == -4)
    panel.show(motion, ofTake: 4)
    #expect(panel.instruments.gestures.count == 4, "the same take measured again")
    // What is copied is what the table shows.
    var copied = ""
    panel.copyText = { copied = $0 }
    _ = panel.perform(.removeCursors)
    _ = panel.perform(.copyTable)
    #expect(copied == panel.instruments.gestures.table)
  }

  @Test func `give a lane the height that its border is dragged to`() throws {
    let before = panel.layout.lanes
    let border = before[0].maxY
    touch(panel, .began, Point(300, border + 2), 1)
    touch(panel, .moved, Point(300, border - 30), 1.1)
    touch(panel, .ended, Point(300, border - 30), 1.2)
    let after = panel.layout.lanes
    #expect(abs(after[0].maxY - (border - 30)) <= 1)
    #expect(after[1].maxY == before[1].maxY && after.last?.maxY == before.last?.maxY)
    touch(panel, .began, Point(300, border - 30), 2)
    touch(panel, .moved, Point(300, -500), 2.1)
    #expect(panel.layout.lanes[0].height >= 23)
  }

  @Test func `show a lane of the refreshes of a take, each from its input to the display`() throws {
    // A script without frames has none.
    #expect(!(panel.shownTake?.lanes.contains { $0.kind == .refreshes } ?? true))
    let recorder = Recorder(Stage(try Script(parsing: Self.script, file: "a").header))
    for step in 0..<40 {
      // Two refreshes pass without the 21st frame.
      let time = 1 + Double(step + (step > 20 ? 3 : 0)) / 60
      recorder.send(
        .touch(step == 0 ? .began : .moved, at: Point(160, 400 - 4 * Double(step)), time))
      recorder.frame(
        at: time + 0.004,
        .init(presented: time + (step == 20 ? 0.045 : 0.012), period: 1 / 60.0))
    }
    let script = try #require(recorder.current?.script)
    panel.show(MeasuredMotion(script), ofTake: 1)
    let place = Point(80, panel.layout.ticks.center.y)
    touch(panel, .began, place, 1)
    let lane = try #require(panel.shownTake?.lanes.last)
    #expect(lane.kind == .refreshes && lane.refreshes.count == script.frameCount)
    let late = lane.refreshes.filter { $0.missed > 0 }
    #expect(late.count == 1 && late[0].missed == 2)
    #expect(abs((late[0].latency ?? 0) - 45) < 1e-6)
    #expect(lane.refreshes.compactMap(\.latency).filter { abs($0 - 12) < 1e-6 }.count == 39)
    // The bar of the late one is in the color of misses, above its base.
    let before = try rig.draw()
    let isRed = { (pixel: UInt32) in
      Int(pixel >> 16 & 0xFF) - Int(pixel >> 8 & 0xFF) > 60
    }
    let row = Int(panel.layout.lanes.last?.minY ?? 0) + 12
    #expect(before[row * 700..<(row + 1) * 700].contains(where: isRed))
    // Under the pointer is when it was due.
    let details = { (refresh: Chart.Lane.Refresh) in refresh.details.map(\.text) }
    #expect(details(late[0]).dropFirst() == ["33.3 ms", "4.0 ms"])
    #expect(abs((late[0].deadline ?? 0) - (0.145 + 20.0 / 60 - 2.0 / 60)) < 1e-6)
    // Where the window's redraws are known, a bar has their steps.
    let input = 0.1 + 5.0 / 60
    let redraw = RedrawTimes(
      handling: input + 0.001, drawing: input + 0.002, submission: input + 0.0045,
      completion: input + 0.006)
    panel.show(MeasuredMotion(script, redraws: [5: redraw]), ofTake: 1)
    let fifth = try #require(panel.shownTake?.lanes.last?.refreshes[5])
    #expect(details(fifth).dropFirst() == ["on time", "4.0 ms", "1.0 ms", "2.5 ms", "1.5 ms"])
    #expect(
      fifth.details.map(\.name) == [
        "deadline", "lateness", "age", "handling", "drawing", "submitting",
      ])
    let ends = fifth.steps.map(\.range.upperBound)
    #expect(zip(ends, [1, 2, 4.5, 6, 12]).allSatisfy { abs($0 - $1) < 1e-6 } && ends.count == 5)
    #expect(panel.shownTake?.readout(at: fifth.time).refresh == fifth)
    #expect(try rig.draw() != before)
    touch(panel, .began, place, 2)
    #expect(panel.shownTake?.lanes.contains { $0.kind == .refreshes } == false)
    #expect(try rig.draw() != before)
  }

  @Test(arguments: [(100.0, 0.0), (200, 3), (300, 3)])
  func `leave the curves their room`(height: Double, lines: Double) throws {
    rig.panel.size = Size(700, height)
    // The last line keeps off the window's edge.
    let margin = CurveInstruments.bottomMargin
    #expect(margin >= 4)
    #expect(rig.panel.footer.height == lines * GestureTable.lineHeight + (lines > 0 ? margin : 0))
    #expect(rig.panel.layout.frame.height >= min(height, 80))
    rig.panel.instruments.cursors[.first] = 1
    #expect(
      rig.panel.footer.height
        == min((lines + 1) * GestureTable.lineHeight + margin, height - 80))
  }
}
