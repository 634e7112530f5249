internal import Glibc

/// Waits for everything that can happen: to the window, in the waker, on the clock, by signals.
///
/// One loop a program, on the main thread, made before other threads start.
package final class EventLoop {
  /// Says when frames are due; switch it on while something moves.
  package let clock: FrameClock
  /// True to hear of the next ``Event/redrawSlot``, once.
  package var wantsRedrawSlot = false
  /// When to hand out an ``Event/redrawSlot`` even if nothing else happens, in seconds, once; nil: never.
  package var deadline: Double?
  /// How long it was not waiting.
  package private(set) var hitches = Hitches()
  private let window: DesktopWindow
  private let waker: Waker?
  private let signals: SignalDescriptor
  private let timer: TimerDescriptor
  private var armedTime: Double?
  /// The time of the latest event handed out, in seconds: a frame is never before it.
  private var latest = 0.0

  /// Makes a loop over one window.
  ///
  /// - Parameters:
  ///   - window: What events happen to.
  ///   - waker: What other threads post to, if there are any.
  /// - Throws: The system's reason when there are too many open files.
  package init(window: DesktopWindow, waker: Waker? = nil) throws(DesktopError) {
    self.window = window
    self.waker = waker
    self.signals = try SignalDescriptor()
    self.timer = try TimerDescriptor()
    self.clock = FrameClock(refreshEvents: window.refreshEvents)
  }

  /// Waits until something happens and hands it out: at least one event, in order; a frame comes last but for a redraw slot.
  ///
  /// - Throws: ``DesktopError/Kind/serverGone`` when the X server went away; do not call again then.
  package func next() throws(DesktopError) -> [Event] {
    var events: [Event] = []
    repeat {
      try look(&events)
      let ready = wait(orJustLook: !events.isEmpty || clock.isDue || window.hasUnreadEvents)
      if ready.contains(.window) { try look(&events) }
      if ready.contains(.timer) { ring() }
      if ready.contains(.signal), signals.take() { events.append(.closeRequested) }
      if ready.contains(.wakeUp), waker?.take() == true { events.append(.wakeUp) }
      appendFrame(to: &events)
      appendRedrawSlot(to: &events)
    } while events.isEmpty
    return events
  }

  /// True if one may draw now; a frame that is due need not keep its distance from others.
  package func mayDraw(isDue: Bool) -> Bool {
    guard let next = window.redrawPacer.next else { return false }
    return isDue || MonotonicClock.now >= next
  }

  /// How long the last drawing took, until the server was done, in seconds.
  package var drawingTime: Double { window.redrawPacer.cost }

  private func look(_ events: inout [Event]) throws(DesktopError) {
    try window.drain(into: &events)
    followDisplay()
    clock.listen()
    let slot = earlier(deadline, wantsRedrawSlot ? window.redrawPacer.next : nil)
    arm(at: earlier(clock.prepare(isVisible: window.isVisible), slot))
  }

  private func earlier(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  private func arm(at time: Double?) {
    guard time != armedTime else { return }
    armedTime = time
    timer.arm(at: time)
  }

  private func ring() {
    timer.acknowledge()
    armedTime = nil
    clock.wake()
  }

  private func appendFrame(to events: inout [Event]) {
    latest = events.compactMap(\.time).reduce(latest, max)
    guard let time = clock.fire() else { return }
    latest = max(latest, time)
    events.append(.frame(time: latest))
  }

  private func appendRedrawSlot(to events: inout [Event]) {
    let isPast = deadline.map { MonotonicClock.now >= $0 } ?? false
    if isPast { deadline = nil }
    guard isPast || wantsRedrawSlot && mayDraw(isDue: false) else { return }
    wantsRedrawSlot = false
    events.append(.redrawSlot)
  }

  private func followDisplay() {
    guard clock.wantsFrames, let rate = window.takeChangedRefreshRate() else { return }
    clock.follow(rate: rate)
  }

  /// What a poll found.
  private struct Readiness: OptionSet {
    let rawValue: Int
    static let window = Self(rawValue: 1)
    static let timer = Self(rawValue: 2)
    static let signal = Self(rawValue: 4)
    static let wakeUp = Self(rawValue: 8)
  }

  private func wait(orJustLook mayNotWait: Bool) -> Readiness {
    // The order is that of the bits above. A negative descriptor is passed over.
    let descriptors = [
      window.descriptor, timer.descriptor, signals.descriptor, waker?.descriptor ?? -1,
    ]
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    hitches.end()
    let count = poll(&entries, nfds_t(entries.count), mayNotWait ? 0 : -1)
    hitches.begin()
    guard count > 0 else { return [] }
    return entries.enumerated().reduce(into: []) { ready, entry in
      if entry.element.revents != 0 { ready.insert(Readiness(rawValue: 1 << entry.offset)) }
    }
  }
}

extension Event {
  /// When it happened, for those that say.
  package var time: Double? {
    switch self {
    case .pointer(let event): event.time
    case .wheel(let event): event.time
    case .touchpad(let event): event.time
    case .touch(let event): event.time
    case .pinch(let event): event.time
    case .key(let event): event.time
    case .frame(let time): time
    case .resized, .exposed, .focus, .closeRequested, .scaleChanged, .wakeUp, .redrawSlot: nil
    }
  }
}
