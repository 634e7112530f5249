import UIKit

/// Records the touches of a scroll view, and its offset at each frame, as an Overscroll recording.
///
/// Keep one beside the scroll view, scroll, then share `text`.
final class ScrollRecorder: UIGestureRecognizer, UIGestureRecognizerDelegate {
  private weak var scrollView: UIScrollView?
  private var link: CADisplayLink?
  private var rows: [String] = []

  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init(target: nil, action: nil)
    delegate = self
    cancelsTouchesInView = false
    scrollView.addGestureRecognizer(self)
    link = CADisplayLink(target: self, selector: #selector(frame(_:)))
    link?.add(to: .main, forMode: .common)
  }

  @objc private func frame(_ link: CADisplayLink) {
    guard let view = scrollView else { return }
    let phase =
      view.isDecelerating ? "decelerating" : view.isDragging ? "dragging"
      : view.isTracking ? "tracking" : "idle"
    let offset = view.contentOffset
    rows.append("\(link.timestamp),,,,,\(phase),\(offset.x),\(offset.y),\(view.zoomScale)")
  }

  private func add(_ touches: Set<UITouch>, _ phase: String, _ event: UIEvent?) {
    for touch in touches {
      for part in event?.coalescedTouches(for: touch) ?? [touch] {
        let place = part.preciseLocation(in: scrollView?.superview)
        rows.append("\(part.timestamp),\(phase),\(touch.hash & 0xFFFF),\(place.x),\(place.y),,,,")
      }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "began", event)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "moved", event)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "ended", event)
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "cancelled", event)
  }
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { true }

  /// The recording.
  var text: String {
    guard let view = scrollView else { return "" }
    let device = UIDevice.current
    return """
      # overscroll recording 1
      # source: \(device.model), \(device.systemName) \(device.systemVersion), CADisplayLink
      # viewport: \(view.bounds.width)x\(view.bounds.height)
      # content: \(view.contentSize.width)x\(view.contentSize.height)
      # displayScale: \(UIScreen.main.scale)
      # rate: \(UIScreen.main.maximumFramesPerSecond)
      t,touch,id,x,y,phase,offset_x,offset_y,zoom
      \(rows.joined(separator: "\n"))

      """
  }
}
