import Browser
import Desktop
import Files
import Glibc
import Stage
import Synchronization
import Threads

extension Viewer {
  /// Recording in a window: what is written, and what is said about it.
  struct TakeControl {
    /// The files of the recording that was started last; `nil` before the first.
    var stream: TakeStream?
    /// Where recordings that are started by a key go.
    var folder: FilePath
    /// The one recording that the command line asks for; `nil` for windows that only view.
    var recording: Recording?
    /// When the window closes by itself, in seconds of the monotonic clock.
    var end: Double?
    /// A sentence about a take and when it goes away.
    var message: (text: String, until: Double)?
    /// The refreshes missed until the last frame.
    var missed = 0
    /// The results of takes that are being saved on another thread.
    let saved = SavedTakes()

    init(folder: FilePath, recording: Recording?) {
      self.folder = folder
      self.recording = recording
    }

    /// The next time at which something has to be done, in seconds.
    var deadline: Double? {
      [end, message?.until].compactMap(\.self).min()
    }
  }

  /// How long a sentence about a take is shown, in seconds. [C]
  private static let messageDuration = 4.0

  /// Prepares recording; the recorder of the view tells when a take begins.
  func setUpTakes() {
    view.recorder.didBegin = { [weak self] take in self?.didBegin(take) }
    view.recorder.didRecord = { [weak self] event, sample in
      self?.takes.stream?.append(event, sample)
    }
    guard let recording = takes.recording else { return }
    view.recorder.start()
    takes.end = recording.duration.map { MonotonicClock.now + $0 }
  }

  private func didBegin(_ take: Take) {
    do throws(Failure) {
      let files =
        if let recording = takes.recording { recording.files } else {
          try TakeFiles(in: takes.folder)
        }
      let waker = waker
      takes.stream = TakeStream(files, take) { waker.wake() }
    } catch {
      show(error.message)
    }
  }

  /// Saves the take that is running, or that ended last.
  func saveLatestTake() {
    guard let take = view.recorder.latestTake, !take.script.events.isEmpty else {
      return show("Nothing has been recorded yet.")
    }
    do throws(Failure) {
      let files = try TakeFiles(in: takes.folder)
      inBackground("Saved") { () throws(Failure) in try files.write(take, .saved) }
    } catch {
      show(error.message)
    }
  }

  /// Finishes the files of a take on another thread, and shows what has become of it.
  private func inBackground(
    _ verb: String, _ body: @escaping @Sendable () throws(Failure) -> TakeSummary
  ) {
    let (saved, waker) = (takes.saved, waker)
    let isStarted = BackgroundThread.start(niceness: 5) {
      do throws(Failure) { saved.add(try body().note(verb)) } catch { saved.add(error.message) }
      waker.wake()
    }
    if !isStarted { show("The take cannot be saved: no thread could be started.") }
  }

  /// Starts a recording with the next clean start, or ends the one that is running.
  func toggleRecording() {
    switch view.recorder.mode {
    case .flight:
      view.recorder.start()
      show("Recording starts with the next gesture.")
    case .waiting:
      _ = view.recorder.stop()
      show("Recording cancelled.")
    case .recording: finishRecording(.stopped)
    }
    redraw.reasons.insert(.content)
  }

  /// Ends a recording that is running and says what it has become.
  func finishRecording(_ reason: Script.End.Reason) {
    guard let take = view.recorder.stop(), let stream = takes.stream else { return }
    takes.stream = nil
    let script = take.finished(reason)
    stream.finish(script)
    if let failure = stream.failure {
      takes.recording?.result = .failure(Failure(message: failure))
      if takes.recording == nil { report(failure) }
      // What a full disk refused is still in memory.
      return show("\(failure). F2 saves it elsewhere.")
    }
    let files = stream.files
    if let recording = takes.recording {
      recording.result = Result { () throws(Failure) in try files.complete(take, script) }
    } else {
      inBackground("Recorded") { () throws(Failure) in try files.complete(take, script) }
    }
  }

  /// Adds a mark to the take.
  func mark(at time: Double) {
    view.recorder.mark("", at: time)
    show("Marked.")
  }

  /// Takes over what other threads have to say about takes.
  func takeSaved() {
    for sentence in takes.saved.takeAll() { show(sentence) }
    if let failure = takes.stream?.failure {
      report(failure)
      takes.stream = nil
      show("\(failure). The recording goes on in memory; F2 saves it elsewhere.")
    }
  }

  /// Removes a sentence whose time is up; returns `false` where the window is to close.
  func checkTakes(at now: Double) -> Bool {
    if let message = takes.message, now >= message.until {
      takes.message = nil
      redraw.reasons.insert(.content)
    }
    return takes.end.map { now < $0 } ?? true
  }

  /// Shows a sentence for a while.
  func show(_ sentence: String) {
    takes.message = (sentence, MonotonicClock.now + Self.messageDuration)
    redraw.reasons.insert(.content)
  }

  private func report(_ sentence: String) { StandardError.report(sentence) }
}

/// Sentences from threads that save takes.
final class SavedTakes: Sendable {
  private let sentences = Mutex<[String]>([])

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }

  func takeAll() -> [String] {
    sentences.withLock { sentences in
      defer { sentences = [] }
      return sentences
    }
  }
}
