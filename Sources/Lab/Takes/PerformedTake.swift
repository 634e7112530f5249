package import ScrollEngine
package import ScrollGeometry

/// A take that has been performed once, so that its frames can be looked up in any order.
package struct PerformedTake: Sendable {
  /// What a frame showed; about 200 bytes.
  package struct Frame: Hashable, Sendable {
    /// The state of the scroll view.
    package let sample: Trace.Sample
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
  package let frames: [Frame]
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
    duration = max(script.duration, frames.last?.sample.time ?? 0)
    moments = Moment.all(of: script, frames)
  }

  private static func recordedFrames(_ script: Script, _ log: CallbackLog?) -> [Frame] {
    let stage = Stage(script.header, log: log)
    var frames = [Frame(stage)]
    frames.reserveCapacity(script.frameCount + 1)
    for event in script.events {
      stage.perform(event)
      if case .frame(let frame) = event.action {
        frames.append(Frame(stage, missed: frame.missed))
      }
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

  package init(kind: Kind, time: Double) {
    self.kind = kind
    self.time = time
  }

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
