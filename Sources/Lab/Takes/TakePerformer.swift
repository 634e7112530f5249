import ScrollEngine
package import Stage

/// A stage on which a take is performed up to any time.
///
/// Going on performs the events in between. Going back performs the take again from its start, since a stage cannot be copied.
/// Advancing between recorded frames changes none of the later ones.
package final class TakePerformer {
  private let script: Script
  private var nextEvent = 0
  /// The stage, at the time that was last reached.
  package private(set) var stage: Stage
  /// The last time that was reached, in seconds.
  private var time = 0.0

  package init(_ script: Script) {
    self.script = script
    stage = Stage(script.header)
  }

  /// Performs everything up to a time and advances to it.
  ///
  /// - Parameters:
  ///   - target: The time, in seconds, 0 or more.
  ///   - limit: The most events to perform in this call.
  /// - Returns: False where the limit was reached first; further calls go on.
  @discardableResult
  package func perform(until target: Double, limit: Int = .max) -> Bool {
    if target < time {
      stage = Stage(script.header)
      (nextEvent, time) = (0, 0)
    }
    var left = limit
    while nextEvent < script.events.count, script.events[nextEvent].time <= target {
      guard left > 0 else { return false }
      left -= 1
      stage.perform(script.events[nextEvent])
      nextEvent += 1
      time = stage.window.time
    }
    stage.perform(.init(time: target, action: .frame(Script.Frame(index: 0))))
    time = max(time, target)
    return true
  }

  /// The events that have been performed.
  package var performedEvents: ArraySlice<Script.TimedEvent> { script.events[..<nextEvent] }
}
