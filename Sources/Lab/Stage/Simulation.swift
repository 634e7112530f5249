import OverscrollBase
import ScrollEngine

/// Performs the events of a script on a stage, and samples it at even times, at given times, or at the recorded frames.
package final class Simulation {
  /// How much later than a sample an event may be and still count for it, in seconds; times are sums of doubles.
  package static let tolerance = 1e-9

  package let stage: Stage
  private let events: [Script.TimedEvent]
  private let view: String?
  private var nextEvent = 0

  /// Sets a stage up as the script's header describes.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - view: The name of the scroll view to sample; `nil` for the main one.
  ///   - log: The log of callbacks from the first event on.
  package init(_ script: Script, view: String? = nil, log: CallbackLog? = nil) {
    stage = Stage(script.header, log: log)
    events = script.events
    self.view = view
  }

  /// Whether every event has been performed, nothing moves, no timer runs, and the indicators
  /// have faded.
  package var isOver: Bool { nextEvent == events.count && !stage.window.needsAdvance }

  /// Checks that a run to the end, or to `limit` seconds, has no more rows than simulations may have.
  ///
  /// - Throws: A phrase that says how many there are.
  package static func checkRows(
    of script: Script, rate: Double, until limit: Double? = nil
  ) throws(TooManyRows) {
    let end = min(script.events.last?.time ?? 0, limit ?? .infinity)
    guard end * rate < Double(Script.Limits.rows) else {
      throw TooManyRows(duration: end, rate: rate)
    }
  }

  /// More rows than a simulation may have.
  package struct TooManyRows: Error {
    let duration: Double
    let rate: Double

    /// What is wrong with the script, as a phrase.
    package var problem: String {
      "lasts \(NumberText.trimmed(duration, decimals: 3)) s, which is more than "
        + "\(Script.Limits.rows) rows at \(NumberText.trimmed(rate, decimals: 3)) Hz"
    }
  }

  /// Runs to the end, or to `limit` seconds, and hands over a sample every 1/`rate` seconds from 0 on.
  package func run(
    rate: Double, until limit: Double? = nil, _ body: (Trace.Sample) throws -> Void
  ) rethrows {
    var index = 0
    while true {
      let time = Double(index) / rate
      if let limit, time > limit + Self.tolerance { break }
      try body(sample(at: time))
      // What moves forever, such as a timer that repeats, has no end.
      if isOver || index + 1 >= Script.Limits.rows { break }
      index += 1
    }
  }

  /// Hands over a sample at time 0 and one at each recorded frame, with exactly the recorded calls in between.
  package func runFrames(_ body: (Trace.Sample) throws -> Void) rethrows {
    try body(stage.sample(of: view))
    while nextEvent < events.count {
      let event = events[nextEvent]
      nextEvent += 1
      stage.perform(event)
      if event.action.isFrame { try body(stage.sample(of: view)) }
    }
  }

  /// Runs to the end, or to `limit` seconds, and returns the samples.
  package func trace(rate: Double, until limit: Double? = nil) -> Trace {
    var trace = Trace()
    run(rate: rate, until: limit) { trace.samples.append($0) }
    return trace
  }

  /// Returns a sample at time 0 and one at each recorded frame.
  package func frameTrace() -> Trace {
    var trace = Trace()
    runFrames { trace.samples.append($0) }
    return trace
  }

  /// Performs everything up to `time` and returns the state then.
  package func sample(at time: Double) -> Trace.Sample {
    while nextEvent < events.count, events[nextEvent].time <= time + Self.tolerance {
      nextEvent += 1
      stage.perform(events[nextEvent - 1])
    }
    stage.perform(Script.TimedEvent(time: time, action: .frame(Script.Frame(index: 0))))
    var sample = stage.sample(of: view)
    sample.time = time
    return sample
  }
}
