/// A recorded stretch of use, from a clean start on: every event with its time, and the state at every frame.
package struct Take: Sendable {
  /// The script without an end.
  package var script: Script
  /// The state at time 0 and at each frame.
  package var trace: Trace
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
  }

  /// Leaves events and trace to a file that has them.
  mutating func moveToFile() {
    isInFile = true
    script.events = []
    trace.samples = []
  }

  /// The script with its end, for a trace with a certain hash.
  package func finished(_ reason: Script.End.Reason) -> Script {
    var script = script
    script.end = Script.End(
      time: script.duration, events: script.inputCount, frames: script.frameCount,
      trace: trace.hash, reason: reason)
    return script
  }

  /// Performs the take again on a new stage, and compares every frame.
  ///
  /// - Parameter log: The log of the callbacks meanwhile.
  /// - Returns: `nil` if all frames are the same to the last bit, otherwise the first difference.
  package func verify(log: CallbackLog? = nil) -> Difference? {
    let again = Simulation(script, log: log).frameTrace()
    for (index, (one, other)) in zip(trace.samples, again.samples).enumerated() where one != other {
      return Difference(frame: index, recorded: one, replayed: other)
    }
    return nil
  }

  /// A frame that a replay shows differently.
  package struct Difference: Hashable, Sendable {
    /// The number of the row in the trace; 0 is the start.
    package var frame: Int
    package var recorded: Trace.Sample
    package var replayed: Trace.Sample
  }
}
