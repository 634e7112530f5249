/// The one recording that a command requests.
package final class RecordingRequest {
  package let files: TakeFiles
  /// How long the window stays open, in seconds; `nil` until it is closed.
  package let duration: Double?
  /// What it has become; `nil` until a gesture has begun it and it has ended.
  package internal(set) var result: Result<TakeSummary, Failure>?

  package init(files: TakeFiles, duration: Double?) {
    self.files = files
    self.duration = duration
  }

  /// The files of the next recording: those that were requested, and after it new ones beside them.
  var nextFiles: TakeFiles { result == nil ? files : files.numbered() }
}
