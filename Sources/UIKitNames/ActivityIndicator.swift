public import ScrollEngine
public import ScrollGeometry

/// A view that shows that a task is in progress, for the program that draws it.
///
/// Corresponds to `UIActivityIndicatorView`.
nonisolated open class UIActivityIndicatorView: View {
  /// The styles, which differ in size and color.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// 20 points wide.
    case medium
    /// 37 points wide.
    case large
    /// The size of `medium`, in white.
    case white
    /// The size of `large`, in white.
    case whiteLarge
    /// The size of `medium`, in gray.
    case gray

    fileprivate var length: Double {
      switch self {
      case .medium, .white, .gray: 20
      case .large, .whiteLarge: 37
      }
    }
  }

  /// The style; `medium` by default.
  open var style = Style.medium
  /// The color; `nil` for that of the style.
  open var color: UIColor?
  /// A Boolean value that indicates whether the indicator turns.
  open private(set) var isAnimating = false
  /// A Boolean value that determines whether the view is hidden while it does not turn; true by default.
  open var hidesWhenStopped = true {
    didSet { updateVisibility() }
  }

  /// Creates an indicator in the size of a style.
  public init(style: Style) {
    self.style = style
    super.init(frame: Rect(x: 0, y: 0, width: style.length, height: style.length))
    updateVisibility()
  }

  /// Creates an indicator with a frame.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    updateVisibility()
  }

  /// Starts turning.
  open func startAnimating() {
    isAnimating = true
    updateVisibility()
  }

  /// Stops turning.
  open func stopAnimating() {
    isAnimating = false
    updateVisibility()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: style.length, height: style.length)
  }

  private func updateVisibility() {
    isHidden = hidesWhenStopped && !isAnimating
  }
}
