package import ScrollEngine
package import ScrollGeometry

/// A stage on which a take is performed up to any time.
///
/// Going on performs the events in between. A stage cannot be copied, so going back performs the take again: from its start, or
/// from a stage that was left at an earlier time. Stages are left behind when the time jumps, and ``addCheckpoints(limit:)`` makes
/// more. Advancing between recorded frames changes none of the later ones, except where a delegate moves content in the frames it is
/// sent.
package final class TakePerformer {
  /// A stage, and how far the take has been performed on it.
  private struct Progress {
    let stage: Stage
    var nextEvent = 0
    /// The time that was last reached, in seconds.
    var time = 0.0
    var marks = TouchMarks()
  }

  /// The largest number of stages that are left behind. [C]
  private static let limit = 30
  /// The least time between two of them, in seconds. [C]
  private static let minimumInterval = 10.0

  private let script: Script
  private let log: CallbackLog?
  private var current: Progress
  /// The stages left behind, in the order of their times.
  private var checkpoints: [Progress] = []
  /// A stage on its way to a gap between the others, and the time it goes to.
  private var pendingCheckpoint: (progress: Progress, target: Double)?
  /// Creates a performer at the start of a take.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - log: The log of the callbacks of ``stage``; the performer never empties it.
  package init(_ script: Script, log: CallbackLog? = nil) {
    self.script = script
    self.log = log
    current = Progress(stage: Stage(script.header, log: log))
  }

  /// The stage, at the time that was last reached.
  package var stage: Stage { current.stage }

  /// The marks of the touches then.
  package var marks: TouchMarks { current.marks }

  /// Performs everything up to a time and advances to it.
  ///
  /// - Parameters:
  ///   - target: The time, in seconds, 0 or more.
  ///   - limit: The most events to perform in this call.
  /// - Returns: False where the limit was reached first; further calls go on.
  @discardableResult
  package func perform(until target: Double, limit: Int = .max) -> Bool {
    let count = script.events.partitioningIndex { $0.time > target }
    guard perform(throughEvent: count, from: target, limit: limit) else { return false }
    current.stage.perform(.init(time: target, action: .frame(Script.Frame(index: 0))))
    current.time = max(current.time, target)
    return true
  }

  /// Performs the first `count` events, the last of which is a frame, and nothing after them.
  ///
  /// - Returns: False where the limit was reached first; further calls go on.
  @discardableResult
  package func perform(throughEvent count: Int, limit: Int = .max) -> Bool {
    let time = count > 0 ? script.events[min(count, script.events.count) - 1].time : 0
    return perform(throughEvent: count, from: time, limit: limit)
  }

  private func perform(throughEvent count: Int, from target: Double, limit: Int) -> Bool {
    choose { $0.nextEvent <= count && $0.time <= target }
    let end = min(count, limit < count - current.nextEvent ? current.nextEvent + limit : count)
    performEvents(of: &current, upTo: end)
    return current.nextEvent == count
  }

  private func performEvents(of progress: inout Progress, upTo end: Int) {
    while progress.nextEvent < end {
      let event = script.events[progress.nextEvent]
      progress.stage.perform(event)
      progress.marks.note(event, in: progress.stage.window)
      progress.nextEvent += 1
      progress.time = progress.stage.window.time
    }
  }

  /// The events that have been performed.
  package var performedEvents: ArraySlice<Script.TimedEvent> {
    script.events[..<current.nextEvent]
  }

  /// Hands the take over to a recorder, which continues it from the present on; fingers that are down are lifted.
  ///
  /// The performer begins again with the next call.
  ///
  /// - Parameter now: The time of the desktop, in seconds.
  /// - Returns: The recorder.
  package func takeOver(at now: Double) -> Recorder {
    let script = Script(header: script.header, events: Array(performedEvents))
    let recorder = Recorder(
      continuing: script, Simulation(script).frameTrace(), on: stage, at: now)
    for event in script.events.endings(at: now) { recorder.send(event) }
    current = Progress(stage: Stage(self.script.header, log: log))
    return recorder
  }

  // MARK: - Stages left behind

  /// Makes the latest stage that `isUsable` the current one, and leaves the present one behind where that is another.
  private func choose(_ isUsable: (Progress) -> Bool) {
    let index = checkpoints.lastIndex(where: isUsable)
    let isCurrentUsable = isUsable(current)
    if let index, !isCurrentUsable || checkpoints[index].nextEvent > current.nextEvent {
      let next = checkpoints.remove(at: index)
      addCheckpoint(current)
      current = next
    } else if !isCurrentUsable {
      addCheckpoint(current)
      current = Progress(stage: Stage(script.header, log: log))
    }
  }

  /// Leaves a stage behind; where there are too many, drops the one whose neighbors are closest to each other.
  private func addCheckpoint(_ progress: Progress) {
    guard progress.time > 0 else { return }
    checkpoints.insert(progress, at: checkpoints.partitioningIndex { $0.time > progress.time })
    guard checkpoints.count > Self.limit else { return }
    let gaps = checkpoints.indices.map { index in
      let before = index > 0 ? checkpoints[index - 1].time : 0
      let after = index + 1 < checkpoints.count ? checkpoints[index + 1].time : .infinity
      return (index: index, length: after - before)
    }
    if let least = gaps.min(by: { $0.length < $1.length }) { checkpoints.remove(at: least.index) }
  }

  /// Performs the take on further stages, so that some time later none of its moments is far behind a stage.
  ///
  /// - Parameter limit: The most events to perform in this call.
  /// - Returns: False once there is nothing left to do.
  package func addCheckpoints(limit: Int) -> Bool {
    guard let next = pendingCheckpoint ?? nextGap() else { return false }
    var progress = next.progress
    let target = next.target
    let end = script.events.partitioningIndex { $0.time > target }
    performEvents(of: &progress, upTo: min(end, progress.nextEvent + limit))
    pendingCheckpoint = (progress, target)
    guard progress.nextEvent == end else { return true }
    pendingCheckpoint = nil
    progress.stage.perform(.init(time: target, action: .frame(Script.Frame(index: 0))))
    progress.time = target
    addCheckpoint(progress)
    return true
  }

  /// A new stage for the first time that has no stage near it.
  private func nextGap() -> (progress: Progress, target: Double)? {
    guard checkpoints.count < Self.limit, let duration = script.events.last?.time else {
      return nil
    }
    let interval = max(Self.minimumInterval, duration / Double(Self.limit))
    var target = interval
    while target < duration {
      let isNear = checkpoints.contains { abs($0.time - target) <= interval / 2 }
      if !isNear { return (Progress(stage: Stage(script.header, log: log)), target) }
      target += interval
    }
    return nil
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
        let isDown = touch.phase != .ended && touch.phase != .cancelled
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

/// A take that has been performed once, so that its frames can be looked up in any order.
package struct PerformedTake: Sendable {
  /// What a frame showed; about 200 bytes.
  package struct Frame: Hashable, Sendable {
    /// The state of the scroll view.
    package fileprivate(set) var sample: Trace.Sample
    /// The size of the viewport, in points.
    package let viewport: Size
    /// The device pixels per point.
    package let displayScale: Double
    /// The appearance of the indicators.
    package let indicatorStyle: ScrollView.IndicatorStyle
    /// Whether the zoom scale was changing.
    package let isScaling: Bool
    /// The refreshes of the display that were missed before it.
    package let missed: Int

    /// The state of a stage that has been advanced to its time.
    package init(_ stage: Stage, _ sample: Trace.Sample? = nil, missed: Int = 0) {
      self.sample = sample ?? stage.sample()
      viewport = stage.window.frame.size
      displayScale = stage.scrollView.displayScale
      indicatorStyle = stage.scrollView.indicatorStyle
      isScaling = stage.isScaling
      self.missed = missed
    }
  }

  package let script: Script
  /// The state at time 0 and at each frame; row n of the trace is frame n.
  package private(set) var frames: [Frame]
  /// What happened, in chronological order.
  package let moments: [Moment]
  /// The length, in seconds.
  package let duration: Double

  /// The frames per second of a script that has none of its own. [C]
  private static let rate = 60.0
  /// The longest time for which such a script is performed, in seconds. [C]
  private static let longest = 3600.0

  /// Performs a take as recorded; a script without frames gets 60 a second until it comes to rest.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - times: The times of the frames of a script without any; `nil` for 60 a second.
  ///   - log: The log of its callbacks.
  package init(_ script: Script, at times: [Double]? = nil, log: CallbackLog? = nil) {
    self.script = script
    frames =
      script.frameCount > 0
      ? Self.recordedFrames(script, log) : Self.simulatedFrames(script, at: times, log)
    if !script.isPresented { frames.measureVelocities() }
    duration = max(script.duration, frames.last?.sample.time ?? 0)
    moments = Moment.all(of: script, frames)
  }

  private static func recordedFrames(_ script: Script, _ log: CallbackLog?) -> [Frame] {
    let stage = Stage(script.header, log: log)
    var frames = [Frame(stage)]
    frames.reserveCapacity(script.events.count / 2 + 1)
    var sampler = FrameSampler(frames[0].sample)
    for event in script.events {
      stage.perform(event)
      guard case .frame(let frame) = event.action else { continue }
      let next = sampler.sample(stage, frame)
      if next.replacesLast { frames.removeLast() }
      frames.append(Frame(stage, next.sample, missed: frame.missed))
    }
    return frames
  }

  private static func simulatedFrames(
    _ script: Script, at times: [Double]?, _ log: CallbackLog?
  ) -> [Frame] {
    let simulation = Simulation(script, log: log)
    if let times {
      return times.map { time in
        let sample = simulation.sample(at: time)
        return Frame(simulation.stage, sample)
      }
    }
    var frames: [Frame] = []
    simulation.run(rate: rate, until: longest) { frames.append(Frame(simulation.stage, $0)) }
    return frames
  }

  /// The stretches of phases of some frames.
  package func bands(of frames: ArraySlice<Frame>) -> [Chart.Band] {
    let touches = Series(name: "", touches: Series.touches(of: script))
    return Chart.Band.all(
      of: frames.map { ($0.sample.time, .some($0.sample.phase)) }, lifts: touches.liftTimes)
  }

  /// The largest width and the largest height of the viewport, in points.
  package var largestViewport: Size {
    frames.reduce(into: Size(width: 1, height: 1)) { size, frame in
      size.width = max(size.width, frame.viewport.width)
      size.height = max(size.height, frame.viewport.height)
    }
  }

  /// The samples of the frames, as in the take's trace.
  package var trace: Trace { Trace(samples: frames.map(\.sample)) }
}

extension [PerformedTake.Frame] {
  /// Measures velocities as curves do, where it is not known when a display showed the frames.
  fileprivate mutating func measureVelocities() {
    var series = Series(name: "")
    for sample in map(\.sample) {
      series.append(
        time: sample.time, phase: sample.phase,
        [(.offsetX, sample.offset.x), (.offsetY, sample.offset.y)])
    }
    series.measureDrawnVelocities()
    for index in indices {
      self[index].sample.measuredVelocity = Point(
        series.values[.velocityX]?[index] ?? 0, series.values[.velocityY]?[index] ?? 0)
    }
  }
}

/// Something that happened in a take, to which the user may go.
package struct Moment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case touchDown
    case touchUp
    /// A note on the timeline.
    case mark(String)
    /// The scroll view entered a phase.
    case phase(ScrollView.Phase)
  }

  package var kind: Kind
  /// The time, in seconds.
  package var time: Double
}

extension Moment {
  /// The moment of an event; `nil` for an event that is neither a mark nor the start or the end of a touch.
  package init?(_ event: Script.TimedEvent) {
    switch event.action {
    case .mark(let text): self.init(kind: .mark(text), time: event.time)
    case .event(.touch(let touch)):
      switch touch.phase {
      case .began: self.init(kind: .touchDown, time: event.time)
      case .ended, .cancelled: self.init(kind: .touchUp, time: event.time)
      case .moved, .stationary: return nil
      }
    default: return nil
    }
  }

  /// The moments of a script and its frames, in chronological order.
  static func all(of script: Script, _ frames: [PerformedTake.Frame]) -> [Moment] {
    let events = script.events.compactMap(Moment.init)
    let phases = zip(frames.dropFirst(), frames).compactMap { next, frame in
      next.sample.phase == frame.sample.phase
        ? nil : Moment(kind: .phase(next.sample.phase), time: next.sample.time)
    }
    return (events + phases).sorted { $0.time < $1.time }
  }
}
