import OverscrollDesktop
import OverscrollFiles
import OverscrollStage
import OverscrollThreads
import Synchronization

/// Recording in a window: the files that are written, and the sentences that the window shows about them.
///
/// A take that is being recorded is written as it grows, and one that has outgrown the memory too; others are written when they
/// are saved. Every file is verified at its end.
final class TakeKeeper {
  /// How long a sentence is shown, in seconds. [C]
  private static let messageDuration = 4.0

  /// Returns the recorder; another picture has another one.
  private var recorder: () -> Recorder? = { nil }
  private let folder: FilePath
  /// The one recording that the command line asks for; `nil` for windows that only show.
  private let recording: Recording?
  let describer: HeaderDescriber
  private let waker: Waker
  private let saved = SavedTakes()
  /// The files of the take that is being written; `nil` while none is.
  private var stream: TakeStream?
  /// What has not been handed to the stream.
  private var buffer = TakeBuffer()
  /// A Boolean value that indicates whether each recorded take is written as it grows.
  private var writesAll = true
  /// A Boolean value that indicates whether the next take that memory records is written as well.
  private(set) var writesNext = false
  private var shown: (text: String, until: Double)?
  /// When the window closes by itself, in seconds of the monotonic clock.
  private var end: Double?
  /// Called when there is something else to show.
  var didChange: () -> Void = {}

  /// - Parameters:
  ///   - folder: The folder for takes that are saved by a key.
  ///   - recording: The recording that the command line asks for.
  ///   - describer: Adds what is known of the machine and the display to headers.
  ///   - waker: Wakes the window when another thread has finished something.
  init(folder: FilePath, recording: Recording?, describer: HeaderDescriber, waker: Waker) {
    self.folder = folder
    self.recording = recording
    self.describer = describer
    self.waker = waker
  }

  /// Creates the keeper of a lab window.
  convenience init(_ setup: LabWindow.Setup, recording: Recording? = nil) {
    self.init(
      folder: setup.options.takes ?? TakeFiles.folder, recording: recording,
      describer: HeaderDescriber(setup.window, setup.loop), waker: setup.waker)
  }

  /// Follows a recorder, and starts the recording that the command line asks for.
  ///
  /// - Parameters:
  ///   - writes: Whether a take that is being recorded is written as it grows; otherwise memory holds it as long as it can, and
  ///     ``toggleRecording()`` writes it.
  ///   - current: Returns the recorder.
  func attach(writes: Bool = true, to current: @escaping () -> Recorder?) {
    recorder = current
    writesAll = writes
    guard let recorder = current() else { return }
    end = recording?.duration.map { MonotonicClock.now + $0 }
    recorder.didBegin = { [weak self] take in
      guard let self else { return }
      // A scene's take that has outgrown the memory goes on in its file.
      let isWritten =
        take.isInFile
        ? stream != nil : (writes || writesNext) && stream(take, to: recording?.files)
      writesNext = false
      self.recorder()?.isWritten = isWritten
    }
    recorder.didOverflow = { [weak self] in self?.stream($0, to: nil) ?? false }
    recorder.didRecord = { [weak self] event, sample in
      guard let self, stream != nil else { return }
      buffer.append(event, sample)
    }
    if recording != nil { recorder.start() }
  }

  /// The sentence to show; `nil` for none.
  var message: String? { shown?.text }

  /// The next time at which something has to be done, in seconds of the monotonic clock.
  var deadline: Double? { [end, shown?.until, buffer.deadline].compactMap(\.self).min() }

  /// A Boolean value that indicates whether files are being written.
  var isWriting: Bool { stream != nil }

  /// Returns whether the window is to close by itself.
  func isOver(at now: Double) -> Bool { end.map { now >= $0 } ?? false }

  /// Hands recorded events over, and removes a sentence whose time is up.
  func update(at now: Double) {
    if let stream, let recorder = recorder() {
      buffer.flush(to: stream, at: now, isAtRest: recorder.stage.isAtRest)
    }
    if let shown, now >= shown.until {
      self.shown = nil
      didChange()
    }
  }

  /// Shows a sentence for a while.
  func show(_ sentence: String) {
    shown = (sentence, MonotonicClock.now + Self.messageDuration)
    didChange()
  }

  /// Shows a sentence in the window and on standard error.
  private func say(_ sentence: String) {
    StandardError.report(sentence)
    show(sentence)
  }
}

// MARK: - Commands

extension TakeKeeper {
  /// Saves the take that is running, or that ended last.
  func saveLatest() {
    guard var take = recorder()?.latestTake, take.isInFile || !take.script.events.isEmpty else {
      return show("Nothing has been recorded yet.")
    }
    if take.isInFile { return finishRecording(.saved) }
    take.script.header = describer.described(take.script.header)
    let folders = [folder, TakeFiles.folder, FilePath("/tmp")]
    inBackground("Saved") { [take] () throws(Failure) in
      try TakeFiles.save(take, .saved, in: folders)
    }
  }

  /// Starts a recording, or ends the one that is running.
  func toggleRecording() {
    guard let recorder = recorder() else { return }
    guard writesAll else { return toggleWriting(of: recorder) }
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

  /// Starts to write the take that memory records, from its beginning on, or ends its files; the take itself goes on.
  private func toggleWriting(of recorder: Recorder) {
    if let take = recorder.current, let stream {
      finish(stream, take, .stopped)
      recorder.isWritten = false
      guard take.isInFile else { return }
      // Memory holds no more of the take than the file.
      recorder.endTake()
      recorder.start()
    } else if let take = recorder.current {
      recorder.isWritten = stream(take, to: nil)
      if recorder.isWritten { show("Recording from the step's start.") }
    } else {
      writesNext.toggle()
      show(writesNext ? "Recording starts with the next gesture." : "Recording cancelled.")
    }
  }

  /// Ends the take that is being written and says what it has become.
  func finishRecording(_ reason: Script.End.Reason) {
    guard let take = endRecording() else { return }
    defer { if !writesAll { recorder()?.start() } }
    guard let stream else { return show("Only memory has the recording; F2 saves it.") }
    finish(stream, take, reason)
  }

  private func finish(_ stream: TakeStream, _ take: Take, _ reason: Script.End.Reason) {
    self.stream = nil
    buffer.flush(to: stream)
    stream.finish(reason, describer.described(take.script.header))
    report(stream, isLast: reason == .closed)
  }

  /// Adds a mark to the take.
  func mark(at time: Double) {
    recorder()?.mark("", at: time)
    show("Marked.")
  }

  /// Ends the take that goes to a file; `nil` where none does.
  private func endRecording() -> Take? {
    guard let recorder = recorder() else { return nil }
    if let take = recorder.stop() { return take }
    guard let take = recorder.current, take.isInFile else { return nil }
    recorder.endTake()
    return take
  }
}

// MARK: - Files

extension TakeKeeper {
  /// Begins to write a take, to new files in the folder of takes where none are given; returns `false` where that fails.
  private func stream(_ take: Take, to files: TakeFiles?) -> Bool {
    do throws(Failure) {
      let scene = take.script.header.scene?.card.name
      let files = if let files { files } else { try TakeFiles(in: folder, scene: scene) }
      var take = take
      take.script.header = describer.described(take.script.header)
      let waker = waker
      buffer = TakeBuffer()
      stream = try TakeStream(files, take) { waker.wake() }
      return true
    } catch {
      say(error.message)
      return false
    }
  }

  /// Takes over what other threads have to say about takes.
  func takeResults() {
    for sentence in saved.takeAll() { show(sentence) }
    guard let stream, let result = stream.result else { return }
    self.stream = nil
    buffer = TakeBuffer()
    switch result {
    case .finished: finishFull(stream)
    case .failed(let sentence, _): continueInMemory(sentence)
    }
  }

  /// Ends a take whose files have reached their largest size.
  private func finishFull(_ stream: TakeStream) {
    _ = recorder()?.stop()
    recorder()?.endTake()
    if !writesAll { recorder()?.start() }
    let size = TakeStream.byteLimit >> 20
    say(
      "\(stream.files.script): the take is full, at \(size) MiB; the next gesture begins another.")
    report(stream)
  }

  /// Goes on without files that cannot be written.
  private func continueInMemory(_ sentence: String) {
    if let recording, recording.result == nil {
      recording.result = .failure(Failure(message: sentence))
    }
    guard let recorder = recorder() else { return }
    guard recorder.current?.isInFile != true else {
      // Memory holds no more of the take than the file.
      recorder.endTake()
      return say("\(sentence). The take ends there; the next gesture begins another.")
    }
    recorder.isWritten = false
    say("\(sentence). The recording goes on in memory; F2 saves it elsewhere.")
  }

  /// Waits for the end of a take's files, performs it again, and keeps or shows what has become of it.
  ///
  /// - Parameters:
  ///   - stream: The files.
  ///   - isLast: Whether the program ends, so that nothing can be done in the background.
  private func report(_ stream: TakeStream, isLast: Bool = false) {
    if let recording, recording.result == nil {
      recording.result = Result { () throws(Failure) in try Self.verified(stream) }
    } else if isLast {
      do throws(Failure) { _ = try Self.verified(stream) } catch {
        StandardError.report(error.message)
      }
    } else {
      inBackground("Recorded") { () throws(Failure) in try Self.verified(stream) }
    }
  }

  private static func verified(_ stream: TakeStream) throws(Failure) -> TakeSummary {
    switch stream.waitForEnd() {
    case .finished(let end): return try stream.files.verify(end)
    case .failed(let sentence, _): throw Failure(message: sentence)
    }
  }

  /// Does something with files on another thread, and shows what has become of a take.
  private func inBackground(
    _ verb: String, _ body: @escaping @Sendable () throws(Failure) -> TakeSummary
  ) {
    let (saved, waker) = (saved, waker)
    let isStarted = BackgroundThread.start(niceness: 5) {
      do throws(Failure) { saved.add(try body().note(verb)) } catch { saved.add(error.message) }
      waker.wake()
    }
    if !isStarted { show("The take cannot be saved: no thread could be started.") }
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
