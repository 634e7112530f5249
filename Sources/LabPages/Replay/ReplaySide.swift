import OverscrollLab

/// What is shown of one side of a replay.
struct ReplayState {
  var frame: PerformedTake.Frame
  /// The stage in that state; `nil` where a recorded frame was looked up.
  var stage: Stage?
  var marks = TouchMarks()
  /// Whether the state is that of the requested time.
  var isReached = true
}

/// One side of a replay: the frames that were recorded, a stage for the times in between, and what continues live.
final class ReplaySide {
  /// The most events performed in one refresh on the way to a time. [C]
  private static let eventLimit = 4000

  let take: PerformedTake
  /// The log of the callbacks of ``stage``.
  let callbacks = CallbackLog()
  /// What continues live after the take was taken over; `nil` while it is replayed.
  private(set) var recorder: Recorder?
  private let performer: TakePerformer
  /// Whether constants of the engine have other values in the take.
  private let isTakeTuned: Bool
  /// The number of events up to each recorded frame; empty for a script without frames.
  private let eventCounts: [Int]
  /// The refreshes that were missed up to each frame.
  private let missed: [Int]

  init(_ take: PerformedTake) {
    self.take = take
    performer = TakePerformer(take.script, log: callbacks)
    isTakeTuned = !take.script.tuning.isEmpty
    let frames = take.script.shownFrames
    eventCounts = frames.isEmpty ? [] : [0] + frames.map { $0 + 1 }
    missed = take.frames.reduce(into: []) { $0.append(($0.last ?? 0) + $1.missed) }
  }

  /// Whether constants of the engine have other values, now or at some time of the take.
  var isTuned: Bool { isTakeTuned || stage.isTuned }

  /// The stage that was shown last.
  var stage: Stage { recorder?.stage ?? performer.stage }

  /// Returns the state at a position, or the one that was reached on the way to it.
  ///
  /// - Parameters:
  ///   - position: What a playback shows.
  ///   - needsStage: Whether a recorded frame is performed rather than looked up.
  ///   - keepsStage: Whether the stage follows as well where a frame is looked up.
  /// - Returns: The state.
  func state(
    at position: Playback.Position, needsStage: Bool, keepsStage: Bool = false
  ) -> ReplayState {
    if let recorder {
      return ReplayState(frame: PerformedTake.Frame(recorder.stage), stage: recorder.stage)
    }
    let isReached: Bool
    switch position {
    case .frame(let index) where !needsStage:
      let isReached = !keepsStage || show(frame: index)
      _ = callbacks.drain()
      return ReplayState(frame: take.frames[index], isReached: isReached)
    case .frame(let index): isReached = show(frame: index)
    case .time(let time): isReached = performer.perform(until: time, limit: Self.eventLimit)
    }
    _ = callbacks.drain()
    guard isReached || needsStage else {
      return ReplayState(frame: take.frames[frame(of: position)], isReached: false)
    }
    // How fast it was seen to move is known of the take's own frames.
    var sample = performer.stage.sample()
    if isReached, case .frame(let index) = position { sample = take.frames[index].sample }
    return ReplayState(
      frame: PerformedTake.Frame(performer.stage, sample), stage: performer.stage,
      marks: performer.marks,
      isReached: isReached)
  }

  private func show(frame index: Int) -> Bool {
    guard eventCounts.indices.contains(index) else {
      return performer.perform(
        until: take.frames[index].sample.time, limit: Self.eventLimit)
    }
    return performer.perform(throughEvent: eventCounts[index], limit: Self.eventLimit)
  }

  /// The refreshes of the take up to a frame, and those that it missed.
  func counts(upTo frame: Int) -> (shown: Int, missed: Int) {
    recorder?.counts ?? (frame, missed[frame])
  }

  /// The last recorded frame up to a position.
  private func frame(of position: Playback.Position) -> Int {
    switch position {
    case .frame(let index): index
    case .time(let time):
      max(0, (take.frames.firstIndex { $0.sample.time > time } ?? take.frames.count) - 1)
    }
  }

  /// Makes stages for later jumps; returns `false` once there is nothing left to do.
  func addCheckpoints() -> Bool { performer.addCheckpoints(limit: Self.eventLimit / 8) }

  /// Continues live from a time of the take, at `now` in the time of the desktop.
  func takeOver(from time: Double, at now: Double) {
    performer.perform(until: time)
    _ = callbacks.drain()
    recorder = performer.takeOver(at: now)
  }

  /// Goes back to the replay.
  func goBack() {
    recorder?.endTake()
    recorder = nil
  }
}
