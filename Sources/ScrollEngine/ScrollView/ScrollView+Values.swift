extension ScrollView {
  /// A factor on the velocity per millisecond.
  ///
  /// Corresponds to `UIScrollView.DecelerationRate`.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The factor, from 0.5 to 0.999.
    public let rawValue: Double

    /// Makes a rate, brought within 0.5…0.999; the normal one for NaN.
    public init(rawValue: Double) {
      self.rawValue =
        rawValue.isNaN ? Self.normalFactor : min(max(rawValue, Self.fastest), Self.slowest)
    }

    /// The least factor accepted. [C]
    static let fastest = 0.5
    /// The greatest factor accepted. [C]
    static let slowest = 0.999
    /// The factor of ``normal``. [A]
    private static let normalFactor = 0.998
    /// The factor of ``fast``. [A]
    private static let fastFactor = 0.99

    /// The rate of a long glide, 0.998.
    ///
    /// Corresponds to `UIScrollView.DecelerationRate.normal`.
    public static let normal = Self(rawValue: normalFactor)
    /// The rate of a short glide, 0.99.
    ///
    /// Corresponds to `UIScrollView.DecelerationRate.fast`.
    public static let fast = Self(rawValue: fastFactor)
  }

  /// How the safe area becomes part of the adjusted content inset.
  ///
  /// Corresponds to `UIScrollView.ContentInsetAdjustmentBehavior`.
  public enum ContentInsetAdjustmentBehavior: String, Hashable, Sendable, CaseIterable {
    /// As ``scrollableAxes``; there are no navigation controllers here that would ask for more.
    case automatic
    /// On the axes that scroll or always bounce.
    case scrollableAxes
    /// Not at all.
    case never
    /// On both axes.
    case always
  }

  /// How dragging makes the first responder that takes text give up.
  ///
  /// Corresponds to `UIScrollView.KeyboardDismissMode`.
  public enum KeyboardDismissMode: String, Hashable, Sendable, CaseIterable {
    /// It does not.
    case none
    /// When a drag begins.
    case onDrag
    /// When a drag goes down past half the height of the field.
    case interactive
  }

  /// How the indicators look.
  ///
  /// Corresponds to `UIScrollView.IndicatorStyle`.
  public enum IndicatorStyle: String, Hashable, Sendable, CaseIterable {
    /// Dark grey with a white border, for any content.
    case `default`
    /// Black and narrower, for light content.
    case black
    /// White and narrower, for dark content.
    case white
  }
}
