import OverscrollLab
package import OverscrollPanels
package import OverscrollStage
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
  /// True once a recorder was followed.
  private var hasFollowed = false

  package init(_ panel: CurvesPanel) {
    self.panel = panel
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
    if hasFollowed, !isContinuation { append(recorder.stage.sample(), Script.Frame(index: 0)) }
    hasFollowed = true
  }

  private func append(_ sample: Trace.Sample, _ frame: Script.Frame) {
    guard let recorder else { return }
    let stage = recorder.stage
    followClock()
    let views = stage.namedScrollViews
    let states = views.map { name, view in
      CurvesPanel.State(
        name, name == nil ? sample : stage.sample(of: name), ScrollLimits(view))
    }
    panel.append(
      states, at: sample.time, missed: frame.missed,
      isMoving: stage.window.needsAdvance || views.contains { $0.view.isTracking })
  }

  /// Shows an event of the take as a tick, if it has one.
  package func note(_ event: Script.TimedEvent) {
    followClock()
    if let tick = Chart.Tick(event) { panel.add(tick) }
  }

  private func followClock() {
    guard let recorder, epoch != recorder.epoch else { return }
    panel.shiftHistory(by: epoch - recorder.epoch)
    epoch = recorder.epoch
  }

  /// The time of the next redraw of the curves while nothing moves, in seconds of the desktop.
  package var deadline: Double? { panel.settlingTime.map { epoch + $0 } }

  /// Redraws the curves if that is due while nothing moves.
  package func settle(at now: Double) { panel.settle(at: now - epoch) }
}
