import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Where what a take has shown begins to count, in numbers.
@Suite struct `A need of a QA step` {
  private let stage = Stage(
    Script.Header(settings: [
      // Offsets are whole device pixels.
      .viewport(Size(300, 300)), .content(Size(900, 2000)), .displayScale(100),
      .minimumZoomScale(0.5), .maximumZoomScale(4),
    ]))

  private func callback(
    _ name: String, at time: Double = 1, _ fields: KeyValuePairs<String, JSONValue> = [:]
  ) -> [Callback] {
    let log = CallbackLog()
    log.add(name, at: time, fields)
    return log.callbacks
  }

  private func shown(after callbacks: [Callback], touchDown: Double = 0.1) -> Set<QARequirement> {
    var tracker = QARequirementTracker()
    tracker.start(stage.namedScrollViews)
    let touch = TouchEvent(id: 1, phase: .began, location: .zero, timestamp: touchDown)
    for (event, callbacks) in [
      (Script.TimedEvent(time: touchDown, action: .event(.touch(touch))), []),
      (Script.TimedEvent(time: 1, action: .mark("")), callbacks),
    ] {
      tracker.note(event, views: stage.namedScrollViews, callbacks: callbacks)
    }
    return tracker.shown.subtracting([.idle])
  }

  @Test(
    arguments: [
      (Point(0, 0.25), true), (Point(0, 0.245), false), (Point(-0.255, 0), true),
      (Point(0.24, -0.24), false), (Point(0.1, -0.3), true), (.zero, false),
    ])
  func `is a flick from 0.25 points per millisecond on, along any axis`(
    velocity: Point, isFlick: Bool
  ) {
    let end = callback("scrollViewWillEndDragging", ["velocity": .point(velocity)])
    #expect(shown(after: end).contains(.flick) == isFlick)
  }

  @Test(arguments: [(0.2455, false), (0.2485, false), (0.2495, true), (0.3, true)])
  func `is a delayed touch from 0.149 seconds on`(time: Double, isDelayed: Bool) {
    #expect(shown(after: callback("touchesBegan", at: time)) == (isDelayed ? [.delayed] : []))
    #expect(shown(after: callback("touchesBegan", at: 0.149), touchDown: 0) == [.delayed])
  }

  @Test(
    arguments: [
      ("scrollViewWillBeginDragging", .drag), ("touchesEnded", .tap), ("tap", .tap),
      ("touchesCancelled", .cancelled), ("refresh", .refresh), ("select", .select),
      ("dismiss", .dismiss), ("scrollViewDidScroll", nil),
    ] as [(String, QARequirement?)])
  func `is met by a callback`(name: String, need: QARequirement?) {
    #expect(shown(after: callback(name)) == Set([need].compactMap(\.self)))
  }

  /// Offsets of a content with a range of 600 × 1700 points, and their distances beyond it.
  @Test(
    arguments: [
      (Point(0, -1.03), 1.03), (Point(0, -0.97), 0.97), (Point(-1.03, 0), 1.03),
      (Point(601.03, 0), 1.03), (Point(0, 1701.03), 1.03), (Point(600.97, 1700.97), 0.97),
      (Point(0, -1), 1), (Point(-2, -3), 3), (Point(300, 900), 0),
    ] as [(Point, Double)])
  func `is overscroll more than a point beyond an edge, while dragging alone`(
    offset: Point, distance: Double
  ) {
    for isDragged in [false, true] {
      if isDragged {
        for (phase, y) in [(TouchEvent.Phase.began, 200.0), (.moved, 150)] {
          stage.perform(
            Script.TimedEvent(
              time: 0.1,
              action: .event(.touch(phase, at: Point(150, y), 0.1))))
        }
        #expect(stage.scrollView.phase == .dragging)
      }
      stage.scrollView.contentOffset = offset
      var tracker = QARequirementTracker()
      tracker.note(
        Script.TimedEvent(time: 1, action: .mark("")), views: stage.namedScrollViews,
        callbacks: [])
      #expect(tracker.shown.contains(.overscroll) == (isDragged && distance > 1))
      #expect(abs(tracker.overshoot - distance) < 1e-9)
      #expect(tracker.shown.contains(.idle) == !isDragged)
    }
  }

  /// Zoom scales one after the other, from 1 on.
  @Test(
    arguments: [
      ([1.05], [.zoomIn]), ([1.049], []), ([1 / 1.05], [.zoomOut]), ([0.953], []),
      // Little by little counts from where it began, and again after each change that counts.
      ([1.03, 1.06], [.zoomIn]), ([0.97, 0.94], [.zoomOut]), ([1.06, 1], [.zoomIn, .zoomOut]),
      ([0.9, 0.96], [.zoomIn, .zoomOut]), ([1.06, 1.02], [.zoomIn]),
      ([0.5, 4], [.zoomOut, .zoomIn]),
    ] as [([Double], Set<QARequirement>)])
  func `is zooming by 5 percent`(scales: [Double], needs: Set<QARequirement>) {
    var tracker = QARequirementTracker()
    tracker.start(stage.namedScrollViews)
    for scale in scales {
      let call = Script.Call.setZoomScale(scale, animated: false)
      let event = Script.TimedEvent(time: 1, action: .call(call))
      stage.perform(event)
      tracker.note(event, views: stage.namedScrollViews, callbacks: [])
    }
    #expect(tracker.shown.intersection([.zoomIn, .zoomOut]) == needs)
  }

  @Test func `is a copy, and by former plans a selection`() {
    #expect(shown(after: callback("copy")) == [.copy, .select])
  }

  @Test func `is one tap of a touch that several views get`() {
    let both = callback("touchesEnded") + callback("tap")
    var tracker = QARequirementTracker([.tap.times(2)])
    for time in [0.1, 0.5] {
      let touch = TouchEvent(id: 1, phase: .began, location: .zero, timestamp: time)
      tracker.note(
        Script.TimedEvent(time: time, action: .event(.touch(touch))), views: [], callbacks: both)
      #expect(tracker.shown.contains(.tap.times(2)) == (time > 0.1))
    }
  }

  @Test func `is another page along either axis, and the largest overshoot is kept`() {
    for offset in [Point(300, 0), Point(0, 300)] {
      for isPaged in [false, true] {
        stage.perform(.init(time: 1, action: .set([.flag(.isPagingEnabled, isPaged)])))
        stage.scrollView.contentOffset = .zero
        var tracker = QARequirementTracker()
        tracker.start(stage.namedScrollViews)
        for place in [Point(0, -7), Point(offset.x * 0.4, offset.y * 0.4), offset] {
          #expect(!tracker.shown.contains(.page))
          stage.scrollView.contentOffset = place
          tracker.note(
            Script.TimedEvent(time: 1, action: .mark("")), views: stage.namedScrollViews,
            callbacks: [])
        }
        #expect(tracker.shown.contains(.page) == isPaged && tracker.overshoot == 7)
      }
    }
  }

  @Test func `is forgotten when a take starts`() {
    var tracker = QARequirementTracker()
    tracker.note(
      Script.TimedEvent(time: 1, action: .resize(Size(9, 9))), views: [],
      callbacks: [])
    #expect(tracker.shown == [.resize, .idle])
    #expect(QARequirement.resize.isResize && QARequirement.resize.times(2).isResize)
    #expect(!QARequirement.wheel.isResize && !QARequirement.wheel.times(2).isResize)
    tracker.start([])
    #expect(tracker.shown.isEmpty && tracker.overshoot == 0)
  }
}

@Suite struct `The evidence of a script` {
  private func evidence(_ lines: String...) throws -> QAEvidence {
    let header = #"{"overscroll":2,"viewport":[300,300],"content":[300,2000]}"#
    return QAEvidence(
      performing: try Script(parsing: ([header] + lines).joined(separator: "\n"), file: "t"))
  }

  @Test func `has frames at 240 Hz, each after the events up to its time`() throws {
    let evidence = try evidence(
      #"{"t":0.0125,"mark":"at a frame"}"#, #"{"t":0.014,"mark":"between"}"#)
    let events = evidence.take.events.map { event in
      if case .frame(let frame) = event.action {
        "\(frame.index) at \(event.time * 240)"
      } else {
        "mark"
      }
    }
    #expect(events == ["0 at 1.0", "1 at 2.0", "mark", "2 at 3.0", "mark", "3 at 4.0"])
    #expect(evidence.trace.samples.map { $0.time * 240 } == [0, 1, 2, 3, 4])
    #expect(evidence.take.end?.events == 2 && evidence.take.end?.frames == 4)
    #expect(evidence.take.end?.trace == evidence.trace.hash)
    #expect(evidence.summary.frames == 4 && evidence.summary.events == 2)
    #expect(evidence.summary.overshoot == 0 && evidence.summary.eventRate == 0)
  }

  @Test func `ends a minute after the last event where something never rests`() throws {
    let evidence = try evidence(#"{"t":0.5,"touch":"began","id":1,"at":[150,250]}"#)
    #expect(evidence.trace.samples.last?.time == 60.5 + 1 / 240)
    #expect(!evidence.shown.contains(.idle))
  }

  @Test func `has the frames of a take and its end as they are`() throws {
    let end = #"{"t":0.3,"end":{"events":0,"frames":1,"trace":"fnv1a64:0","reason":"full"}}"#
    let evidence = try evidence(#"{"t":0.2,"frame":0,"missed":3}"#, end)
    #expect(evidence.take.events.count == 1 && evidence.trace.samples.map(\.time) == [0, 0.2])
    #expect(evidence.take.end?.reason == .full && evidence.summary.duration == 0.3)
    #expect(evidence.summary.missed == 3 && evidence.summary.hash == evidence.trace.hash)
  }

  @Test func `sums a take up`() throws {
    let evidence = try evidence(
      #"{"t":0.1,"touch":"began","id":1,"at":[150,250]}"#, #"{"t":0.1,"frame":0,"missed":1}"#,
      #"{"t":0.125,"touch":"moved","id":1,"at":[150,230]}"#,
      #"{"t":0.1875,"touch":"moved","id":1,"at":[150,200]}"#, #"{"t":0.2,"frame":1,"missed":2}"#)
    let summary = evidence.summary
    #expect(summary.events == 3 && summary.frames == 2 && summary.missed == 3)
    #expect(summary.eventRate == 16 && summary.rest == Point(0, 40) && summary.duration == 0.2)
    #expect(
      summary.text
        == "0.20 s · 3 events (16 Hz) · 2 frames, 3 missed · cut off in motion at (0, 40) · "
        + "overshoot 0 pt · \(evidence.trace.hash)")
    var script = evidence.take
    script.header = script.header.with([Script.Setting(.hysteresis, .number(20))])
    let tuned = QATakeSummary(script, trace: evidence.trace, overshoot: 0)
    #expect(tuned.text == summary.text + " · tuned: hysteresis 20")
    guard case .object(let fields) = JSONValue(parsing: tuned.json[...]) else {
      Issue.record("\(tuned.json)")
      return
    }
    #expect(QATakeSummary(fields: fields) == tuned && !summary.json.contains("tuning"))
  }

  @Test func `sums up as nothing what is missing, or no whole number of events`() {
    let fields: [String: JSONValue] = ["events": .number(1.5), "frames": .string("2")]
    #expect(
      QATakeSummary(fields: fields).text
        == "0.00 s · 0 events · 0 frames, 0 missed · rest (0, 0) · overshoot 0 pt · ")
  }
}
