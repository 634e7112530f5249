import OverscrollBase
import OverscrollHost
import OverscrollShell
import OverscrollTestRig

/// Opens windows without a display, which are run by hand; see ``HeadlessWindow``.
final class HeadlessOpener: HostOpener {
  let host: HeadlessHost
  var waker: Waker { host.waker }
  /// The threads of its windows.
  fileprivate let group: BackgroundGroup
  /// What was written to the standard streams, but not by other threads.
  let streams = StandardStreams.Collected()
  /// The window that is shown.
  fileprivate weak var shown: HeadlessWindow?

  init(_ host: HeadlessHost) {
    self.host = host
    group = BackgroundGroup { [waker = host.waker] in waker.wake() }
  }

  func connect() {}

  /// Runs something as part of its windows, whose threads are waited for like theirs.
  func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    try group.run {
      try StandardStreams.collect(in: streams, body)
    }
  }

  func open(_ request: WindowRequest) -> OpenedHost {
    host.requests.append(.title(request.title))
    return OpenedHost(
      host: host, services: host.services, isFullscreen: request.options.isFullscreen)
  }

  func run(
    _ window: WindowController, willEnd: @escaping @Sendable () -> Void,
    willClose: (WindowRest) -> Void
  ) throws {
    // What a hand has closed is at its end, and another one is looked at.
    let known = shown.flatMap { $0.controller === window ? $0 : nil }
    let shown = known ?? HeadlessWindow(window, on: self)
    if shown.isOpen { try shown.settle() }
    willClose(WindowRest(size: host.display.size, isMaximized: false))
    shown.close()
  }
}

/// A window without a display: events and time in, pixels and requests out.
///
/// Nothing here waits for time to pass, and what other threads do is waited for until it is done. So the same events give the same
/// window on every machine.
final class HeadlessWindow {
  let controller: WindowController
  let host: HeadlessHost
  private let opener: HeadlessOpener
  private var group: BackgroundGroup { opener.group }
  /// False once the window has closed itself.
  var isOpen: Bool { state == .open }
  private var state = State.open

  private enum State {
    case open
    /// The window has closed itself, and the page doesn't know yet.
    case ended
    case closed
  }

  /// How long other threads may take, in seconds of the real clock. [C]
  private static let patience = 120.0
  /// The longest pause in what is to be seen that is no rest, in seconds: nothing blinks or waits for less. [C]
  private static let pause = 0.4
  /// The longest motion that comes to rest, in seconds. [C]
  private static let longestMotion = 10.0
  /// The longest time for which something is awaited while other things go on, in seconds. [C]
  private static let longestWait = 60.0
  /// The most turns of the loop at one time: more of them mean that something which was read or scheduled stays so. [C]
  private static let mostTurns = 100_000
  /// The turns at the present time.
  private var standing = (time: -Double.infinity, turns: 0)

  /// Shows a window that an opener has opened.
  init(_ controller: WindowController, on opener: HeadlessOpener) {
    self.controller = controller
    (host, self.opener) = (opener.host, opener)
    opener.perform { controller.begin() }
    opener.shown = self
  }

  /// Hands events to the window.
  func send(_ events: Input...) throws { try turn(events) }

  private func turn(_ events: [Input]) throws {
    guard isOpen else { return }
    standing = host.time > standing.time ? (host.time, 0) : (standing.time, standing.turns + 1)
    guard standing.turns < Self.mostTurns else {
      throw HostError(.system, "The window is busy without end, now with \(events).")
    }
    if try !opener.perform({ try controller.turn(events) }) {
      (state, host.schedule) = (.ended, HostSchedule())
    }
  }

  /// Has what is due happen until a time, which it is then.
  func advance(to time: Double) throws {
    while isOpen, let events = host.next(until: time) { try turn(events) }
  }

  /// Lets time pass.
  func advance(by seconds: Double) throws { try advance(to: host.time + seconds) }

  /// Has happen what is due, refresh by refresh, until a condition holds; other threads are waited for.
  ///
  /// - Returns: False where nothing is left to happen, or all goes on for a minute, and the condition doesn't hold.
  /// - Throws: ``HostError`` where other threads take too long.
  func run(until condition: () throws -> Bool) throws -> Bool {
    let end = host.time + Self.longestWait
    while try !condition() {
      if isOpen, let events = host.next(until: host.time) {
        try turn(events)
      } else if !group.isDone {
        try wait()
      } else if !isOpen || host.time >= end {
        return false
      } else if let events = host.next(until: host.time + Self.pause) {
        try turn(events)
      } else if let deadline = host.schedule.deadline {
        try advance(to: max(deadline, host.time))
      } else {
        return false
      }
    }
    return true
  }

  /// Has happen what is due now, until no other thread has work.
  func finishWork() throws {
    while isOpen {
      if let events = host.next(until: host.time) {
        try turn(events)
      } else if !group.isDone {
        try wait()
      } else {
        return
      }
    }
  }

  /// Has happen what is due until nothing moves, and no other thread has work; what goes on forever is left after a while.
  ///
  /// Time passes only while no thread works, so that it is no matter how long one takes.
  func settle() throws {
    let end = host.time + Self.longestMotion
    var rest = host.time + Self.pause
    repeat {
      try finishWork()
      guard isOpen, let events = host.next(until: min(rest, end)) else { return }
      try turn(events)
      // A caret that blinks moves nothing.
      if host.schedule.wantsFrames || !group.isDone { rest = host.time + Self.pause }
    } while isOpen
  }

  private func wait() throws {
    guard let events = host.wait(atMost: Self.patience) else {
      throw HostError(.system, "A thread of the window takes longer than \(Self.patience) s.")
    }
    try turn(events)
  }

  /// Closes the window, as its user does or a signal.
  func close() {
    guard state != .closed else { return }
    state = .closed
    opener.perform { controller.close() }
  }
}
