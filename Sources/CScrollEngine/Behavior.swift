public import CScrollEngineHeader
import ScrollEngine

/// Sets whether scrolling is enabled; see the header.
@c @implementation
public func se_scroll_view_set_scroll_enabled(
  _ view: OpaquePointer?, _ is_enabled: Bool
) -> se_status {
  change(view) { $0.scrollView.isScrollEnabled = is_enabled }
}

/// Sets whether drags scroll along one axis; see the header.
@c @implementation
public func se_scroll_view_set_directional_lock_enabled(
  _ view: OpaquePointer?, _ is_enabled: Bool
) -> se_status {
  change(view) { $0.scrollView.isDirectionalLockEnabled = is_enabled }
}

/// Sets whether the content stops at pages; see the header.
@c @implementation
public func se_scroll_view_set_paging_enabled(
  _ view: OpaquePointer?, _ is_enabled: Bool
) -> se_status {
  change(view) { $0.scrollView.isPagingEnabled = is_enabled }
}

/// Sets whether the content bounces; see the header.
@c @implementation
public func se_scroll_view_set_bounces(_ view: OpaquePointer?, _ bounces: Bool) -> se_status {
  change(view) { $0.scrollView.bounces = bounces }
}

/// Sets whether content that fits bounces; see the header.
@c @implementation
public func se_scroll_view_set_always_bounces(
  _ view: OpaquePointer?, _ horizontally: Bool, _ vertically: Bool
) -> se_status {
  change(view) {
    $0.scrollView.alwaysBounceHorizontal = horizontally
    $0.scrollView.alwaysBounceVertical = vertically
  }
}

/// Sets the rate of deceleration; see the header.
@c @implementation
public func se_scroll_view_set_deceleration_rate(
  _ view: OpaquePointer?, _ rate: Double
) -> se_status {
  let clamped = ScrollView.DecelerationRate(rawValue: rate)
  return change(view, if: clamped.rawValue == rate) { $0.scrollView.decelerationRate = clamped }
}

/// Sets the limits of the scale; see the header.
@c @implementation
public func se_scroll_view_set_zoom_scale_limits(
  _ view: OpaquePointer?, _ minimum: Double, _ maximum: Double
) -> se_status {
  change(view, if: minimum.isScale && maximum.isScale && minimum <= maximum) {
    $0.scrollView.minimumZoomScale = minimum
    $0.scrollView.maximumZoomScale = maximum
  }
}

/// Sets whether a zoom gesture bounces; see the header.
@c @implementation
public func se_scroll_view_set_bounces_zoom(_ view: OpaquePointer?, _ bounces: Bool) -> se_status {
  change(view) { $0.scrollView.bouncesZoom = bounces }
}

/// Sets which indicators are visible; see the header.
@c @implementation
public func se_scroll_view_set_shows_scroll_indicators(
  _ view: OpaquePointer?, _ horizontal: Bool, _ vertical: Bool
) -> se_status {
  change(view) {
    $0.scrollView.showsHorizontalScrollIndicator = horizontal
    $0.scrollView.showsVerticalScrollIndicator = vertical
  }
}

/// Sets whether scrolling to the top applies; see the header.
@c @implementation
public func se_scroll_view_set_scrolls_to_top(
  _ view: OpaquePointer?, _ scrolls_to_top: Bool
) -> se_status {
  change(view) { $0.scrollView.scrollsToTop = scrolls_to_top }
}
