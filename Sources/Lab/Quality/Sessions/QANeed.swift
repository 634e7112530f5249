/// Something that a take has to show before a step can pass: nobody passes what was not exercised.
package enum QANeed: String, Hashable, Sendable, CaseIterable {
  /// Dragging has begun.
  case drag
  /// A release at 0.25 points per millisecond or more.
  case flick
  /// More than a point beyond the scrollable range while dragging.
  case overscroll
  /// More than a point beyond the range while decelerating, and then at rest in it.
  case edgeBounce = "edge-bounce"
  /// A touch that begins while the content decelerates.
  case regrab
  /// The zoom scale has grown by 5 % or more.
  case zoomIn = "zoom-in"
  /// The zoom scale has shrunk by 5 % or more.
  case zoomOut = "zoom-out"
  /// A zoom scale beyond its limits.
  case zoomLimit = "zoom-limit"
  /// The zoom scale springs back to a limit.
  case zoomBounce = "zoom-bounce"
  /// At rest on another page.
  case page
  /// A view's touch has ended in it, or a tap was recognized.
  case tap
  /// A view got its touch 0.149 seconds after the finger came down, or later.
  case delayed
  /// A view's touch was cancelled.
  case cancelled
  /// A refresh was asked for.
  case refresh
  /// A row or an item was selected.
  case select
  /// The keyboard was dismissed.
  case dismiss
  /// The window was resized.
  case resize
  /// Everything is at rest.
  case idle
}
