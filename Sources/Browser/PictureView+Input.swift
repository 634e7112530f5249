package import Geometry
package import ScrollEngine

extension PictureView {
  /// Calls `action` with the place of every double tap or double click, in device pixels of the window.
  package func addDoubleTap(_ action: @escaping (Point) -> Void) {
    let recognizer = TapGestureRecognizer { [weak self] recognizer in
      guard let self, recognizer.state == .recognized else { return }
      action(recognizer.location(in: nil) * scale)
    }
    recognizer.numberOfTapsRequired = 2
    recognizer.cancelsTouchesInView = false
    scrollView.addGestureRecognizer(recognizer)
  }

  /// Enlarges by a step of 1.25 about the middle of the window, or makes smaller by one; `time` is in seconds.
  package func zoomStep(enlarges: Bool, at time: Double, animated: Bool) {
    guard animated else {
      let step = ScrollView.scalePerNotch
      zoom(.by(enlarges ? step : 1 / step), animated: false)
      return
    }
    // A notch of the wheel: the scale gives way beyond its limits and comes back, as under the hand.
    let middle = Point(scrollView.frame.width / 2, scrollView.frame.height / 2)
    window.send(
      .wheel(
        WheelEvent(
          notches: Point(0, enlarges ? -1 : 1), location: middle, modifiers: .control,
          timestamp: time)))
  }

  /// Pans as an arrow key does; `key` is its name, `time` is in seconds.
  package func pan(_ key: String, modifiers: Modifiers, at time: Double, animated: Bool) {
    window.send(.key(KeyEvent(key: key, modifiers: modifiers, timestamp: time)))
    if !animated { scrollView.setContentOffset(scrollView.restingOffset, animated: false) }
  }
}
