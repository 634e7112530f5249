import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// The refreshes of a take with what each of them showed and how late it was, for other programs.
package struct RefreshTable {
  /// A refresh.
  private struct Row {
    var frame: Script.Frame
    var sample: Trace.Sample
    var isFirst: Bool

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
    let step = series.usualStep
    rows = zip(samples.indices, samples).dropFirst().compactMap { index, sample in
      series.frames[index].map {
        Row(frame: $0, sample: sample, isFirst: series.isFirstFrame(index, usualStep: step))
      }
    }
  }

  // MARK: - CSV

  /// A row for each refresh: when it was drawn for and shown, how many were missed before it, how old its input was, and what it
  /// showed.
  package var csv: String {
    rows.reduce(
      into: "frame,t,presented,missed,first,age_ms,latency_ms,phase,offset_x,offset_y,velocity_x,"
        + "velocity_y,zoom\n"
    ) { text, row in
      let sample = row.sample
      let cells =
        [
          "\(row.frame.index)", Self.text(sample.time), row.frame.presented.map(Self.text) ?? "",
          "\(row.frame.missed)", row.isFirst ? "1" : "0", Self.milliseconds(row.frame.age),
          Self.milliseconds(row.frame.latency(at: sample.time)), sample.phase.rawValue,
        ]
        + [
          sample.offset.x, sample.offset.y, sample.measuredVelocity.x, sample.measuredVelocity.y,
          sample.zoomScale,
        ].map(Self.text)
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
  /// Times are in microseconds.
  package var traceEvents: String {
    var events = Track.allCases.map { track in
      var event = Self.event("M", "thread_name", track, at: nil)
      event.add("args", json: JSONObject([("name", .string(track.name))]).text)
      return event.text
    }
    events += rows.map { row in
      let begin = min(row.sample.time - (row.frame.age ?? 0), row.time)
      var event = Self.event(
        "X", row.frame.missed > 0 ? "late refresh" : "refresh", .refreshes, at: begin)
      event.add("dur", Self.microseconds(row.time - begin))
      event.add(
        "args",
        json: JSONObject([
          ("frame", .number(Double(row.frame.index))),
          ("missed", .number(Double(row.frame.missed))),
          ("offset", .point(row.sample.offset)), ("zoom", .number(row.sample.zoomScale)),
        ]).text)
      return event.text
    }
    let bands = Chart.Band.all(of: rows.map { ($0.time, .some($0.sample.phase)) })
    events += bands.map { band in
      var event = Self.event("X", band.phase.rawValue, .phases, at: band.range.lowerBound)
      event.add("dur", Self.microseconds(band.range.upperBound - band.range.lowerBound))
      return event.text
    }
    events += script.events.compactMap { event in
      guard let name = event.action.inputName else { return nil }
      return Self.instant(name, .input, at: event.stamp ?? event.time)
    }
    events += callbacks.map { Self.instant($0.name, .callbacks, at: $0.time) }
    var object = JSONObject()
    object.add("traceEvents", json: events)
    object.add("displayTimeUnit", "ms")
    return object.text + "\n"
  }

  private static func event(_ kind: String, _ name: String, _ track: Track, at time: Double?)
    -> JSONObject
  {
    var object = JSONObject()
    object.add("name", name)
    object.add("ph", kind)
    object.add("pid", 1)
    object.add("tid", track.rawValue)
    if let time { object.add("ts", microseconds(time)) }
    return object
  }

  private static func instant(_ name: String, _ track: Track, at time: Double) -> String {
    var event = event("i", name, track, at: time)
    event.add("s", "t")
    return event.text
  }

  /// Whole nanoseconds.
  private static func microseconds(_ seconds: Double) -> Double { (seconds * 1e9).rounded() / 1e3 }
}

extension Script.Action {
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
