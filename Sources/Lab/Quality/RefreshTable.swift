import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// The refreshes of a take with what each of them showed and how late it was, for other programs.
package struct RefreshTable {
  /// A refresh.
  private struct Row {
    /// Its row in the trace, from 1 on, which replays and comparisons call its frame.
    var number: Int
    var frame: Script.Frame
    var sample: Trace.Sample
    var isFirst: Bool
    /// How long after the refresh that it was due for it was shown, in seconds.
    var lateness: Double

    /// The time at which it was on the display, as far as that is known.
    var time: Double { frame.presented ?? sample.time }
  }

  private let rows: [Row]
  private let script: Script
  private let callbacks: [Callback]

  /// Performs a take that has frames.
  package init(_ script: Script) {
    self.script = script
    let log = CallbackLog()
    var samples: [Trace.Sample] = []
    Simulation(script, log: log).runFrames { samples.append($0) }
    callbacks = log.callbacks
    let series = Series(framesOf: script, name: "")
    let period = series.refreshPeriod
    rows = zip(samples.indices, samples).dropFirst().compactMap { index, sample in
      series.frames[index].map {
        Row(
          number: index, frame: $0, sample: sample, isFirst: series.firstRows.contains(index),
          lateness: $0.lateness(period: period))
      }
    }
  }

  // MARK: - CSV

  /// A row for each refresh: when it was drawn for and shown, how many were missed before it, how old its input was, and what it
  /// showed.
  package var csv: String {
    rows.reduce(
      into: "frame,t,presented,missed,first,age_ms,latency_ms,phase,offset_x,offset_y,velocity_x,"
        + "velocity_y,zoom,finger_velocity_x,finger_velocity_y,deadline,late_ms\n"
    ) { text, row in
      let sample = row.sample
      let cells =
        [
          "\(row.number)", Self.text(sample.time), row.frame.presented.map(Self.text) ?? "",
          "\(row.frame.missed)", row.isFirst ? "1" : "0", Self.milliseconds(row.frame.age),
          Self.milliseconds(row.frame.latency(at: sample.time)), sample.phase.rawValue,
        ]
        + [
          sample.offset.x, sample.offset.y, sample.measuredVelocity.x, sample.measuredVelocity.y,
          sample.zoomScale,
        ].map(Self.text)
        + [sample.fingerVelocity?.x, sample.fingerVelocity?.y].map { $0.map(Self.text) ?? "" }
        + [
          row.frame.presented.map { Self.text($0 - row.lateness) } ?? "",
          Self.milliseconds(row.lateness),
        ]
      text += cells.joined(separator: ",") + "\n"
    }
  }

  private static func text(_ number: Double) -> String { NumberText.fixed(number, decimals: 9) }

  private static func milliseconds(_ seconds: Double?) -> String {
    seconds.map { NumberText.fixed($0 * 1e3, decimals: 6) } ?? ""
  }

  // MARK: - Trace events

  /// The threads of the trace, as their numbers and names.
  private enum Track: Int, CaseIterable {
    case refreshes = 1, phases, input, callbacks

    /// The number of the thread before those of refreshes that overlap others.
    static let furtherRefreshes = 10

    var name: String {
      switch self {
      case .refreshes: "refreshes"
      case .phases: "phases"
      case .input: "input"
      case .callbacks: "callbacks"
      }
    }
  }

  /// The take as JSON in the trace event format, which Perfetto opens.
  ///
  /// It has a slice from the newest input to each refresh that showed it, slices of phases, and instants of input and callbacks.
  /// Times are in microseconds. No two slices of a thread overlap.
  package var traceEvents: String {
    var process = Self.event("M", "process_name", thread: 0, at: nil)
    process.add("args", json: JSONObject([("name", .string("overscroll"))]).text)
    var events = [process.text] + Track.allCases.map { Self.threadName($0.name, $0.rawValue) }
    // Slices of one thread may not overlap, which refreshes do whose input came before the display had shown the last.
    var ends: [Double] = []
    for row in rows {
      let begin = Self.microseconds(min(row.sample.time - (row.frame.age ?? 0), row.time))
      let end = max(Self.microseconds(row.time), begin)
      let lane = ends.firstIndex { $0 <= begin } ?? ends.count
      let thread = lane == 0 ? Track.refreshes.rawValue : Track.furtherRefreshes + lane
      if lane < ends.count {
        ends[lane] = end
      } else {
        ends.append(end)
        if lane > 0 { events.append(Self.threadName("refreshes \(lane + 1)", thread)) }
      }
      var event = Self.event(
        "X", row.frame.missed > 0 ? "late refresh" : "refresh", thread: thread, at: begin)
      event.add("dur", end - begin)
      event.add(
        "args",
        json: JSONObject([
          ("frame", .number(Double(row.number))),
          ("missed", .number(Double(row.frame.missed))),
          ("offset", .point(row.sample.offset)), ("zoom", .number(row.sample.zoomScale)),
          ("late_ms", .number(row.lateness * 1e3)), ("age_ms", row.frame.age.milliseconds),
          ("latency_ms", row.frame.latency(at: row.sample.time).milliseconds),
        ]).text)
      events.append(event.text)
    }
    let bands = Chart.Band.all(of: rows.map { ($0.time, .some($0.sample.phase)) })
    events += bands.map { band in
      let begin = Self.microseconds(band.range.lowerBound)
      var event = Self.event(
        "X", band.phase.rawValue, thread: Track.phases.rawValue, at: begin)
      event.add("dur", Self.microseconds(band.range.upperBound) - begin)
      return event.text
    }
    events += script.events.compactMap { event in
      guard let name = event.action.inputName else { return nil }
      return Self.instant(
        name, .input, at: event.stamp ?? event.time, event.action.inputFields)
    }
    events += callbacks.map { callback in
      Self.instant(
        callback.name, .callbacks, at: callback.time,
        callback.fields.map { (key: $0.name, value: $0.value) })
    }
    var object = JSONObject()
    object.add("traceEvents", json: events)
    object.add("displayTimeUnit", "ms")
    return object.text + "\n"
  }

  private static func threadName(_ name: String, _ thread: Int) -> String {
    var event = event("M", "thread_name", thread: thread, at: nil)
    event.add("args", json: JSONObject([("name", .string(name))]).text)
    return event.text
  }

  /// An event of a thread by its number, at a time in microseconds.
  private static func event(
    _ kind: String, _ name: String, thread: Int, at time: Double?
  ) -> JSONObject {
    var object = JSONObject()
    object.add("name", name)
    object.add("ph", kind)
    object.add("pid", 1)
    object.add("tid", thread)
    if let time { object.add("ts", time) }
    return object
  }

  private static func instant(
    _ name: String, _ track: Track, at time: Double,
    _ fields: [(key: String, value: JSONValue)]
  ) -> String {
    var event = event("i", name, thread: track.rawValue, at: microseconds(time))
    event.add("s", "t")
    if !fields.isEmpty { event.add("args", json: JSONObject(fields).text) }
    return event.text
  }

  /// Whole nanoseconds.
  private static func microseconds(_ seconds: Double) -> Double { (seconds * 1e9).rounded() / 1e3 }
}

extension Double? {
  /// Seconds in milliseconds, for JSON.
  fileprivate var milliseconds: JSONValue { map { .number($0 * 1e3) } ?? .null }
}

extension Script.Action {
  /// Where input was, and which finger's; empty for keys and text, which have no place.
  fileprivate var inputFields: [(key: String, value: JSONValue)] {
    guard case .event(let input) = self else { return [] }
    return switch input {
    case .touch(let touch):
      [("id", .number(Double(touch.id))), ("at", .point(touch.location))]
    case .pinch(let pinch): [("scale", .number(pinch.scale)), ("at", .point(pinch.location))]
    case .touchpad(let touchpad): [("at", .point(touchpad.location))]
    case .wheel(let wheel): [("notches", .point(wheel.notches)), ("at", .point(wheel.location))]
    case .key, .text: []
    }
  }

  /// What input is called; `nil` for what is none.
  fileprivate var inputName: String? {
    guard case .event(let input) = self else { return nil }
    return switch input {
    case .touch(let touch): "touch \(touch.phase.rawValue)"
    case .pinch(let pinch): "pinch \(pinch.phase.rawValue)"
    case .touchpad(let touchpad): "touchpad \(touchpad.phase.rawValue)"
    case .wheel: "wheel"
    case .key: "key"
    case .text: "text"
    }
  }
}
