import ScrollGeometry

extension ScrollView {
  /// The effect with which content fades out beneath a bar at an edge.
  ///
  /// The engine draws nothing: a host draws it by its ``style`` and ``strength``. Corresponds to `UIScrollEdgeEffect`.
  public struct EdgeEffect: Hashable, Sendable {
    /// The styles of an effect.
    ///
    /// Corresponds to `UIScrollEdgeEffect.Style`.
    public enum Style: String, Hashable, Sendable, CaseIterable {
      /// The host chooses.
      case automatic
      /// The content fades out.
      case soft
      /// The content ends at a line.
      case hard
    }

    /// The distance of content beyond an edge from which on the effect has its full strength, in points. [C]
    static let fullDistance = 16.0

    /// The style; `automatic` by default.
    ///
    /// Corresponds to `UIScrollEdgeEffect.style`.
    public var style = Style.automatic
    /// A Boolean value that determines whether the effect is hidden; false by default.
    ///
    /// Corresponds to `UIScrollEdgeEffect.isHidden`.
    public var isHidden = false
    /// The strength with which to draw the effect, from 0 where no content lies beyond the edge to 1 where at least 16 points do;
    /// 0 while it is hidden.
    public internal(set) var strength = 0.0

    /// Creates an effect of the automatic style.
    public init() {}
  }

  /// The effect at the top edge.
  ///
  /// Corresponds to `UIScrollView.topEdgeEffect`.
  public var topEdgeEffect: EdgeEffect {
    get { effect(0, over: presentationOffset.y - presentationRange.lower.y) }
    set { edgeStyles[0] = newValue }
  }

  /// The effect at the left edge.
  ///
  /// Corresponds to `UIScrollView.leftEdgeEffect`.
  public var leftEdgeEffect: EdgeEffect {
    get { effect(1, over: presentationOffset.x - presentationRange.lower.x) }
    set { edgeStyles[1] = newValue }
  }

  /// The effect at the bottom edge.
  ///
  /// Corresponds to `UIScrollView.bottomEdgeEffect`.
  public var bottomEdgeEffect: EdgeEffect {
    get { effect(2, over: presentationRange.upper.y - presentationOffset.y) }
    set { edgeStyles[2] = newValue }
  }

  /// The effect at the right edge.
  ///
  /// Corresponds to `UIScrollView.rightEdgeEffect`.
  public var rightEdgeEffect: EdgeEffect {
    get { effect(3, over: presentationRange.upper.x - presentationOffset.x) }
    set { edgeStyles[3] = newValue }
  }

  private func effect(_ edge: Int, over distance: Double) -> EdgeEffect {
    var effect = edgeStyles[edge]
    effect.strength =
      effect.isHidden ? 0 : min(max(distance / EdgeEffect.fullDistance, 0), 1)
    return effect
  }
}
