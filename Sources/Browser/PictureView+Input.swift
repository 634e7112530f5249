package import Geometry
package import ScrollEngine

extension PictureView {
  /// Adds a handler for double taps and double clicks, which receives their location in device pixels of the window.
  package func addDoubleTap(_ action: @escaping (Point) -> Void) {
    let recognizer = TapGestureRecognizer { [weak self] recognizer in
      guard let self, recognizer.state == .recognized else { return }
      action(recognizer.location(in: nil) * scale)
    }
    recognizer.numberOfTapsRequired = 2
    recognizer.cancelsTouchesInView = false
    scrollView.addGestureRecognizer(recognizer)
  }

  /// Zooms in or out by a factor of 1.25 about the middle of the window.
  ///
  /// - Parameters:
  ///   - enlarges: Pass `true` to zoom in.
  ///   - time: The time of the command, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func zoomStep(enlarges: Bool, at time: Double, animated: Bool) {
    guard animated else {
      let step = ScrollView.scalePerNotch
      zoom(.by(enlarges ? step : 1 / step), animated: false)
      return
    }
    // As a notch of the wheel, so that the scale rubber-bands at its limits and bounces back.
    let middle = Point(scrollView.frame.width / 2, scrollView.frame.height / 2)
    window.send(
      .wheel(
        WheelEvent(
          notches: Point(0, enlarges ? -1 : 1), location: middle, modifiers: .control,
          timestamp: time)))
  }

  /// Scrolls as an arrow key does; `key` is the key's name, and `time` is in seconds.
  package func pan(_ key: String, modifiers: Modifiers, at time: Double, animated: Bool) {
    window.send(.key(KeyEvent(key: key, modifiers: modifiers, timestamp: time)))
    if !animated { scrollView.setContentOffset(scrollView.restingOffset, animated: false) }
  }
}
