import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollHost
@testable import OverscrollLabPages
@testable import OverscrollShell

/// A replay with its panels and without a window.
@Suite struct `The content of a replay's window` {
  /// What of a replay can be chosen.
  struct Bench {
    let content: ReplayPage
    let panels: ReplayPanels
    let take: PerformedTake
    let waker: Waker
  }

  static let script = Script.pagingFlick

  static func variant(_ settings: [Script.Setting]) -> PerformedTake {
    var script = script
    script.header = script.header.with(settings)
    return PerformedTake(script)
  }

  func bench(
    with other: [Script.Setting]? = nil, reference: Series? = nil, speed: Playback.Speed = .real
  ) throws -> Bench {
    let take = PerformedTake(Self.script)
    let side = other.map { ReplaySide(Self.variant($0)) }
    let main = ReplaySide(take)
    let playback = Playback(take, speed: speed)
    let panels = ReplayPanels(
      take, playback, stage: main.stage, maker: ImageSurfaceFactory(), marksTouches: false)
    let host = try HeadlessHost()
    let (waker, takes) = (host.waker, Recording(host))
    var replay = Replay(title: "page", take: take, playback: playback)
    replay.other = side?.take
    replay.ghost = try reference.map { try GhostTrack($0, along: take.script, name: "page") }
    let content = ReplayPage(
      replay, display: SceneDisplay(), main: main, other: side, panels: panels, takes: takes,
      waker: waker)
    content.followMessage()
    return Bench(content: content, panels: panels, take: take, waker: waker)
  }

  func captions(_ details: [String]) -> Captions {
    var captions = Captions(title: "page")
    captions.details = details
    return captions
  }

  func pixels(_ content: ReplayPage, scale: Double = 1) throws -> [UInt32] {
    let surface = try Surface(
      imageOf: PixelSize(rounding: try #require(content.traits.viewport) * scale), opaque: true)
    try content.draw(on: surface, scale: scale, textScale: scale)
    return surface.pixels()
  }

  /// The part in which two drawings with `width` columns differ.
  func difference(_ one: [UInt32], _ other: [UInt32], width: Int) -> PixelRect {
    let places = zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    let (columns, rows) = (places.map { $0 % width }, places.map { $0 / width })
    let (left, top) = (columns.min() ?? 0, rows.min() ?? 0)
    return PixelRect(
      x: left, y: top, width: (columns.max() ?? 0) + 1 - left, height: (rows.max() ?? 0) + 1 - top)
  }

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double = 160, at time: Double) -> Event {
    .touch(phase, at: Point(x, y), time)
  }

  /// Commands one after the other, and where playback is after each.
  @Test func `obeys the keys of playback, and its panels show where it is`() throws {
    let bench = try bench()
    let content = bench.content
    let steps: [(LabCommand, String)] = [
      (.step(1), "0.0167 1×"), (.step(9), "0.1667 1×"), (.step(-2), "0.1333 1×"),
      (.nextMoment, "0.2000 1×"), (.previousMoment, "0.1167 1×"), (.halveSpeed, "0.1167 1/2×"),
      (.halveSpeed, "0.1167 1/4×"), (.doubleSpeed, "0.1167 1/2×"), (.realSpeed, "0.1167 1×"),
      (.toggleAsSeen, "0.1167 1× as seen"), (.toggleAsSeen, "0.1167 1×"),
      (.togglePlaying, "0.1167 1× playing"), (.togglePlaying, "0.1167 1×"),
      (.restart, "0.1167 1×"), (.window(.escape), "0.1167 1×"), (.window(.quit), "0.1167 1×"),
    ]
    for (command, text) in steps {
      let before = content.playback
      content.needsDisplay = false
      content.perform(command, at: 5)
      let playback = content.playback
      let digits = Int((playback.time * 1e4).rounded())
      let fraction = String(repeating: "0", count: 4 - "\(digits)".count) + "\(digits)"
      #expect(
        "0.\(fraction) \(playback.speed.text)" + (playback.isAsSeen ? " as seen" : "")
          + (playback.isPlaying ? " playing" : "") == text, "\(command)")
      #expect(content.needsDisplay == (playback != before), "\(command)")
      #expect(content.needsFrames == playback.isPlaying)
      #expect(bench.panels.timeLine.playback == playback)
      #expect(bench.panels.cursor == playback.time && bench.panels.log.cursor == playback.time)
      #expect(bench.panels.curves.cursor == playback.time)
    }
  }

  @Test func `plays with the refreshes of the desktop to the end, and rests there`() throws {
    let content = try bench().content
    content.perform(.togglePlaying, at: 100)
    content.advance(to: 100)
    content.advance(to: 100.5)
    #expect(abs(content.playback.time - 0.5) < 1e-9 && content.needsFrames)
    content.advance(to: 103)
    #expect(content.playback.time == 2 && !content.needsFrames)
  }

  @Test func `follows the timeline, the curves and the log`() throws {
    let bench = try bench()
    let (content, panels) = (bench.content, bench.panels)
    panels.timeLine.didRequest { $0.scrub(to: 0.52) }
    #expect(content.playback.position == .frame(31))
    panels.timeLine.didRequest { $0.step(by: -1) }
    #expect(content.playback.position == .frame(30))
    panels.timeLine.didRequest { $0.setSpeed($0.speed.halved) }
    #expect(content.playback.speed.text == "1/2×")
    panels.timeLine.didRequest { $0.setSpeed($0.speed.doubled) }
    panels.timeLine.didRequest { $0.isAsSeen.toggle() }
    #expect(content.playback.speed == .real && content.playback.isAsSeen)
    panels.timeLine.didRequest { $0.togglePlaying() }
    #expect(content.playback.isPlaying)
    panels.log.didChooseTime?(0.155)
    #expect(content.playback.position == .time(0.155))
    panels.curves.didSeek?(1.01)
    #expect(content.playback.position == .frame(60))
  }

  @Test func `has every line of a long take in its log, and marks the row of any time`() throws {
    // Two minutes of strokes to and fro, with a line for each movement and for what it causes.
    var script = Self.script
    script.events = (0..<120).flatMap { stroke in
      (0...100).map { step -> Script.TimedEvent in
        let phase: TouchEvent.Phase = step == 0 ? .began : step == 100 ? .ended : .moved
        let time = Double(stroke) + Double(step) * 0.009
        let x = 180 + 1.5 * Double(stroke.isMultiple(of: 2) ? step : 100 - step)
        return .init(time: time, action: .event(touch(phase, x, at: time)))
      }
    }
    let take = PerformedTake(script)
    let stage = Stage(script.header)
    let panels = ReplayPanels(
      take, Playback(take), stage: stage, maker: ImageSurfaceFactory(), marksTouches: false)
    let lines = { panels.log.lines }
    #expect(lines().entries.count > 2 * LogLines.liveLimit && lines().droppedCount == 0)
    let touches = lines().entries.filter { $0.source == .touch }
    #expect(touches.map(\.time) == script.events.map(\.time))
    panels.log.size = Size(300, 200)
    for stroke in [0, 1, 57, 119] {
      panels.cursor = Double(stroke) + 0.0001
      _ = panels.log.needsDisplay
      let shown = panels.log.table.indexPathsForVisibleRows?.map { lines().rows[$0.row].first.time }
      #expect(shown?.contains(Double(stroke)) == true, "stroke \(stroke)")
    }
  }

  @Test func `prepares for jumps while it is paused, and then rests`() throws {
    let content = try bench().content
    var rounds = 0
    while content.deadline == 0, rounds < 1000 {
      content.advance(to: Double(rounds))
      rounds += 1
    }
    #expect(rounds > 0 && rounds < 1000 && content.deadline == nil && !content.needsFrames)
    content.perform(.togglePlaying, at: 0)
    #expect(content.deadline == nil, "what is not urgent waits")
  }

  @Test func `says what it shows, and how it differs from side B and a reference`() throws {
    let plain = try bench()
    #expect(plain.content.captions == Captions(title: "page"), "not measured yet")
    plain.panels.measuring.wait()
    plain.content.needsDisplay = false
    plain.content.handle(.wakeUp)
    #expect(plain.content.needsDisplay)
    #expect(plain.content.captions == captions(TakeQuality(plain.take.script).summary))
    plain.content.perform(.togglePlaying, at: 0)
    #expect(plain.content.captions == Captions(title: "page"))

    // Without paging the content glides on beyond the page; a reference that lags 3 points and is larger.
    var lagging = Series(name: "reference")
    for frame in plain.take.frames {
      let sample = frame.sample
      lagging.append(
        time: sample.time, phase: sample.phase,
        [
          (.offsetX, sample.offset.x - 3), (.offsetY, sample.offset.y + 0.5),
          (.zoom, sample.zoomScale * 1.25),
        ])
    }
    let bench = try bench(with: [.flag(.isPagingEnabled, false)], reference: lagging)
    bench.content.perform(.nextMoment, at: 0)
    while bench.content.playback.time < 2 { bench.content.perform(.nextMoment, at: 0) }
    let captions = bench.content.captions
    let (a, b) = (
      bench.take.frames.last, Self.variant([.flag(.isPagingEnabled, false)]).frames.last
    )
    let x = try #require(b).sample.offset.x - (try #require(a).sample.offset.x)
    #expect(abs(x) > 10)
    let hundredths = Int((abs(x) * 100).rounded())
    let fraction = "\(hundredths % 100)"
    let number =
      "\(hundredths / 100)." + String(repeating: "0", count: 2 - fraction.count) + fraction
    #expect(
      captions.details.prefix(2) == [
        "reference Δx −3.00  Δy +0.50  Δzoom +0.2500",
        "B Δx \(x < 0 ? "−" : "+")\(number)  Δy +0.00  Δzoom +0.0000",
      ])
    #expect(captions.divider == 180 && captions.title == "page")
    bench.content.show("A sentence.")
    #expect(bench.content.captions.title == "A sentence." && bench.content.captions.divider == nil)
  }

  @Test func `compares by a wipe, a ghost or not at all, and needs a side B for it`() throws {
    let bench = try bench(with: [.flag(.isPagingEnabled, false)])
    let content = bench.content
    content.perform(.step(30), at: 0)
    let wipe = try pixels(content)
    content.perform(.nextComparison, at: 0)
    #expect(content.captions.divider == nil && content.captions.details[0].hasPrefix("B Δx"))
    let ghost = try pixels(content)
    content.perform(.nextComparison, at: 0)
    #expect(content.captions.details.first?.hasPrefix("B ") != true)
    let alone = try pixels(content)
    content.perform(.nextComparison, at: 0)
    #expect(content.captions.divider == 180)
    #expect(try pixels(content) == wipe)

    let other = try self.bench().content
    other.perform(.step(30), at: 0)
    let same = try pixels(other)
    #expect(alone == same && ghost != same)
    let variant = try #require(content.other)
    #expect(variant.stage.scrollView.contentOffset != content.main.stage.scrollView.contentOffset)
    for index in wipe.indices where index % 360 < 180 {
      guard wipe[index] != same[index] else { continue }
      Issue.record("side A differs in column \(index % 360)")
      return
    }
    #expect(wipe.indices.contains { $0 % 360 >= 180 && wipe[$0] != same[$0] })

    for command in [LabCommand.nextComparison, .nextSide] {
      let single = try self.bench().content
      single.perform(command, at: 0)
      #expect(single.captions.title == "There is no side B; use --with to add it.")
    }
    #expect(bench.panels.parameters.side == .a)
    content.perform(.nextSide, at: 0)
    #expect(bench.panels.parameters.side == .b)
    content.perform(.nextSide, at: 0)
    #expect(bench.panels.parameters.side == .a)
  }

  /// Where a finger goes down, where it moves, and where the divider of 180 points is then.
  @Test(
    arguments: [
      (180, 200, 200), (170, 90, 90), (190, 500, 360), (185, -40, 0), (169.5, 200, 180),
      (190.5, 200, 180),
    ] as [(Double, Double, Double)])
  func `has a divider that a finger or a pointer drags`(start: Double, end: Double, place: Double)
    throws
  {
    let content = try bench(with: [.flag(.isPagingEnabled, false)]).content
    content.needsDisplay = false
    content.send(touch(.began, start, at: 1), from: nil)
    content.send(touch(.moved, end, at: 1.1), from: nil)
    if abs(start - 180) > 10, abs(end - start) >= 10 {
      // A drag elsewhere shows why it does nothing, in the place of the divider's names.
      #expect(content.captions.title.hasPrefix("This is a replay"))
      content.message.update(at: .infinity)
    } else {
      #expect(content.needsDisplay == (place != 180))
    }
    #expect(content.captions.divider == place)
    content.send(touch(.ended, end, at: 1.2), from: nil)
    content.send(touch(.moved, 20, at: 1.3), from: nil)
    #expect(content.captions.divider == place, "the finger is up")
    content.perform(.nextComparison, at: 0)
    content.perform(.nextComparison, at: 0)
    content.send(touch(.began, place, at: 2), from: nil)
    content.send(touch(.moved, 77, at: 2.1), from: nil)
    #expect(content.captions.title == "This is a replay; press Shift+U to take over.")
    content.message.update(at: .infinity)
    content.perform(.nextComparison, at: 0)
    #expect(content.captions.divider == place, "without a wipe there is none")
  }

  @Test func `says why a key, a drag and the wheel do nothing`() throws {
    let replayed = "This is a replay; press Shift+U to take over."
    let key = { (name: String) in
      Input.Key(time: 0, action: .pressed, name: name, shiftedDigit: nil, modifiers: [])
    }
    var content = try bench().content
    _ = content.handle(key("u"))
    #expect(
      content.captions.title == "u does nothing here. Shift+U: Take over, or return to the replay.")
    content = try bench().content
    for name in ["g", "Home", "Shift_L"] { _ = content.handle(key(name)) }
    #expect(content.captions.title == "page")
    // A click is no drag.
    content.send(touch(.began, 100, at: 1), from: nil)
    content.send(touch(.moved, 104, at: 1.1), from: nil)
    content.send(touch(.ended, 104, at: 1.2), from: nil)
    #expect(content.captions.title == "page")
    content.send(touch(.began, 100, at: 2), from: nil)
    content.send(touch(.moved, 120, at: 2.1), from: nil)
    #expect(content.captions.title == replayed)
    content = try bench().content
    content.send(.wheel(Point(0, 1), at: Point(50, 50), 1), from: nil)
    #expect(content.captions.title == replayed)
  }

  @Test(arguments: [1.0, 2])
  func `marks touches where that is asked for, at any scale`(scale: Double) throws {
    let content = try bench().content
    content.perform(.step(7), at: 0)
    let plain = try pixels(content, scale: scale)
    content.needsDisplay = false
    content.perform(.toggleTouches, at: 0)
    #expect(content.needsDisplay)
    let marked = try pixels(content, scale: scale)
    // The finger is at (288, 160), having come down at (300, 160).
    let area = difference(plain, marked, width: Int(360 * scale)).rect * (1 / scale)
    #expect(abs(area.center.y - 160) < 2 && area.height > 20 && area.height < 60)
    #expect(area.minX < 280 && area.maxX > 296 && area.minX > 250 && area.maxX < 340)
    content.perform(.toggleTouches, at: 0)
    #expect(try pixels(content, scale: scale) == plain)
  }

  @Test func `takes a dropped reference once it is read, and refuses other files`() throws {
    let bench = try bench()
    let content = bench.content
    let path = FilePath(TestFolder.make()).appending("reference.trace")
    try TextFile.write(Simulation(Self.script).frameTrace().csv, to: path)
    for (file, title) in [
      (path, "page"), (FilePath("/dev/null"), "/dev/null:1: the file is empty"),
    ] {
      content.handle(.received(Received(way: .drop, content: .files([file]))))
      let details = "reference Δx +0.00  Δy +0.00  Δzoom +0.0000"
      // How good the take is shows as soon as it is measured, whatever is dropped.
      let end = ContinuousClock.now + .seconds(60)
      while content.captions.title != title || content.captions.details.first != details,
        ContinuousClock.now < end
      { content.handle(.wakeUp) }
      #expect(content.captions.title == title)
      #expect(content.captions.details.first == details)
    }
    #expect(bench.panels.curves.take != nil)
  }
}
