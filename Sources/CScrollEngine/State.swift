public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

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
