import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// The trace event format, by the fields that its documentation names.
@Suite struct `Trace events of a take` {
  /// A take of a finger whose refreshes are shown some time after their input, in seconds.
  private func take(latency: Double, rate: Double) throws -> Script {
    let header = try Script(
      parsing: #"{"overscroll":2,"viewport":[320,480],"content":[320,4000]}"#, file: "a"
    ).header
    let recorder = Recorder(Stage(header))
    for step in 0..<60 {
      let time = 1 + Double(step) / rate
      let phase: TouchEvent.Phase = step == 0 ? .began : step == 30 ? .ended : .moved
      if step <= 30 {
        recorder.send(.touch(phase, at: Point(160, 460 - 9 * Double(step)), time))
      }
      if step == 10 { recorder.mark("here", at: time) }
      guard step % 20 != 4 else { continue }
      recorder.frame(at: time, .init(presented: time + latency, period: 1 / rate))
    }
    return try #require(recorder.current?.script)
  }

  private func number(_ value: JSONValue?) -> Double? {
    if case .number(let number)? = value { number } else { nil }
  }

  private func object(_ value: JSONValue?) -> [String: JSONValue]? {
    if case .object(let fields)? = value { fields } else { nil }
  }

  private func string(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  @Test(arguments: [0.002, 0.012, 0.03, 0.07], [60.0, 144])
  func `have the documented fields, and no slices that overlap`(
    latency: Double, rate: Double
  ) throws {
    let script = try take(latency: latency, rate: rate)
    let text = RefreshTable(script).traceEvents
    guard case .object(let file)? = JSONValue(parsing: text[...].dropLast()),
      case .array(let events)? = file["traceEvents"]
    else { return try #require(nil, "no array of events") }
    #expect(["ms", "ns"].contains(string(file["displayTimeUnit"])))
    var slices: [Double: [ClosedRange<Double>]] = [:]
    var names: [Double: String] = [:]
    var (refreshes, touches) = (0, 0)
    var process: String?
    for case .object(let event) in events {
      let name = try #require(string(event["name"]))
      let thread = try #require(number(event["tid"]))
      #expect(number(event["pid"]) == 1 && thread == thread.rounded())
      let arguments = object(event["args"])
      let time = number(event["ts"])
      switch string(event["ph"]) {
      case "M":
        #expect(Set(event.keys) == ["name", "ph", "pid", "tid", "args"])
        let title = try #require(string(arguments?["name"]))
        if name == "process_name" { process = title } else { names[thread] = title }
        #expect(["process_name", "thread_name"].contains(name))
      case "X":
        let (begin, duration) = (try #require(time), try #require(number(event["dur"])))
        #expect(duration >= 0 && begin.isFinite)
        slices[thread, default: []].append(begin...begin + duration)
        #expect(
          Set(event.keys).subtracting(["args"]) == ["name", "ph", "pid", "tid", "ts", "dur"])
        guard name.hasSuffix("refresh") else { continue }
        refreshes += 1
        let shown = try #require(arguments)
        #expect(
          Set(shown.keys)
            == ["frame", "missed", "offset", "zoom", "late_ms", "age_ms", "latency_ms"])
        let missed = try #require(number(shown["missed"]))
        #expect(name == (missed > 0 ? "late refresh" : "refresh"))
        #expect(abs((number(shown["late_ms"]) ?? -1) - missed * 1e3 / rate) < 1e-6)
        // The slice lasts from the newest input to the display.
        let latency = number(shown["latency_ms"])
        #expect(latency.map { abs($0 * 1e3 - duration) < 0.01 } ?? true)
        #expect((latency == nil) == (number(shown["age_ms"]) == nil))
      case "i":
        #expect(time != nil && string(event["s"]) == "t")
        if name.hasPrefix("touch ") {
          touches += 1
          #expect(arguments?["at"] != nil && number(arguments?["id"]) == 1)
        }
      default: Issue.record("an event of another kind: \(event)")
      }
    }
    #expect(refreshes == script.frameCount && events.count > refreshes)
    #expect(process == "overscroll" && touches == 31)
    for (thread, slices) in slices {
      #expect(names[thread] != nil, "thread \(thread) has a name")
      let sorted = slices.sorted { $0.lowerBound < $1.lowerBound }
      for (one, next) in zip(sorted, sorted.dropFirst()) {
        #expect(next.lowerBound >= one.upperBound - 1e-6, "on thread \(thread)")
      }
    }
    // As many threads as refreshes are on their way at a time.
    let lanes = names.values.filter { $0.hasPrefix("refreshes") }.count
    #expect(lanes == max(1, Int((latency * rate).rounded(.up))))
  }
}
