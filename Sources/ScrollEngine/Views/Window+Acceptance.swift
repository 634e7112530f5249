import ScrollGeometry

extension Window {
  /// Returns an event with numbers that are finite and small enough, too large ones clamped, or `nil` where it is to be ignored.
  ///
  /// A touch or a gesture ends in any case, at its last place.
  func acceptable(_ event: Event) -> Event? {
    if let accepted = event.accepted { return accepted }
    switch event {
    case .touch(var touch) where touch.phase == .ended || touch.phase == .cancelled:
      touch.location = activeTouches[touch.id]?.location ?? .zero
      touch.timestamp = acceptable(touch.timestamp)
      return .touch(touch)
    case .pinch(var pinch) where pinch.phase == .ended:
      (pinch.scale, pinch.location) = (lastPinch?.scale ?? 1, lastPinch?.location ?? .zero)
      pinch.timestamp = acceptable(pinch.timestamp)
      return .pinch(pinch)
    case .touchpad(var touchpad) where touchpad.phase == .ended:
      (touchpad.delta, touchpad.location) = (.zero, .zero)
      touchpad.timestamp = acceptable(touchpad.timestamp)
      return .touchpad(touchpad)
    case .touch, .pinch, .touchpad, .wheel, .key, .text: return nil
    }
  }

  private func acceptable(_ timestamp: Double) -> Double {
    timestamp.isAcceptable ? timestamp : time
  }
}
