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
