import Dispatch
import Glibc
import OverscrollBase
import OverscrollLab
import Synchronization

/// Writes a take while it is being recorded, on a thread of its own.
///
/// The main thread collects what happens in arrays and hands it over now and then; see ``TakeBuffer``.
final class TakeStream: Sendable {
  /// The maximum size of a file, in bytes. [C]
  static let byteLimit = Script.Limits.file

  /// The outcome for the files.
  enum Result: Sendable {
    /// The take is complete, up to its end.
    case finished(Script.End)
    /// The disk refused a write; what there is of the take before it has an end, unless that was refused too.
    case failed(String, Script.End?)
  }

  private struct State {
    var events: [Script.TimedEvent] = []
    var samples: [Trace.Sample] = []
    /// The reason and the header of the requested end.
    var end: (reason: Script.End.Reason, header: Script.Header)?
    var result: Result?
    var older: FilePath?
  }

  let files: TakeFiles
  private let state: Mutex<State>
  private let workAvailable = WorkSignal()
  private let done: DispatchSemaphore
  private let didEnd: @Sendable () -> Void

  /// Creates the files of a take and starts writing.
  ///
  /// - Parameters:
  ///   - files: The files; a take that they hold gets another name, see ``older``.
  ///   - take: The take so far.
  ///   - byteLimit: The maximum size of each file, in bytes.
  ///   - didEnd: Called on another thread when the files have ended: as asked, because they are full, or by a failure.
  /// - Throws: An error where the system has no thread or no pipe left.
  init(
    _ files: TakeFiles, _ take: Take, byteLimit: Int = TakeStream.byteLimit,
    didEnd: @escaping @Sendable () -> Void
  ) throws(Failure) {
    self.files = files
    self.didEnd = didEnd
    done = DispatchSemaphore(value: 0)
    state = Mutex(State(events: take.script.events, samples: Self.samples(of: take)))
    let header = take.script.header
    workAvailable.signal()
    let isStarted = BackgroundThread.start(niceness: 5) { self.run(header, byteLimit) }
    if !isStarted { throw Failure(message: "\(files.script): no thread could be started") }
  }

  /// A sample for each frame of a take, and for time 0: for one that no refresh showed, that of the frame in its place.
  private static func samples(of take: Take) -> [Trace.Sample] {
    var rest = take.trace.samples.dropFirst()
    let shown = Set(take.script.shownFrames)
    return take.trace.samples.prefix(1)
      + take.script.events.indices.compactMap { index in
        guard take.script.events[index].action.isFrame else { return nil }
        return shown.contains(index) ? rest.popFirst() : rest.first
      }
  }

  /// The outcome for the files; `nil` while they grow.
  var result: Result? { state.withLock { $0.result } }

  /// The script of a take that had the same name before; `nil` where there was none.
  var older: FilePath? { state.withLock { $0.older } }

  /// Hands over what has happened since the last call.
  func append(_ events: [Script.TimedEvent], _ samples: [Trace.Sample]) {
    let isOpen = state.withLock { state in
      guard state.result == nil else { return false }
      state.events += events
      state.samples += samples
      return true
    }
    if isOpen { workAvailable.signal() }
  }

  /// Asks for the end of the take, once what was handed over is written.
  func finish(_ reason: Script.End.Reason, _ header: Script.Header) {
    state.withLock { $0.end = $0.end ?? (reason, header) }
    workAvailable.signal()
  }

  /// Waits for the end; call it once, after ``finish(_:_:)``.
  func waitForEnd() -> Result {
    if result == nil { done.wait() }
    return result ?? .failed("\(files.script): cannot be written", nil)
  }

  private func run(_ header: Script.Header, _ byteLimit: Int) {
    var writer: TakeWriter?
    let result: Result
    do throws(SystemError) {
      let older = try files.keepOlder()
      state.withLock { $0.older = older }
      let opened = try TakeWriter(files, header, byteLimit: byteLimit)
      writer = opened
      result = .finished(try write(to: opened, header))
    } catch {
      result = .failed(
        "\(files.script): cannot be written: \(error.message)", writer?.finishAfterFailure())
    }
    state.withLock { state in
      state.result = result
      (state.events, state.samples) = ([], [])
    }
    done.signal()
    didEnd()
  }

  private func write(
    to writer: TakeWriter, _ header: Script.Header
  ) throws(SystemError) -> Script.End {
    while true {
      workAvailable.wait()
      let (events, samples, end) = state.withLock { state in
        defer { (state.events, state.samples) = ([], []) }
        return (state.events, state.samples, state.end)
      }
      guard try writer.append(events, samples) else {
        return try writer.finish(.full, header: nil)
      }
      if let end { return try writer.finish(end.reason, header: end.header) }
    }
  }
}

/// What a recording has not yet handed to its stream.
struct TakeBuffer {
  /// The longest time that something waits here, in seconds. [C]
  static let delay = 1.0

  private var events: [Script.TimedEvent] = []
  private var samples: [Trace.Sample] = []
  /// When the oldest of it was first seen, in seconds.
  private var since: Double?

  /// The time at which it is to be handed over, in seconds; `nil` where nothing waits.
  var deadline: Double? { since.map { $0 + Self.delay } }

  mutating func append(_ event: Script.TimedEvent, _ sample: Trace.Sample?) {
    events.append(event)
    if let sample { samples.append(sample) }
  }

  /// Changes a frame that was shown later than predicted.
  mutating func postpone(_ postponement: Postponement) {
    postponement.apply(to: &events, &samples, keepsReplaced: true)
  }

  /// Hands everything over where it has waited long enough, or where nothing moves.
  ///
  /// - Parameters:
  ///   - stream: The files.
  ///   - now: The time, in seconds.
  ///   - isAtRest: Whether nothing moves.
  ///   - open: The number of a frame that may still change, which waits once more with what follows it.
  /// - Returns: Whether everything is handed over.
  @discardableResult
  mutating func flush(
    to stream: TakeStream, at now: Double, isAtRest: Bool, keeping open: Int? = nil
  ) -> Bool {
    guard !events.isEmpty else { return true }
    let start = since ?? now
    since = start
    guard isAtRest || now - start >= Self.delay else { return false }
    let kept = isAtRest ? 0 : openCount(open)
    // What has waited for this long is written as it is.
    guard kept > 0, kept < events.count else {
      flush(to: stream)
      return true
    }
    let (last, rows) = (events.suffix(kept), events.suffix(kept).count(where: \.action.isFrame))
    let lastRows = samples.suffix(rows)
    events.removeLast(kept)
    samples.removeLast(min(rows, samples.count))
    flush(to: stream)
    (events, samples, since) = (Array(last), Array(lastRows), now)
    return false
  }

  /// The number of events from the last line of a frame on; 0 without one.
  private func openCount(_ open: Int?) -> Int {
    let first = events.lastIndex {
      if case .frame(let frame) = $0.action { frame.index == open } else { false }
    }
    return first.map { events.count - $0 } ?? 0
  }

  mutating func flush(to stream: TakeStream) {
    if !events.isEmpty { stream.append(events, samples) }
    events.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    since = nil
  }
}
