import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import OverscrollStage
import ScrollEngine

/// The panels of a replay: time line, curves, parameters and log, and the marks of touches.
final class ReplayPanels {
  let timeLine: TimeLinePanel
  let curves: CurvesPanel
  let parameters: ParameterPanel
  let log = LogPanel(limit: LogLines.takeLimit)
  /// A Boolean value that determines whether touches are marked.
  var marksTouches: Bool
  /// Performs a change of the parameter panel.
  var didRequest: (ParameterPanel.Request) -> Void = { _ in }

  /// The time of the take that is shown, in seconds.
  var cursor = 0.0 {
    didSet {
      curves.cursor = cursor
      log.cursor = cursor
    }
  }

  private let requests = Requests()
  private var liveMarks = TouchMarks()
  /// The number of events of the take that goes on by hand that are in the log.
  private var shownCount = 0

  /// Hands the parameter panel's requests on; the panel is made before anything that could perform them.
  private final class Requests {
    weak var panels: ReplayPanels?
  }

  init(
    _ take: PerformedTake, _ playback: Playback, stage: Stage, maker: any SurfaceFactory,
    marksTouches: Bool
  ) {
    timeLine = TimeLinePanel(take, playback)
    curves = CurvesPanel(maker: maker)
    self.marksTouches = marksTouches
    parameters = ParameterPanel(stage) { [requests] in requests.panels?.didRequest($0) }
    requests.panels = self
    log.show(take.script)
  }

  /// The panels by their places.
  var byArea: [DockLayout.Area: any Panel] {
    [.timeLine: timeLine, .curves: curves, .parameters: parameters, .log: log]
  }

  /// Shows the values of the stages that are drawn.
  func show(_ stage: Stage, other: Stage?) {
    parameters.stage = stage
    if parameters.variant !== other { parameters.variant = other }
    parameters.refresh()
  }

  /// The marks of a state; of what goes on by hand, those of its own events.
  func marks(of state: ReplayState, isLive: Bool) -> TouchMarks {
    guard marksTouches else { return TouchMarks() }
    return isLive ? liveMarks : state.marks
  }

  /// A Boolean value that indicates whether marks fade after input by hand.
  func isMarking(at time: Double) -> Bool { marksTouches && liveMarks.isMoving(at: time) }

  /// Shows what a recorder does from now on.
  func beginLive(_ recorder: Recorder, _ callbacks: CallbackLog) {
    liveMarks = TouchMarks()
    shownCount = recorder.current?.script.events.count ?? 0
    _ = callbacks.drain()
    log.cursor = nil
    log.removeAll()
  }

  /// Shows the events that a recorder has performed since the last call, and what they have caused.
  func followLive(_ recorder: Recorder, _ callbacks: CallbackLog) {
    let caused = callbacks.drain()
    let events = recorder.current?.script.events ?? []
    // After a pause another take begins.
    if events.count < shownCount {
      shownCount = 0
      log.removeAll()
    }
    let new = events[shownCount...]
    shownCount = events.count
    guard let first = new.first else { return }
    for event in new { liveMarks.note(event, in: recorder.stage.window) }
    log.note(first, callbacks: caused)
    for event in new.dropFirst() { log.note(event, callbacks: []) }
  }

  /// Shows the log of the take again.
  func endLive(_ take: PerformedTake) {
    log.removeAll()
    log.show(take.script)
    log.cursor = cursor
  }
}
