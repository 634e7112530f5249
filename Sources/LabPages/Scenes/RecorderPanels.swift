import OverscrollDesktop
import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import OverscrollStage
import ScrollEngine

/// The panels of a scene's window and the marks of touches, which show what a recorder performs.
final class RecorderPanels {
  let recorder: Recorder
  let parameters: ParameterPanel
  let log = LogPanel()
  /// The curves of the main scroll view, which record the last minute whether they are shown or not.
  let curves: CurvesPanel
  /// A Boolean value that determines whether touches are marked.
  var marksTouches: Bool
  /// Called when a panel has changed the scene.
  var didChange: () -> Void = {}

  private let callbacks: CallbackLog
  /// The time of the desktop at which the curves' times begin, in seconds.
  private let epoch = MonotonicClock.now
  private var marks = TouchMarks()
  /// The number of the take whose events are shown, and how many of them are.
  private var shown: (take: Int, events: Int)?
  /// The latest time, in seconds of the desktop.
  private var now = 0.0

  /// Builds a scene with its recorder and its panels.
  ///
  /// - Parameters:
  ///   - header: A header that names the scene.
  ///   - marksTouches: Whether touches are marked.
  ///   - maker: Makes surfaces of the kind that panels are drawn on.
  init(_ header: Script.Header, marksTouches: Bool, maker: any SurfaceFactory) {
    let callbacks = CallbackLog()
    let recorder = Recorder(Stage(header, log: callbacks))
    self.callbacks = callbacks
    self.recorder = recorder
    self.marksTouches = marksTouches
    curves = CurvesPanel(maker: maker)
    let changes = Changes(recorder)
    parameters = ParameterPanel(recorder.stage) { changes.perform($0) }
    changes.panels = self
    recorder.didAdvance = { [weak self] sample, frame in
      guard let self else { return }
      curves.append(
        sample, ScrollGeometry(recorder.stage.scrollView), at: recorder.present - epoch,
        missed: frame.missed, isMoving: recorder.stage.window.needsAdvance)
    }
  }

  /// Performs the changes of the parameter panel.
  private final class Changes {
    private let recorder: Recorder
    weak var panels: RecorderPanels?

    init(_ recorder: Recorder) { self.recorder = recorder }

    func perform(_ request: ParameterPanel.Request) {
      let now = MonotonicClock.now
      recorder.perform(request.action, at: now, target: request.target)
      panels?.follow(at: now)
      panels?.didChange()
    }
  }

  /// The panels by their places.
  var byArea: [DockLayout.Area: any Panel] {
    [.curves: curves, .parameters: parameters, .log: log]
  }

  /// A Boolean value that indicates whether marks of touches move or fade.
  var isMarking: Bool { marksTouches && marks.isMoving(at: time) }

  /// The time of the take, in seconds.
  var time: Double { now - recorder.present + recorder.stage.window.time }

  func drawMarks(on canvas: Canvas) {
    if marksTouches { marks.draw(on: canvas, at: time) }
  }

  /// Shows the events that the recorder has performed since the last call, and what they have caused.
  ///
  /// - Parameter now: The time of the desktop, in seconds.
  func follow(at now: Double) {
    self.now = max(self.now, now)
    let lines = callbacks.takeLines()
    if shown?.take != recorder.current?.number { forget() }
    guard let take = recorder.current else { return parameters.refresh() }
    let events = take.script.events[(shown?.events ?? 0)...]
    shown = (take.number, take.script.events.count)
    guard let first = events.first else { return }
    for event in events {
      marks.note(event, in: recorder.stage.window)
      if let tick = Chart.Tick.Kind(event) {
        curves.add(tick, at: event.time + recorder.present - recorder.stage.window.time - epoch)
      }
    }
    // What a gesture asks for follows as further events, whose callbacks are among those of the gesture.
    log.note(first, callbacks: lines)
    for event in events.dropFirst() { log.note(event, callbacks: []) }
    parameters.refresh()
  }

  private func forget() {
    log.removeAll()
    marks = TouchMarks()
    shown = nil
  }
}
