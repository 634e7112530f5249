import OverscrollBase
import ScrollEngine

/// The quality of a take's input and frames.
package struct TakeQuality: Hashable, Sendable {
  /// What the frames showed when the first of some refreshes was missed, after the classes of Chrome's scroll jank.
  package enum Moment: String, Hashable, Sendable, CaseIterable {
    case dragging
    case flightStart = "start of the deceleration"
    case flight
    case other
    /// The first frame after a pause.
    case first = "first after a pause"
    /// Nothing moved, as where indicators fade: no one has missed these.
    case rest = "at rest"
  }

  /// Percentiles of some numbers.
  package struct Percentiles: Hashable, Sendable {
    package var p5: Double
    package var p50: Double
    package var p95: Double
    package var p99: Double

    /// The percentiles, between two numbers on a line; `nil` without numbers.
    init?(_ numbers: [Double]) {
      guard !numbers.isEmpty else { return nil }
      let sorted = numbers.sorted()
      (p5, p50) = (Self.quantile(0.05, of: sorted), Self.quantile(0.5, of: sorted))
      (p95, p99) = (Self.quantile(0.95, of: sorted), Self.quantile(0.99, of: sorted))
    }

    /// The value below which a part of sorted numbers lies, on a line between the two that are nearest.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
      let place = part * Double(sorted.count - 1)
      let index = Int(place)
      guard index + 1 < sorted.count else { return sorted[sorted.count - 1] }
      return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }
  }

  /// The events per second while a gesture moves, from each instant with an event to the next, by the device's index; -1 where it is
  /// not known.
  package private(set) var eventRates: [Int: Percentiles] = [:]
  /// The names of the devices, as far as the take has them.
  package let deviceNames: [String]
  /// The age of the newest input when a frame showed it, in seconds.
  package private(set) var age: Percentiles?
  /// The number of events stamped earlier than the one before.
  package private(set) var stampsBack = 0
  package let frames: Int
  package private(set) var missed: [Moment: Int] = [:]
  /// The refreshes missed before frames that show a motion, or its end.
  package private(set) var missedInMotion = 0
  /// The usual time between frames, in seconds; 0 for fewer than two.
  package let period: Double
  /// The time during which something moved, in seconds.
  package private(set) var motion = 0.0
  /// The time from the newest input to the refresh that showed it, in seconds.
  package private(set) var latency: Percentiles?

  /// The time missed in motion per second of it, in milliseconds.
  package var hitchRate: Double {
    motion > 0 ? Double(missedInMotion) * period * 1e3 / motion : 0
  }

  /// A gap between events that ends a gesture's movement, in seconds. [C]
  private static let gestureGap = 0.1
  /// The time up to which events are of one instant, in seconds: half of the millisecond to which X servers stamp. [C]
  private static let instant = 0.5e-3

  package init(_ script: Script) {
    deviceNames = script.header.deviceNames
    frames = script.frameCount
    var samples: [Trace.Sample] = []
    Simulation(script).runFrames(
      reading: { sample, stage in
        var sample = sample
        // Where the main scroll view rests, another one may move.
        if sample.phase == .idle { sample.phase = stage.movingPhase }
        return sample
      }, { samples.append($0) })
    let records = script.refreshes(moving: samples.map(\.phase), at: samples.map(\.time))
    samples.removeFirst()
    period = Percentiles(zip(samples.dropFirst(), samples).map { $0.time - $1.time })?.p50 ?? 0
    measureEvents(script)
    measureFrames(records, samples)
  }

  private mutating func measureEvents(_ script: Script) {
    var last: [Int: Double] = [:]
    var rates: [Int: [Double]] = [:]
    var latest = -Double.infinity
    for event in script.events {
      guard case .event(let input) = event.action, input.isMovement else { continue }
      let stamp = input.timestamp
      let device = event.origin?.device ?? -1
      if stamp < latest { stampsBack += 1 }
      latest = max(latest, stamp)
      if let before = last[device], stamp > before {
        if stamp - before < Self.instant { continue }
        if stamp - before < Self.gestureGap {
          rates[device, default: []].append(1 / (stamp - before))
        }
      }
      last[device] = stamp
    }
    eventRates = rates.compactMapValues(Percentiles.init)
  }

  /// Measures frames, with the state that each shows.
  private mutating func measureFrames(_ records: [Script.Refresh], _ samples: [Trace.Sample]) {
    age = Percentiles(records.compactMap(\.frame.age))
    latency = Percentiles(zip(records, samples).compactMap { $0.frame.latency(at: $1.time) })
    var before = ScrollView.Phase.idle
    for (record, sample) in zip(records, samples) {
      let count = record.frame.missed
      if count > 0 {
        let moment = record.isFirst ? .first : Self.moment(of: sample.phase, after: before)
        missed[moment, default: 0] += count
        if sample.phase != .idle || before != .idle { missedInMotion += count }
      }
      before = sample.phase
    }
    for (next, sample) in zip(samples.dropFirst(), samples) where sample.phase != .idle {
      motion += next.time - sample.time
    }
  }

  private static func moment(
    of phase: ScrollView.Phase, after before: ScrollView.Phase
  ) -> Moment {
    switch (before, phase) {
    case (.decelerating, _): .flight
    case (.idle, .idle): .rest
    // Of what a finger lets go, or an event sets in motion, the start is missing.
    case (.idle, .decelerating), (.tracking, .decelerating), (.dragging, .decelerating),
      (.zooming, .decelerating):
      .flightStart
    case (.animating, _), (.zoomBouncing, _), (_, .animating), (_, .zoomBouncing): .other
    case (.idle, _), (.tracking, _), (.dragging, _), (.zooming, _): .dragging
    }
  }
}

extension Stage {
  /// The phase of the first scroll view that moves; idle where none does.
  var movingPhase: ScrollView.Phase {
    scrollViews.lazy.map(\.phase).first { $0 != .idle } ?? .idle
  }
}

extension Script.Header {
  /// The names of the devices in the environment, in their order.
  fileprivate var deviceNames: [String] {
    environment?.fields["devices"]?.elements.map { $0.fields["name"]?.string ?? "unknown" } ?? []
  }
}

extension Event {
  /// Whether the event is a step of a continuous gesture.
  fileprivate var isMovement: Bool {
    switch self {
    case .touch(let touch): return touch.phase == .moved
    case .touchpad(let touchpad): return touchpad.phase == .changed
    case .pinch(let pinch): return pinch.phase == .changed
    case .wheel, .key, .text: return false
    }
  }
}

extension TakeQuality {
  /// The quality as rows of a name and a value.
  package var rows: [(name: String, value: String)] {
    var rows: [(String, String)] = []
    for (device, rate) in sortedRates {
      rows.append(
        ("events per second" + name(of: device), Self.text(rate, decimals: 0) + " (p5, p50, p95)"))
    }
    if let age {
      rows.append(
        (
          "input age at the frame",
          "\(Self.milliseconds(age.p50)) ms p50, \(Self.milliseconds(age.p95)) ms p95"
        ))
    }
    if let latency {
      rows.append(
        (
          "input to refresh",
          "\(Self.milliseconds(latency.p50)) ms p50, \(Self.milliseconds(latency.p95)) ms p95"
        ))
    }
    rows.append(("timestamps out of order", "\(stampsBack)"))
    rows.append(("frames", "\(frames), one per \(Self.milliseconds(period)) ms"))
    let parts = Moment.allCases.compactMap { moment in
      missed[moment].map { "\($0) \(moment.rawValue)" }
    }
    rows.append(("missed refreshes", parts.isEmpty ? "0" : parts.joined(separator: ", ")))
    rows.append(("hitch", "\(NumberText.fixed(hitchRate, decimals: 1)) ms per second of motion"))
    return rows
  }

  /// The quality in a few words each, the most important first, for a line of a window.
  package var summary: [String] {
    let lost = missed.values.reduce(0, +)
    var parts = [frames > 0 ? "\(frames) frames, \(lost) missed" : "no frames recorded"]
    if let age {
      parts.append("age \(Self.milliseconds(age.p50))/\(Self.milliseconds(age.p95)) ms")
    }
    parts += sortedRates.map { "\(NumberText.fixed($0.rates.p50, decimals: 0)) events/s" }
    if frames > 0 {
      parts.append("hitch \(NumberText.fixed(hitchRate, decimals: 1)) ms/s")
    }
    if stampsBack > 0 {
      parts.append("\(stampsBack) \(stampsBack == 1 ? "timestamp" : "timestamps") out of order")
    }
    return parts
  }

  /// The rates by the device's index, in its order.
  private var sortedRates: [(device: Int, rates: Percentiles)] {
    eventRates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func name(of device: Int) -> String {
    guard device >= 0 else { return "" }
    return ", " + (device < deviceNames.count ? deviceNames[device] : "device \(device)")
  }

  private static func text(_ numbers: Percentiles, decimals: Int) -> String {
    [numbers.p5, numbers.p50, numbers.p95].map { NumberText.fixed($0, decimals: decimals) }
      .joined(separator: ", ")
  }

  private static func milliseconds(_ seconds: Double) -> String {
    NumberText.fixed(seconds * 1e3, decimals: 1)
  }
}
