internal import Glibc
package import OverscrollHost

/// Waits for the window, other threads, the frame clock and signals.
///
/// Make one loop per program, on the main thread.
package final class EventLoop {
  /// The clock that delivers frames while its `wantsFrames` is set.
  package let clock: FrameClock
  /// A Boolean value that requests the next ``Input/redrawSlot``, once.
  package var wantsRedrawSlot = false
  /// The time at which to deliver an ``Input/redrawSlot`` in any case, in seconds, once; `nil` for never.
  package var deadline: Double?
  /// Further descriptors to wait for, such as that of a ``FolderWatch``.
  package var descriptors: [Int32] = []
  /// The times for which the loop was busy.
  package private(set) var hitches = Hitches()
  private let window: DesktopWindow
  private let waker: Waker?
  private let signals: SignalDescriptor
  private let timer: TimerDescriptor
  private var armedTime: Double?
  /// The time of the latest event delivered, in seconds; frames are never before it.
  private var latest = 0.0

  /// Makes the loop of a window.
  ///
  /// - Parameters:
  ///   - window: The window whose events are delivered.
  ///   - waker: The waker that other threads use.
  /// - Throws: The system's error where too many files are open.
  package init(window: DesktopWindow, waker: Waker? = nil) throws(HostError) {
    self.window = window
    self.waker = waker
    self.signals = try SignalDescriptor()
    self.timer = try TimerDescriptor()
    self.clock = FrameClock(refreshSource: window.refreshEvents)
  }

  /// Waits for events and returns them in order, at least one; a frame or a redraw slot comes last.
  ///
  /// - Throws: ``HostError/Kind/serverGone`` once the connection is broken.
  package func next() throws(HostError) -> [Input] {
    var events: [Input] = []
    repeat {
      try readEvents(&events)
      let (ready, readable) = wait(
        withoutBlocking: !events.isEmpty || clock.isDue || window.hasUnreadEvents)
      if ready.contains(.window) { try readEvents(&events) }
      if ready.contains(.timer) { timerExpired() }
      if ready.contains(.signal), signals.drain() { events.append(.closeRequested) }
      if ready.contains(.wakeUp), waker?.drain() == true { events.append(.wakeUp) }
      events += readable.map { .readable(descriptor: $0) }
      if !events.isEmpty { clock.measurePhase(isVisible: window.isVisible) }
      appendFrame(to: &events)
      appendRedrawSlot(to: &events)
    } while events.isEmpty
    return events
  }

  /// Returns whether a redraw may start now; for a frame that is due it suffices that the server is not busy.
  package func mayDraw(isDue: Bool) -> Bool {
    guard let next = window.redrawPacer.next else { return false }
    return isDue || MonotonicClock.now >= next
  }

  /// The time that the last redraw took until the server had finished it, in seconds.
  package var drawingTime: Double { window.redrawPacer.cost }

  /// The last redraw, or the present one; `nil` before the first.
  package var redraw: FrameReadings.Redraw? { window.redrawPacer.redraw }

  /// The finished redraw before ``redraw``; `nil` where there is none.
  package var previousRedraw: FrameReadings.Redraw? { window.redrawPacer.previous }

  /// Returns the predicted time of the refresh at which a motion that begins now is seen, in seconds; no later frame is before it.
  package func drawFirst() -> Double {
    latest = max(latest, clock.drawFirst())
    return latest
  }

  private func readEvents(_ events: inout [Input]) throws(HostError) {
    if let turn = hitches.turn { window.redrawPacer.turn = turn }
    try window.drain(into: &events)
    window.retryMapping(at: MonotonicClock.now)
    if window.connection.isAlive { window.exchange.expire(at: MonotonicClock.now, into: &events) }
    updateRefreshRate()
    clock.readRefreshes()
    let slot = wantsRedrawSlot ? window.redrawPacer.next : nil
    let frame = clock.requestFrame(isVisible: window.isVisible)
    let times = [deadline, slot, frame, window.mapRetry.deadline, window.exchange.deadline]
    arm(at: times.compactMap(\.self).min())
  }

  private func arm(at time: Double?) {
    guard time != armedTime else { return }
    armedTime = time
    timer.arm(at: time)
  }

  private func timerExpired() {
    timer.acknowledge()
    armedTime = nil
    clock.checkDeadline()
  }

  private func appendFrame(to events: inout [Input]) {
    latest = events.compactMap(\.time).reduce(latest, max)
    guard let time = clock.drainFrame() else { return }
    latest = max(latest, time)
    events.append(.frame(time: latest))
  }

  private func appendRedrawSlot(to events: inout [Input]) {
    let isPast = deadline.map { MonotonicClock.now >= $0 } ?? false
    if isPast { deadline = nil }
    guard isPast || wantsRedrawSlot && mayDraw(isDue: false) else { return }
    wantsRedrawSlot = false
    events.append(.redrawSlot)
  }

  private func updateRefreshRate() {
    guard clock.wantsFrames, window.hasShownContent, let rate = window.drainRefreshRate() else {
      return
    }
    clock.setRate(rate)
  }

  /// The descriptors that are ready.
  private struct Readiness: OptionSet {
    let rawValue: Int
    static let window = Self(rawValue: 1)
    static let timer = Self(rawValue: 2)
    static let signal = Self(rawValue: 4)
    static let wakeUp = Self(rawValue: 8)
  }

  /// Waits, and returns what is ready: descriptors of the loop, and those of ``descriptors``.
  private func wait(withoutBlocking isPolling: Bool) -> (own: Readiness, others: [Int32]) {
    // In the order of the bits above; poll ignores negative descriptors.
    let own = [
      window.descriptor, timer.descriptor, signals.descriptor, waker?.descriptor ?? -1,
    ]
    var entries = (own + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    hitches.end()
    let count = poll(&entries, nfds_t(entries.count), isPolling ? 0 : -1)
    hitches.begin()
    guard count > 0 else { return ([], []) }
    let ready: Readiness = entries.prefix(own.count).enumerated().reduce(into: []) { ready, entry in
      if entry.element.revents != 0 { ready.insert(Readiness(rawValue: 1 << entry.offset)) }
    }
    return (ready, entries.dropFirst(own.count).filter { $0.revents != 0 }.map(\.fd))
  }
}
