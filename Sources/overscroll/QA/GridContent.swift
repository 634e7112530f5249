import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollLab
import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// A labelled grid in a scroll view that fills the window, moved by the keys of the viewer: what steps without a scene show.
final class GridContent: LabContent {
  private(set) var recorder: Recorder
  let takes: TakeKeeper
  var needsDisplay = true
  /// Called when another recorder takes the place of one that has recorded nothing.
  var didReplaceRecorder: () -> Void = {}

  private let header: Script.Header
  private let picture: ReplayPicture
  /// A Boolean value that indicates whether a person has seen the grid.
  private var isShown = false

  /// Prepares a grid.
  ///
  /// - Parameters:
  ///   - header: The properties of the scroll view.
  ///   - maker: Makes surfaces of the kind that is drawn on.
  ///   - budget: The memory for pixels, in bytes.
  ///   - waker: Used on other threads when tiles have been drawn.
  ///   - takes: What becomes of takes.
  /// - Throws: One sentence where the grid is too large.
  init(
    _ header: Script.Header, maker: any SurfaceFactory, budget: Int, waker: Waker,
    takes: TakeKeeper
  ) throws {
    self.header = header
    self.takes = takes
    picture = try ReplayPicture(
      header, showing: nil, maker: maker, budget: budget, cache: nil, wake: { waker.wake() })
    recorder = Recorder(Stage(header, log: CallbackLog()))
    takes.didChange = { [weak self] in self?.needsDisplay = true }
    startRecording()
  }

  private var stage: Stage { recorder.stage }

  /// The whole use of the grid is one take, from its first gesture on.
  private func startRecording() {
    takes.attach(writes: false) { [weak self] in self?.recorder }
    recorder.start()
  }

  var viewport: Size { stage.window.frame.size }
  var fillsRoom: Bool { true }
  var captions: LabCaptions { LabCaptions() }
  var needsFrames: Bool { stage.window.needsAdvance }
  var deadline: Double? { takes.deadline }

  func resize(to room: Size, at time: Double) {
    guard room != viewport, room.width >= 16, room.height >= 16 else { return }
    needsDisplay = true
    guard !isShown, recorder.latestTake == nil else {
      return recorder.perform(.resize(room), at: time)
    }
    recorder = Recorder(Stage(header.with([.viewport(room)]), log: CallbackLog()))
    startRecording()
    didReplaceRecorder()
  }

  func send(_ event: ScrollEngine.Event, from origin: Script.Origin?) {
    recorder.send(event, origin: origin)
    takes.update(at: event.timestamp)
    needsDisplay = true
  }

  func advance(to time: Double) {
    recorder.frame(at: time)
    takes.update(at: time)
    needsDisplay = true
  }

  func show(_ sentence: String) { takes.show(sentence) }

  func wakeUp() {
    takes.takeResults()
    picture.takeArrivals()
    needsDisplay = true
  }

  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError) {
    isShown = true
    // What input has changed since the last refresh is shown at once.
    recorder.frame(at: recorder.present)
    let state = PictureState(stage, size: picture.size)
    let factor = scale / state.scale
    var frame = state.frame().resized(by: abs(factor - 1) < 1e-9 ? 1 : factor, scale: textScale)
    frame.message = takes.message
    frame.recording = takes.isWriting ? .running : takes.writesNext ? .waiting : nil
    let scene = ReplayScene(main: frame)
    picture.requestTiles(of: scene)
    let canvas = try Canvas(surface)
    if frame.viewport != surface.size {
      canvas.fill(
        PixelRect(surface.size).subtracting(PixelRect(frame.viewport)), with: Color(0x16181C))
    }
    try picture.draw(scene, on: canvas)
  }
}

// MARK: - Commands

extension GridContent {
  func perform(_ command: LabCommand, at time: Double) {
    switch command {
    case .view(let command):
      perform(command, at: time)
      takes.update(at: time)
    case .saveTake: takes.saveLatest()
    case .toggleRecording: takes.toggleRecording()
    case .mark: takes.mark(at: time)
    default: return
    }
    needsDisplay = true
  }

  private func perform(_ command: KeyCommand, at time: Double) {
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
            location: Point(viewport.width / 2, viewport.height / 2), modifiers: .control,
            timestamp: time)))
    case .zoom(.fit):
      let whole = header.unscaledContentSize
      let fitting = min(viewport.width / whole.width, viewport.height / whole.height, 1)
      zoom(to: max(fitting, view.minimumZoomScale), at: time)
    case .zoom(.to(let scale)): zoom(to: scale, at: time)
    default: return
    }
  }

  private func zoom(to scale: Double, at time: Double) {
    recorder.perform(.call(.setZoomScale(scale, animated: true)), at: time)
  }
}
