/// Why the window is out of date, and what to do about it: the one place that decides when to draw and when to wake up.
package struct RedrawState: Hashable, Sendable {
  /// Why the window's pixels are out of date.
  package struct Reasons: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Tiles have arrived, or wait for the next frame to be uploaded.
    package static let tiles = Self(rawValue: 1)
    /// The window has lost pixels.
    package static let exposure = Self(rawValue: 2)
    /// The current frame differs from the last one that was drawn.
    package static let content = Self(rawValue: 4)
    /// Drawing the last frame has outdated its HUD.
    package static let readings = Self(rawValue: 8)
    /// The window shows a draft.
    package static let draft = Self(rawValue: 16)
  }

  /// What can be done at the moment.
  package enum Opportunity: Hashable, Sendable, CaseIterable {
    /// A frame may be drawn.
    case ready
    /// The display refreshes, and a frame may be drawn.
    case refresh
    /// The server is still drawing the last frame, or the minimum distance to it has not passed.
    case busy
    /// A frame has just been drawn.
    case drawn
  }

  /// What to do next.
  package struct Step: Hashable, Sendable {
    /// Whether to draw a frame now.
    package var draws = false
    /// Whether to wake up for the next redraw slot.
    package var needsSlot = false
    /// Whether to wake up for the display's refreshes.
    package var needsFrames = false
    /// When to wake up even if nothing happens, in seconds; `nil` for never.
    package var deadline: Double?
  }

  /// Why the window is out of date; initially because it shows nothing.
  package var reasons: Reasons = .tiles
  /// Whether any part of the window can be visible.
  package var isVisible = true
  /// Whether an animation is in progress.
  package var isAnimating = false
  /// The time until which drafts are not sharpened during a zoom, in seconds; `nil` if the scale is not changing.
  package var draftsUntil: Double?
  /// The time at which loading began, in seconds; `nil` when it has ended.
  package var loadingSince: Double?
  /// The deadline of the last step.
  private(set) var deadline: Double?

  /// The time for which a draft is not sharpened after the scale has changed during a zoom, in seconds: a refresh
  /// interval at 60 Hz, less its jitter. [C]
  package static let draftDelay = 0.015
  /// The time after which the progress of loading is shown, in seconds. [C]
  package static let progressDelay = 0.3
  /// The time between updates of the progress if nothing else happens, in seconds. [C]
  static let progressInterval = 0.1

  package init() {}

  /// Returns what to do next.
  ///
  /// Input is drawn as soon as the server is ready, without waiting for a refresh. Refreshes are needed only while
  /// something moves, tiles are to be uploaded or a draft is to be sharpened. Outdated readings alone wait for the next
  /// redraw slot.
  package func next(_ opportunity: Opportunity, at now: Double) -> Step {
    // An animation that goes on has changed the content by the next refresh.
    let isStill = draftsUntil.map { opportunity == .refresh && now >= $0 } ?? true
    // New tiles show with the next change.
    let isHeld = !isStill && reasons.contains(.draft)
    let acceptable: Reasons = isHeld ? [.readings, .draft, .tiles] : .readings
    let isOutdated = isVisible && !reasons.subtracting(acceptable).isEmpty
    var step = Step(
      needsFrames: isAnimating || !reasons.isDisjoint(with: [.tiles, .draft]),
      deadline: nextDeadline(at: now))
    switch opportunity {
    case .ready, .refresh: step.draws = isOutdated
    case .busy: step.needsSlot = isOutdated
    case .drawn: step.needsSlot = reasons.contains(.readings)
    }
    return step
  }

  /// Notes that a frame was drawn.
  package mutating func didDraw(isUnfinished: Bool, isDraft: Bool, hasOutdatedReadings: Bool) {
    reasons = []
    if isDraft { reasons.insert(.draft) }
    if isUnfinished { reasons.insert(.tiles) }
    if hasOutdatedReadings { reasons.insert(.readings) }
  }

  /// Notes the deadline of a step that was taken.
  package mutating func schedule(_ step: Step) { deadline = step.deadline }

  /// The pending deadline, or a new one where it has passed; none where nothing is loaded, or no one sees the progress.
  private func nextDeadline(at now: Double) -> Double? {
    guard let loadingSince, isVisible else { return nil }
    if let deadline, deadline > now { return deadline }
    return max(loadingSince + Self.progressDelay, now + Self.progressInterval)
  }
}
