import ScrollEngine

/// Follows a recorder, and knows what its latest take has shown.
package final class QATakeWatch {
  /// Called after an event with what the take has shown so far.
  package var didNote: (Set<QARequirement>) -> Void = { _ in }

  private let recorder: Recorder
  private var tracker = QARequirementTracker()
  /// The number of lines added to the log of callbacks that have been taken in.
  private var callbackCount = 0

  /// Follows a recorder from its next take on; a recorder has one watch.
  package init(_ recorder: Recorder) {
    self.recorder = recorder
    recorder.hooks.willBegin = { [weak self] in self?.begin() }
    recorder.hooks.didPerform = { [weak self] in self?.note($0) }
  }

  /// What the latest take has shown.
  package var shown: Set<QARequirement> { tracker.shown }

  /// The latest take; `nil` before anything has happened.
  package var take: Take? {
    recorder.latestTake.flatMap { $0.isInFile || $0.script.events.isEmpty ? nil : $0 }
  }

  /// The latest take in short; `nil` before anything has happened.
  package var summary: QATakeSummary? {
    take.map {
      QATakeSummary($0.finished(.saved), trace: $0.trace, overshoot: tracker.overshoot)
    }
  }

  private func begin() {
    tracker.start(recorder.stage.scrollViews)
    callbackCount = recorder.stage.log?.addedCount ?? 0
    didNote(tracker.shown)
  }

  private func note(_ event: Script.TimedEvent) {
    // Panels drain the log between events.
    let log = recorder.stage.log
    tracker.note(
      event, scrollViews: recorder.stage.scrollViews,
      callbacks: log?.callbacks(after: callbackCount) ?? [])
    callbackCount = log?.addedCount ?? 0
    didNote(tracker.shown)
  }
}
