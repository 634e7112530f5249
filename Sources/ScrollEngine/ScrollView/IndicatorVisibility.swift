/// The visibility of the indicators over time.
struct IndicatorVisibility {
  /// The time for which indicators stay after scrolling ends, in seconds. [R]
  static let stay = 1.0
  /// The duration of the fade that follows, in seconds. [R]
  static let fadeDuration = 0.25
  /// The times at which a flash is fully visible, starts to fade and is hidden, in seconds after its start. [R]
  static let flash = (visible: 0.5, fades: 1.0, hidden: 1.5)

  private enum State {
    case hidden
    case shown
    case fading(since: Double, from: Double)
    case flashing(since: Double, from: Double)
  }

  private var state = State.hidden

  /// Returns the opacity at `time`, from 0 to 1; fades are linear.
  func opacity(at time: Double) -> Double {
    switch state {
    case .hidden: return 0
    case .shown: return 1
    case .fading(let start, let opacity):
      let elapsed = time - start - Self.stay
      return opacity * min(max(1 - elapsed / Self.fadeDuration, 0), 1)
    case .flashing(let start, let opacity):
      let elapsed = time - start
      guard elapsed > Self.flash.fades else {
        return opacity + (1 - opacity) * min(max(elapsed / Self.flash.visible, 0), 1)
      }
      let left = Self.flash.hidden - elapsed
      return max(0, left / (Self.flash.hidden - Self.flash.fades))
    }
  }

  /// Whether the opacity is animating.
  var isChanging: Bool { deadline != nil }

  /// The time at which the animation ends, in seconds.
  var deadline: Double? {
    switch state {
    case .hidden, .shown: nil
    case .fading(let start, _): start + Self.stay + Self.fadeDuration
    case .flashing(let start, _): start + Self.flash.hidden
    }
  }

  mutating func show() { state = .shown }

  mutating func fade(at time: Double) {
    if case .shown = state { state = .fading(since: time, from: 1) }
  }

  mutating func flash(at time: Double) {
    if case .shown = state { return }
    state = .flashing(since: time, from: opacity(at: time))
  }

  /// Shifts an animation in progress by `difference` seconds.
  mutating func shift(by difference: Double) {
    switch state {
    case .hidden, .shown: break
    case .fading(let start, let opacity):
      state = .fading(since: start + difference, from: opacity)
    case .flashing(let start, let opacity):
      state = .flashing(since: start + difference, from: opacity)
    }
  }

  mutating func timeReached(_ time: Double) {
    if let deadline, deadline <= time { state = .hidden }
  }
}
