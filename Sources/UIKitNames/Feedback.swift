/// Feedback that can be felt; a desktop has none, as on devices without a haptic engine.
///
/// Corresponds to `UIFeedbackGenerator`.
public class UIFeedbackGenerator {
  /// Creates a generator.
  public init() {}

  /// Prepares for feedback that is about to be given.
  public func prepare() {}
}

/// Feedback for a collision.
///
/// Corresponds to `UIImpactFeedbackGenerator`.
public final class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The strengths of collisions.
  ///
  /// Corresponds to `UIImpactFeedbackGenerator.FeedbackStyle`.
  public enum FeedbackStyle: Int, Hashable, Sendable, CaseIterable {
    /// Of a small object.
    case light
    /// Of a middle-sized object.
    case medium
    /// Of a large object.
    case heavy
  }

  /// Creates a generator for collisions of a strength.
  public init(style: FeedbackStyle) {
    super.init()
  }

  /// Gives the feedback.
  public func impactOccurred() {}
}

/// Feedback for a changed selection.
///
/// Corresponds to `UISelectionFeedbackGenerator`.
public final class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Gives the feedback.
  public func selectionChanged() {}
}
