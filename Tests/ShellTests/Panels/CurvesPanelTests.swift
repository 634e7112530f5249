import OverscrollDrawing
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollShell

@Suite struct `A panel of curves` {
  // In some of these, a sample beyond a block once changed the coverage of its pixels by a level.
  @Test(arguments: [0, 1, 2, 22, 26, 38, 43].map { ($0, [1.0, 2, 1.5][$0 % 3]) })
  func `draws by increments what a full redraw draws, pixel by pixel`(
    seed: Int, scale: Double
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let script = try CurvesRig.use(UInt64(seed))
    let setup = LiveStrip.Setup(
      layout: .panel(
        Rect(x: 0, y: 0, width: 460 + Double(seed), height: 220),
        lanes: [.offset, .velocity, .zoom]),
      scale: scale, duration: seed == 1 ? 4 : 12, theme: .dark)
    let formats: [Chart.Group: LaneBuilder.Format] = [
      .offset: .init(columns: [.offsetX, .offsetY], span: -200...700),
      .velocity: .init(columns: [.velocityY], span: -3000...3000),
      .zoom: .init(columns: [.zoom], span: -1...1),
    ]
    func source(
      _ history: CurveHistory, _ change: CurveHistory.Change? = nil
    ) -> LiveStrip.Source {
      var source = LiveStrip.Source(history, formats)
      source.change = change
      return source
    }
    let strip = try LiveStrip(setup, maker: ImageSurfaceFactory())
    let simulation = Simulation(script)
    var (history, events) = (CurveHistory(), script.events[...])
    var updated = history
    var (time, updates, moves) = (0.0, 0, 0)
    while time < 4 {
      while let event = events.first, event.time <= time {
        history.add(
          events.count.isMultiple(of: 3)
            ? Chart.Tick(kind: .mark, time: event.time, text: "a bounce that looks late")
            : Chart.Tick(kind: .touchDown, time: event.time))
        events.removeFirst()
      }
      history.append(
        simulation.sample(at: time), ScrollLimits(simulation.stage.scrollView), at: time,
        missed: random.chance(0.05) ? 1 : 0)
      // A window that is busy leaves frames out.
      if random.chance(0.8), let change = history.drainChange() {
        try strip.update([source(history, change)], drawsAll: updates == 0)
        updated = history
        updates += 1
        if updates % 41 == 0 {
          let whole = try LiveStrip(setup, maker: ImageSurfaceFactory())
          try whole.update([source(history)], drawsAll: true)
          #expect(try pixels(of: strip) == pixels(of: whole), "at \(time) s")
        }
      } else if updates > 0, let latest = history.latest, strip.move(to: latest) {
        moves += 1
        if moves % 7 == 0 {
          // As if there were nothing newer than the last update.
          let whole = try LiveStrip(setup, maker: ImageSurfaceFactory())
          try whole.update([source(updated)], drawsAll: true)
          #expect(whole.move(to: latest))
          #expect(try pixels(of: strip) == pixels(of: whole), "at \(time) s")
        }
      }
      // Frames, many samples in a column, and pauses.
      time += random.chance(0.02) ? 0.6 : random.chance(0.3) ? 1.0 / 1000 : 1.0 / 60
    }
    #expect(updates > 60 && moves > 10)
    #expect(strip.drawnColumns < updates * 192 * Int(scale.rounded(.up)))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `has while it is hidden what it would have if it was shown`(seed: UInt64) throws {
    let simulation = Simulation(try CurvesRig.use(seed))
    let panels = [Size(460, 220), .zero].map { size in
      let panel = CurvesPanel(maker: ImageSurfaceFactory())
      panel.size = size
      return panel
    }
    // For longer than what is kept.
    var (shift, random) = (0.0, SplitMix64(seed: seed))
    for frame in 0..<9000 {
      let time = Double(frame) / 60 - shift
      let change = random.index(300)
      for panel in panels {
        if change == 0 { panel.interrupt() }
        if change == 1 { panel.shiftHistory(by: -0.25) }
        panel.append(
          simulation.sample(at: Double(frame) / 60), ScrollLimits(simulation.stage.scrollView),
          at: change == 1 ? time - 0.25 : time, missed: frame % 40 == 0 ? 1 : 0)
      }
      if change == 1 { shift += 0.25 }
    }
    #expect(panels[1].latest == panels[0].latest)
    let (shown, hidden) = (panels[0].tracks[0].history, panels[1].tracks[0].history)
    let latest = try #require(shown.latest)
    let minute = latest - 59...latest
    #expect(hidden.series.rows(in: minute).count > 3000)
    for history in [shown, hidden] { #expect(!history.bands.isEmpty) }
    let (ones, others) = (shown.series.rows(in: minute), hidden.series.rows(in: minute))
    #expect(shown.series.times[ones] == hidden.series.times[others])
    /// What is known of a column: it may also be there without a value.
    func known(_ column: Series.Column, _ history: CurveHistory, _ rows: Range<Int>) -> [UInt64?] {
      rows.map { row in
        history.series.values[column].flatMap { $0[row].isNaN ? nil : $0[row].bitPattern }
      }
    }
    for column in Series.Column.allCases {
      #expect(known(column, shown, ones) == known(column, hidden, others), "\(column)")
    }
  }

  @Test func `unfolds a lane with the first value that is another one, and folds it at rest`()
    throws
  {
    let script = try Script(
      parsing: """
        {"overscroll":1,"viewport":[320,480],"content":[320,2000],"maximumZoomScale":4}
        {"t":0.1,"touch":"began","id":0,"at":[160,400]}
        {"t":0.12,"touch":"moved","id":0,"at":[160,370]}
        {"t":0.14,"touch":"moved","id":0,"at":[160,340]}
        {"t":0.16,"touch":"moved","id":0,"at":[160,310]}
        """, file: "drag")
    let rig = try CurvesRig(script)
    func heights(at time: Double) -> [Double] {
      rig.append(time)
      rig.show()
      return rig.panel.layout.lanes.map(\.height)
    }
    #expect(heights(at: 0) == [183 - 32, 16, 16])
    #expect(heights(at: 0.15)[1] > 50)
    rig.scrollView.zoomScale = 2
    #expect(heights(at: 0.2)[2] > 40)
    #expect(heights(at: 9)[2] > 40, "the finger is down")
    rig.scrollView.panGestureRecognizer.isEnabled = false
    #expect(heights(at: 9.1)[2] == 16)
    rig.scrollView.zoomScale = 3
    #expect(heights(at: 9.2)[2] > 40)
  }

  @Test func `shows the same columns whatever its width is`() throws {
    let simulation = Simulation(try CurvesRig.use(3))
    var history = CurveHistory()
    for frame in 0..<300 {
      history.append(
        simulation.sample(at: Double(frame) / 60), ScrollLimits(simulation.stage.scrollView),
        at: Double(frame) / 60)
    }
    /// A strip that shows 128 columns a second, and 6 to the right of the newest row.
    func strip(_ columns: Int) throws -> LiveStrip {
      let frame = Rect(x: 0, y: 0, width: Double(136 + columns + 6 + 12), height: 220)
      let setup = LiveStrip.Setup(
        layout: .panel(frame, lanes: [.offset, .velocity, .zoom]), scale: 1,
        duration: Double(columns) / 128, theme: .dark)
      let strip = try LiveStrip(setup, maker: ImageSurfaceFactory())
      try strip.update([LiveStrip.Source(history, [:])], drawsAll: true)
      return strip
    }
    let wide = try strip(600)
    let all = try pixels(of: wide)
    let latest = try #require(history.latest)
    for columns in stride(from: 300, to: 366, by: 5) {
      let narrow = try strip(columns)
      #expect(narrow.columns.upperBound == wide.columns.upperBound)
      let (shown, width) = (try pixels(of: narrow), narrow.size.width)
      let isSame = (0..<narrow.size.height).allSatisfy { row in
        shown[row * width..<(row + 1) * width]
          == all[(row + 1) * wide.size.width - width..<(row + 1) * wide.size.width]
      }
      #expect(isSame, "\(columns)")
      // A block is half a second; more than that is never drawn ahead.
      #expect(narrow.move(to: latest + 0.045) && !narrow.move(to: latest + 0.6))
    }
  }

  /// The ring of blocks holds all columns of the widest window, and those that it cannot hold ahead are drawn in time.
  @Test(arguments: [32_400, 32_560, 32_631, 32_640])
  func `shows its curves in windows as wide as there can be`(columns: Int) throws {
    let simulation = Simulation(try CurvesRig.use(3))
    let frame = Rect(x: 0, y: 0, width: Double(136 + columns + 12), height: 60)
    let setup = LiveStrip.Setup(
      layout: .panel(frame, lanes: [.offset]), scale: 1, duration: 4, theme: .dark)
    let strip = try LiveStrip(setup, maker: ImageSurfaceFactory())
    #expect(strip.size.width == columns)
    var history = CurveHistory()
    for index in 0..<90 {
      let time = Double(index) / 60
      history.append(
        simulation.sample(at: time), ScrollLimits(simulation.stage.scrollView), at: time)
      guard index % 30 == 29, let change = history.drainChange() else { continue }
      var source = LiveStrip.Source(history, [:])
      source.change = change
      try strip.update([source], drawsAll: index < 30)
      let whole = try LiveStrip(setup, maker: ImageSurfaceFactory())
      try whole.update([LiveStrip.Source(history, [:])], drawsAll: true)
      #expect(try pixels(of: strip) == pixels(of: whole), "at \(time) s")
    }
  }

  private func pixels(of strip: LiveStrip) throws -> [UInt32] {
    let surface = try Surface(imageOf: strip.size, opaque: true)
    let canvas = try Canvas(surface)
    canvas.concatenate(AffineTransform(scaleX: strip.setup.scale, y: strip.setup.scale))
    strip.draw(on: canvas, at: .zero)
    try surface.flush()
    return surface.pixels()
  }

  @Test func `moves its curves to the left with each frame, the newest at the right edge`() throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    for frame in 0..<240 {
      rig.append(Double(frame) / 60)
      rig.show()
    }
    let before = try rig.draw()
    rig.append(4)
    let after = try rig.draw()
    // 700 points less the frame, for four seconds: about 2.3 columns a frame, in a row of the phases without names.
    #expect(before != after)
    let row = 208
    let one = (136..<680).map { before[row * 700 + $0] }
    let other = (136..<680).map { after[row * 700 + $0] }
    #expect([2, 3].contains { shift in Array(one[shift...]) == Array(other[..<(544 - shift)]) })
  }

  @Test(arguments: [(30, 1), (60, 1), (144, 2), (240, 3)])
  func `moves with every frame of at least 12 ms, and always shows the last one`(
    rate: Int, frames: Int
  ) throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    rig.show()
    var drawn: [Int] = []
    for frame in 0...rate {
      let time = Double(frame) / Double(rate)
      rig.panel.append(
        Trace.Sample(rig.scrollView, at: time), ScrollLimits(rig.scrollView), at: time,
        isMoving: frame < rate)
      guard rig.panel.needsDisplay else { continue }
      drawn.append(frame)
      rig.show()
    }
    #expect(drawn.last == rate)
    #expect(zip(drawn, drawn.dropFirst()).dropLast().allSatisfy { $1 - $0 == frames })
  }

  @Test func `catches up with a motion once it ends`() throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    var time = 0.0
    repeat {
      time += 1.0 / 60
      rig.append(time, isMoving: true)
      rig.show()
    } while time < 1.5 || rig.panel.settlingTime == nil
    let behind = try rig.draw()
    #expect(rig.panel.settlingTime.map { abs($0 - time - 0.05) < 1e-9 } == true)
    rig.panel.settle(at: time + 0.049)
    #expect(!rig.panel.needsDisplay)
    rig.panel.settle(at: time + 0.051)
    #expect(rig.panel.needsDisplay && rig.panel.settlingTime == nil)
    #expect(try rig.draw() != behind)
    #expect(!rig.panel.needsDisplay)
  }

  @Test func `draws a curve at the place of its values`() throws {
    let script = try Script(
      parsing: #"{"overscroll":1,"viewport":[320,480],"content":[320,2000]}"#
        + "\n" + #"{"t":1,"call":"setContentOffset","offset":[0,300],"animated":true}"#, file: "s")
    let rig = try CurvesRig(script)
    for frame in 0...180 { rig.append(Double(frame) / 60) }
    _ = try rig.draw()
    // The offset went from 0 to 300; the lane spans that and 8 % on both sides.
    let lane = rig.panel.layout.lanes[0]
    let place = { (offset: Double) in lane.maxY - (offset + 24) / 348 * lane.height }
    #expect(hasCurve(rig, 680, place(300)) && !hasCurve(rig, 680, place(150)))
    #expect(hasCurve(rig, 300, place(0)) && !hasCurve(rig, 300, place(300)))
  }

  /// Returns whether a pixel is about as orange as the curve of y, or one above or below it.
  private func hasCurve(_ rig: CurvesRig, _ x: Double, _ y: Double) -> Bool {
    (-1...1).contains { step in
      guard let pixel = rig.pixel(x, y + Double(step)) else { return false }
      return zip([16, 8, 0], [0xE6, 0x9F, 0x00]).allSatisfy { shift, value in
        abs(Int(pixel >> UInt32(shift) & 0xFF) - value) < 70
      }
    }
  }

  @Test func `shows more or less time by the wheel while it moves, from 1 to 60 s`() throws {
    let rig = try CurvesRig(try CurvesRig.use(2))
    rig.append(0, isMoving: true)
    #expect(rig.panel.duration == 4)
    let wheel = { (notches: Double) in
      rig.panel.send(.wheel(Point(0, notches), at: Point(300, 50), 0))
    }
    wheel(1)
    #expect(rig.panel.duration == 6)
    for _ in 0..<20 { wheel(1) }
    #expect(rig.panel.duration == 60)
    var durations: [Double] = []
    for _ in 0..<20 {
      if durations.last != rig.panel.duration { durations.append(rig.panel.duration) }
      wheel(-1)
    }
    #expect(durations == [60, 45, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1.5, 1])
    wheel(2)
    #expect(rig.panel.duration == 2)
    rig.show()
    wheel(0)
    #expect(!rig.panel.needsDisplay)
    wheel(0.25)
    #expect(rig.panel.needsDisplay && rig.panel.duration == 3)
  }

  @Test func `keeps the time of a take where the wheel turns`() throws {
    let rig = try CurvesRig(try CurvesRig.use(2))
    rig.panel.take = Chart()
    rig.panel.send(.wheel(Point(0, 1), at: Point(300, 50), 0))
    #expect(rig.panel.duration == CurvesPanel.usualDuration)
  }

  @Test func `asks for the time of a click in a take, and shows the values under the pointer`()
    throws
  {
    let rig = try CurvesRig(try CurvesRig.use(3))
    rig.panel.take = Chart([Series(try CurvesRig.use(3), name: "take", rate: 60)], to: 4)
    var times: [Double] = []
    rig.panel.didSeek = { times.append($0) }
    let layout = ChartLayout.panel(
      Rect(origin: .zero, size: rig.panel.size), lanes: [.offset, .velocity, .zoom])
    for (phase, x) in [(TouchEvent.Phase.began, 0.5), (.moved, 0.75), (.moved, 2), (.ended, 1)] {
      let place = Point(layout.plot.minX + x * layout.plot.width, 50)
      rig.panel.send(.touch(phase, at: place, 0, id: 0))
    }
    #expect(times.count == 3 && zip(times, [2, 3, 4]).allSatisfy { abs($0 - $1) < 1e-9 })
    let plain = try rig.draw()
    rig.panel.cursor = 2
    let marked = try rig.draw()
    let x = Int(layout.plot.minX + layout.plot.width / 2)
    #expect(marked[100 * 700 + x] != plain[100 * 700 + x])
    rig.panel.cursor = nil
    #expect(rig.panel.needsDisplay)
    #expect(try rig.draw() == plain)
    rig.panel.pointerMoved(to: Point(400, 60))
    #expect(rig.panel.needsDisplay)
    #expect(try rig.draw() != plain)
    rig.panel.pointerMoved(to: nil)
    #expect(try rig.draw() == plain)
  }
}
