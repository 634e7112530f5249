public import ScrollEngine
public import ScrollGeometry

/// A control that selects a value from a range by dragging along it.
///
/// Corresponds to `UISlider`.
nonisolated open class UISlider: Control {
  /// The value, clamped to the range; 0 by default.
  open var value: Float = 0 {
    didSet { value = clamped(value) }
  }
  /// The minimum value; 0 by default.
  open var minimumValue: Float = 0 {
    didSet { value = clamped(value) }
  }
  /// The maximum value; 1 by default.
  open var maximumValue: Float = 1 {
    didSet { value = clamped(value) }
  }
  /// A Boolean value that determines whether actions are called during a drag; true by default.
  open var isContinuous = true

  /// Sets the value.
  open func setValue(_ value: Float, animated: Bool) {
    self.value = value
  }

  open override func beginTracking(_ touch: Touch, with event: ScrollEngine.Event?) -> Bool { true }

  open override func continueTracking(_ touch: Touch, with event: ScrollEngine.Event?) -> Bool {
    follow(touch)
    if isContinuous { sendActions(for: .valueChanged) }
    return true
  }

  open override func endTracking(_ touch: Touch?, with event: ScrollEngine.Event?) {
    if let touch { follow(touch) }
    sendActions(for: .valueChanged)
  }

  private func follow(_ touch: Touch) {
    guard bounds.width > 0 else { return }
    let part = Float((touch.location(in: self).x - bounds.minX) / bounds.width)
    value = minimumValue + (maximumValue - minimumValue) * part
  }

  private func clamped(_ value: Float) -> Float {
    min(max(value, minimumValue), max(maximumValue, minimumValue))
  }
}

/// A control that shows the current page among several; a tap on either half turns a page.
///
/// Corresponds to `UIPageControl`.
nonisolated open class UIPageControl: Control {
  /// The number of pages; 0 by default.
  open var numberOfPages = 0 {
    didSet {
      numberOfPages = max(numberOfPages, 0)
      currentPage = clamped(currentPage)
    }
  }
  /// The current page, from 0; a page that does not exist counts as the nearest one.
  open var currentPage = 0 {
    didSet { currentPage = clamped(currentPage) }
  }
  /// A Boolean value that determines whether the program hides the control for a single page; false by default.
  open var hidesForSinglePage = false
  /// The color of the dots, for the program that draws them.
  open var pageIndicatorTintColor: UIColor?
  /// The color of the current page's dot, for the program that draws it.
  open var currentPageIndicatorTintColor: UIColor?

  /// The distance from dot to dot, in points.
  private static let pitch = 16.0
  /// The height of the control, in points.
  private static let height = 26.0

  /// Returns the size of the control for a number of pages.
  open func size(forNumberOfPages pageCount: Int) -> Size {
    Size(width: Double(max(pageCount, 0)) * Self.pitch, height: Self.height)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    self.size(forNumberOfPages: numberOfPages)
  }

  open override func endTracking(_ touch: Touch?, with event: ScrollEngine.Event?) {
    guard let place = touch?.location(in: self).x else { return }
    let before = currentPage
    currentPage += place < bounds.center.x ? -1 : 1
    if currentPage != before { sendActions(for: .valueChanged) }
  }

  private func clamped(_ page: Int) -> Int { min(max(page, 0), max(numberOfPages - 1, 0)) }
}

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
