import Glibc
import OverscrollBase
import Synchronization

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
}

extension ProgressLine {
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
