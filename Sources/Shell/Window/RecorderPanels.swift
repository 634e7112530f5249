package import OverscrollDrawing
package import OverscrollHost
package import OverscrollLab
import ScrollEngine

/// The panels of a window that records, and the marks of touches: they show what its recorder performs.
package final class RecorderPanels {
  package private(set) var recorder: Recorder
  /// The recorder of side B under the same hand, whose constants of the engine the parameters show; `nil` without one.
  package let other: Recorder?
  package private(set) var parameters: ParameterPanel
  package let log = LogPanel()
  /// The curves, which record the last minute whether they are shown or not.
  package let curves: CurvesPanel
  /// True where touches are marked.
  package var marksTouches: Bool
  /// Called when a panel has changed what is shown.
  package var didChange: () -> Void = {}
  /// Receives the text of "Copy as JSON".
  package var copyText: (String) -> Void = { _ in } {
    didSet { (parameters.copyText, curves.copyText) = (copyText, copyText) }
  }

  private let host: any Host
  private let liveCurves: LiveCurves
  private var marks = TouchMarks()
  /// The number of the take whose events are shown.
  private var shownTake: Int?
  /// The events that are not shown yet.
  private var pending: [RecordedEvent] = []
  /// The latest time, in seconds of the desktop.
  private var now = 0.0

  /// Shows what a recorder performs from now on.
  ///
  /// - Parameters:
  ///   - recorder: The recorder; its stage has a log of callbacks.
  ///   - other: That of side B, which gets the same input; `nil` for none.
  ///   - marksTouches: True where touches are marked.
  ///   - host: The window's host.
  ///   - wake: Called on another thread where ``drainResults()`` has something to show.
  package init(
    _ recorder: Recorder, beside other: Recorder? = nil, marksTouches: Bool, host: any Host,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    (self.recorder, self.other) = (recorder, other)
    self.marksTouches = marksTouches
    self.host = host
    curves = CurvesPanel(maker: host.surfaces)
    liveCurves = LiveCurves(curves, wake: wake)
    parameters = ParameterPanel(recorder.stage) { _ in }
    follow(recorder)
  }

  /// Shows what another recorder performs; the curves go on.
  package func follow(_ recorder: Recorder) {
    self.recorder = recorder
    let (size, focus) = (parameters.size, parameters.window.keyboardFocus)
    parameters = ParameterPanel(recorder.stage) { [weak self] in self?.perform($0) }
    (parameters.variant, parameters.side) = (other?.stage, other == nil ? .a : .b)
    parameters.copyText = copyText
    parameters.share(focus)
    if size != .zero { parameters.size = size }
    forget()
    if let other {
      liveCurves.follow(recorder, beside: other)
    } else {
      liveCurves.follow(recorder)
    }
    // A take that has outgrown the memory has its events in a file.
    if let take = recorder.current {
      pending = take.script.events.map { RecordedEvent(take: take.number, event: $0) }
    }
    let log = recorder.stage.log
    recorder.hooks.didKeep = { [weak self] take, event in
      self?.pending.append(
        RecordedEvent(take: take, event: event, callbacks: log?.drain() ?? []))
    }
  }

  /// Performs a change of the parameter panel.
  private func perform(_ request: ParameterPanel.Request) {
    let now = host.time
    // Side A keeps the engine's constants; all else is the same on both sides.
    if let other {
      other.perform(request.action, at: now, target: request.target)
      recorder.variant = other.stage.header.constants
    }
    if let action = other == nil ? request.action : request.action.untuned {
      recorder.perform(action, at: now, target: request.target)
    }
    follow(at: now)
    didChange()
  }

  /// Returns the panel for a place.
  package func panel(in area: DockLayout.Area) -> (any Panel)? {
    switch area {
    case .curves: curves
    case .parameters: parameters
    case .log: log
    case .information, .channels, .strip, .timeLine, .qaBar: nil
    }
  }

  /// True where marks of touches move or fade.
  package var isMarking: Bool { marksTouches && marks.isMoving(at: time) }

  /// The marks of touches; `nil` where there are none.
  package var shownMarks: TouchMarks? {
    marksTouches && !marks.isEmpty(at: time) ? marks : nil
  }

  /// The time of the take, in seconds.
  package var time: Double { now - recorder.epoch }

  package func drawMarks(on canvas: Canvas) {
    if marksTouches { marks.draw(on: canvas, at: time) }
  }

  /// The time of the next redraw of the curves while nothing moves, in seconds of the desktop.
  package var deadline: Double? { liveCurves.deadline }

  /// Shows what other threads have measured.
  package func drainResults() { liveCurves.drainResults() }

  /// Redraws the curves if that is due while nothing moves.
  package func settle(at now: Double) { liveCurves.settle(at: now) }

  /// Shows the events that the recorder has performed since the last call, and what they have caused.
  ///
  /// - Parameter now: The time of the desktop, in seconds.
  package func follow(at now: Double) {
    self.now = max(self.now, now)
    if shownTake != recorder.current?.number { forget() }
    shownTake = recorder.current?.number
    let events = pending.filter { $0.take == shownTake }
    pending = []
    for recorded in events {
      marks.note(recorded.event, in: recorder.stage.window)
      liveCurves.note(recorded.event)
      log.note(recorded.event, callbacks: recorded.callbacks)
    }
    parameters.refresh()
  }

  /// Shows that the recorder has built its scene again.
  ///
  /// - Parameter now: The time of the desktop, in seconds.
  package func restart(at now: Double) {
    // What the views that are gone have called is no part of the next take.
    _ = recorder.stage.log?.drain()
    follow(at: now)
    liveCurves.restart(at: now)
  }

  private func forget() {
    log.removeAll()
    marks = TouchMarks()
    shownTake = nil
  }
}

extension Script.Action {
  /// The action without constants of the engine; `nil` where it sets nothing else.
  fileprivate var untuned: Self? {
    guard case .set(let settings) = self else { return self }
    let rest = settings.filter { $0.property.constant == nil }
    return rest.isEmpty ? nil : .set(rest)
  }
}

/// An event that a recorder has kept, and the callbacks from the event before it to its own.
package struct RecordedEvent: Sendable {
  /// The number of the take.
  package var take: Int
  package var event: Script.TimedEvent
  package var callbacks: [Callback] = []

  package init(take: Int, event: Script.TimedEvent, callbacks: [Callback] = []) {
    (self.take, self.event, self.callbacks) = (take, event, callbacks)
  }
}
