internal import CLinux
internal import Glibc
internal import Synchronization

/// A timerfd on the monotonic clock.
package struct TimerDescriptor: ~Copyable {
  package let descriptor: Int32

  package init() throws(HostError) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { throw HostError.system("create a timer") }
  }

  deinit {
    close(descriptor)
  }

  /// Arms the timer to expire once at `time`, in seconds of the monotonic clock, or disarms it with `nil`.
  package func arm(at time: Double?) {
    var setting = itimerspec()
    if let time {
      // Zero would disarm the timer.
      let time = max(time, 1e-9)
      let seconds = time.rounded(.down)
      setting.it_value.tv_sec = Int(seconds)
      setting.it_value.tv_nsec = max(1, min(999_999_999, Int((time - seconds) * 1e9)))
    }
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Resets the descriptor after it expired.
  package func acknowledge() {
    emptyPipe(descriptor)
  }
}

/// A signalfd for SIGTERM, SIGINT and SIGHUP, which are blocked in the thread that makes it.
///
/// Where SIGHUP is ignored, as under `nohup`, it stays ignored.
///
/// A signal reaches the descriptor only if every thread blocks it. Threads that `BackgroundThread` starts do, whether
/// they were started before or after. SIGPIPE is left alone: Xlib's writes don't raise it.
package struct SignalDescriptor: ~Copyable {
  package let descriptor: Int32
  private var before = sigset_t()

  package init() throws(HostError) {
    var signals = Self.signals
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let made = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard made >= 0 else { throw HostError.system("create a signal descriptor") }
    self.descriptor = made
    self.before = before
  }

  static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    if !isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
    return signals
  }

  /// Returns whether a signal is ignored, as by `nohup`.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  deinit {
    close(descriptor)
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Returns whether a signal arrived since the last call.
  package func drain() -> Bool {
    var signal = signalfd_siginfo()
    return read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0
  }
}

/// A second signalfd for the same signals, for a thread that watches whether the first one is read.
package final class PendingSignals: Sendable {
  private let descriptor: Int32

  /// Makes a signalfd for the same signals, which every thread must block.
  package init() throws(HostError) {
    var signals = SignalDescriptor.signals
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { throw HostError.system("create a signal descriptor") }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until a signal is pending.
  package func wait() { _ = poll(timeout: -1) }

  /// Whether a signal is pending, so that no one has read it.
  package var arePending: Bool { poll(timeout: 0) }

  private func poll(timeout: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&entry, 1, timeout) > 0
  }
}

/// Wakes the event loop from other threads.
///
/// It carries no data. Any number of calls before the loop runs result in a single ``Input/wakeUp``.
package final class Waker: Sendable {
  package let descriptor: Int32
  private let isPending = Atomic(false)

  /// Makes a waker.
  ///
  /// - Throws: The system's error where too many files are open.
  package init() throws(HostError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw HostError.system("create an event descriptor") }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop; never blocks, and makes no system call while a wake-up is pending.
  package func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Returns whether the waker was used since the last call.
  package func drain() -> Bool {
    // The descriptor is drained first: a call in between then wakes the loop once too often rather than not at all.
    emptyPipe(descriptor)
    return isPending.exchange(false, ordering: .acquiringAndReleasing)
  }
}

/// Resets the counter of a timerfd or an eventfd.
private func emptyPipe(_ descriptor: Int32) {
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)
}

/// This machine's monotonic clock.
package enum MonotonicClock {
  /// The time now, in seconds since some point in the past.
  package static var now: Double { read(CLOCK_MONOTONIC) }

  /// The processor time that all threads of this process have used, in seconds.
  package static var processorTime: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
