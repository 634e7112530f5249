import Glibc
import OverscrollBase
import Synchronization

/// How far a command is, as one line for a terminal.
struct Progress: Hashable, Sendable {
  /// What is being done, such as `decoding`.
  var task: String
  /// The units that are done, and all of them where that is known.
  var done = 0.0
  var total: Double?
  /// What is counted, such as `tiles`; empty where nothing is.
  var unit = ""

  /// The task, the part done and the rate, as much of it as fits.
  ///
  /// - Parameters:
  ///   - seconds: How long the task has been running.
  ///   - width: The columns of the terminal. The last one stays empty, for the cursor.
  /// - Returns: The line; empty if not even a part of the task's name fits.
  func line(seconds: Double, width: Int) -> String {
    let space = width - 1
    guard task.count <= space else {
      return space > 1 ? task.prefix(space - 1) + "…" : ""
    }
    var line = task
    for part in [share, count, rate(seconds)] {
      guard let part else { continue }
      let longer = line + "  " + part
      guard longer.count <= space else { break }
      line = longer
    }
    return line
  }

  private var share: String? {
    guard let total, total > 0 else { return nil }
    return "\(Int(100 * min(1, max(0, done / total))))%"
  }

  private var count: String? {
    guard done >= 1, !unit.isEmpty else { return nil }
    guard let total, total > 0 else { return "\(Self.whole(done)) \(unit)" }
    return "\(Self.whole(min(done, total))) of \(Self.whole(total)) \(unit)"
  }

  private func rate(_ seconds: Double) -> String? {
    guard done > 0, seconds > 0, !unit.isEmpty else { return nil }
    let rate = done / seconds
    let text = NumberText.fixed(rate, decimals: rate < 10 ? 1 : 0)
    return "\(text) \(unit)/s"
  }

  private static func whole(_ number: Double) -> Int { Int(min(number, 1e15)) }
}

/// A line of progress on standard error.
///
/// It is drawn only where standard error is a terminal, from half a second on, ten times a second.
final class ProgressLine: Sendable {
  /// How long a command may take without showing progress, in seconds. [C]
  private static let delay = 0.5
  /// The time between two drawings, in seconds. [C]
  private static let interval = 0.1
  /// The escape sequence that moves to the first column and clears the line.
  private static let clearing = "\r\u{1B}[K"

  private struct State {
    var progress: Progress
    /// When the current task began.
    var begin = ContinuousClock.now
    /// What the terminal shows; empty while there is no line.
    var line = ""
    var hasEnded = false
  }

  private let state: Mutex<State>

  /// Begins with a task.
  init(_ progress: Progress) {
    state = Mutex(State(progress: progress))
    guard isatty(STDERR_FILENO) == 1 else { return }
    BackgroundThread.start { [self] in
      sleep(Self.delay)
      while draw() { sleep(Self.interval) }
    }
  }

  /// Sets what the line shows.
  func show(_ progress: Progress) {
    state.withLock {
      if $0.progress.task != progress.task { $0.begin = .now }
      $0.progress = progress
    }
  }

  /// Removes the line, which does not appear again.
  func end() {
    state.withLock {
      if !$0.line.isEmpty { Self.write(Self.clearing) }
      $0.line = ""
      $0.hasEnded = true
    }
  }

  /// Draws the line; false if it has ended.
  private func draw() -> Bool {
    state.withLock {
      guard !$0.hasEnded else { return false }
      let seconds = $0.begin.duration(to: .now) / .seconds(1)
      let line = $0.progress.line(seconds: seconds, width: Self.width)
      if line != $0.line { Self.write(Self.clearing + line) }
      $0.line = line
      return true
    }
  }

  /// The columns of the terminal; 80 where it does not know.
  private static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  private static func write(_ text: String) {
    _ = FileDescriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }

  private func sleep(_ seconds: Double) { usleep(useconds_t(seconds * 1e6)) }
}
