public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

/// Sets the size of a scroll view; see the header.
@c @implementation
public func se_scroll_view_set_size(
  _ view: OpaquePointer?, _ width: Double, _ height: Double
) -> se_status {
  let size = Size(width: width, height: height)
  return change(view, if: size.isLength) { $0.resize(to: size) }
}

/// Sets the size of the content at a scale of 1; see the header.
@c @implementation
public func se_scroll_view_set_content_size(
  _ view: OpaquePointer?, _ width: Double, _ height: Double
) -> se_status {
  let size = Size(width: width, height: height)
  return change(view, if: size.isLength) { $0.resizeContent(to: size) }
}

/// Sets the content inset; see the header.
@c @implementation
public func se_scroll_view_set_content_inset(
  _ view: OpaquePointer?, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double
) -> se_status {
  let inset = EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  return change(view, if: inset.isAcceptable) { $0.scrollView.contentInset = inset }
}

/// Sets the safe area; see the header.
@c @implementation
public func se_scroll_view_set_safe_area_insets(
  _ view: OpaquePointer?, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double
) -> se_status {
  let insets = EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  return change(view, if: insets.isAcceptable) { $0.scrollView.safeAreaInsets = insets }
}

/// Sets how the safe area contributes; see the header.
@c @implementation
public func se_scroll_view_set_content_inset_adjustment(
  _ view: OpaquePointer?, _ adjustment: se_inset_adjustment
) -> se_status {
  with(view) {
    guard let behavior = ScrollView.ContentInsetAdjustmentBehavior(adjustment) else {
      return SE_UNKNOWN_CONSTANT
    }
    $0.scrollView.contentInsetAdjustmentBehavior = behavior
    return SE_OK
  }
}

/// Sets the point at which small content rests; see the header.
@c @implementation
public func se_scroll_view_set_content_alignment_point(
  _ view: OpaquePointer?, _ x: Double, _ y: Double
) -> se_status {
  change(view, if: (0...1).contains(x) && (0...1).contains(y)) {
    $0.scrollView.contentAlignmentPoint = Point(x: x, y: y)
  }
}

/// Sets the device pixels per point; see the header.
@c @implementation
public func se_scroll_view_set_display_scale(
  _ view: OpaquePointer?, _ scale: Double
) -> se_status {
  change(view, if: scale.isScale) { $0.scrollView.displayScale = scale }
}

/// Sets the insets of the indicators; see the header.
@c @implementation
public func se_scroll_view_set_scroll_indicator_insets(
  _ view: OpaquePointer?, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double
) -> se_status {
  let insets = EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  return change(view, if: insets.isAcceptable) { $0.scrollView.scrollIndicatorInsets = insets }
}

extension Double {
  /// Whether the number is within the limits and above 0.
  var isScale: Bool { isAcceptable && self > 0 }
}

extension ScrollView.ContentInsetAdjustmentBehavior {
  fileprivate init?(_ adjustment: se_inset_adjustment) {
    switch adjustment {
    case SE_ADJUST_AUTOMATIC: self = .automatic
    case SE_ADJUST_SCROLLABLE_AXES: self = .scrollableAxes
    case SE_ADJUST_NEVER: self = .never
    case SE_ADJUST_ALWAYS: self = .always
    default: return nil
    }
  }
}

/// Copies the state of a scroll view; see the header.
@c @implementation
public func se_scroll_view_get_state(
  _ view: OpaquePointer?, _ state: UnsafeMutablePointer<se_state>?
) -> se_status {
  with(view) {
    guard let state else { return SE_NULL_POINTER }
    guard state.pointee.size >= se_state.firstSize else { return SE_UNKNOWN_SIZE }
    var current = se_state($0)
    // A program that was compiled with an earlier header has room for the members of that one.
    current.size = min(state.pointee.size, current.size)
    let size = current.size
    unsafe withUnsafeBytes(of: &current) { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: state, count: size)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    return SE_OK
  }
}

extension se_state {
  /// The size of the structure's first version, in bytes.
  fileprivate static let firstSize =
    MemoryLayout<Self>.offset(of: \.presentation_content_offset) ?? MemoryLayout<Self>.stride

  fileprivate init(_ hosted: HostedScrollView) {
    let view = hosted.scrollView
    // Several members come from these, which are computed once.
    let (range, size, zoomScale) = (view.range, view.contentSize, view.zoomScale)
    let indicators = view.scrollIndicators(in: range)
    self.init(
      size: MemoryLayout<Self>.stride, time: hosted.window.time,
      content_offset: se_point(view.contentOffset),
      content_velocity: se_point(view.contentVelocity),
      resting_offset: se_point(view.restingOffset),
      minimum_content_offset: se_point(range.lower),
      maximum_content_offset: se_point(range.upper),
      content_size: se_size(width: size.width, height: size.height),
      adjusted_content_inset: se_insets(view.adjustedContentInset),
      zoom_scale: zoomScale,
      vertical_indicator: se_indicator(indicators.vertical),
      horizontal_indicator: se_indicator(indicators.horizontal),
      phase: se_phase(view.phase),
      is_tracking: view.isTracking, is_dragging: view.isDragging,
      is_decelerating: view.isDecelerating, is_zooming: view.isZooming,
      is_zoom_bouncing: view.isZoomBouncing, is_zoom_animating: view.isZoomAnimating,
      needs_advance: hosted.window.needsAdvance,
      presentation_content_offset: se_point(view.presentationOffset),
      presentation_zoom_scale: view.presentationZoomScale(of: zoomScale),
      velocity: se_point(view.velocity))
  }
}

extension se_point {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension se_insets {
  fileprivate init(_ insets: EdgeInsets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

extension se_indicator {
  fileprivate init(_ indicator: ScrollIndicator) {
    let frame = indicator.frame
    self.init(
      frame: se_rect(x: frame.minX, y: frame.minY, width: frame.width, height: frame.height),
      opacity: indicator.opacity, corner_radius: indicator.cornerRadius)
  }
}

extension se_phase {
  fileprivate init(_ phase: ScrollView.Phase) {
    self =
      switch phase {
      case .idle: SE_PHASE_IDLE
      case .tracking: SE_PHASE_TRACKING
      case .dragging: SE_PHASE_DRAGGING
      case .decelerating: SE_PHASE_DECELERATING
      case .animating: SE_PHASE_ANIMATING
      case .zooming: SE_PHASE_ZOOMING
      case .zoomBouncing: SE_PHASE_ZOOM_BOUNCING
      }
  }
}

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
