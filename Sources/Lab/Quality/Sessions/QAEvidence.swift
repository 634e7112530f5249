import ScrollEngine
import ScrollGeometry

/// What a script shows when it is performed: the needs of a step, the callbacks, and the take in short.
package struct QAEvidence {
  /// Frames a second for scripts that have no recorded ones, in hertz. [C]
  private static let rate = 240.0
  /// The longest that a demo may go on after its last event, in seconds. [C]
  private static let maximumRest = 60.0

  /// The needs that were shown.
  package private(set) var shown: Set<QARequirement> = []
  /// The log of callbacks.
  package let callbacks = CallbackLog()
  /// What was performed, as a finished take: with the frames at which the trace has its rows.
  package let take: Script
  /// The state at the start and at every frame.
  package let trace: Trace
  /// What the checks of a step are judged by.
  package let observation: QAObservation
  /// The take in short.
  package let summary: QATakeSummary

  /// Performs a take as recorded, or a script with frames added at 240 Hz until nothing moves.
  package init(performing script: Script) {
    let stage = Stage(script.header, log: callbacks)
    var performer = Performer(stage: stage, callbacks: callbacks)
    var script = script
    script.header.version = Script.versions.upperBound
    if script.frameCount == 0 {
      script.events = performer.performAddingFrames(script.events)
    } else {
      for event in script.events { performer.perform(event) }
    }
    script.end =
      script.end
      ?? Script.End(
        time: script.duration, events: script.inputCount, frames: script.frameCount,
        trace: performer.trace.hash, reason: .stopped)
    take = script
    trace = performer.trace
    observation = performer.observation
    shown = performer.tracker.shown
    summary = QATakeSummary(script, trace: trace, overshoot: performer.tracker.overshoot)
  }

  /// Returns what contradicts the checks of a step, a sentence each.
  package func faults(_ checks: [QACheck]) -> [String] {
    checks.compactMap { $0.fault(in: observation, callbacks: callbacks) }
  }

  /// A stage whose events are watched.
  private struct Performer {
    let stage: Stage
    let callbacks: CallbackLog
    var tracker = QARequirementTracker()
    var trace: Trace
    var observation = QAObservation()

    init(stage: Stage, callbacks: CallbackLog) {
      self.stage = stage
      self.callbacks = callbacks
      trace = Trace(samples: [stage.sample()])
      tracker.start(stage.scrollViews)
      observation.note(stage)
    }

    mutating func perform(_ event: Script.TimedEvent) {
      let count = callbacks.callbacks.count
      stage.perform(event)
      tracker.note(
        event, scrollViews: stage.scrollViews, callbacks: callbacks.callbacks[count...])
      observation.note(event)
      guard event.action.isFrame else { return }
      trace.samples.append(stage.sample())
      observation.note(stage)
    }

    /// Performs events with frames between and after them; returns all of them.
    mutating func performAddingFrames(_ events: [Script.TimedEvent]) -> [Script.TimedEvent] {
      var all: [Script.TimedEvent] = []
      var rest = events[...]
      let end = (events.last?.time ?? 0) + QAEvidence.maximumRest
      for index in 1... {
        let time = Double(index) / QAEvidence.rate
        while let event = rest.first, event.time <= time {
          rest.removeFirst()
          all.append(event)
          perform(event)
        }
        let frame = Script.TimedEvent(time: time, action: .frame(Script.Frame(index: index - 1)))
        all.append(frame)
        perform(frame)
        if rest.isEmpty, stage.isAtRest || time > end { break }
      }
      return all
    }
  }
}
