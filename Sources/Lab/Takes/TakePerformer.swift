package import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// A stage on which a take is performed up to any time.
///
/// Going on performs the events in between. Going back performs the take again from its start, since a stage cannot be copied.
/// Advancing between recorded frames changes none of the later ones.
package final class TakePerformer {
  private let script: Script
  private var nextEvent = 0
  /// The stage, at the time that was last reached.
  package private(set) var stage: Stage
  /// The last time that was reached, in seconds.
  private var time = 0.0

  package init(_ script: Script) {
    self.script = script
    stage = Stage(script.header)
  }

  /// Performs everything up to a time and advances to it.
  ///
  /// - Parameters:
  ///   - target: The time, in seconds, 0 or more.
  ///   - limit: The most events to perform in this call.
  /// - Returns: False where the limit was reached first; further calls go on.
  @discardableResult
  package func perform(until target: Double, limit: Int = .max) -> Bool {
    if target < time {
      stage = Stage(script.header)
      (nextEvent, time) = (0, 0)
    }
    var left = limit
    while nextEvent < script.events.count, script.events[nextEvent].time <= target {
      guard left > 0 else { return false }
      left -= 1
      stage.perform(script.events[nextEvent])
      nextEvent += 1
      time = stage.window.time
    }
    stage.perform(.init(time: target, action: .frame(Script.Frame(index: 0))))
    time = max(time, target)
    return true
  }

  /// The events that have been performed.
  package var performedEvents: ArraySlice<Script.TimedEvent> { script.events[..<nextEvent] }

  /// Hands the take over to a recorder, which continues it from the present on; fingers that are down are lifted.
  ///
  /// The performer begins anew with the next call.
  ///
  /// - Parameter now: The time of the desktop, in seconds.
  /// - Returns: The recorder.
  package func takeOver(at now: Double) -> Recorder {
    let script = Script(header: script.header, events: Array(performedEvents))
    let recorder = Recorder(
      continuing: script, Simulation(script).frameTrace(), on: stage, at: now)
    for event in script.events.endings(at: now) { recorder.send(event) }
    stage = Stage(self.script.header)
    (nextEvent, time) = (0, 0)
    return recorder
  }
}

extension [Script.TimedEvent] {
  /// The input that ends, at `time` of the desktop, whatever is down or in progress after these events.
  fileprivate func endings(at time: Double) -> [Event] {
    var touches: [Int: TouchEvent] = [:]
    var others: [String: Event] = [:]
    for case .event(let event) in map(\.action) {
      switch event {
      case .touch(var touch):
        let isDown = touch.phase == .began || touch.phase == .moved
        touch.phase = .cancelled
        touches[touch.id] = isDown ? touch : nil
      case .touchpad(var touchpad):
        let isOver = touchpad.phase == .ended
        (touchpad.phase, touchpad.delta) = (.ended, .zero)
        others["touchpad"] = isOver ? nil : .touchpad(touchpad)
      case .pinch(var pinch):
        let isOver = pinch.phase == .ended
        pinch.phase = .ended
        others["pinch"] = isOver ? nil : .pinch(pinch)
      case .wheel, .key, .text: break
      }
    }
    let fingers = touches.sorted { $0.key < $1.key }.map { Event.touch($0.value) }
    let gestures = others.sorted { $0.key < $1.key }.map(\.value)
    return (fingers + gestures).map { $0.stamped(time) }
  }
}
