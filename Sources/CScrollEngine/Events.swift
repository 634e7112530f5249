public import CScrollEngineHeader
import ScrollEngine
import ScrollGeometry

/// Advances all motions and timers; see the header.
@c @implementation
public func se_scroll_view_advance(_ view: OpaquePointer?, _ time: Double) -> se_status {
  with(view) {
    guard $0.delegate.callbacks == 0 else { return SE_IN_CALLBACK }
    guard time.isAcceptable else { return SE_OUT_OF_RANGE }
    guard time >= $0.window.time else { return SE_EARLIER_TIME }
    $0.window.advance(to: time)
    return SE_OK
  }
}

/// Passes in a touch; see the header.
@c @implementation
public func se_scroll_view_send_touch(
  _ view: OpaquePointer?, _ id: Int64, _ phase: se_touch_phase, _ x: Double, _ y: Double,
  _ time: Double
) -> se_status {
  let event = TouchEvent.Phase(phase).map {
    Event.touch(
      TouchEvent(
        id: Int(truncatingIfNeeded: id), phase: $0, location: Point(x: x, y: y), timestamp: time))
  }
  return send(event, to: view)
}

/// Passes in a pinch on a touchpad; see the header.
@c @implementation
public func se_scroll_view_send_pinch(
  _ view: OpaquePointer?, _ phase: se_gesture_phase, _ scale: Double, _ x: Double, _ y: Double,
  _ time: Double
) -> se_status {
  let event = GesturePhase(phase).map {
    Event.pinch(
      PinchEvent(phase: $0, scale: scale, location: Point(x: x, y: y), timestamp: time))
  }
  return send(event, to: view)
}

/// Passes in scrolling on a touchpad; see the header.
@c @implementation
public func se_scroll_view_send_scroll(
  _ view: OpaquePointer?, _ phase: se_gesture_phase, _ delta_x: Double, _ delta_y: Double,
  _ x: Double, _ y: Double, _ modifiers: se_modifiers, _ time: Double
) -> se_status {
  var event: Event?
  if let phase = GesturePhase(phase), let modifiers = Modifiers(modifiers) {
    event = .touchpad(
      TouchpadEvent(
        phase: phase, delta: Point(x: delta_x, y: delta_y), location: Point(x: x, y: y),
        modifiers: modifiers, timestamp: time))
  }
  return send(event, to: view)
}

/// Passes in notches of a mouse wheel; see the header.
@c @implementation
public func se_scroll_view_send_wheel(
  _ view: OpaquePointer?, _ notches_x: Double, _ notches_y: Double, _ x: Double, _ y: Double,
  _ modifiers: se_modifiers, _ time: Double
) -> se_status {
  let event = Modifiers(modifiers).map {
    Event.wheel(
      WheelEvent(
        notches: Point(x: notches_x, y: notches_y), location: Point(x: x, y: y), modifiers: $0,
        timestamp: time))
  }
  return send(event, to: view)
}

/// Passes in a key press; see the header.
@c @implementation
public func se_scroll_view_send_key(
  _ view: OpaquePointer?, _ key: se_key, _ modifiers: se_modifiers, _ time: Double
) -> se_status {
  var event: Event?
  if let key = KeyEvent.Key(key), let modifiers = Modifiers(modifiers) {
    event = .key(KeyEvent(key: key, modifiers: modifiers, timestamp: time))
  }
  return send(event, to: view)
}

extension KeyEvent.Key {
  fileprivate init?(_ key: se_key) {
    switch key {
    case SE_KEY_UP: self = .up
    case SE_KEY_DOWN: self = .down
    case SE_KEY_LEFT: self = .left
    case SE_KEY_RIGHT: self = .right
    default: return nil
    }
  }
}

extension TouchEvent.Phase {
  fileprivate init?(_ phase: se_touch_phase) {
    switch phase {
    case SE_TOUCH_BEGAN: self = .began
    case SE_TOUCH_MOVED: self = .moved
    case SE_TOUCH_STATIONARY: self = .stationary
    case SE_TOUCH_ENDED: self = .ended
    case SE_TOUCH_CANCELLED: self = .cancelled
    default: return nil
    }
  }
}

extension GesturePhase {
  fileprivate init?(_ phase: se_gesture_phase) {
    switch phase {
    case SE_GESTURE_BEGAN: self = .began
    case SE_GESTURE_CHANGED: self = .changed
    case SE_GESTURE_ENDED: self = .ended
    default: return nil
    }
  }
}

extension Modifiers {
  /// The modifier keys of a sum of constants, which are the engine's own; `nil` for other bits.
  fileprivate init?(_ modifiers: se_modifiers) {
    let all: Self = [.shift, .control, .alternate, .command]
    self.init(rawValue: Int(modifiers))
    guard isSubset(of: all) else { return nil }
  }
}

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
