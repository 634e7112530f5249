import OverscrollDrawing
import OverscrollLab
import OverscrollShell

/// The panels of a replay: timeline, curves, parameters and log, and the marks of touches.
final class ReplayPanels {
  let timeLine: TimeLinePanel
  let curves: CurvesPanel
  let parameters: ParameterPanel
  let log = LogPanel(limit: LogLines.takeLimit)
  /// Whether touches are marked.
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

  /// The chart of the take, which is shown while it is replayed; `nil` for none.
  var chart: Chart? { didSet { if timeLine.live == nil { curves.take = chart } } }

  private let liveCurves: LiveCurves
  private let requests = Requests()
  private var liveMarks = TouchMarks()
  /// The events of the take that continues live that are not shown yet.
  private var pending: [RecordedEvent] = []
  /// Whether the measurements of the take are shown.
  private var isMeasured = false
  /// What measures the take.
  let measuring: Job<(motion: MeasuredMotion, quality: [String])>
  /// The quality of its input and frames, in a few words each; empty until it is measured.
  private(set) var quality: [String] = []
  /// The number of the take that continues live.
  private var liveTake: Int?

  /// Hands the parameter panel's requests on; the panel is made before anything that could perform them.
  private final class Requests {
    weak var panels: ReplayPanels?
  }

  init(
    _ take: PerformedTake, _ playback: Playback, stage: Stage, maker: any SurfaceFactory,
    marksTouches: Bool, wake: @escaping @Sendable () -> Void = {}
  ) {
    measuring = Job(niceness: 5, wake: wake) { [script = take.script] _ in
      (MeasuredMotion(script), TakeQuality(script).summary)
    }
    timeLine = TimeLinePanel(take, playback)
    curves = CurvesPanel(maker: maker)
    liveCurves = LiveCurves(curves, wake: wake)
    self.marksTouches = marksTouches
    parameters = ParameterPanel(stage) { [requests] in requests.panels?.didRequest($0) }
    requests.panels = self
    log.show(take.script)
  }

  /// Returns the panel for a place.
  func panel(in area: DockLayout.Area) -> (any Panel)? {
    switch area {
    case .timeLine: timeLine
    case .curves: curves
    case .parameters: parameters
    case .log: log
    case .information, .channels, .strip, .qaBar: nil
    }
  }

  /// Shows the values of the stages that are drawn.
  func show(_ stage: Stage, other: Stage?) {
    parameters.stage = stage
    if parameters.variant !== other { parameters.variant = other }
    parameters.refresh()
  }

  /// The marks of a state; of what continues live, those of its own events.
  func marks(of state: ReplayState, isLive: Bool) -> TouchMarks {
    guard marksTouches else { return TouchMarks() }
    return isLive ? liveMarks : state.marks
  }

  /// Returns whether marks fade after live input.
  func isMarking(at time: Double) -> Bool { marksTouches && liveMarks.isMoving(at: time) }

  /// Shows what a recorder does from now on, after the take up to there: log, curves and timeline continue.
  ///
  /// - Parameters:
  ///   - recorder: The recorder, which has taken over the take.
  ///   - callbacks: The log of the callbacks of its stage.
  ///   - other: The recorder of side B; `nil` for none.
  ///   - take: The take.
  ///   - time: The time at which it was taken over, in seconds.
  func beginLive(
    _ recorder: Recorder, _ callbacks: CallbackLog, other: Recorder? = nil,
    after take: PerformedTake, at time: Double
  ) {
    liveMarks = TouchMarks()
    let script = recorder.current?.script ?? Script(header: recorder.stage.header, events: [])
    (pending, liveTake) = ([], recorder.current?.number)
    recorder.hooks.didKeep = { [weak self] take, event in
      self?.pending.append(RecordedEvent(take: take, event: event, callbacks: callbacks.drain()))
    }
    _ = callbacks.drain()
    log.cursor = nil
    log.removeAll()
    log.show(script, until: time)
    let times = take.frames.map(\.sample.time).prefix { $0 <= time }
    let series = Series.scrollViews(of: script, at: Array(times))
    let otherSeries = other?.current.map { Series.scrollViews(of: $0.script, at: Array(times)) }
    curves.goLive(after: LiveCurves.tracks(series, other: otherSeries ?? []))
    liveCurves.follow(recorder, isContinuation: true)
    if let other { liveCurves.followOther(other) }
    timeLine.live = TimeLinePanel.Live(take, upTo: time)
    isMeasured = false
    let showCurves = recorder.hooks.didAdvance
    recorder.hooks.didAdvance = { [weak timeLine] sample, frame in
      showCurves?(sample, frame)
      timeLine?.live?.append(sample, frame)
    }
  }

  /// Shows the events that a recorder has performed since the last call, and what they have caused.
  func followLive(_ recorder: Recorder, _ callbacks: CallbackLog) {
    // After a pause another take begins.
    if let take = recorder.current?.number, take != liveTake {
      liveTake = take
      log.removeAll()
      timeLine.live = TimeLinePanel.Live()
    }
    let new = pending.filter { $0.take == liveTake }
    pending = []
    for recorded in new {
      let event = recorded.event
      liveMarks.note(event, in: recorder.stage.window)
      liveCurves.note(event)
      timeLine.live?.note(event)
      log.note(event, callbacks: recorded.callbacks)
    }
  }

  /// Shows the take again.
  func endLive(_ take: PerformedTake) {
    log.removeAll()
    log.show(take.script)
    timeLine.live = nil
    curves.take = chart
    (curves.cursor, log.cursor) = (cursor, cursor)
    drainResults()
  }

  /// Shows what other threads have measured.
  func drainResults() {
    liveCurves.drainResults()
    guard let (motion, quality) = measuring.value, timeLine.live == nil, !isMeasured else { return }
    (isMeasured, self.quality) = (true, quality)
    curves.show(motion, ofTake: -1)
  }

  /// The time of the next redraw of the curves while nothing moves, in seconds of the desktop.
  var deadline: Double? { timeLine.live == nil ? nil : liveCurves.deadline }

  /// Redraws the curves if that is due while nothing moves.
  func settle(at now: Double) { liveCurves.settle(at: now) }
}
