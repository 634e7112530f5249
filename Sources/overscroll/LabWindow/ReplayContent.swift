import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFormatting
import OverscrollLab
import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// A take that is played in a lab window.
final class ReplayContent: LabContent {
  /// One side of an A/B take: the frames that were recorded, and a stage for the times in between.
  private struct Side {
    let take: PerformedTake
    let performer: TakePerformer

    init(_ take: PerformedTake) {
      self.take = take
      performer = TakePerformer(take.script)
    }
  }

  /// The most events performed in one refresh on the way to an exact time; meanwhile recorded frames are shown. [C]
  private static let eventLimit = 4000
  /// The reach of the wipe's divider, in points. [C]
  private static let dividerReach = 10.0

  let viewport: Size
  var needsDisplay = true
  private(set) var playback: Playback
  private let main: Side
  private let other: Side?
  private let ghost: GhostTrack?
  private let picture: ReplayPicture
  private let timeLine: TimeLinePanel
  let saving: TakeSaving
  private let curves: CurvesPanel
  private let title: String
  private let quality: [String]
  private var filter: FilterRule
  private var comparison: Comparison
  /// The wipe's divider, as a part of the viewport's width from the left.
  private var divider = 0.5
  private var isDraggingDivider = false
  /// A Boolean value that indicates whether the exact state has not been reached yet.
  private var isCatchingUp = false
  /// What goes on by hand after the take was taken over; `nil` while it is replayed.
  private(set) var live: Recorder?
  /// A sentence, and when it goes away in seconds of the monotonic clock.
  private var note: (text: String, until: Double)?

  /// How long a sentence is shown, in seconds. [C]
  private static let noteDuration = 4.0

  /// How the sides are shown.
  private enum Comparison: Hashable {
    case off, wipe, ghost
  }

  /// Prepares a take.
  init(
    _ replay: Replay, picture: ReplayPicture, timeLine: TimeLinePanel, curves: CurvesPanel,
    saving: TakeSaving, filter: FilterRule
  ) {
    main = Side(replay.take)
    other = replay.other.map(Side.init)
    ghost = replay.ghost
    playback = replay.playback
    title = replay.title
    quality = TakeQuality(replay.take.script).summary
    viewport = replay.take.largestViewport
    comparison = replay.other == nil ? .off : .wipe
    self.picture = picture
    self.timeLine = timeLine
    self.saving = saving
    self.curves = curves
    self.filter = filter
    timeLine.didRequest = { [weak self] in self?.perform($0) }
    curves.cursor = playback.time
    curves.didSeek = { [weak self] time in self?.change { $0.scrub(to: time) } }
    for side in [main, other].compactMap(\.self) {
      if case .time(let time) = playback.shown { side.performer.perform(until: time) }
    }
  }

  var needsFrames: Bool {
    live?.stage.window.needsAdvance ?? (playback.isPlaying || isCatchingUp)
  }

  var deadline: Double? { note?.until }

  func advance(to time: Double) {
    if let note, time >= note.until {
      self.note = nil
      needsDisplay = true
    }
    if let live {
      guard live.stage.window.needsAdvance else { return }
      live.frame(at: time)
      return needsDisplay = true
    }
    change { $0.advance(to: time) }
    if isCatchingUp { needsDisplay = true }
  }

  func wakeUp() {
    if picture.takeArrivals() { needsDisplay = true }
    for sentence in saving.takeSentences() { show(sentence) }
  }

  /// Shows a sentence for some seconds.
  func show(_ sentence: String) {
    note = (sentence, MonotonicClock.now + Self.noteDuration)
    needsDisplay = true
  }

  private func change(_ body: (inout Playback) -> Void) {
    let before = playback
    body(&playback)
    timeLine.playback = playback
    curves.cursor = playback.time
    if playback != before { needsDisplay = true }
  }
}

// MARK: - Drawing

extension ReplayContent {
  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    isCatchingUp = false
    // What input has changed since the last refresh is shown at once.
    if let live { live.frame(at: live.present) }
    let scene = scene(scale: scale, textScale: textScale)
    picture.requestTiles(of: scene)
    let canvas = try Canvas(surface)
    if scene.main.viewport != surface.size {
      canvas.fill(
        PixelRect(surface.size).subtracting(PixelRect(scene.main.viewport)),
        with: Color(0x16181C))
    }
    try picture.draw(scene, on: canvas)
  }

  private func scene(scale: Double, textScale: Double) -> ReplayScene {
    let state = state(of: main)
    let frame = frame(state, scale, textScale)
    var scene = ReplayScene(main: frame)
    if live == nil, let other, comparison != .off {
      scene.other = self.frame(self.state(of: other), scale, textScale)
      scene.comparison =
        comparison == .wipe
        ? .wipe(Int((divider * Double(frame.viewport.width)).rounded())) : .ghost
    }
    if live == nil, let shadow = ghostState(over: state) {
      scene.reference = self.frame(shadow, scale, textScale).placement
    }
    return scene
  }

  /// The frame of a state in a viewport with `scale` device pixels per point.
  private func frame(_ state: PictureState, _ scale: Double, _ textScale: Double) -> Frame {
    let factor = scale / state.scale
    return state.frame(filter: filter)
      .resized(by: abs(factor - 1) < 1e-9 ? 1 : factor, scale: textScale)
  }

  /// What is shown of a side now: a recorded frame, or the exact state.
  private func state(of side: Side) -> PictureState {
    if let live { return PictureState(live.stage, size: picture.size) }
    if case .time(let time) = playback.shown {
      if side.performer.perform(until: time, limit: Self.eventLimit) {
        return PictureState(side.performer.stage, size: picture.size)
      }
      isCatchingUp = true
    }
    return PictureState(side.take.frames[playback.frame], size: picture.size)
  }

  /// The state with the reference's offset and scale, as far as they are known.
  private func ghostState(over state: PictureState) -> PictureState? {
    guard let known = ghost?.state(at: playback.time) else { return nil }
    var state = state
    state.offset = Point(known.offsetX ?? state.offset.x, known.offsetY ?? state.offset.y)
    state.zoomScale = known.zoomScale ?? state.zoomScale
    // Fractions of a pixel are of interest here.
    state.isScaling = true
    return state
  }
}

// MARK: - Captions

extension ReplayContent {
  var captions: LabCaptions {
    var captions = LabCaptions(title: note?.text ?? title)
    if live != nil {
      if note == nil {
        captions.title =
          "by hand from \(NumberText.fixed(playback.time, decimals: 3)) s on; F2 saves, U goes back"
      }
      return captions
    }
    if note == nil, comparison == .wipe, other != nil {
      captions.divider = divider * viewport.width
    }
    let state = state(of: main)
    if let shadow = ghostState(over: state) {
      captions.details.append("reference " + Self.difference(of: shadow, from: state))
    }
    if let other, comparison != .off {
      captions.details.append("B " + Self.difference(of: self.state(of: other), from: state))
    }
    if !playback.isPlaying { captions.details += quality }
    return captions
  }

  /// The difference of two states, in points.
  private static func difference(of other: PictureState, from state: PictureState) -> String {
    let offset = other.offset - state.offset
    return "Δx \(signed(offset.x, 2))  Δy \(signed(offset.y, 2))"
      + "  Δzoom \(signed(other.zoomScale - state.zoomScale, 4))"
  }

  private static func signed(_ value: Double, _ decimals: Int) -> String {
    let text = NumberText.fixed(abs(value), decimals: decimals)
    return (value < 0 ? "−" : "+") + text
  }
}

// MARK: - Input

extension ReplayContent {
  func perform(_ command: LabCommand, at time: Double) {
    switch command {
    case .toggleFilter:
      filter = filter == .nearest ? .linear : .nearest
      needsDisplay = true
    case .takeOver: takeOver()
    case .saveTake: save()
    case .mark: mark(at: time)
    case .togglePanel, .showKeys, .toggleFullscreen, .escape, .quit: break
    default: if live == nil { performOnReplay(command) }
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
    case .nextComparison: showNextComparison()
    default: break
    }
  }

  private func perform(_ command: TimeLinePanel.Command) {
    guard live == nil else { return }
    switch command {
    case .togglePlaying: change { $0.togglePlaying() }
    case .halveSpeed: change { $0.setSpeed($0.speed.halved) }
    case .doubleSpeed: change { $0.setSpeed($0.speed.doubled) }
    case .toggleAsSeen: change { $0.isAsSeen.toggle() }
    case .step(let count): change { $0.step(by: count) }
    case .scrub(let time): change { $0.scrub(to: time) }
    }
  }

  private func showNextComparison() {
    guard other != nil else { return show("There is one set of parameters; --with adds side B.") }
    comparison =
      switch comparison {
      case .off: .wipe
      case .wipe: .ghost
      case .ghost: .off
      }
    needsDisplay = true
  }

  /// Drags the divider of a wipe; the hand does nothing else to a take that is played.
  func send(_ event: ScrollEngine.Event) {
    if let live {
      live.send(event)
      return needsDisplay = true
    }
    guard case .touch(let touch) = event, comparison == .wipe else { return }
    switch touch.phase {
    case .began:
      isDraggingDivider =
        abs(touch.location.x - divider * viewport.width) <= Self.dividerReach
    case .moved:
      guard isDraggingDivider else { return }
      divider = min(max(touch.location.x / viewport.width, 0), 1)
      needsDisplay = true
    case .ended, .cancelled: isDraggingDivider = false
    }
  }
}

// MARK: - By hand

extension ReplayContent {
  /// Goes on by hand from the position on, with the events of the take up to there, or back to the replay.
  private func takeOver() {
    needsDisplay = true
    guard live == nil else { return live = nil }
    change { $0.pause() }
    main.performer.perform(until: playback.time)
    live = main.performer.takeOver(at: MonotonicClock.now)
  }

  private func save() {
    guard let take = live?.latestTake else {
      return show("There is nothing new to save; U goes on by hand from here.")
    }
    if let failure = saving.save(take) { show(failure) }
  }

  private func mark(at time: Double) {
    guard let live else { return show("Marks are added to what is recorded; U goes on by hand.") }
    live.mark("", at: time)
    show("Marked.")
  }
}
