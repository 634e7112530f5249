import ScrollGeometry

/// Which moment of a take is shown, while it plays or is paused.
///
/// A value without a clock: ``advance(to:)`` takes the times of the display's refreshes. Times of the take are in seconds from
/// its start.
package struct Playback: Hashable, Sendable {
  /// A moment of a take.
  package enum Position: Hashable, Sendable {
    /// A recorded frame, by its row in the trace.
    case frame(Int)
    /// A time, in seconds, with everything up to it performed.
    case time(Double)
  }

  /// How quickly a take plays, from 1/32 to 4 by halves and doubles.
  package struct Speed: Hashable, Sendable {
    /// The power of two, from -5 to 2.
    package private(set) var exponent: Int
    package static let real = Self(exponent: 0)

    private static let exponents = -5...2

    private init(exponent: Int) {
      self.exponent = exponent
    }

    /// The speed nearest to a number; real speed for one that is not positive and finite.
    package init(nearestTo factor: Double) {
      guard factor > 0, factor.isFinite else {
        self = .real
        return
      }
      let nearest = Self.exponents.min {
        abs(Self(exponent: $0).factor - factor) < abs(Self(exponent: $1).factor - factor)
      }
      self.init(exponent: nearest ?? 0)
    }

    /// Seconds of the take per second.
    package var factor: Double {
      exponent < 0 ? 1 / Double(1 << -exponent) : Double(1 << exponent)
    }

    package var halved: Self { Self(exponent: max(exponent - 1, Self.exponents.lowerBound)) }
    package var doubled: Self { Self(exponent: min(exponent + 1, Self.exponents.upperBound)) }

    /// The speed as "1/8×" or "2×".
    package var text: String { exponent < 0 ? "1/\(1 << -exponent)×" : "\(1 << exponent)×" }
  }

  private enum State: Hashable, Sendable {
    case paused
    /// Playing from the next refresh on.
    case starting
    /// The position was `position` at the refresh `start`.
    case playing(from: Double, since: Double)
  }

  /// The times of the recorded frames, never decreasing; the first is the start.
  private let frameTimes: [Double]
  /// The times to which ``goToNextMoment()`` goes, rising.
  private let momentTimes: [Double]
  /// The length of the take, in seconds.
  package let duration: Double
  /// Where playback is, between recorded frames too; what is shown is ``shown``.
  package private(set) var position = Position.frame(0)
  private var state = State.paused
  /// The last refresh.
  private var now = 0.0
  package private(set) var speed: Speed
  /// Whether recorded frames are shown at their times, as the display showed them, instead of
  /// the exact state at each refresh.
  package var isAsSeen = false
  /// Whether playback begins again at the end.
  package var loops = false

  /// Creates a playback that is paused at the start.
  ///
  /// - Parameters:
  ///   - frameTimes: The times of the recorded frames, never decreasing; at least one.
  ///   - momentTimes: The times of marks, touches and changes of phase.
  ///   - duration: The length of the take, in seconds; at least the last frame's time.
  ///   - speed: The speed.
  package init(
    frameTimes: [Double], momentTimes: [Double], duration: Double, speed: Speed = .real
  ) {
    self.frameTimes = frameTimes
    self.momentTimes = Set(momentTimes).sorted()
    self.duration = duration
    self.speed = speed
  }

  package init(_ take: PerformedTake, speed: Speed = .real) {
    self.init(
      frameTimes: take.frames.map(\.sample.time), momentTimes: take.moments.map(\.time),
      duration: take.duration, speed: speed)
  }

  // MARK: - What is shown

  /// The time of the take, in seconds.
  package var time: Double {
    switch position {
    case .frame(let index): frameTimes[index]
    case .time(let time): time
    }
  }

  /// The last recorded frame up to the position.
  package var frame: Int {
    switch position {
    case .frame(let index): index
    case .time(let time): frame(at: time)
    }
  }

  /// The number of the last frame; the first one is 0.
  package var lastFrame: Int { frameTimes.count - 1 }

  /// What to show: the position, or the recorded frame that was on the display then.
  package var shown: Position {
    let frame = frame
    return isAsSeen || frameTimes[frame] == time ? .frame(frame) : position
  }

  /// Whether refreshes change the position.
  package var isPlaying: Bool { state != .paused }

  /// The last frame whose time is not after `time`, by binary search.
  private func frame(at time: Double) -> Int {
    max(0, frameTimes.partitioningIndex { $0 > time } - 1)
  }

  // MARK: - Playing

  /// Follows a refresh of the display at `now`, in seconds of any clock; times that go back are ignored.
  package mutating func advance(to now: Double) {
    guard now.isFinite else { return }
    self.now = max(self.now, now)
    switch state {
    case .paused: return
    case .starting: state = .playing(from: time, since: self.now)
    case .playing(let start, let since):
      let reached = start + (self.now - since) * speed.factor
      if reached < duration {
        position = .time(reached)
      } else if loops, duration > 0 {
        let rest = (reached - duration).truncatingRemainder(dividingBy: duration)
        position = .time(rest)
        state = .playing(from: rest, since: self.now)
      } else {
        position = .time(duration)
        state = .paused
      }
    }
  }

  /// Plays from the next refresh on; at the end, from the start.
  package mutating func play() {
    guard !isPlaying else { return }
    if time >= duration { position = .frame(0) }
    state = .starting
  }

  package mutating func pause() { state = .paused }

  package mutating func togglePlaying() {
    if isPlaying { pause() } else { play() }
  }

  /// Changes the speed and keeps the position.
  package mutating func setSpeed(_ speed: Speed) {
    self.speed = speed
    if case .playing = state { state = .playing(from: time, since: now) }
  }

  // MARK: - Seeking

  /// Goes to a time, limited to the take; playback goes on from there.
  package mutating func seek(to time: Double) {
    guard time.isFinite else { return }
    go(to: .time(min(max(time, 0), duration)))
  }

  /// Goes to the recorded frame that was on the display at a time; playback goes on from there.
  package mutating func scrub(to time: Double) {
    guard time.isFinite else { return }
    go(to: .frame(frame(at: time)))
  }

  /// Goes back or on by recorded frames, and pauses.
  ///
  /// From between two frames, one step back goes to the one before, and one step on to the one after.
  package mutating func step(by count: Int) {
    let isBetween = frameTimes[frame] < time
    let target = count < 0 && isBetween ? frame + count + 1 : frame + count
    position = .frame(min(max(target, 0), lastFrame))
    pause()
  }

  /// Goes to the next mark, touch or change of phase, or to the end, and pauses.
  package mutating func goToNextMoment() {
    let time = time
    position = .time(momentTimes.first { $0 > time } ?? duration)
    pause()
  }

  /// Goes to the last mark, touch or change of phase before, or to the start, and pauses.
  package mutating func goToPreviousMoment() {
    let time = time
    position = momentTimes.last { $0 < time }.map(Position.time) ?? .frame(0)
    pause()
  }

  private mutating func go(to position: Position) {
    self.position = position
    if isPlaying { state = .starting }
  }
}

/// A reference along a take: where its content was at each time of the take.
///
/// The reference is known at its rows alone. Between two of them its content keeps the difference from the take that a comparison
/// finds there: a line from row to row would contradict every finger, whose touches move the content at once.
package struct GhostTrack: Sendable {
  /// Where the reference's content was; `nil` for what it does not know.
  package struct State: Hashable, Sendable {
    package var offsetX: Double?
    package var offsetY: Double?
    package var zoomScale: Double?

    package init(offsetX: Double? = nil, offsetY: Double? = nil, zoomScale: Double? = nil) {
      self.offsetX = offsetX
      self.offsetY = offsetY
      self.zoomScale = zoomScale
    }
  }

  /// The comparison of the take with the reference.
  package let comparison: Comparison
  /// The reference, with the times of the take.
  package let series: Series
  private let differences: Interpolation

  /// Aligns a reference with a take, as comparisons do.
  ///
  /// - Throws: ``LabError`` where the two cannot be aligned, or do not overlap in time.
  package init(_ reference: Series, along take: Script, name: String) throws(LabError) {
    comparison = try Comparison(.script(take, name: name), with: reference)
    series = comparison.alignedReference
    differences = Interpolation(comparison.differences)
  }

  /// The state at a time of the take, in seconds, at which the take itself has the state `sample`; `nil` before the first row of
  /// the reference and after its last.
  ///
  /// Where nothing is compared, as across gaps, the reference's last values are held.
  package func state(at time: Double, beside sample: Trace.Sample) -> State? {
    guard let row = series.row(at: time) else { return nil }
    func value(_ column: Series.Column, _ own: Double) -> Double? {
      differences.value(of: column, at: time).map { own - $0 }
        ?? series.values[column]?[row].known
    }
    let state = State(
      offsetX: value(.offsetX, sample.offset.x), offsetY: value(.offsetY, sample.offset.y),
      zoomScale: value(.zoom, sample.zoomScale))
    return state == State() ? nil : state
  }

  /// The reference with further rows at the times of a take's frames, so that a chart shows it there as the window does.
  ///
  /// Gaps are held: rows within them have the values before them.
  func series(at frames: [PerformedTake.Frame]) -> Series {
    let others = Interpolation(series)
    var merged = Series(name: series.name)
    var next = 0
    func addRows(before time: Double) {
      while next < series.count, series.times[next] < time {
        merged.append(
          time: series.times[next], phase: series.phases[next],
          series.columns.map { ($0, series.values[$0]?[next] ?? .nan) })
        next += 1
      }
    }
    for frame in frames {
      let time = frame.sample.time
      addRows(before: time + Interpolation.rounding)
      guard let row = merged.times.last, time - row > Interpolation.rounding,
        let state = state(at: time, beside: frame.sample)
      else { continue }
      merged.append(
        time: time, phase: merged.phases[merged.count - 1],
        series.columns.map { column in
          let value =
            switch column {
            case .offsetX: state.offsetX
            case .offsetY: state.offsetY
            case .zoom: state.zoomScale
            default: others.value(of: column, at: time)
            }
          return (column, value ?? merged.values[column]?.last ?? .nan)
        })
    }
    addRows(before: .infinity)
    return merged
  }
}
