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
  /// The indices of the events that are frames which were shown, and the first of them that has not been looked for.
  private let shownFrames: [Int]
  private var nextShown = 0

  /// Sets a stage up as the script's header describes.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - view: The name of the scroll view to sample; `nil` for the main one.
  ///   - log: The log of callbacks from the first event on.
  package init(_ script: Script, view: String? = nil, log: CallbackLog? = nil) {
    stage = Stage(script.header, log: log)
    events = script.events
    shownFrames = script.shownFrames
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

  /// Hands over a sample at time 0 and one for each refresh that showed a recorded frame, with exactly the recorded calls in
  /// between.
  package func runFrames(_ body: (Trace.Sample) throws -> Void) rethrows {
    try runFrames(reading: { sample, _ in sample }, body)
  }

  /// Hands over what is read of the stage at time 0 and at each refresh that showed a recorded frame.
  ///
  /// - Parameters:
  ///   - read: Reads the stage at a frame, of which another one for the same refresh may take the place.
  ///   - body: Receives what was read at each refresh.
  package func runFrames<State>(
    reading read: (Trace.Sample, Stage) -> State, _ body: (State) throws -> Void
  ) rethrows {
    let first = stage.sample(of: view)
    try body(read(first, stage))
    var sampler = FrameSampler(first)
    var held: State?
    while nextEvent < events.count {
      let event = events[nextEvent]
      nextEvent += 1
      stage.perform(event)
      guard case .frame(let frame) = event.action else { continue }
      let next = sampler.sample(stage, frame, of: view)
      if let held, !next.replacesLast { try body(held) }
      held = read(next.sample, stage)
    }
    if let held { try body(held) }
  }

  /// Runs to the end, or to `limit` seconds, and returns the samples.
  package func trace(rate: Double, until limit: Double? = nil) -> Trace {
    var trace = Trace()
    run(rate: rate, until: limit) { trace.samples.append($0) }
    return trace
  }

  /// Returns a sample at time 0 and one for each refresh that showed a recorded frame.
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

  /// Performs what was shown at `time` and returns the state then: of a take with a frame at that time, the state that the frame
  /// showed, without what came at the same time and too late for it.
  package func shown(at time: Double) -> Trace.Sample {
    while nextShown < shownFrames.count,
      shownFrames[nextShown] < nextEvent
        || events[shownFrames[nextShown]].time < time - Self.tolerance
    {
      nextShown += 1
    }
    guard nextShown < shownFrames.count,
      events[shownFrames[nextShown]].time <= time + Self.tolerance
    else { return sample(at: time) }
    while nextEvent <= shownFrames[nextShown] {
      nextEvent += 1
      stage.perform(events[nextEvent - 1])
    }
    var sample = stage.sample(of: view)
    sample.time = time
    return sample
  }
}

/// A recorded stretch of use, from a clean start on: every event with its time, and the state at every frame.
package struct Take: Sendable {
  /// The script without an end.
  package var script: Script
  /// The state at time 0 and at each refresh that showed a frame.
  package var trace: Trace
  /// The redraws of frames that are known, by the frames' numbers; no file has them.
  package var redraws: [Int: RedrawTimes] = [:]
  /// Unique within one recorder; takes are numbered in order.
  package let number: Int
  /// Whether the take has outgrown the memory: its events and its trace are in a file.
  package private(set) var isInFile = false
  /// Whether the take continues one that was replayed, through rests: without its beginning it could not be saved.
  package var isContinuation = false

  package init(_ header: Script.Header, number: Int, first: Trace.Sample) {
    script = Script(header: header, events: [])
    trace = Trace(samples: [first])
    self.number = number
  }

  /// About how much memory the take holds, in bytes.
  package var byteCount: Int {
    script.events.count * MemoryLayout<Script.TimedEvent>.stride
      + trace.samples.count * MemoryLayout<Trace.Sample>.stride
      + redraws.count * MemoryLayout<RedrawTimes>.stride
  }

  /// Changes a frame that was shown later than predicted, and its row.
  mutating func postpone(_ postponement: Postponement) {
    postponement.apply(to: &script.events, &trace.samples, keepsReplaced: false)
  }

  /// Leaves events and trace to a file that has them.
  mutating func moveToFile() {
    isInFile = true
    script.events = []
    trace.samples = []
    redraws = [:]
  }

  /// The text of the trace.
  package var csv: String { trace.csv(.current) }

  /// The script with its end, which has the hash of the trace.
  package func finished(_ reason: Script.End.Reason) -> Script {
    var script = script
    script.end = Script.End(
      time: script.duration, events: script.inputCount, frames: script.frameCount,
      trace: Trace.hash(csv.utf8), reason: reason)
    return script
  }
}
