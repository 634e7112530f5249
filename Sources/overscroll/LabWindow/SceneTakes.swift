import OverscrollDesktop
import OverscrollFiles
import OverscrollStage
import OverscrollThreads

/// What becomes of the takes of a scene's window: files, and sentences about them.
final class SceneTakes {
  /// How long a sentence is shown, in seconds. [C]
  private static let duration = 4.0

  private let folder: FilePath
  private let waker: Waker
  /// The files that the command line asks for; `nil` for takes started by a key.
  private var requested: TakeFiles?
  private let results = SavedTakes()
  private weak var recorder: Recorder?
  private var shown: (text: String, until: Double)?
  /// What has become of the take that the command line asks for; `nil` until it has ended.
  private(set) var outcome: Result<TakeSummary, Failure>?

  init(folder: FilePath, requested: TakeFiles?, waker: Waker) {
    self.folder = folder
    self.requested = requested
    self.waker = waker
  }

  /// Follows a recorder; a take that the command line asks for begins with the first event.
  ///
  /// Takes of scenes stay in memory until they end: each begins at the scene's start.
  func attach(to recorder: Recorder) {
    self.recorder = recorder
    recorder.didBegin = { [weak recorder] _ in recorder?.isWritten = false }
    if requested != nil { recorder.start() }
  }

  /// The sentence to show; `nil` for none.
  var message: String? { shown?.text }

  /// When the window is to close, in seconds of the monotonic clock; `nil` until it is closed.
  var end: Double?

  /// When the sentence goes away or the window is to close, in seconds.
  var deadline: Double? { [shown?.until, end].compactMap(\.self).min() }

  func advance(to time: Double) {
    if let shown, time >= shown.until { self.shown = nil }
  }

  func show(_ sentence: String) {
    shown = (sentence, MonotonicClock.now + Self.duration)
  }

  /// Takes over what other threads have to say.
  func takeResults() {
    for sentence in results.takeAll() { show(sentence) }
  }

  /// Saves what happened since the scene's start.
  func saveLatest() {
    guard let take = recorder?.latestTake, !take.script.events.isEmpty else {
      return show("Nothing has been recorded yet.")
    }
    save(take, .saved, as: "Saved")
  }

  /// Writes a take on another thread, to the first folder that takes it.
  private func save(_ take: Take, _ reason: Script.End.Reason, as verb: String) {
    let folders = [folder, TakeFiles.folder, FilePath("/tmp")]
    inBackground(verb) { () throws(Failure) in try TakeFiles.save(take, reason, in: folders) }
  }

  func toggleRecording() {
    guard let recorder else { return }
    switch recorder.mode {
    case .flight:
      recorder.start()
      show(
        recorder.mode == .recording
          ? "Recording from the scene's start." : "Recording starts with the next gesture.")
    case .waiting:
      _ = recorder.stop()
      show("Recording cancelled.")
    case .recording: finishRecording(.stopped)
    }
  }

  /// Ends a recording that is running and says what it has become.
  func finishRecording(_ reason: Script.End.Reason) {
    guard let take = recorder?.stop() else { return }
    guard let files = requested else { return save(take, reason, as: "Recorded") }
    requested = nil
    outcome = Result { () throws(Failure) in try files.write(take, reason) }
  }

  private func inBackground(
    _ verb: String, _ body: @escaping @Sendable () throws(Failure) -> TakeSummary
  ) {
    let (results, waker) = (results, waker)
    let isStarted = BackgroundThread.start(niceness: 5) {
      do throws(Failure) { results.add(try body().note(verb)) } catch { results.add(error.message) }
      waker.wake()
    }
    if !isStarted { show("The take cannot be saved: no thread could be started.") }
  }
}
