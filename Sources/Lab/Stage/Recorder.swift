package import ScrollEngine

/// Turns what happens in a window into the events of a take, and performs them on its stage.
///
/// The recorder is the only caller of ``Stage/perform(_:)`` in a program with a window. It converts the times of the desktop to
/// seconds since the take's epoch before anything else sees them, so that the engine, the take and the file hold the same
/// numbers. A new take begins with the first event of a clean start: nothing moves, no finger is down, no timer runs, and the
/// event before it is more than ``pause`` ago.
package final class Recorder {
  /// The pause before a clean start, in seconds. [C]
  package static let pause = 1.0
  /// The time of a take's first event, in seconds. [C]
  static let lead = 0.1
  /// The memory that takes may hold, in bytes; the oldest are dropped first. [C]
  package static let byteLimit = 16 << 20

  /// What the recorder keeps.
  package enum Mode: Hashable, Sendable {
    /// Takes from one clean start to the next, the newest ones.
    case flight
    /// The same, until input finds a clean start; ``Mode/recording`` begins with it.
    case waiting
    /// One take, through rests, until ``Recorder/stop()``.
    case recording
  }

  /// What a recorder calls.
  package struct Hooks {
    /// Called with each event of a take that is being recorded or that is in a file, and with the state at frames.
    package var didRecord: ((Script.TimedEvent, Trace.Sample?) -> Void)?
    /// Called at each frame that is recorded in any mode, with the state that it shows.
    package var didAdvance: ((FrameSampler.Sample, Script.Frame) -> Void)?
    /// Called when a take that is not being recorded has outgrown the memory.
    ///
    /// Writes what there is of it to a file, which ``Hooks/didRecord`` continues, and returns `false` where that is not possible; the
    /// take ends then.
    package var didOverflow: ((Take) -> Bool)?
    /// Called when a take begins in any mode, before its first event.
    package var willBegin: (() -> Void)?
    /// Called with each event that was performed since a take began, in any mode, and with text that no take contains.
    package var didPerform: ((Script.TimedEvent) -> Void)?
    /// Called with each event of a take in any mode, and the take's number.
    package var didKeep: ((Int, Script.TimedEvent) -> Void)?
    /// Called when a recorded take begins, before its first event.
    package var didBegin: ((Take) -> Void)?
    /// Called when a frame turns out to have been shown later than predicted, before the next one is recorded.
    package var didPostpone: ((Postponement) -> Void)?
  }

  /// What a frame is drawn for.
  package struct Refresh: Hashable, Sendable {
    /// The time of the desktop at which it will be on the display, in seconds; `nil` for the time that is drawn for.
    package var presented: Double?
    /// Whether it is drawn now; another frame takes its place otherwise.
    package var isDrawn = true
    /// The time between refreshes, in seconds; `nil` where it is not known, and none are missed.
    package var period: Double?
    /// The redraw of what was drawn before it, in the time of the desktop; `nil` where it is not known.
    package var lastRedraw: RedrawTimes?
    /// A time of the desktop at which that redraw was certainly not finished; `nil` where none is known.
    package var lastUnfinished: Double?

    package init(presented: Double? = nil, isDrawn: Bool = true, period: Double? = nil) {
      (self.presented, self.isDrawn, self.period) = (presented, isDrawn, period)
    }

    /// The time between refreshes, or else that at 240 Hz, in seconds.
    fileprivate var step: Double { period ?? 1.0 / 240 }
  }

  /// What the next frame will record.
  private struct PendingFrame {
    /// True if something has happened since the last frame.
    var isDue = false
    /// Its number in the take.
    var index = 0
    /// The time of the desktop of the newest input since the last frame, in seconds, and of that which the last one shows.
    var newestInput: Double?
    var shownInput: Double?
    /// The last frame, whose place the next one may take.
    var last: Script.Frame?
    /// The time of the take that it was drawn for, in seconds.
    var lastTime: Double?
    /// Whether the last frame is not drawn yet.
    var isUndrawn = false
    /// What tells the refreshes that the last frame missed.
    var count = RefreshCount()
    /// The first input since the last frame, in seconds of the take, and whether something moved by itself at that frame.
    var firstInput: Double?
    var movesByItself = false
    /// The newest frame that was drawn; whether it took the place of one that had been, which may have been seen; whether it may
    /// change until its redraw is known; and what tells the refreshes that it missed.
    var drawn: (frame: Script.Frame, again: Bool, isOpen: Bool, count: RefreshCount)?
  }

  /// How far the predictions of one refresh may be apart, as a part of the time between refreshes. [C]
  private static let sameRefresh = 0.5
  /// How long after the last one a refresh shows nothing new, in refreshes: what is drawn again sooner may be of the last one. [C]
  private static let stillness = 1.5
  /// How far a refresh may be from its prediction, as a part of the time between refreshes. [C]
  private static let refreshJitter = 0.05

  package let stage: Stage
  package var hooks = Hooks()
  package private(set) var mode = Mode.flight
  /// Whether takes begin; while it is `false`, events are performed only.
  package var isEnabled = true
  /// Whether what is being recorded goes to a file; set it to `false` when that cannot be
  /// written, and memory keeps the take as long as it can.
  package var isWritten = false
  /// Past takes, oldest first.
  package private(set) var past: [Take] = []
  /// The take that is being recorded; `nil` before the first event.
  package private(set) var current: Take?
  /// The time of the desktop at which the present take's clock is 0, in seconds.
  package private(set) var epoch = 0.0
  /// The time of the desktop of the last event, in seconds.
  private var latest = -Double.infinity
  private var pending = PendingFrame()
  /// The refreshes that the frames of the present take, or of the last one, showed, and those that they missed.
  package private(set) var counts = (shown: 0, missed: 0)
  private var sampler: FrameSampler
  /// Whether the last refresh that was drawn for showed nothing new.
  private var isStill = false
  /// True where the indicators flash and nothing else has happened since, which a clean start forgets.
  private var isFlashing = false
  private let byteLimit: Int
  /// The memory of ``past``, in bytes.
  private var pastByteCount = 0
  /// The number of the next take.
  private var number = 0

  /// Creates the recorder of a stage, whose takes hold at most `byteLimit` bytes of memory.
  package init(_ stage: Stage, byteLimit: Int = Recorder.byteLimit) {
    self.stage = stage
    self.byteLimit = byteLimit
    sampler = FrameSampler(stage.sample())
  }

  /// Takes a take over: continues it on the stage on which it was performed up to some event.
  ///
  /// - Parameters:
  ///   - script: The take's header and the events that were performed.
  ///   - trace: The state at time 0 and at each frame among the events.
  ///   - stage: The stage.
  ///   - now: The time of the desktop that corresponds to the stage's time, in seconds.
  package init(continuing script: Script, _ trace: Trace, on stage: Stage, at now: Double) {
    self.stage = stage
    byteLimit = Self.byteLimit
    epoch = now - stage.window.time
    latest = now
    pending.isDue = true
    pending.index = script.frameCount
    let frames = script.frames
    pending.last = frames.last
    pending.count.last = frames.dropLast().last?.presented ?? 0
    pending.movesByItself = stage.movingPhase.movesByItself
    counts = (frames.count, frames.reduce(0) { $0 + $1.missed })
    sampler = FrameSampler(continuing: trace, pending.last)
    var take = Take(script.header, number: 0, first: stage.sample())
    take.script = script
    take.trace = trace
    take.isContinuation = true
    current = take
  }

  /// The engine's present in the time of the desktop, in seconds.
  package var present: Double { epoch + stage.window.time }

  /// The constants of the engine by which side B differs; all of a take has those that it had
  /// at its end, and one that is written as it goes those that its file began with.
  package var variant: [Script.Setting] {
    get { stage.variant }
    set {
      stage.variant = newValue
      current?.script.header.variant = newValue
    }
  }

  /// Records and performs input, whose timestamp is in the time of the desktop; of text, the take keeps only the mask.
  package func send(_ event: Event, origin: Script.Origin? = nil) {
    begin(at: event.timestamp, isInput: true)
    pending.newestInput = max(pending.newestInput ?? -.infinity, event.timestamp)
    let stamp = event.timestamp - epoch
    let input = event.stamped(stamp)
    if case .key(let key) = input, stage.isTyping(key) {
      perform(unrecorded: .event(input), at: stamp)
    } else {
      record(.event(input.masked), at: stamp, origin: origin, performing: .event(input))
    }
  }

  /// Performs a key that types, which no take contains; the text that it types is an event of its own.
  private func perform(unrecorded action: Script.Action, at time: Double) {
    let event = Script.TimedEvent(time: max(time, stage.window.time), action: action)
    stage.perform(event)
    hooks.didPerform?(event)
    pending.isDue = true
    for action in stage.drainPending() { record(action, at: stage.window.time) }
  }

  /// Records and performs an action of the program at `now`, in the time of the desktop.
  ///
  /// An action that a gesture asks for while an event is being performed follows that event.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - now: The present, in the time of the desktop.
  ///   - target: The name of the scroll view; `nil` for the main one.
  ///   - isCommand: Pass `false` for a call that follows from the window's size, with which no recording begins.
  package func perform(
    _ action: Script.Action, at now: Double, target: String? = nil, isCommand: Bool = true
  ) {
    if stage.isPerforming { return stage.request(action) }
    // A call follows a command of the user, a setting or a size follows the window.
    let isCall = if case .call = action { true } else { false }
    begin(at: now, isInput: isCall && isCommand)
    record(action, at: now - epoch, target: target)
  }

  /// Shows the indicators for a moment, at `now` in the time of the desktop, as a program does when its content comes into view.
  ///
  /// It is no input: only a recording that runs has it as a call. No other take begins with it, or waits for its end.
  package func flashScrollIndicators(at now: Double) {
    guard mode != .recording else { return perform(.call(.flashScrollIndicators), at: now) }
    guard stage.isAtRest else { return }
    endTake()
    let time = max(now - epoch, stage.window.time)
    stage.perform(.init(time: time, action: .call(.flashScrollIndicators)))
    isFlashing = true
  }

  /// Advances to `now`, in the time of the desktop, and records the frame that shows it.
  ///
  /// A frame that shows nothing new is not recorded.
  ///
  /// - Parameters:
  ///   - now: The time that is drawn for, in the time of the desktop.
  ///   - refresh: What is known of the refresh that will show it. Of several frames for one refresh the last one counts.
  package func frame(at now: Double, _ refresh: Refresh = Refresh()) {
    note(refresh)
    var time = max(now - epoch, stage.window.time)
    let isMoving = time > stage.window.time && stage.window.needsAdvance
    let last = current == nil ? nil : pending.last?.presented
    // What is drawn for a refresh is not shown before it, and a prediction a little earlier than the last one is of the same.
    let presented = max(refresh.presented.map { $0 - epoch } ?? time, time, last ?? -.infinity)
    guard current != nil else {
      // Nothing has happened yet that a take would begin with.
      guard isMoving else { return }
      isStill = false
      stage.perform(.init(time: time, action: .frame(Script.Frame(index: 0))))
      return sampler.follow(stage, presented: presented)
    }
    guard pending.isDue || isMoving || (pending.isUndrawn && refresh.isDrawn) else {
      if let last, presented - last > Self.stillness * refresh.step { isStill = true }
      return
    }
    isStill = false
    var frame = Script.Frame(index: pending.index, presented: presented)
    let isForLast =
      pending.isUndrawn
      || pending.last?.presented.map { presented - $0 < Self.sameRefresh * refresh.step } ?? false
    if isForLast, let last = pending.last {
      frame.index = last.index
      counts.missed -= last.missed
    } else {
      pending.index += 1
      pending.shownInput = nil
      counts.shown += 1
      pending.count = RefreshCount(
        last: pending.last?.presented ?? 0, movesByItself: pending.movesByItself)
      // Input that came after the last frame, which was drawn ahead of the present, is shown by another refresh, at its time.
      if let last = pending.lastTime, time - last < Simulation.tolerance { time = presented }
    }
    pending.shownInput = pending.newestInput ?? pending.shownInput
    frame.age = pending.shownInput.map { max(0, time + epoch - $0) }
    pending.count.firstInput = pending.count.firstInput ?? pending.firstInput
    frame.missed = pending.count.missed(upTo: presented, period: refresh.period)
    counts.missed += frame.missed
    // What a delegate asks for at the frame is seen with the next one.
    pending.firstInput = nil
    record(.frame(frame), at: time)
    pending.movesByItself = stage.movingPhase.movesByItself
    pending.isDue = false
    pending.newestInput = nil
    (pending.last, pending.lastTime, pending.isUndrawn) = (frame, time, !refresh.isDrawn)
    if refresh.isDrawn {
      let again = pending.drawn?.frame.index == frame.index
      pending.drawn = (frame: frame, again: again, isOpen: true, count: pending.count)
    } else if pending.drawn?.frame.index == frame.index {
      closeFrame()
    }
  }

  /// Keeps the first redraw after a frame as the frame's, and moves the frame to the refresh that showed it; other redraws draw what
  /// is not in the take.
  private func note(_ refresh: Refresh) {
    guard let redraw = refresh.lastRedraw, let (frame, again, isOpen, count) = pending.drawn,
      isOpen, let presented = frame.presented
    else { return }
    if redraw.completion != nil { closeFrame() }
    // What began after the frame was shown draws something else.
    guard redraw.drawing - epoch <= presented else { return closeFrame() }
    if current?.isInFile == false {
      current?.redraws[frame.index] = redraw.shifted(by: -epoch)
    }
    guard let unfinished = refresh.lastUnfinished, let next = refresh.presented, !again
    else { return }
    // What is still being drawn about then misses it.
    let jitter = redraw.completion == nil ? -Self.refreshJitter : Self.refreshJitter
    let late = (unfinished - epoch - presented) / refresh.step - jitter
    guard late.isFinite, late > 0 else { return }
    let shown = presented + (late.rounded(.down) + 1) * refresh.step
    // That refresh shows the next frame, as far as is known.
    guard next - epoch - shown > Self.sameRefresh * refresh.step else { return }
    postpone(frame, to: shown, missed: count.missed(upTo: shown, period: refresh.period))
  }

  /// Moves a frame that the display was still drawing at its refresh to a later one.
  private func postpone(_ frame: Script.Frame, to presented: Double, missed: Int) {
    var moved = frame
    (moved.presented, moved.missed) = (presented, missed)
    let postponement = Postponement(
      moved: moved, velocities: sampler.postpone(frame, to: presented))
    counts.missed += missed - frame.missed
    pending.drawn?.frame = moved
    if pending.last?.index == frame.index {
      pending.last = moved
    } else {
      // The next one is not drawn yet, and counted again when it is.
      pending.count.last = presented
    }
    current?.postpone(postponement)
    hooks.didPostpone?(postponement)
  }

  /// The velocity that the last refresh showed, in points per second: that of its row in the take's trace, and 0 once another one has
  /// shown nothing new.
  package var velocity: Point { isStill ? .zero : sampler.velocity }

  /// The state of the stage, with the velocity that the last refresh showed.
  package var shownSample: Trace.Sample {
    var sample = stage.sample()
    sample.measuredVelocity = velocity
    return sample
  }

  /// The number of the newest frame, while it may turn out to have been shown later; `nil` where it cannot change.
  package var openFrame: Int? { pending.drawn.flatMap { $0.isOpen ? $0.frame.index : nil } }

  /// Lets the newest frame no longer change: a file has it.
  package func closeFrame() { pending.drawn?.isOpen = false }

  /// Adds a note to the take, at `now` in the time of the desktop.
  package func mark(_ text: String, at now: Double) {
    guard current != nil else { return }
    record(.mark(text), at: now - epoch)
  }

  /// Ends the take.
  ///
  /// The next event begins another one, with a clean start; where something moves, the first event after the motion does.
  package func endTake() {
    guard let take = current else { return }
    closeFrame()
    if mode == .recording { mode = .flight }
    current = nil
    number = take.number + 1
    guard !take.isInFile else { return }
    dropOldest(for: take.byteCount)
    past.append(take)
    pastByteCount += take.byteCount
  }

  /// Takes the place of the recorder of another stage, whose take ends.
  ///
  /// A recording that runs there is not continued: end it before. One that waits for a clean start waits on.
  package func replace(_ other: Recorder) {
    other.endTake()
    (past, pastByteCount, number) = (other.past, other.pastByteCount, other.number)
    mode = other.mode == .waiting ? .waiting : .flight
    // Time goes on, so that what follows it sees no step back.
    (epoch, latest) = (other.present - stage.window.time, other.latest)
    isEnabled = other.isEnabled
    hooks = other.hooks
  }

  /// Whether a take goes on through rests: what a header cannot hold of a scene, or of a take that was taken over, is repeated
  /// from its start.
  private var repeatsFromStart: Bool { stage.scene != nil || current?.isContinuation == true }

  /// Records from the next clean start on, until ``stop()``; a scene, and a take that was taken over, from its own start.
  package func start() {
    guard mode == .flight else { return }
    guard repeatsFromStart, let current else {
      mode = .waiting
      return
    }
    mode = .recording
    hooks.didBegin?(current)
  }

  /// Ends the take and builds the scene again; the next event begins another take.
  package func restart() {
    endTake()
    if mode == .recording { mode = .flight }
    stage.restart()
  }

  /// Ends a recording and returns its take; `nil` where none has begun.
  ///
  /// While something moves, a take in memory goes on as one of the flight recorder.
  package func stop() -> Take? {
    let take = mode == .recording ? current : nil
    mode = .flight
    // A scene goes on from where it is, which a take from here on could not say.
    if let take, take.isInFile || (stage.isAtRest && !repeatsFromStart) { endTake() }
    return take
  }

  /// The take that is running, or that ended last; `nil` before the first event.
  package var latestTake: Take? { current ?? past.last }

  /// Begins a take where an event at `now` finds a clean start.
  private func begin(at now: Double, isInput: Bool) {
    guard isEnabled else { return }
    defer { latest = max(latest, now) }
    if repeatsFromStart {
      guard current == nil else { return }
    } else if current != nil || !(stage.isAtRest || isFlashing) {
      // A take that ended in the middle of a motion leaves one without a take.
      guard mode != .recording, stage.isAtRest else { return }
      // A recording that waits begins as soon as nothing moves: what a restart forgets is of no use to a touch at rest.
      let mayBegin = now - latest > Self.pause || (mode == .waiting && isInput)
      guard mayBegin else { return }
      endTake()
    }
    stage.restart()
    isFlashing = false
    epoch = now - Self.lead
    let first = stage.sample()
    let take = Take(stage.header, number: number, first: first)
    current = take
    sampler = FrameSampler(first)
    (pending, counts) = (PendingFrame(), (0, 0))
    hooks.willBegin?()
    guard mode == .waiting, isInput else { return }
    mode = .recording
    isWritten = true
    hooks.didBegin?(take)
  }

  /// Records an action and performs it, or `performed` in its place: text is recorded masked.
  private func record(
    _ action: Script.Action, at time: Double, target: String? = nil, origin: Script.Origin? = nil,
    performing performed: Script.Action? = nil
  ) {
    let event = Script.TimedEvent(
      time: max(time, stage.window.time), action: action, target: target, origin: origin)
    if current?.isInFile == false { current?.script.events.append(event) }
    switch action {
    case .event, .call: pending.firstInput = pending.firstInput ?? event.time
    case .set, .setScene, .resize, .frame, .mark: break
    }
    var performedEvent = event
    performedEvent.action = performed ?? action
    stage.perform(performedEvent)
    hooks.didPerform?(event)
    if case .frame(let frame) = action {
      let sample = sampler.sample(stage, frame)
      keep(event, sample)
      hooks.didAdvance?(sample, frame)
    } else {
      pending.isDue = true
      keep(event, nil)
    }
    for action in stage.drainPending() { record(action, at: stage.window.time) }
  }

  /// Keeps the state after an event, and hands both on where they go to a file.
  private func keep(_ event: Script.TimedEvent, _ sample: FrameSampler.Sample?) {
    guard let take = current?.number, let isInFile = current?.isInFile else { return }
    hooks.didKeep?(take, event)
    if let sample, !isInFile { current?.trace.add(sample) }
    if isInFile || mode == .recording { hooks.didRecord?(event, sample?.sample) }
    let bytes = current?.byteCount ?? 0
    if bytes + pastByteCount > byteLimit { dropOldest(for: bytes) }
    if bytes > byteLimit { overflow() }
  }

  /// Leaves the running take to its file.
  private func overflow() {
    guard let take = current else { return }
    // What is being recorded is usually in a file already.
    let isWritten = mode == .recording && isWritten
    guard isWritten || hooks.didOverflow?(take) ?? false else { return endTake() }
    current?.moveToFile()
  }

  /// Drops the oldest takes until the others leave room for `bytes`.
  private func dropOldest(for bytes: Int) {
    while pastByteCount + bytes > byteLimit, !past.isEmpty {
      pastByteCount -= past.removeFirst().byteCount
    }
  }
}

extension Event {
  /// The same input with another timestamp, in seconds.
  package func stamped(_ time: Double) -> Event {
    switch self {
    case .touch(var event):
      event.timestamp = time
      return .touch(event)
    case .pinch(var event):
      event.timestamp = time
      return .pinch(event)
    case .wheel(var event):
      event.timestamp = time
      return .wheel(event)
    case .touchpad(var event):
      event.timestamp = time
      return .touchpad(event)
    case .key(var event):
      event.timestamp = time
      return .key(event)
    case .text(var event):
      event.timestamp = time
      return .text(event)
    }
  }
}
