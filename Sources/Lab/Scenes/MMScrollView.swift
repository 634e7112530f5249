import ScrollEngine
import ScrollGeometry

/// MMScrollView, the small scroll view of an article about UIScrollView, rebuilt with its faults.
///
/// Its pan moves the origin of the bounds and stops dead at the edges, which it takes from the frame; its pinch scales the
/// view itself, so that a scaled view has other edges, and keeps a scale only for pinches that end properly.
final class MMScrollView: View, GestureRecognizerDelegate {
  /// The size of the content, in points.
  var contentSize = Size.zero
  private(set) var pan = PanGestureRecognizer()
  private(set) var pinch = PinchGestureRecognizer()
  private var currentScale = 0.0
  /// The scale at which a zoom by the wheel began; `nil` outside of one.
  private var scaleBeforeWheel: Double?

  /// Attaches the recognizers to a view that contains this one, so that it follows touches anywhere in that view.
  func listen(to view: View) {
    pan.addAction { [weak self] _ in self?.panned() }
    pinch.addAction { [weak self] _ in self?.pinched() }
    for recognizer in [pan, pinch] {
      recognizer.delegate = self
      view.addGestureRecognizer(recognizer)
    }
  }

  /// Other views' recognizers work at the same time; its own two exclude each other, as in the article.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { other !== pan && other !== pinch }

  private func panned() {
    guard pan.state == .changed else { return }
    let translation = pan.translation(in: superview)
    var origin = bounds.origin - translation
    origin.x = Self.clamped(origin.x, contentSize.width, frame.width)
    origin.y = Self.clamped(origin.y, contentSize.height, frame.height)
    bounds = Rect(origin: origin, size: bounds.size)
    pan.setTranslation(.zero, in: self)
  }

  /// The article compares with the width and height of the frame, which a scale has changed.
  private static func clamped(_ origin: Double, _ content: Double, _ frame: Double) -> Double {
    content > frame ? min(max(origin, 0), content - frame) : 0
  }

  private func pinched() {
    switch pinch.state {
    case .ended: currentScale = pinch.scale
    case .began where currentScale != 0: pinch.scale = currentScale
    default: break
    }
    if pinch.scale != 0 { apply(pinch.scale) }
  }

  private func apply(_ scale: Double) {
    transform = AffineTransform(scaleX: scale, y: scale)
  }
}

// MARK: - The wheel

/// The original has no wheel; here a wheel zooms as a pinch that ends properly, so that a mouse shows the same faults.
extension MMScrollView {
  func wheelZoomBegan() {
    scaleBeforeWheel = currentScale == 0 ? 1 : currentScale
  }

  /// - Parameter ratio: The scale relative to that at the beginning of the zoom.
  func wheelZoomChanged(by ratio: Double) {
    if let scaleBeforeWheel { apply(scaleBeforeWheel * ratio) }
  }

  func wheelZoomEnded() {
    guard scaleBeforeWheel != nil else { return }
    scaleBeforeWheel = nil
    currentScale = transform.a
  }
}
