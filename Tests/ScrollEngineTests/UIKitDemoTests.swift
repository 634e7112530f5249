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

/// A scroll view that logs its overrides and forwards touches.
private final class MyScrollView: ScrollView {
  var log: [String] = []
  var forwards = false

  override func touchesShouldBegin(
    _ touches: Set<Touch>, with event: Event?, in view: View
  ) -> Bool {
    let answer = super.touchesShouldBegin(touches, with: event, in: view)
    log.append("touchesShouldBegin")
    return answer
  }

  override func touchesShouldCancel(in view: View) -> Bool {
    let answer = super.touchesShouldCancel(in: view)
    log.append("touchesShouldCancel")
    return answer
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if forwards { next?.touchesBegan(touches, with: event) }
  }
}

private final class Controller: View {
  var clicks = 0

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { clicks += 1 }
}

@Suite struct `A demo of the reference documents` {
  private func send(_ window: Window, _ phase: TouchEvent.Phase, _ point: Point, at time: Double) {
    window.send(.touch(TouchEvent(id: 1, phase: phase, location: point, timestamp: time)))
  }

  @Test
  func
    `bounds.origin bounds.observing bounds.boxes scrolls by its bounds: twenty boxes, from 0 to 834`()
  {
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

  private func yellow(_ scrollView: MyScrollView) -> Window {
    let window = Window(frame: Rect(x: 0, y: 0, width: 402, height: 874))
    let controller = Controller(frame: window.bounds)
    window.addSubview(controller)
    scrollView.frame = Rect(x: 0, y: 0, width: 402, height: 400)
    scrollView.contentSize = Size(0, 874)
    controller.addSubview(scrollView)
    scrollView.addSubview(View(frame: Rect(x: 100, y: 200, width: 200, height: 400)))
    return window
  }

  @Test func `touch.log logs nothing for a fast swipe, and both questions for a slow drag`() {
    let scrollView = MyScrollView()
    let window = yellow(scrollView)
    send(window, .began, Point(200, 350), at: 0)
    for step in 1...4 {
      send(window, .moved, Point(200, 350 - Double(step) * 20), at: Double(step) / 60)
    }
    send(window, .ended, Point(200, 270), at: 0.07)
    #expect(scrollView.log == [])
    #expect(scrollView.contentOffset.y > 50)
    scrollView.stopScrollingAndZooming()
    send(window, .began, Point(200, 350), at: 5)
    send(window, .moved, Point(200, 345), at: 5.3)
    send(window, .moved, Point(200, 330), at: 5.4)
    #expect(scrollView.log == ["touchesShouldBegin", "touchesShouldCancel"])
    #expect(scrollView.isDragging)
  }

  @Test(arguments: [false, true])
  func `touch.forwarding keeps touches from the views behind it unless it forwards them`(
    forwards: Bool
  ) {
    let scrollView = MyScrollView()
    scrollView.forwards = forwards
    let window = yellow(scrollView)
    send(window, .began, Point(20, 50), at: 0)
    window.advance(to: 0.5)
    send(window, .ended, Point(20, 50), at: 0.6)
    #expect((scrollView.superview as? Controller)?.clicks == (forwards ? 1 : 0))
  }

  @Test(arguments: [true, false])
  func `touch.tap loses the touch to a tap recognizer of its parent unless that does not cancel it`(
    cancels: Bool
  ) {
    let scrollView = MyScrollView()
    scrollView.forwards = true
    let window = yellow(scrollView)
    var taps = 0
    let tap = TapGestureRecognizer { _ in taps += 1 }
    tap.cancelsTouchesInView = cancels
    scrollView.superview?.addGestureRecognizer(tap)
    send(window, .began, Point(20, 50), at: 0)
    send(window, .ended, Point(20, 50), at: 0.08)
    #expect(taps == 1)
    #expect((scrollView.superview as? Controller)?.clicks == (cancels ? 0 : 1))
  }
}
