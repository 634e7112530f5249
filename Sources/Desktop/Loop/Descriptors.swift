internal import CX11
internal import Glibc

/// A timer that wakes a poll: the one owner of a timerfd on the monotonic clock.
struct TimerDescriptor: ~Copyable {
  let descriptor: Int32

  init() throws(DesktopError) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { throw DesktopError.system("make a timer") }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the poll at `time`, in seconds of the monotonic clock, once; nil: never.
  func arm(at time: Double?) {
    var setting = itimerspec()
    if let time {
      // A time of zero would mean never.
      let time = max(time, 1e-9)
      let seconds = time.rounded(.down)
      setting.it_value.tv_sec = Int(seconds)
      setting.it_value.tv_nsec = max(1, min(999_999_999, Int((time - seconds) * 1e9)))
    }
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Takes note of the wake-up, so that the descriptor is quiet again.
  func acknowledge() {
    drain(descriptor)
  }
}

/// SIGTERM and SIGINT as something to poll: the one owner of a signalfd.
///
/// Make it before other threads start, for they inherit that the signals are blocked; a thread that does
/// not block them may be ended by them instead. SIGPIPE is left as it is: Xlib's writes do not raise it.
struct SignalDescriptor: ~Copyable {
  let descriptor: Int32
  private var before = sigset_t()

  init() throws(DesktopError) {
    var signals = Self.signals
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let made = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard made >= 0 else { throw DesktopError.system("listen for signals") }
    self.descriptor = made
    self.before = before
  }

  static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    return signals
  }

  deinit {
    close(descriptor)
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// True if a signal came since the last time.
  func take() -> Bool {
    var signal = signalfd_siginfo()
    return read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0
  }
}

/// The same signals seen by a thread that leaves them to be taken by another.
package final class PendingSignals: Sendable {
  private let descriptor: Int32

  /// Looks for SIGTERM and SIGINT sent to the process; every thread is to block them.
  package init() throws(DesktopError) {
    var signals = SignalDescriptor.signals
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { throw DesktopError.system("listen for signals") }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until a signal is pending.
  package func wait() { _ = poll(timeout: -1) }

  /// True if a signal is pending, that is, nobody took it.
  package var arePending: Bool { poll(timeout: 0) }

  private func poll(timeout: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&entry, 1, timeout) > 0
  }
}

/// Reads a counting descriptor (timer or event) back to zero.
func drain(_ descriptor: Int32) {
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)
}

extension DesktopError {
  /// What the kernel refused, with its reason.
  static func system(_ attempt: String) -> Self {
    Self(.system, "The system refused to \(attempt): \(String(cString: strerror(errno))).")
  }
}
