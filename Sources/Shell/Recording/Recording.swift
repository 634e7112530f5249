import Glibc
package import OverscrollBase
package import OverscrollHost
package import OverscrollLab
import ScrollEngine

/// Recording in a window: the files that are written, and what the window says of them.
///
/// A take that is being recorded is written as it grows, and one that has outgrown the memory too; others are written when they
/// are saved. Every file is verified at its end.
package final class Recording {
  /// Returns the recorder; another picture has another one.
  private var recorder: () -> Recorder? = { nil }
  private let folder: FilePath?
  /// The one recording that the command line requests; `nil` for windows that only show.
  private let request: RecordingRequest?
  package let metadata: TakeMetadata
  /// The refreshes for which frames are drawn.
  package let refreshes: Refreshes
  private let host: any Host
  /// The message of the window.
  package let message: WindowMessage
  private let waker: Waker
  /// The key that saves the latest take, as messages name it.
  package var saveKey = "F2"
  /// The scenes that takes may be of.
  private let scenes: SceneRegistry
  private var saved = Jobs<String>()
  /// The files of the take that is being written; `nil` while none is.
  private var stream: TakeStream?
  /// What has not been handed to the stream.
  private var buffer = TakeBuffer()
  /// Whether each recorded take is written as it grows.
  private var writesAll = true
  /// Whether the next take that memory records is written as well.
  private var writesNext = false
  /// When the window closes by itself, in seconds of the monotonic clock.
  private var end: Double?

  /// - Parameters:
  ///   - folder: The folder for takes that are saved by a key. `nil` where the user has none.
  ///   - request: The recording that the command line requests.
  ///   - host: The window's host.
  ///   - message: The message of the window.
  ///   - waker: Wakes the window when another thread has finished something.
  ///   - scenes: The scenes that takes may be of.
  package init(
    folder: FilePath?, request: RecordingRequest?, host: any Host,
    message: WindowMessage, waker: Waker, scenes: SceneRegistry
  ) {
    refreshes = Refreshes(host)
    metadata = TakeMetadata(host)
    (self.host, self.message) = (host, message)
    self.folder = folder
    self.request = request
    self.waker = waker
    self.scenes = scenes
  }

  /// Follows a recorder, and starts the recording that the command line requests.
  ///
  /// - Parameters:
  ///   - writes: Whether a take that is being recorded is written as it grows; otherwise memory holds it as long as it can, and
  ///     ``toggleRecording()`` writes it.
  ///   - current: Returns the recorder.
  package func attach(writes: Bool = true, to current: @escaping () -> Recorder?) {
    recorder = current
    writesAll = writes
    guard let recorder = current() else { return }
    end = request?.duration.map { host.time + $0 }
    recorder.hooks.didBegin = { [weak self] take in
      guard let self else { return }
      // A scene's take that has outgrown the memory continues in its file.
      let isWritten =
        take.isInFile
        ? stream != nil : (writes || writesNext) && stream(take, to: request?.nextFiles)
      writesNext = false
      self.recorder()?.isWritten = isWritten
    }
    recorder.hooks.didOverflow = { [weak self] in self?.stream($0, to: nil) ?? false }
    recorder.hooks.didRecord = { [weak self] event, sample in
      guard let self, stream != nil else { return }
      buffer.append(event, sample)
    }
    recorder.hooks.didPostpone = { [weak self] in self?.buffer.postpone($0) }
    if request != nil { recorder.start() }
  }

  /// The next time at which something has to be done, in seconds of the monotonic clock.
  package var deadline: Double? { [end, buffer.deadline].compactMap(\.self).min() }

  /// What becomes of what the user does.
  package enum State: Hashable {
    /// The recorder keeps the latest takes for a while, and nothing else.
    case off
    /// The next gesture begins a recording.
    case waiting
    /// Memory has the recording, since no file could be written.
    case inMemory
    /// The recording is written to a file while it grows.
    case inFile
  }

  /// What becomes of what the user does now.
  package var state: State {
    guard writesAll else { return stream != nil ? .inFile : writesNext ? .waiting : .off }
    return switch recorder()?.mode {
    case .waiting: .waiting
    case .recording: stream == nil ? .inMemory : .inFile
    // A long take goes to a file even without a requested recording.
    case .flight, nil: .off
    }
  }

  /// True while files are being written.
  package var isWriting: Bool { stream != nil }

  /// Returns whether the window is to close by itself.
  package var isOver: Bool { end.map { time >= $0 } ?? false }

  /// The time of the window now, in seconds.
  package var time: Double { host.time }

  /// Hands recorded events over.
  package func update(at now: Double) {
    guard let stream, let recorder = recorder() else { return }
    let isWritten = buffer.flush(
      to: stream, at: now, isAtRest: recorder.stage.isAtRest, keeping: recorder.openFrame)
    if isWritten { recorder.closeFrame() }
  }

  /// Shows a message in the window and on standard error.
  private func say(_ text: String) {
    StandardError.report(text)
    message.show(text)
  }

  // MARK: - Commands

  /// Saves the take that is running, or that ended last.
  package func saveLatest() {
    guard var take = recorder()?.latestTake, take.isInFile || !take.script.events.isEmpty else {
      return message.show("Nothing has been recorded yet.")
    }
    if take.isInFile { return finishRecording(.saved) }
    take.script.header = metadata.described(take.script.header)
    let folders = [folder, TakeFiles.folder, FilePath("/tmp")]
    inBackground("Saved") { [take, scenes] () throws(Failure) in
      try TakeFiles.save(take, .saved, in: folders, scenes: scenes)
    }
  }

  /// What a recording waits for: a gesture while something still moves is no clean start.
  private static let waitingText = "Recording starts with the next gesture from rest."

  /// Starts a recording, or ends the one that is running.
  package func toggleRecording() {
    guard let recorder = recorder() else { return }
    guard writesAll else { return toggleWriting(of: recorder) }
    switch recorder.mode {
    case .flight:
      recorder.start()
      if recorder.mode == .recording {
        let subject = recorder.current?.isContinuation == true ? "take" : "scene"
        return message.show("Recording from the \(subject)'s start.")
      }
      message.show(Self.waitingText) { recorder.mode == .waiting }
    case .waiting:
      _ = recorder.stop()
      message.show("Recording canceled.")
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
      if recorder.isWritten { message.show("Recording from the step's start.") }
    } else {
      writesNext.toggle()
      message.show(writesNext ? Self.waitingText : "Recording canceled.")
    }
  }

  /// Ends the take that is being written and says what it has become.
  package func finishRecording(_ reason: Script.End.Reason) {
    guard let take = endRecording() else { return }
    defer { if !writesAll { recorder()?.start() } }
    guard let stream else {
      return message.show("The recording is only in memory; press \(saveKey) to save it.")
    }
    finish(stream, take, reason)
  }

  private func finish(_ stream: TakeStream, _ take: Take, _ reason: Script.End.Reason) {
    self.stream = nil
    buffer.flush(to: stream)
    stream.finish(reason, metadata.described(take.script.header))
    // A long take is performed again.
    Watchdog.pause { report(stream, isLast: reason == .closed) }
  }

  /// Adds a mark with a name to the take, and shows its time in the take.
  package func mark(_ name: String = "", at time: Double) {
    guard let recorder = recorder(), recorder.current != nil else {
      return message.show("There is no recording to mark yet.")
    }
    recorder.mark(name, at: time)
    let shown = NumberText.fixed(
      max(time - recorder.epoch, recorder.stage.window.time), decimals: 3)
    message.show(name.isEmpty ? "Marked at \(shown) s." : "Marked “\(name)” at \(shown) s.")
  }

  /// Ends the take that goes to a file; `nil` where none does.
  private func endRecording() -> Take? {
    guard let recorder = recorder() else { return nil }
    if let take = recorder.stop() { return take }
    guard let take = recorder.current, take.isInFile else { return nil }
    recorder.endTake()
    return take
  }

  // MARK: - Files

  /// Begins to write a take, to new files in the folder of takes where none are given; returns `false` where that fails.
  private func stream(_ take: Take, to files: TakeFiles?) -> Bool {
    recorder()?.closeFrame()
    do throws(Failure) {
      let scene = take.script.header.scene?.card.name
      let files = if let files { files } else { try TakeFiles(in: folder, scene: scene) }
      var take = take
      take.script.header = metadata.described(take.script.header)
      let waker = waker
      buffer = TakeBuffer()
      stream = try TakeStream(files, take) { waker.wake() }
      return true
    } catch {
      say(error.message)
      return false
    }
  }

  /// Collects the results of other threads about takes.
  package func drainResults() {
    for text in saved.drainAll() { message.show(text) }
    guard let stream, let result = stream.result else { return }
    self.stream = nil
    buffer = TakeBuffer()
    switch result {
    case .finished: finishFull(stream)
    case .failed(let message, _): continueInMemory(message)
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
  private func continueInMemory(_ message: String) {
    if let request, request.result == nil {
      request.result = .failure(Failure(message: message))
    }
    guard let recorder = recorder() else { return }
    guard recorder.current?.isInFile != true else {
      // Memory holds no more of the take than the file.
      recorder.endTake()
      return say("\(message). The take ends there; the next gesture begins another.")
    }
    recorder.isWritten = false
    say("\(message). The recording continues in memory; press \(saveKey) to save it elsewhere.")
  }

  /// Waits for the end of a take's files, performs it again, and keeps or shows the outcome.
  ///
  /// - Parameters:
  ///   - stream: The files.
  ///   - isLast: Whether the program ends, so that nothing can be done in the background.
  private func report(_ stream: TakeStream, isLast: Bool = false) {
    if let request, request.result == nil {
      let result = Self.outcome(stream, scenes)
      request.result = result
      message.show(result.message("Recorded"))
    } else if isLast {
      if case .failure(let failure) = Self.outcome(stream, scenes) {
        StandardError.report(failure.message)
      }
    } else {
      inBackground("Recorded") { [scenes] () throws(Failure) in try Self.verified(stream, scenes) }
    }
  }

  /// The time without work after which a take's files are no longer waited for, in seconds: the disk may not answer, and one that
  /// is busy takes a second or two. [C]
  private static let idleTime = 3.0

  /// Waits for the end of a take's files and performs it again, which takes as long as it needs the processor.
  private static func outcome(
    _ stream: TakeStream, _ scenes: SceneRegistry
  ) -> Result<TakeSummary, Failure> {
    let job = Job { _ in Result { () throws(Failure) in try verified(stream, scenes) } }
    var used = usedTime
    while !job.wait(atMost: idleTime) {
      let now = usedTime
      guard now - used > idleTime / 20 else {
        return .failure(Failure(message: "\(stream.files.script): the disk does not respond"))
      }
      used = now
    }
    return job.value ?? .failure(Failure(message: "\(stream.files.script): cannot be verified"))
  }

  /// The processor time that all threads have used, in seconds.
  private static var usedTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static func verified(
    _ stream: TakeStream, _ scenes: SceneRegistry
  ) throws(Failure) -> TakeSummary {
    switch stream.waitForEnd() {
    case .finished(let end):
      var summary = try stream.files.verify(end, scenes: scenes)
      summary.older = stream.older
      return summary
    case .failed(let message, _): throw Failure(message: message)
    }
  }

  /// Works on files on another thread, and shows the outcome for a take.
  private func inBackground(
    _ verb: String, _ body: @escaping @Sendable () throws(Failure) -> TakeSummary
  ) {
    let waker = waker
    saved.add(
      Job(niceness: 5, wake: { waker.wake() }) { _ in
        do throws(Failure) { return try body().note(verb) } catch { return error.message }
      })
  }
}

extension Result<TakeSummary, Failure> {
  /// The outcome of a take, in one sentence.
  fileprivate func message(_ verb: String) -> String {
    switch self {
    case .success(let summary): summary.note(verb)
    case .failure(let failure): failure.message
    }
  }
}
