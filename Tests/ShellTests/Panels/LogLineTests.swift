import OverscrollLab
import OverscrollShell
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The lines of the log` {
  private static func entry(
    _ name: String, _ time: Double, _ source: LogEntry.Source = .delegate,
    isContinuous: Bool = false
  ) -> LogEntry {
    LogEntry(time: time, source: source, name: name, isContinuous: isContinuous)
  }

  @Test func `folds runs of one name`() {
    var lines = LogLines()
    for index in 0..<37 { lines.append(Self.entry("scrollViewDidScroll", Double(index))) }
    lines.append(Self.entry("scrollViewDidEndDecelerating", 37))
    lines.append(Self.entry("scrollViewDidScroll", 38))
    #expect(
      lines.rows.map(\.title) == [
        "scrollViewDidScroll ×37", "scrollViewDidEndDecelerating", "scrollViewDidScroll",
      ])
    #expect(lines.rows[0].first.time == 0 && lines.rows[0].latest.time == 36)
  }

  @Test func `folds what comes in turn until something else happens`() {
    var lines = LogLines()
    for index in 0..<5 {
      lines.append(Self.entry("touch moved", Double(index), .touch, isContinuous: true))
      lines.append(Self.entry("scrollViewDidScroll", Double(index), isContinuous: true))
    }
    lines.append(Self.entry("touch ended", 5, .touch))
    lines.append(Self.entry("scrollViewDidScroll", 6, isContinuous: true))
    #expect(
      lines.rows.map(\.title) == [
        "touch moved ×5", "scrollViewDidScroll ×5", "touch ended", "scrollViewDidScroll",
      ])
  }

  @Test func `has every entry of the chosen sources in its rows`() {
    var random = SplitMix64(seed: 3)
    var lines = LogLines()
    for index in 0..<3000 {
      let isContinuous = random.chance(0.7)
      lines.append(
        Self.entry(
          "\(isContinuous ? "c" : "d")\(random.index(3))", Double(index),
          random.pick(LogEntry.Source.allCases), isContinuous: isContinuous))
      guard index.isMultiple(of: 500) else { continue }
      lines.sources = Set(LogEntry.Source.allCases.filter { _ in random.chance(0.6) })
      let shown = lines.entries.filter { lines.sources.contains($0.source) }
      #expect(lines.rows.reduce(0) { $0 + $1.count } == shown.count)
      #expect(lines.rows.map(\.first.time) == lines.rows.map(\.first.time).sorted())
    }
  }

  @Test(arguments: [LogLines.liveLimit, 300, 1])
  func `holds the newest entries up to its limit, and counts the others`(limit: Int) {
    var lines = LogLines(limit: limit)
    let count = limit * 5 / 2
    for index in 0..<count {
      lines.append(Self.entry(index.isMultiple(of: 2) ? "a" : "b", Double(index)))
      #expect(lines.entries.count >= min(index + 1, limit))
    }
    #expect(lines.entries.count < limit + max(1, limit / 10))
    #expect(lines.entries.last?.time == Double(count - 1))
    #expect(lines.rows.count == lines.entries.count)
    #expect(lines.droppedCount == count - lines.entries.count)
    #expect(lines.entries.first?.time == Double(lines.droppedCount))
    lines.removeAll()
    #expect(lines.droppedCount == 0)
  }

  private static let inputs: [(event: Event, title: String, isContinuous: Bool)] = {
    let place = Point(12.5, -3)
    let touch = { (phase: TouchEvent.Phase) in
      Event.touch(phase, at: place, 1, id: 4)
    }
    let touchpad = { (phase: GesturePhase) in
      Event.touchpad(phase, by: Point(0, 7.06), at: place, 1)
    }
    let pinch = { (phase: GesturePhase) in
      Event.pinch(phase, 1.2346, at: place, 1)
    }
    return [
      (touch(.began), "touch began 4 [12.5, −3]", false),
      (touch(.moved), "touch moved 4 [12.5, −3]", true),
      (touchpad(.began), "touchpad began [0, 7.1]", false),
      (touchpad(.changed), "touchpad changed [0, 7.1]", true),
      (pinch(.changed), "pinch changed ×1.235", true), (pinch(.ended), "pinch ended ×1.235", false),
      (
        .wheel(Point(0, -1.5), at: place, 1),
        "wheel [0, −1.5]", false
      ),
      (.key(KeyEvent(key: "Down", modifiers: [], timestamp: 1)), "key Down", false),
      (.text(TextEvent(.inserted("secret"), timestamp: 1)), "text ", false),
    ]
  }()

  @Test(arguments: inputs.indices)
  func `tell what was done, and what of it comes many times a second`(index: Int) {
    let (event, title, isContinuous) = Self.inputs[index]
    let entry = LogEntry(Script.TimedEvent(time: 1, action: .event(event)))
    #expect(entry.name + " " + entry.values == title && entry.source == .touch)
    #expect(entry.isContinuous == isContinuous)
  }

  @Test(arguments: [(0, "8"), (1, "8 missed 1"), (12, "8 missed 12")])
  func `fold frames on time, and tell what a frame missed`(missed: Int, values: String) {
    let entry = LogEntry(
      Script.TimedEvent(time: 1, action: .frame(.init(index: 7, missed: missed))))
    #expect(entry.name == "frame" && entry.values == values)
    #expect(entry.isContinuous == (missed == 0))
  }

  @Test func `have values without names, too, where there is little room`() throws {
    let lines = [
      #"{"t":0.1,"mark":"a mark with a name that no column holds"}"#,
      #"{"t":0.2,"wheel":[0,1],"at":[9,9]}"#,
      #"{"t":0.3,"touch":"began","id":1,"at":[5,6]}"#, #"{"t":0.4,"set":{"bounces":false}}"#,
    ]
    let text =
      #"{"overscroll":2,"viewport":[32,48],"content":[32,200]}"# + "\n"
      + lines.joined(separator: "\n")
    let entries = try Script(parsing: text, file: "t").events.map(LogEntry.init)
    #expect(entries.count == lines.count)
    #expect(entries.allSatisfy { !$0.values.isEmpty && $0.brief == $0.values })
  }

  @Test func `have the rows of a moment: the latest that has begun, and those that began with it`()
  {
    var random = SplitMix64(seed: 5)
    var lines = LogLines()
    var time = 1.0
    for index in 0..<200 {
      if random.chance(0.5) { time += 0.25 }
      lines.append(Self.entry("\(index)", time))
    }
    for moment in stride(from: 0.875, through: time + 1, by: 0.125) {
      let begun = lines.rows.indices.filter { lines.rows[$0].first.time <= moment }
      let latest = begun.last.map { lines.rows[$0].first.time }
      #expect(
        Array(lines.rows(at: moment)) == begun.filter { lines.rows[$0].first.time == latest })
    }
    #expect(lines.rows(at: 0.999).isEmpty && lines.rows(at: .infinity).upperBound == 200)
  }

  @Test(arguments: [
    (
      Callback.of(
        "scrollViewWillEndDragging",
        [
          "velocity": .point(Point(0, 1.23456)), "targetContentOffset": .point(Point(0, 200)),
        ]), LogEntry.Source.delegate, "velocity [0, 1.23] target [0, 200]"
    ),
    (
      .of("touchesShouldBegin", ["view": .string("yellow"), "answer": .bool(true)]), .override,
      "view yellow answer true"
    ),
    (.of("touchesBegan", ["view": .string("yellow")]), .view, "view yellow"),
    (.of("scrollViewDidScroll", in: "list"), .delegate, "scrollView list"),
    (.of("setContentOffset", ["x": .number(.nan)]), .view, "x null"),
    (.of("tap"), .view, ""),
  ])
  func `have the values of a callback in order`(
    callback: Callback, source: LogEntry.Source, values: String
  ) {
    let entry = LogEntry(callback)
    #expect(entry.source == source && entry.values == values && entry.name == callback.name)
  }
}

extension Callback {
  /// A callback at 6.5 seconds.
  static func of(
    _ name: String, in scrollView: String? = nil,
    _ fields: KeyValuePairs<String, JSONValue> = [:]
  ) -> Callback {
    let log = CallbackLog()
    log.add(name, at: 6.5, scrollView: scrollView, fields)
    return log.callbacks[0]
  }
}
