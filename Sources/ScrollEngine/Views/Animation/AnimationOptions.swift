extension View {
  /// The curve, the repetition and the interaction of an animation.
  ///
  /// Corresponds to `UIView.AnimationOptions`.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
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
    /// Repeats the animation until its views leave the window or other animations take its place.
    public static let `repeat` = Self(rawValue: 8)
    /// Plays a repeated animation backward in every second run.
    public static let autoreverse = Self(rawValue: 16)
    /// Starts and ends slowly; the default.
    public static let curveEaseInOut: Self = []
    /// Starts slowly.
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    /// Ends slowly.
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    /// Moves evenly.
    public static let curveLinear = Self(rawValue: 3 << 16)
  }

  /// The timing curves of animations.
  ///
  /// Corresponds to `UIView.AnimationCurve`.
  public enum AnimationCurve: Int, Hashable, Sendable, CaseIterable {
    /// Starts and ends slowly.
    case easeInOut
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Moves evenly.
    case linear
  }
}

extension View.AnimationOptions {
  /// The horizontal place of the control points of the curves that start or end slowly. [A]
  private static let controls = (first: 0.42, second: 0.58)

  var curve: ScrollEngine.AnimationCurve {
    switch View.AnimationCurve(rawValue: Int(rawValue >> 16 & 3)) {
    case .easeIn: .bezier(first: Self.controls.first, second: 1)
    case .easeOut: .bezier(first: 0, second: Self.controls.second)
    case .linear: .linear
    case .easeInOut, nil: .bezier(first: Self.controls.first, second: Self.controls.second)
    }
  }
}
