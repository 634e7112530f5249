import Foundation
public import ScrollEngine

extension View {
  /// The course and the interaction of an animation with keyframes.
  ///
  /// Corresponds to `UIView.KeyframeAnimationOptions`.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Lays out the views of the animation with it; they always are.
    public static let layoutSubviews = Self(rawValue: 1)
    /// Lets touches reach the views during the animation; they always do.
    public static let allowUserInteraction = Self(rawValue: 2)
    /// Starts from where the views are shown at present; every animation does.
    public static let beginFromCurrentState = Self(rawValue: 4)
    /// Moves evenly between keyframes; the default.
    public static let calculationModeLinear: Self = []
    /// Moves evenly between keyframes too, not on a curve through them.
    public static let calculationModeCubic = Self(rawValue: 1 << 10)
  }

  /// Animates the changes that keyframes make, one after the other.
  ///
  /// Keyframes run in the order in which they start, and each one moves evenly; changes outside of keyframes take the whole
  /// duration. The animation starts with the next advance of time.
  /// Corresponds to `UIView.animateKeyframes(withDuration:delay:options:animations:completion:)`.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds.
  ///   - delay: The time before the animation starts, in seconds.
  ///   - options: The course and the interaction.
  ///   - animations: Adds keyframes.
  ///   - completion: Called when the last keyframe has ended.
  public static func animateKeyframes(
    withDuration duration: Double, delay: Double = 0, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let outer = Keyframes.current
    let keyframes = Keyframes()
    Keyframes.current = keyframes
    animate(
      withDuration: duration, delay: delay, options: .curveLinear, animations: animations,
      completion: { [keyframes] in if keyframes.all.isEmpty { completion?($0) } })
    Keyframes.current = outer
    let last = keyframes.all.indices.max { keyframes.all[$0].end < keyframes.all[$1].end }
    for index in keyframes.all.indices.sorted(by: {
      (keyframes.all[$0].start, $0) < (keyframes.all[$1].start, $1)
    }) {
      let keyframe = keyframes.all[index]
      animate(
        withDuration: duration * keyframe.length, delay: delay + duration * keyframe.start,
        options: .curveLinear, animations: keyframe.animations,
        completion: index == last ? completion : nil)
    }
  }

  /// Adds a keyframe to the animation whose block is running; without one, changes the views at once.
  ///
  /// Corresponds to `UIView.addKeyframe(withRelativeStartTime:relativeDuration:animations:)`.
  ///
  /// - Parameters:
  ///   - frameStartTime: The start as a part of the whole duration, from 0 to 1.
  ///   - frameDuration: The duration as a part of the whole one, from 0 to 1.
  ///   - animations: Changes the views.
  public static func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    guard let keyframes = Keyframes.current else {
      animations()
      return
    }
    keyframes.all.append(
      Keyframe(
        start: min(max(frameStartTime, 0), 1), length: min(max(frameDuration, 0), 1),
        animations: animations))
  }
}

/// A part of an animation with keyframes; times are parts of the whole duration.
private struct Keyframe {
  let start: Double
  let length: Double
  let animations: () -> Void

  var end: Double { start + length }
}

/// The keyframes of the animation whose block is running on a thread.
private final class Keyframes {
  private static let key = "ScrollEngine.Keyframes"

  var all: [Keyframe] = []

  static var current: Keyframes? {
    get { Thread.current.threadDictionary[key] as? Keyframes }
    set { Thread.current.threadDictionary[key] = newValue }
  }
}
