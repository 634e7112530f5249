import ScrollEngine
import ScrollGeometry

extension Rig {
  /// Returns the invariant that is violated, or `nil`: numbers are finite, flags agree with the phase and the callbacks,
  /// and content at rest is within its limits of scale and offset.
  var broken: String? {
    if let complaint { return complaint }
    return notFinite ?? inconsistentFlags ?? restlessIdle
  }

  private var notFinite: String? {
    let view = scrollView
    let vertical = view.verticalScrollIndicator
    let horizontal = view.horizontalScrollIndicator
    guard view.bounds.isFinite, view.zoomScale.isFinite, view.zoomScale > 0,
      view.presentation.frame.isFinite, view.presentation.zoomScale.isFinite,
      view.presentation.zoomScale > 0, content.presentation.frame.isFinite,
      view.contentSize.isFinite, content.frame.isFinite, view.contentVelocity.isFinite,
      view.restingOffset.isFinite, vertical.frame.isFinite, horizontal.frame.isFinite
    else { return "finite: \(view.bounds) × \(view.zoomScale), \(view.restingOffset)" }
    guard (0...1).contains(vertical.opacity), (0...1).contains(horizontal.opacity) else {
      return "opacity: \(vertical.opacity), \(horizontal.opacity)"
    }
    guard view.frame.origin == .zero else { return "frame: \(view.frame)" }
    return nil
  }

  /// Compares the flags with the phase and the delegate calls, which have one set of flags for each phase.
  private var inconsistentFlags: String? {
    let view = scrollView
    let flags = (
      view.isTracking, view.isDragging, view.isDecelerating, view.isZooming, view.isZoomBouncing
    )
    let fits =
      switch view.phase {
      case .idle: flags == (false, false, false, false, false) && !view.isZoomAnimating
      // The fade of a zoom may be seen below everything that moves the content.
      case .animating: flags == (false, false, false, false, flags.4)
      case .tracking: flags == (true, flags.2, flags.2, false, flags.4)
      case .dragging: flags == (true, true, flags.2, false, flags.4)
      case .decelerating: flags == (false, true, true, false, flags.4)
      case .zooming: flags == (true, flags.1, false, true, flags.4)
      case .zoomBouncing: flags == (false, false, false, false, true)
      }
    guard fits else { return "flags: \(flags) while \(view.phase)" }
    guard grammar.isComplete else { return "callbacks: one is owed after \(milestones.suffix(6))" }
    guard view.isDecelerating == grammar.isDecelerating else {
      return "told: decelerating \(grammar.isDecelerating) while \(view.phase)"
    }
    guard view.isDragging == (grammar.isDragging || grammar.isDecelerating) else {
      return
        "told: dragging \(grammar.isDragging) while \(view.phase) after \(milestones.suffix(7))"
    }
    guard grammar.isZooming == (view.isZooming || view.isZoomBouncing || view.isZoomAnimating)
    else { return "told: zooming \(grammar.isZooming) while \(view.phase)" }
    return nil
  }

  private var restlessIdle: String? {
    let view = scrollView
    guard view.phase == .idle else { return nil }
    let limits = view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    guard !setupZooms || limits.contains(view.zoomScale) else {
      return "idle at scale \(view.zoomScale) outside of \(limits)"
    }
    let (lower, upper) = (view.minimumContentOffset, view.maximumContentOffset)
    let here = view.contentOffset
    let isInside = here.x >= lower.x && here.x <= upper.x && here.y >= lower.y && here.y <= upper.y
    guard isInside || isPlaced else { return "idle at \(here) outside of \(lower)…\(upper)" }
    guard isPlaced || isOnPixels(here) else { return "idle at \(here) between pixels" }
    if view.isPagingEnabled, !isPlacedAmongPages, !isPlaced {
      let pages = view.bounds.size
      guard isOnPage(here.x, pages.width, lower.x...upper.x),
        isOnPage(here.y, pages.height, lower.y...upper.y)
      else { return "idle at \(here) between pages of \(pages)" }
    }
    return nil
  }

  private func isOnPixels(_ offset: Point) -> Bool {
    func isWhole(_ length: Double) -> Bool {
      let pixels = length * scrollView.displayScale
      return abs(pixels - pixels.rounded()) <= 1e-9 * max(1, abs(pixels))
    }
    return isWhole(offset.x) && isWhole(offset.y)
  }

  /// Returns whether an offset is a multiple of the page length, to the pixel, or an end of the range.
  private func isOnPage(_ offset: Double, _ length: Double, _ range: ClosedRange<Double>) -> Bool {
    guard length > 0, offset != range.lowerBound, offset != range.upperBound else { return true }
    let nearest = (offset / length).rounded() * length
    return abs(offset - nearest) <= 0.5 / scrollView.displayScale + 1e-6
  }
}

/// The observable state of a scroll view at one time.
struct Snapshot: Equatable, CustomStringConvertible {
  var phase: ScrollView.Phase
  var bounds: Rect
  var seen: View.Presentation
  var velocity: Point
  var resting: Point
  var scale: Double
  var contentSize: Size
  var indicators: [ScrollIndicator]

  init(_ view: ScrollView) {
    phase = view.phase
    bounds = view.bounds
    seen = view.presentation
    velocity = view.contentVelocity
    resting = view.restingOffset
    scale = view.zoomScale
    contentSize = view.contentSize
    indicators = [view.verticalScrollIndicator, view.horizontalScrollIndicator]
  }

  var description: String {
    "\(phase) \(bounds) v \(velocity) → \(resting) × \(scale) of \(contentSize), indicators "
      + indicators.map { "\($0.frame) \($0.opacity)" }.joined(separator: " ")
  }
}
