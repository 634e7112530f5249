import ScrollEngine
import Testing

/// The small scroll view of the reference documents, ported from UIKit by changing imports and removing prefixes.
private final class MMScrollView: View {
  var contentSize = Size.zero
  let panGestureRecognizer = PanGestureRecognizer()
  let pinchGestureRecognizer = PinchGestureRecognizer()
  var currentScale = 0.0
  weak var zoomed: View?

  override init(frame: Rect) {
    super.init(frame: frame)
    panGestureRecognizer.addAction { [weak self] in
      ($0 as? PanGestureRecognizer).map { self?.panned($0) }
    }
    addGestureRecognizer(panGestureRecognizer)
  }

  private func panned(_ recognizer: PanGestureRecognizer) {
    guard recognizer.state == .changed else { return }
    let translation = recognizer.translation(in: superview)
    var bounds = bounds
    bounds.origin.x -= translation.x
    bounds.origin.y -= translation.y
    bounds.origin.x =
      contentSize.width > frame.width
      ? min(max(bounds.origin.x, 0), contentSize.width - frame.width) : 0
    bounds.origin.y =
      contentSize.height > frame.height
      ? min(max(bounds.origin.y, 0), contentSize.height - frame.height) : 0
    self.bounds = bounds
    recognizer.setTranslation(.zero, in: self)
  }
}

@Suite struct `A demo of the reference documents` {
  private func send(_ window: Window, _ phase: TouchEvent.Phase, _ point: Point, at time: Double) {
    window.send(.touch(TouchEvent(id: 1, phase: phase, location: point, timestamp: time)))
  }

  @Test func `bounds.origin bounds.observing bounds.boxes scrolls twenty boxes by its bounds`() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1112, height: 834))
    let view = MMScrollView(frame: window.bounds)
    view.contentSize = Size(0, 834 * 2)
    window.addSubview(view)
    for index in 0..<20 {
      view.addSubview(
        View(frame: Rect(x: 100, y: 10 + Double(index) * 110, width: 100, height: 100)))
    }
    var seen: [Rect] = []
    view.observeBounds { seen.append($0) }
    send(window, .began, Point(500, 800), at: 0)
    for step in 1...40 {
      send(
        window, .moved, Point(500 - Double(step), 800 - Double(step) * 30), at: Double(step) / 60)
    }
    send(window, .ended, Point(460, -400), at: 0.7)
    #expect(seen.last == Rect(x: 0, y: 834, width: 1112, height: 834))
    #expect(seen.allSatisfy { $0.origin.x == 0 && $0.size == view.frame.size })
    #expect(view.frame == Rect(x: 0, y: 0, width: 1112, height: 834))
    #expect(view.hitTest(Point(150, 1120), with: nil) === view.subviews[10])
  }
}
