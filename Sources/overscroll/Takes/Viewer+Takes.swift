import Glibc
import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollStage
import OverscrollThreads
import Synchronization

extension Viewer {
  /// Recording in a window: what is written, and what is said about it.
  struct TakeControl {
    /// The files of the take that is being written; `nil` while none is.
    var stream: TakeStream?
    /// What has not been handed to the stream.
    var buffer = TakeBuffer()
    /// Where takes that are saved by a key go.
    var folder: FilePath
    /// The one recording that the command line asks for; `nil` for windows that only view.
    var recording: Recording?
    /// When the window closes by itself, in seconds of the monotonic clock.
    var end: Double?
    /// A sentence about a take and when it goes away.
    var message: (text: String, until: Double)?
    /// The refreshes missed until the last frame.
    var missed = 0
    /// The server, outputs and devices; `nil` until they are asked for.
    var environment: Environment?
    /// The results of takes that are being saved on another thread.
    let saved = SavedTakes()

    init(folder: FilePath, recording: Recording?) {
      self.folder = folder
      self.recording = recording
    }

    /// The next time at which something has to be done, in seconds.
    var deadline: Double? {
      [end, message?.until, buffer.deadline].compactMap(\.self).min()
    }
  }

  /// How long a sentence about a take is shown, in seconds. [C]
  private static let messageDuration = 4.0

  /// Prepares recording; the recorder of the view tells when a take begins.
  func setUpTakes() {
    view.recorder.isEnabled = options.recorder == .on
    view.recorder.didBegin = { [weak self] take in
      guard let self else { return }
      view.recorder.isWritten = stream(take, to: takes.recording?.files)
    }
    view.recorder.didOverflow = { [weak self] take in
      self?.stream(take, to: nil) ?? false
    }
    view.recorder.didRecord = { [weak self] event, sample in
      guard let self, takes.stream != nil else { return }
      takes.buffer.append(event, sample)
    }
    guard let recording = takes.recording else { return }
    view.recorder.start()
    takes.end = recording.duration.map { MonotonicClock.now + $0 }
  }

  /// Begins to write a take, to new files in the folder of takes where none are given; returns `false` where that fails.
  private func stream(_ take: Take, to files: TakeFiles?) -> Bool {
    do throws(Failure) {
      let files = if let files { files } else { try TakeFiles(in: takes.folder) }
      var take = take
      take.script.header = described(take.script.header)
      let waker = waker
      takes.buffer = TakeBuffer()
      takes.stream = try TakeStream(files, take) { waker.wake() }
      return true
    } catch {
      say(error.message)
      return false
    }
  }

  /// Saves the take that is running, or that ended last.
  func saveLatestTake() {
    guard var take = view.recorder.latestTake, take.isInFile || !take.script.events.isEmpty else {
      return show("Nothing has been recorded yet.")
    }
    if take.isInFile { return finishRecording(.saved) }
    take.script.header = described(take.script.header)
    let folders = [takes.folder, TakeFiles.folder, FilePath("/tmp")]
    inBackground("Saved") { [take] () throws(Failure) in
      try TakeFiles.save(take, .saved, in: folders)
    }
  }

  /// Does something with files on another thread, and shows what has become of a take.
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

  /// Ends the take that is being written and says what it has become.
  func finishRecording(_ reason: Script.End.Reason) {
    guard let take = endRecording() else { return }
    guard let stream = takes.stream else {
      return show("Only memory has the recording; F2 saves it.")
    }
    takes.stream = nil
    takes.buffer.flush(to: stream)
    stream.finish(reason, described(take.script.header))
    if let recording = takes.recording, recording.result == nil {
      recording.result = Result { () throws(Failure) in try Self.verified(stream) }
    } else {
      inBackground("Recorded") { () throws(Failure) in try Self.verified(stream) }
    }
  }

  /// Ends the take that goes to a file; `nil` where none does.
  private func endRecording() -> Take? {
    if let take = view.recorder.stop() { return take }
    guard let take = view.recorder.current, take.isInFile else { return nil }
    view.recorder.endTake()
    return take
  }

  /// Waits for the end of a take's files, and performs it again.
  private static func verified(_ stream: TakeStream) throws(Failure) -> TakeSummary {
    switch stream.waitForEnd() {
    case .finished(let end): return try stream.files.verify(end)
    case .failed(let sentence, _): throw Failure(message: sentence)
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
    guard let stream = takes.stream, let result = stream.result else { return }
    takes.stream = nil
    takes.buffer = TakeBuffer()
    switch result {
    case .finished: finishFull(stream)
    case .failed(let sentence, _): continueInMemory(sentence)
    }
  }

  /// Ends a take whose files have reached their largest size.
  private func finishFull(_ stream: TakeStream) {
    _ = view.recorder.stop()
    view.recorder.endTake()
    let size = TakeStream.byteLimit >> 20
    say(
      "\(stream.files.script): the take is full, at \(size) MiB; the next gesture begins another.")
    if let recording = takes.recording, recording.result == nil {
      recording.result = Result { () throws(Failure) in try Self.verified(stream) }
    } else {
      inBackground("Recorded") { () throws(Failure) in try Self.verified(stream) }
    }
  }

  /// Goes on without files that cannot be written.
  private func continueInMemory(_ sentence: String) {
    if let recording = takes.recording, recording.result == nil {
      recording.result = .failure(Failure(message: sentence))
    }
    guard view.recorder.current?.isInFile != true else {
      // Memory holds no more of the take than the file.
      view.recorder.endTake()
      return say("\(sentence). The take ends there; the next gesture begins another.")
    }
    view.recorder.isWritten = false
    say("\(sentence). The recording goes on in memory; F2 saves it elsewhere.")
  }

  /// A header with what is known of the machine, the display and the devices.
  private func described(_ header: Script.Header) -> Script.Header {
    var header = header
    header.program = Machine.program
    var environment = takes.environment ?? window.environment()
    takes.environment = environment
    environment.refresh = loop.clock.measuredRefresh
    header.environment = environment.json
    return header
  }

  /// Asks the server about itself and its devices once nothing else is to be done, so that no frame waits for it.
  func learnEnvironment() {
    guard takes.environment == nil, display.count > 0, !loop.clock.wantsFrames,
      view.recorder.stage.isAtRest
    else { return }
    takes.environment = window.environment()
  }

  /// Hands recorded events over, and removes a sentence whose time is up; returns `false` where the window is to close.
  func checkTakes(at now: Double) -> Bool {
    if let stream = takes.stream {
      takes.buffer.flush(to: stream, at: now, isAtRest: view.recorder.stage.isAtRest)
    }
    if let message = takes.message, now >= message.until {
      takes.message = nil
      redraw.reasons.insert(.content)
    }
    return takes.end.map { now < $0 } ?? true
  }

  /// Shows a sentence in the window and on standard error.
  private func say(_ sentence: String) {
    StandardError.report(sentence)
    show(sentence)
  }

  /// Shows a sentence for a while.
  func show(_ sentence: String) {
    takes.message = (sentence, MonotonicClock.now + Self.messageDuration)
    redraw.reasons.insert(.content)
  }
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
