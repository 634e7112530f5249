public import ScrollEngine
public import ScrollGeometry

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
