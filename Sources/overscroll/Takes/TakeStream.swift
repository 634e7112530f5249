import Files
import Glibc
import Stage
import Synchronization
import Threads

/// Appends a take to its files while it is being recorded, on a thread of its own.
///
/// Whatever ends the program, the files hold the take up to the last quarter of a second.
final class TakeStream: Sendable {
  /// The pause between writes, in microseconds. [C]
  private static let pause: UInt32 = 250_000

  private struct State {
    var events: [Script.TimedEvent] = []
    var samples: [Trace.Sample] = []
    var end: Script?
    var isFinished = false
    /// The first failure, in one sentence.
    var failure: String?
  }

  let files: TakeFiles
  private let state = Mutex(State())
  private let didFail: @Sendable () -> Void

  /// Creates the files of a take and starts writing.
  ///
  /// - Parameters:
  ///   - files: The files; existing ones are replaced.
  ///   - take: The take, without events so far.
  ///   - didFail: Called on another thread when something cannot be written.
  init(_ files: TakeFiles, _ take: Take, didFail: @escaping @Sendable () -> Void) {
    self.files = files
    self.didFail = didFail
    state.withLock {
      $0.events = take.script.events
      $0.samples = take.trace.samples
    }
    let header = take.script.header.line + "\n"
    let isStarted = BackgroundThread.start(niceness: 5) { self.write(header) }
    if !isStarted { fail("no thread could be started") }
  }

  /// Adds an event, and the state where it is a frame.
  func append(_ event: Script.TimedEvent, _ sample: Trace.Sample?) {
    state.withLock {
      $0.events.append(event)
      if let sample { $0.samples.append(sample) }
    }
  }

  /// The first failure, in one sentence; `nil` as long as everything could be written.
  var failure: String? { state.withLock { $0.failure } }

  /// Adds the end of the take and waits until all of it is on the disk.
  func finish(_ script: Script) {
    state.withLock { $0.end = script }
    while !state.withLock({ $0.isFinished }) { usleep(2000) }
  }

  private func fail(_ sentence: String) {
    let isFirst = state.withLock { state in
      defer { state.failure = state.failure ?? sentence }
      state.isFinished = true
      return state.failure == nil
    }
    if isFirst { didFail() }
  }

  private func write(_ header: String) {
    do throws(SystemError) {
      let script = try AppendedFile(files.script)
      let trace = try AppendedFile(files.trace)
      try script.append(header)
      try trace.append(Trace.columns + "\n")
      while true {
        let end = try writeNew(script, trace)
        if let end, let line = end.end?.line {
          try script.append(line + "\n")
          try script.synchronize()
          try trace.synchronize()
          break
        }
        wait()
      }
      state.withLock { $0.isFinished = true }
    } catch {
      fail("\(files.script): cannot be written: \(error.message)")
    }
  }

  /// Writes what has come since; returns the script with its end once that is known.
  private func writeNew(
    _ script: AppendedFile, _ trace: AppendedFile
  ) throws(SystemError) -> Script? {
    let (events, samples, end) = state.withLock { state in
      defer { (state.events, state.samples) = ([], []) }
      return (state.events, state.samples, state.end)
    }
    // The trace first, so that no frame of the script lacks its row.
    try trace.append(samples.reduce(into: "") { $0 += $1.row + "\n" })
    try script.append(events.reduce(into: "") { $0 += $1.line + "\n" })
    return end
  }

  private func wait() {
    var left = Self.pause
    while left > 0, state.withLock({ $0.end == nil }) {
      usleep(min(left, 10_000))
      left -= min(left, 10_000)
    }
  }
}

/// A file that grows.
private final class AppendedFile {
  private let descriptor: Int32

  /// Creates an empty file, in the place of one of that name.
  init(_ path: FilePath) throws(SystemError) {
    descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
    }
    if descriptor < 0 { throw .last }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ text: String) throws(SystemError) {
    guard FileDescriptor.write(Array(text.utf8), to: descriptor) else { throw .last }
  }

  /// Waits until the file is on the disk.
  func synchronize() throws(SystemError) {
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }
}
