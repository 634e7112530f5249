extension ScrollView {
  /// The rate of deceleration: the factor on the velocity per millisecond.
  ///
  /// Corresponds to `UIScrollView.DecelerationRate`.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The factor, from 0.5 to 0.999.
    public let rawValue: Double

    /// Creates a rate, clamped to 0.5…0.999; the normal rate for NaN.
    public init(rawValue: Double) {
      self.rawValue =
        rawValue.isNaN ? Self.normalFactor : min(max(rawValue, Self.fastest), Self.slowest)
    }

    /// The minimum factor. [C]
    static let fastest = 0.5
    /// The maximum factor. [C]
    static let slowest = 0.999
    /// The factor of ``normal``. [A]
    private static let normalFactor = 0.998
    /// The factor of ``fast``. [A]
    private static let fastFactor = 0.99

    /// The default rate, 0.998.
    ///
    /// Corresponds to `UIScrollView.DecelerationRate.normal`.
    public static let normal = Self(rawValue: normalFactor)
    /// A fast rate, 0.99.
    ///
    /// Corresponds to `UIScrollView.DecelerationRate.fast`.
    public static let fast = Self(rawValue: fastFactor)
  }

  /// The ways in which the safe area contributes to the adjusted content inset.
  ///
  /// Corresponds to `UIScrollView.ContentInsetAdjustmentBehavior`.
  public enum ContentInsetAdjustmentBehavior: String, Hashable, Sendable, CaseIterable {
    /// The same as ``scrollableAxes``, since there are no navigation controllers.
    case automatic
    /// The safe area contributes along axes that scroll or always bounce.
    case scrollableAxes
    /// The safe area does not contribute.
    case never
    /// The safe area contributes along both axes.
    case always
  }

  /// The ways in which a drag dismisses the keyboard: the first responder that accepts text resigns.
  ///
  /// Corresponds to `UIScrollView.KeyboardDismissMode`.
  public enum KeyboardDismissMode: String, Hashable, Sendable, CaseIterable {
    /// A drag does not dismiss the keyboard.
    case none
    /// The beginning of a drag dismisses the keyboard.
    case onDrag
    /// A drag down past half the height of the first responder dismisses the keyboard.
    case interactive
    /// The same as ``onDrag``: what is above the keyboard is the program's.
    case onDragWithAccessory
    /// The same as ``interactive``: what is above the keyboard is the program's.
    case interactiveWithAccessory

    /// Whether the keyboard follows the finger.
    var isInteractive: Bool { self == .interactive || self == .interactiveWithAccessory }
  }

  /// The styles of the scroll indicators.
  ///
  /// Corresponds to `UIScrollView.IndicatorStyle`.
  public enum IndicatorStyle: String, Hashable, Sendable, CaseIterable {
    /// Dark gray with a white border, for any content.
    case `default`
    /// Black and narrower, for light content.
    case black
    /// White and narrower, for dark content.
    case white
  }
}
