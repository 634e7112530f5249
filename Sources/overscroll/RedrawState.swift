/// Why the window is out of date, and what to do about it: the one place that decides when to draw and when to wake up.
struct RedrawState: Hashable, Sendable {
  /// Why the window's pixels are out of date.
  struct Reasons: OptionSet, Hashable, Sendable {
    let rawValue: Int
    /// Tiles have arrived, or wait for the next frame to be uploaded.
    static let tiles = Self(rawValue: 1)
    /// The window has lost pixels.
    static let exposure = Self(rawValue: 2)
    /// What is to be seen differs from the last frame.
    static let content = Self(rawValue: 4)
    /// Drawing the last frame has changed numbers that it shows.
    static let readings = Self(rawValue: 8)
  }

  /// What may be done at the moment.
  enum Opportunity: Hashable, Sendable, CaseIterable {
    /// A frame may be drawn.
    case ready
    /// The server is still at work on the last frame, or needs a rest after it.
    case busy
    /// A frame has just been drawn.
    case drawn
  }

  /// What to do next.
  struct Step: Hashable, Sendable {
    /// True if a frame is to be drawn now.
    var draws = false
    /// True if the next redraw slot is needed.
    var needsSlot = false
    /// True if the display's refreshes are needed.
    var needsFrames = false
    /// When to look again even if nothing happens, in seconds; nil: never.
    var deadline: Double?
  }

  /// Why the window is out of date; a new window has nothing to show yet.
  var reasons: Reasons = .tiles
  /// False while nobody can see the window.
  var isVisible = true
  /// True while time alone changes what is to be seen.
  var isAnimating = false
  /// When loading began, in seconds, while it goes on.
  var loadingSince: Double?
  /// The latest deadline that was handed out.
  private(set) var deadline: Double?

  /// How long loading may take before its progress is shown, in seconds. [C]
  static let progressDelay = 0.3
  /// The time between two looks at the progress while nothing else happens, in seconds. [C]
  static let progressInterval = 0.1
}

extension RedrawState {
  /// Returns what to do next.
  ///
  /// Input is drawn as soon as the server is ready, without waiting for a refresh. Refreshes are needed only while
  /// something moves or tiles are to be uploaded. Outdated readings alone wait for the next redraw slot.
  func next(_ opportunity: Opportunity, at now: Double) -> Step {
    let isOutdated = isVisible && !reasons.subtracting(.readings).isEmpty
    var step = Step(
      needsFrames: isAnimating || reasons.contains(.tiles), deadline: nextDeadline(at: now))
    switch opportunity {
    case .ready: step.draws = isOutdated
    case .busy: step.needsSlot = isOutdated
    case .drawn: step.needsSlot = reasons.contains(.readings)
    }
    return step
  }

  /// Notes that a frame was drawn.
  mutating func didDraw(isUnfinished: Bool, hasOutdatedReadings: Bool) {
    reasons = []
    if isUnfinished { reasons.insert(.tiles) }
    if hasOutdatedReadings { reasons.insert(.readings) }
  }

  /// Notes the deadline of a step that was taken.
  mutating func take(_ step: Step) { deadline = step.deadline }

  /// The pending deadline, or a new one where it has passed; none where nothing is loaded.
  private func nextDeadline(at now: Double) -> Double? {
    guard let loadingSince else { return nil }
    if let deadline, deadline > now { return deadline }
    return max(loadingSince + Self.progressDelay, now + Self.progressInterval)
  }
}
