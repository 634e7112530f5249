import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// A labeled grid in a scroll view that fills the window, moved by the keys of the viewer: what steps without a scene show.
final class GridPage: LabPage {
  var frame = LabPageFrame(title: "Grid – Overscroll", keys: LabKeys.qa)
  var recorder: Recorder { shownPanels.recorder }
  let takes: Recording
  var message: WindowMessage { takes.message }
  var needsDisplay = true
  /// Called when another recorder takes the place of one that has recorded nothing.
  var didReplaceRecorder: () -> Void = {}

  private let header: Script.Header
  private let picture: ReplayPicture
  private let shownPanels: RecorderPanels
  /// Whether the user has seen the grid.
  private var isShown = false

  /// Prepares a grid.
  ///
  /// - Parameters:
  ///   - header: The properties of the scroll view.
  ///   - host: The window's host.
  ///   - marksTouches: True where touches are marked.
  ///   - budget: The memory for pixels, in bytes.
  ///   - waker: Used on other threads when tiles have been drawn.
  ///   - takes: What becomes of takes.
  /// - Throws: An error where the grid is too large.
  init(
    _ header: Script.Header, host: any Host, marksTouches: Bool = false, budget: Int,
    waker: Waker, takes: Recording
  ) throws {
    self.header = header
    self.takes = takes
    picture = try ReplayPicture(
      header, showing: nil, maker: host.surfaces, budget: budget, cache: nil,
      wake: { waker.wake() })
    shownPanels = RecorderPanels(
      Recorder(Stage(header, log: CallbackLog())), marksTouches: marksTouches, host: host,
      wake: { waker.wake() })
    shownPanels.copyText = { host.copyText($0) }
    shownPanels.didChange = { [weak self] in self?.needsDisplay = true }
    startRecording()
  }

  private var stage: Stage { recorder.stage }

  /// The whole use of the grid is one take, from its first gesture on.
  private func startRecording() {
    takes.attach(writes: false) { [weak self] in self?.recorder }
    recorder.start()
  }

  var statistics: (sample: Trace.Sample, frames: FrameReadings)? {
    (recorder.shownSample, takes.refreshes.readings(recorder.counts))
  }

  func panel(in area: DockLayout.Area) -> (any Panel)? {
    shownPanels.panel(in: area) ?? frame.panels[area]
  }

  private var size: Size { stage.window.frame.size }
  var traits: PageTraits {
    PageTraits(needsFrames: stage.window.needsAdvance || shownPanels.isMarking)
  }

  func schedule(_ scheduler: inout Scheduler) {
    scheduler.schedule(.recording, at: takes.deadline)
    scheduler.schedule(.curves, at: shownPanels.deadline)
  }

  func handle(_ input: PageInput) {
    switch input {
    case .disappears(let isLast): takes.finishRecording(isLast ? .closed : .stopped)
    case .resized(let room, let time): resize(to: room, at: time)
    case .messageChanged: needsDisplay = true
    case .received(let received): refuse(received)
    case .due(.curves, let time): shownPanels.settle(at: time)
    case .frame(let time), .due(_, let time): advance(to: time)
    case .wakeUp:
      takes.drainResults()
      shownPanels.drainResults()
      picture.drainArrivals()
      needsDisplay = true
      frame.didWakeUp()
    default: break
    }
  }

  private func resize(to room: Room, at time: Double) {
    let room = room.size
    guard room != size, room.width >= 16, room.height >= 16 else { return }
    needsDisplay = true
    guard !isShown, recorder.latestTake == nil else {
      recorder.perform(.resize(room), at: time)
      return shownPanels.follow(at: time)
    }
    shownPanels.follow(Recorder(Stage(header.with([.viewport(room)]), log: CallbackLog())))
    startRecording()
    didReplaceRecorder()
  }

  func send(_ event: Event, from origin: Script.Origin?) {
    shownPanels.log.endNaming()
    recorder.send(event, origin: origin)
    shownPanels.follow(at: event.timestamp)
    takes.update(at: event.timestamp)
    needsDisplay = true
  }

  private func advance(to time: Double) {
    recorder.frame(at: time, takes.refreshes.next())
    shownPanels.follow(at: time)
    takes.update(at: time)
    needsDisplay = true
  }

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    isShown = true
    // What input has changed since the last refresh is shown at once.
    recorder.frame(at: recorder.present, takes.refreshes.next(isDrawn: true))
    shownPanels.follow(at: recorder.present)
    let state = PictureState(stage, size: picture.size)
    var shown = state.frame(drawnAt: scale, textScale: textScale)
    shown.message = message.text
    shown.recording = takes.state == .off ? nil : takes.state == .waiting ? .waiting : .running
    let scene = ReplayScene(main: shown)
    picture.requestTiles(of: scene)
    let canvas = try Canvas(surface)
    try picture.draw(scene, on: canvas)
    canvas.saved {
      canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
      shownPanels.drawMarks(on: canvas)
    }
  }

  // MARK: - Commands

  func perform(_ command: LabCommand, at time: Double) {
    switch command {
    case .move(let command):
      perform(command, at: time)
      shownPanels.follow(at: time)
      takes.update(at: time)
    case .undo: shownPanels.parameters.undo()
    case .toggleTouches: shownPanels.marksTouches.toggle()
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark:
      takes.mark(at: time)
      advance(to: time)
    default: return
    }
    needsDisplay = true
  }

  private func perform(_ command: MotionCommand, at time: Double) {
    let view = stage.scrollView
    switch command {
    case .pan(let key, let distance):
      recorder.send(
        .key(KeyEvent(key: .init(rawValue: key), modifiers: distance.modifiers, timestamp: time)))
    case .scrollToTop: recorder.perform(.call(.scrollToTop), at: time)
    case .zoomStep(let enlarges):
      recorder.send(
        .wheel(
          WheelEvent(
            notches: Point(0, enlarges ? -1 : 1),
            location: Point(size.width / 2, size.height / 2), modifiers: .control,
            timestamp: time)))
    case .zoom(.fit):
      let whole = header.unscaledContentSize
      let fitting = min(size.width / whole.width, size.height / whole.height, 1)
      zoom(to: max(fitting, view.minimumZoomScale), at: time)
    case .zoom(.to(let scale)): zoom(to: scale, at: time)
    case .zoom: return
    }
  }

  private func zoom(to scale: Double, at time: Double) {
    recorder.perform(.call(.setZoomScale(scale, animated: true)), at: time)
  }
}
