public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

/// Sets the content offset; see the header.
@c @implementation
public func se_scroll_view_set_content_offset(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ is_animated: Bool
) -> se_status {
  let offset = Point(x: x, y: y)
  return change(view, if: offset.isAcceptable) {
    $0.scrollView.setContentOffset(offset, animated: is_animated)
  }
}

/// Sets the scale; see the header.
@c @implementation
public func se_scroll_view_set_zoom_scale(
  _ view: OpaquePointer?, _ scale: Double, _ is_animated: Bool
) -> se_status {
  change(view, if: scale.isScale) {
    $0.scrollView.setZoomScale(scale, animated: is_animated)
  }
}

/// Zooms to a rectangle; see the header.
@c @implementation
public func se_scroll_view_zoom_to_rect(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ is_animated: Bool
) -> se_status {
  let rect = Rect(x: x, y: y, width: width, height: height)
  return change(view, if: rect.isAcceptable) {
    $0.scrollView.zoom(to: rect, animated: is_animated)
  }
}

/// Scrolls a rectangle into view; see the header.
@c @implementation
public func se_scroll_view_scroll_rect_to_visible(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ is_animated: Bool
) -> se_status {
  let rect = Rect(x: x, y: y, width: width, height: height)
  return change(view, if: rect.isAcceptable) {
    $0.scrollView.scrollRectToVisible(rect, animated: is_animated)
  }
}

/// Scrolls to the top; see the header.
@c @implementation
public func se_scroll_view_scroll_to_top(_ view: OpaquePointer?) -> se_status {
  change(view) { $0.window.scrollToTop() }
}

/// Stops scrolling and zooming; see the header.
@c @implementation
public func se_scroll_view_stop_scrolling_and_zooming(_ view: OpaquePointer?) -> se_status {
  change(view) { $0.scrollView.stopScrollingAndZooming() }
}

/// Shows the indicators for a moment; see the header.
@c @implementation
public func se_scroll_view_flash_scroll_indicators(_ view: OpaquePointer?) -> se_status {
  change(view) { $0.scrollView.flashScrollIndicators() }
}

extension Rect {
  /// Whether the origin and the lengths are within the limits.
  fileprivate var isAcceptable: Bool { origin.isAcceptable && size.isLength }
}
