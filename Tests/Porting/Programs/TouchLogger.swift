// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A view that writes down its touches, in a scroll view that delays them.
class TouchLoggingView: UIView {
  private(set) var log: [String] = []
  private(set) var fingersAtTheEnd: Int?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    for touch in touches { note("began", touch) }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    guard let touch = touches.first else { return }
    let location = touch.location(in: self)
    let previous = touch.previousLocation(in: self)
    log.append("moved by \(Int(location.x - previous.x)), \(Int(location.y - previous.y))")
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    touches.forEach { note("ended", $0) }
    if event?.allTouches?.count == event?.touches(for: self)?.count { fingersAtTheEnd = event?.allTouches?.count }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    touches.forEach { note("cancelled", $0) }
  }

  private func note(_ word: String, _ touch: UITouch) {
    let phase: String
    switch touch.phase {
    case .began: phase = "began"
    case .moved: phase = "moved"
    case .stationary: phase = "stationary"
    case .ended: phase = "ended"
    case .cancelled: phase = "cancelled"
    @unknown default: phase = "unknown"
    }
    assert(touch.view === self)
    log.append("\(word) \(phase) tap \(touch.tapCount) at \(touch.location(in: self).x)")
  }
}

class TouchLoggingScrollView: UIScrollView {
  let logger = TouchLoggingView(frame: CGRect(x: 20, y: 20, width: 200, height: 200))
  var holdsTouches = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentSize = CGSize(width: frame.width, height: 2000)
    addSubview(logger)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func touchesShouldBegin(
    _ touches: Set<UITouch>, with event: UIEvent?, in view: UIView
  ) -> Bool {
    return super.touchesShouldBegin(touches, with: event, in: view)
  }

  override func touchesShouldCancel(in view: UIView) -> Bool {
    return holdsTouches ? false : super.touchesShouldCancel(in: view)
  }
}
