import OverscrollBase
import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// A take that is played in a lab window.
final class ReplayPage: LabPage {
  var frame: LabPageFrame
  let size: Size
  var needsDisplay = true
  private(set) var playback: Playback
  let main: ReplaySide
  let other: ReplaySide?
  let replayPanels: ReplayPanels
  let takes: Recording
  var message: WindowMessage { takes.message }
  private(set) var ghost: GhostTrack?
  private let waker: Waker
  /// A reference that was dropped on the window and is being read.
  private var dropped: Job<Result<GhostTrack, Failure>>?
  private let display: any ReplayDisplay
  let replayTitle: String
  private(set) var sideView: SideView
  /// The wipe's divider, as a part of the viewport's width from the left.
  private var lastDivider = 0.5
  private var isDraggingDivider = false
  /// Where a finger went down on a take that is replayed.
  private var pressed: Point?
  /// Whether the requested state has not been reached yet.
  private var isCatchingUp = false
  /// Whether there may be times without a stage near them.
  private var hasGaps: Bool
  /// The latest time of the desktop, in seconds.
  private var latest = 0.0

  /// The reach of the wipe's divider, in points. [C]
  private static let dividerReach = 10.0

  /// Prepares a take.
  init(
    _ replay: Replay, display: any ReplayDisplay, main: ReplaySide, other: ReplaySide?,
    panels: ReplayPanels, takes: Recording, waker: Waker
  ) {
    self.waker = waker
    frame = LabPageFrame(title: "\(replay.title.isolated) – Overscroll", keys: LabKeys.replay)
    self.main = main
    self.other = other
    replayPanels = panels
    self.takes = takes
    self.display = display
    ghost = replay.ghost
    playback = replay.playback
    replayTitle = replay.title
    size = replay.take.largestViewport
    sideView = other == nil ? .a : .wipe(0.5)
    hasGaps = display.needsStages
    replayPanels.timeLine.didRequest = { [weak self] body in
      if let self, isReplayed() { change(body) }
    }
    replayPanels.cursor = playback.time
    replayPanels.curves.didSeek = { [weak self] in self?.scrub(to: $0) }
    replayPanels.log.didChooseTime = { [weak self] in self?.seek(to: $0) }
    replayPanels.didRequest = { [weak self] in self?.perform($0) }
  }

  var statistics: (sample: Trace.Sample, frames: FrameReadings)? {
    var sample = state(of: main).frame.sample
    // Velocities are those of refreshes.
    sample.measuredVelocity =
      live?.velocity ?? main.take.frames[playback.frame].sample.measuredVelocity
    return (sample, takes.refreshes.readings(main.counts(upTo: playback.frame)))
  }

  func panel(in area: DockLayout.Area) -> (any Panel)? {
    replayPanels.panel(in: area) ?? frame.panels[area]
  }

  /// Side A's recorder after the take was taken over; `nil` while it is replayed.
  var live: Recorder? { main.recorder }

  private var sides: [ReplaySide] { [main, other].compactMap(\.self) }

  var traits: PageTraits {
    PageTraits(
      viewport: size, enlargesViewport: display.needsStages, engineWindow: live?.stage.window,
      needsFrames: needsFrames, palette: display.palette)
  }

  private var needsFrames: Bool {
    guard let live else { return playback.isPlaying || isCatchingUp }
    let isMoving = sides.contains { $0.recorder?.stage.window.needsAdvance ?? false }
    return isMoving || replayPanels.isMarking(at: latest - live.present + live.stage.window.time)
  }

  func schedule(_ scheduler: inout Scheduler) {
    // What is not urgent is done while nothing is played.
    scheduler.schedule(.gaps, at: live == nil && hasGaps && !playback.isPlaying ? 0 : nil)
    scheduler.schedule(.recording, at: takes.deadline)
    scheduler.schedule(.curves, at: replayPanels.deadline)
  }

  func handle(_ input: PageInput) {
    switch input {
    case .disappears(let isLast): takes.finishRecording(isLast ? .closed : .stopped)
    case .messageChanged: needsDisplay = true
    case .received(let received): receive(received)
    case .due(.curves, let time): replayPanels.settle(at: time)
    case .frame(let time), .due(_, let time): advance(to: time)
    case .wakeUp: drainResults()
    default: break
    }
  }

  private func advance(to time: Double) {
    latest = max(latest, time)
    takes.update(at: time)
    guard live == nil else { return advanceLive(to: time) }
    if !replayPanels.timeLine.isHeld { change { $0.advance(to: time) } }
    if isCatchingUp {
      needsDisplay = true
    } else if hasGaps, !playback.isPlaying {
      hasGaps = sides.contains { $0.addCheckpoints() }
    }
  }

  private func advanceLive(to time: Double) {
    guard needsFrames else { return }
    let refresh = takes.refreshes.next()
    for side in sides { side.recorder?.frame(at: time, refresh) }
    followLive()
    needsDisplay = true
  }

  /// Collects what other threads have done.
  private func drainResults() {
    if display.drainArrivals() { needsDisplay = true }
    takes.drainResults()
    let quality = replayPanels.quality
    replayPanels.drainResults()
    // It stands below the viewport.
    if replayPanels.quality != quality { needsDisplay = true }
    switch dropped?.drain() {
    case .success(let track):
      ghost = track
      replayPanels.chart = Chart(
        main.take, other: other?.take, ghost: track, groups: Chart.Group.allCases)
      needsDisplay = true
    case .failure(let failure): show(failure.message)
    case nil: break
    }
  }

  private func receive(_ received: Received) {
    switch received.content {
    case .failure(let message): show(message)
    case .files(let paths): if let path = paths.first { readReference(path) }
    case .picture: show("Only a trace, recording or script can be the reference.")
    }
  }

  /// Reads and aligns a reference on another thread.
  private func readReference(_ path: FilePath) {
    let (waker, script, name) = (waker, main.take.script, replayTitle)
    dropped = Job(niceness: 5, wake: { waker.wake() }) { _ in
      Result { () throws(Failure) in try GhostTrack(path, along: script, name: name) }
    }
  }

  private func change(_ body: (inout Playback) -> Void) {
    let before = playback
    body(&playback)
    replayPanels.timeLine.playback = playback
    replayPanels.cursor = playback.time
    guard playback != before else { return }
    hasGaps = display.needsStages
    needsDisplay = true
  }

  // MARK: - Drawing

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    // What input has changed since the last refresh is shown at once.
    if live != nil {
      let refresh = takes.refreshes.next(isDrawn: true)
      for side in sides { side.recorder.map { $0.frame(at: $0.present, refresh) } }
      followLive()
    }
    let moment = moment()
    isCatchingUp = !moment.main.isReached || moment.other?.isReached == false
    replayPanels.show(main.stage, other: other?.stage)
    if live == nil {
      var shown = moment
      // Side B may be in the curves alone.
      shown.other = moment.other ?? other.map { state(of: $0) }
      replayPanels.curves.shown = shown.shownStates
    }
    try display.draw(moment, on: surface, scale: scale, textScale: textScale)
  }

  func state(of side: ReplaySide) -> ReplayState {
    // The panel of parameters shows those of the moment; while a take is played, the frames come first.
    side.state(
      at: playback.shown, needsStage: display.needsStages, keepsStage: !playback.isPlaying)
  }

  private func moment() -> ReplayMoment {
    var moment = ReplayMoment(main: state(of: main))
    if let other, sideView != .a {
      moment.other = state(of: other)
      moment.sides = sideView
    }
    if live == nil { moment.reference = reference(beside: moment.main.frame.sample) }
    moment.marks = replayPanels.marks(of: moment.main, isLive: live != nil)
    return moment
  }

  // MARK: - Commands

  func perform(_ command: LabCommand, at time: Double) {
    switch command {
    case .toggleFilter:
      display.toggleFilter()
      needsDisplay = true
    case .takeOver: takeOver()
    case .saveTake: if isLive() { takes.saveLatest() }
    case .toggleRecording: if isLive() { takes.toggleRecording() }
    case .mark: if isLive() { takes.mark(at: time) }
    case .undo: if isLive() { replayPanels.parameters.undo() }
    case .toggleTouches:
      replayPanels.marksTouches.toggle()
      needsDisplay = true
    case .curves(let command): if let text = replayPanels.curves.perform(command) { show(text) }
    case .nextComparison: showNextComparison()
    case .nextSide: editOtherSide()
    case .window, .restart: break
    default: if isReplayed() { performOnReplay(command) }
    }
  }

  private func performOnReplay(_ command: LabCommand) {
    switch command {
    case .togglePlaying: change { $0.togglePlaying() }
    case .step(let count): change { $0.step(by: count) }
    case .halveSpeed: change { $0.setSpeed($0.speed.halved) }
    case .doubleSpeed: change { $0.setSpeed($0.speed.doubled) }
    case .realSpeed: change { $0.setSpeed(.real) }
    case .previousMoment: change { $0.goToPreviousMoment() }
    case .nextMoment: change { $0.goToNextMoment() }
    case .toggleAsSeen: change { $0.isAsSeen.toggle() }
    default: break
    }
  }

  private func scrub(to time: Double) {
    if live == nil { change { $0.scrub(to: time) } }
  }

  private func seek(to time: Double) {
    if isReplayed() { change { $0.seek(to: time) } }
  }

  private func showNextComparison() {
    guard other != nil else { return show("There is no side B; use --with to add it.") }
    sideView =
      switch sideView {
      case .a: .wipe(lastDivider)
      case .wipe: .ghost
      case .ghost: .a
      }
    needsDisplay = true
  }

  private func editOtherSide() {
    guard other != nil else { return show("There is no side B; use --with to add it.") }
    replayPanels.parameters.side = replayPanels.parameters.side == .a ? .b : .a
  }

  /// Drags the divider of a wipe; other input does not affect a take that is played.
  func send(_ event: Event, from origin: Script.Origin?) {
    if drags(event) { return }
    guard live != nil else { return explain(event) }
    guard !event.isTooLongToRecord else { return }
    for side in sides { side.recorder?.send(event, origin: origin) }
    followLive()
    takes.update(at: event.timestamp)
    needsDisplay = true
  }

  /// Shows why input does nothing to a take that is replayed: a drag, the wheel, or a gesture.
  private func explain(_ event: Event) {
    switch event {
    case .touch(let touch):
      guard touch.phase == .moved, let start = pressed else {
        pressed = touch.phase == .began ? touch.location : nil
        return
      }
      if (touch.location - start).length >= Self.dividerReach { _ = isLive() }
    case .wheel, .touchpad, .pinch: _ = isLive()
    case .key, .text: break
    }
  }

  /// The place of the divider; `nil` without a wipe.
  var divider: Double? {
    if case .wipe(let part) = sideView, other != nil { part } else { nil }
  }

  /// Returns whether input drags the divider.
  private func drags(_ event: Event) -> Bool {
    guard case .touch(let touch) = event, let divider else { return false }
    switch touch.phase {
    case .began:
      isDraggingDivider =
        abs(touch.location.x - divider * size.width) <= Self.dividerReach
      return isDraggingDivider
    case .moved:
      guard isDraggingDivider else { return false }
      lastDivider = min(max(touch.location.x / size.width, 0), 1)
      sideView = .wipe(lastDivider)
      needsDisplay = true
      return true
    case .stationary: return isDraggingDivider
    case .ended, .cancelled:
      defer { isDraggingDivider = false }
      return isDraggingDivider
    }
  }

  // MARK: - Live

  /// Continues live from the position, keeping the take's events up to there, or returns to the replay.
  private func takeOver() {
    needsDisplay = true
    message.dismiss()
    guard live == nil else {
      takes.finishRecording(.stopped)
      for side in sides { side.goBack() }
      return replayPanels.endLive(main.take)
    }
    change { $0.pause() }
    let now = takes.time
    for side in sides { side.takeOver(from: playback.time, at: now) }
    guard let live else { return }
    replayPanels.beginLive(
      live, main.callbacks, other: other?.recorder, after: main.take, at: playback.time)
    takes.attach { [weak main] in main?.recorder }
  }

  /// Returns whether the take continues live, and shows how to take over where not.
  private func isLive() -> Bool {
    if live == nil { show("This is a replay; press Shift+U to take over.") }
    return live != nil
  }

  /// Returns whether the take is replayed, and shows how to go back to it where not.
  private func isReplayed() -> Bool {
    if live != nil { show("This is live; press Shift+U to return to the replay.") }
    return live == nil
  }

  /// Performs a change by the parameter panel on the stage of its side.
  private func perform(_ request: ParameterPanel.Request) {
    guard isLive(), let side = request.side == .a ? main : other else { return }
    side.recorder?.perform(request.action, at: takes.time, target: request.target)
    followLive()
    needsDisplay = true
  }

  private func followLive() {
    if let live { replayPanels.followLive(live, main.callbacks) }
  }
}

extension Topic {
  /// The stages between recorded frames are performed while nothing else is pending.
  fileprivate static let gaps = Topic("gaps")
}
