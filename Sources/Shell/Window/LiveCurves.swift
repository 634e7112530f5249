package import OverscrollLab
import ScrollEngine

/// Lets a panel of curves follow what a recorder performs, on the clock of the recorder's take.
///
/// Log, curves, take and trace have the same times then. Where another take begins, its clock begins too, and what was before it
/// gets times below 0.
package final class LiveCurves {
  package let panel: CurvesPanel
  private weak var recorder: Recorder?
  /// The time of the desktop at which the clock of the curves is 0, in seconds.
  private var epoch = 0.0
  /// What measures the velocities of scroll views, by their names.
  private var meters: [String?: VelocityMeter] = [:]
  /// True once a recorder was followed.
  private var hasFollowed = false
  private let wake: @Sendable () -> Void
  /// What measures the take, by the take's number; `nil` while nothing is measured.
  private var measuring: (take: Int, job: Job<MeasuredMotion>)?
  /// True where the take has gone on since it is being measured.
  private var isStale = false

  /// Lets a panel follow.
  ///
  /// - Parameters:
  ///   - panel: The panel.
  ///   - wake: Called on another thread when gestures have been measured, which ``drainResults()`` then shows.
  package init(_ panel: CurvesPanel, wake: @escaping @Sendable () -> Void) {
    (self.panel, self.wake) = (panel, wake)
    panel.didAppear = { [weak self] in self?.measure() }
  }

  /// Measures the gestures of the take that is running, on another thread, where someone looks at them.
  private func measure() {
    guard panel.size != .zero, let take = recorder?.current, !take.isInFile,
      !take.script.events.isEmpty
    else { return }
    guard measuring == nil else {
      isStale = true
      return
    }
    isStale = false
    measuring = (
      take.number,
      Job(niceness: 5, wake: wake) { [script = take.script, redraws = take.redraws] _ in
        MeasuredMotion(script, redraws: redraws)
      }
    )
  }

  /// Shows gestures that have been measured on another thread.
  package func drainResults() {
    guard let (take, job) = measuring, let motion = job.drain() else { return }
    measuring = nil
    if take == recorder?.current?.number { panel.show(motion, ofTake: take) }
    if isStale { measure() }
  }

  /// Shows what a recorder performs from now on, after what the panel shows.
  ///
  /// - Parameters:
  ///   - recorder: The recorder.
  ///   - isContinuation: Pass `true` where what the panel shows has the times of the recorder's take.
  package func follow(_ recorder: Recorder, isContinuation: Bool = false) {
    self.recorder = recorder
    if isContinuation {
      epoch = recorder.epoch
    } else {
      panel.follow(CurveTitle.all(of: recorder.stage))
    }
    recorder.hooks.didAdvance = { [weak self] sample, frame in self?.append(sample, frame) }
    // The state of another stage is shown at once, not only with its next frame.
    if hasFollowed, !isContinuation {
      panel.interrupt()
      append(recorder.stage, at: recorder.stage.window.time)
    }
    hasFollowed = true
  }

  /// Shows what two recorders perform under one hand from now on, side A and side B.
  package func follow(_ recorder: Recorder, beside other: Recorder) {
    follow(recorder)
    func titles(_ side: String, of stage: Stage) -> [CurveTitle] {
      let all = CurveTitle.all(of: stage)
      return all.map { title in
        var title = title
        title.title = all.count > 1 ? "\(side) \(title.title)" : side
        if side == "B" { title.scrollView = Self.otherSide + (title.scrollView ?? "") }
        return title
      }
    }
    panel.follow(titles("A", of: recorder.stage) + titles("B", of: other.stage))
    followOther(other)
  }

  /// Shows what the recorder of side B performs besides, as scroll views with names of their own.
  package func followOther(_ recorder: Recorder) {
    recorder.hooks.didAdvance = { [weak self, weak recorder] sample, frame in
      guard let self, let recorder else { return }
      // Its take may have begun at another time, as where only its parameters were changed.
      let time = sample.sample.time + (recorder.epoch - epoch)
      append(recorder.stage, at: time, (sample, frame), side: Self.otherSide)
    }
  }

  /// What begins the names of side B's scroll views.
  private static let otherSide = "B "

  /// The tracks of both sides of a take, from its start to the last row of their series.
  package static func tracks(
    _ main: [(title: CurveTitle, series: Series)], other: [(title: CurveTitle, series: Series)]
  ) -> [CurveTrack] {
    guard !other.isEmpty else {
      return main.map { CurveTrack($0.title.scrollView, title: $0.title.title, $0.series) }
    }
    func name(_ side: String, _ title: String) -> String {
      main.count > 1 ? "\(side) \(title)" : side
    }
    return main.map {
      CurveTrack($0.title.scrollView, title: name("A", $0.title.title), $0.series)
    }
      + other.map {
        CurveTrack(
          otherSide + ($0.title.scrollView ?? ""), title: name("B", $0.title.title), $0.series)
      }
  }

  private func append(_ sample: FrameSampler.Sample, _ frame: Script.Frame) {
    guard let recorder else { return }
    followClock()
    append(recorder.stage, at: sample.sample.time, (sample, frame))
  }

  /// Adds the state of a stage, which a refresh shows; without one it has the velocities of the last.
  private func append(
    _ stage: Stage, at time: Double,
    _ refresh: (sample: FrameSampler.Sample, frame: Script.Frame)? = nil, side: String? = nil
  ) {
    let views = stage.namedScrollViews
    let states = views.map { name, view in
      let key = side.map { $0 + (name ?? "") } ?? name
      var sample = stage.sample(of: name)
      sample.measuredVelocity = velocity(of: key, at: sample, refresh?.sample)
      return CurvesPanel.State(scrollView: key, sample: sample, geometry: ScrollLimits(view))
    }
    let isMoving = stage.window.needsAdvance || views.contains { $0.view.isTracking }
    panel.append(
      states, at: time, missed: refresh?.frame.missed ?? 0,
      replacesLast: refresh?.sample.replacesLast ?? false,
      isMoving: isMoving)
    if !isMoving, refresh != nil { measure() }
  }

  private func velocity(
    of key: String?, at sample: Trace.Sample, _ refresh: FrameSampler.Sample?
  ) -> Point {
    guard let refresh else { return meters[key]?.velocity ?? .zero }
    return meters[key, default: VelocityMeter()].measure(
      sample, at: refresh.sample.presented ?? sample.time, replacesLast: refresh.replacesLast)
  }

  /// Begins new curves at the start of the scene, which was built again at `now`, in seconds of the desktop.
  package func restart(at now: Double) {
    guard let recorder, let latest = panel.latest else { return }
    panel.interrupt()
    append(recorder.stage, at: max(now - epoch, latest))
  }

  /// Shows an event of the take as a tick, if it has one.
  package func note(_ event: Script.TimedEvent) {
    followClock()
    if let tick = Chart.Tick(event) { panel.add(tick) }
    // What moves nothing has no frame of its own.
    guard let recorder, event.changesLimits else { return }
    append(recorder.stage, at: recorder.stage.window.time)
  }

  private func followClock() {
    guard let recorder, epoch != recorder.epoch else { return }
    panel.shiftHistory(by: epoch - recorder.epoch)
    meters = [:]
    epoch = recorder.epoch
  }

  /// The time of the next redraw of the curves while nothing moves, in seconds of the desktop.
  package var deadline: Double? { panel.settlingTime.map { epoch + $0 } }

  /// Redraws the curves if that is due while nothing moves.
  package func settle(at now: Double) { panel.settle(at: now - epoch) }
}

extension Script.TimedEvent {
  /// Whether the event can change what surrounds the offset.
  fileprivate var changesLimits: Bool {
    switch action {
    case .set, .setScene, .resize: true
    case .call, .event, .frame, .mark: false
    }
  }
}
