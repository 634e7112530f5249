public import Geometry

/// One of the two bars that show which part of the content is seen.
public struct ScrollIndicator: Hashable, Sendable {
  /// Its place relative to the scroll view's top left corner, in points.
  public var frame: Rect
  /// How opaque it is, from 0, hidden, to 1.
  public var opacity: Double

  /// The radius of its corners, in points: half its thickness.
  public var cornerRadius: Double { min(frame.width, frame.height) / 2 }
}

/// When the indicators show.
struct IndicatorVisibility {
  /// How long they fade after the end of scrolling, in seconds. [R]
  static let fadeDuration = 0.5
  /// When a flash is fully in, when it begins to go and when it is gone, in seconds after its start. [R]
  static let flash = (isIn: 0.5, leaves: 1.0, isGone: 1.5)

  private enum State {
    case hidden
    case shown
    case fading(since: Double, from: Double)
    case flashing(since: Double, from: Double)
  }

  private var state = State.hidden

  /// The opacity at `time`, from 0 to 1; fades are linear.
  func opacity(at time: Double) -> Double {
    switch state {
    case .hidden: return 0
    case .shown: return 1
    case .fading(let start, let opacity):
      return opacity * min(max(1 - (time - start) / Self.fadeDuration, 0), 1)
    case .flashing(let start, let opacity):
      let elapsed = time - start
      guard elapsed > Self.flash.leaves else {
        return opacity + (1 - opacity) * min(max(elapsed / Self.flash.isIn, 0), 1)
      }
      let left = Self.flash.isGone - elapsed
      return max(0, left / (Self.flash.isGone - Self.flash.leaves))
    }
  }

  /// True while the opacity changes by itself.
  var isChanging: Bool { deadline != nil }

  /// When it stops changing, in seconds.
  var deadline: Double? {
    switch state {
    case .hidden, .shown: nil
    case .fading(let start, _): start + Self.fadeDuration
    case .flashing(let start, _): start + Self.flash.isGone
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

  /// Lets a flash begin `delay` seconds later.
  mutating func delayFlash(by delay: Double) {
    if case .flashing = state { shift(by: delay) }
  }

  /// Goes on with times that are `difference` seconds later.
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
