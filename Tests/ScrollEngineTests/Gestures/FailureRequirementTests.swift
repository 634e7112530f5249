import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Recognizers that wait for others` {
  private let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))

  private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double) {
    window.send(.touch(TouchEvent(id: 0, phase: phase, location: Point(x, y), timestamp: time)))
  }

  private func tap(at time: Double) {
    touch(.began, 100, 100, at: time)
    touch(.ended, 100, 100, at: time + 0.05)
  }

  @Test func `a single tap waits for a double tap to fail`() {
    var log: [String] = []
    let single = TapGestureRecognizer { _ in log.append("single") }
    let double = TapGestureRecognizer { _ in log.append("double") }
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    window.addGestureRecognizer(single)
    window.addGestureRecognizer(double)
    tap(at: 0)
    #expect(log.isEmpty && single.state == .possible)
    window.advance(to: 0.3)
    #expect(log.isEmpty)
    window.advance(to: 1)
    #expect(log == ["single"])
    tap(at: 2)
    tap(at: 2.2)
    window.advance(to: 5)
    #expect(log == ["single", "double"])
    tap(at: 6)
    window.advance(to: 7)
    #expect(log == ["single", "double", "single"])
  }

  @Test func `the pan of a scroll view waits for a swipe`() {
    let scrollView = ScrollView(frame: window.bounds)
    scrollView.contentSize = Size(2000, 2000)
    window.addSubview(scrollView)
    var swipes = 0
    let swipe = SwipeGestureRecognizer { _ in swipes += 1 }
    swipe.direction = .left
    scrollView.addGestureRecognizer(swipe)
    scrollView.panGestureRecognizer.require(toFail: swipe)
    touch(.began, 300, 100, at: 0)
    for step in 1...8 { touch(.moved, 300 - Double(step) * 10, 100, at: Double(step) / 60) }
    #expect(swipes == 1)
    touch(.ended, 220, 100, at: 0.2)
    #expect(scrollView.contentOffset == .zero)
    touch(.began, 300, 300, at: 1)
    for step in 1...9 { touch(.moved, 300, 300 - Double(step) * 10, at: 1 + Double(step) / 60) }
    #expect(swipes == 1)
    #expect(scrollView.contentOffset.y > 20)
    touch(.ended, 300, 210, at: 1.2)
  }

  @Test func `a press is recognized in time, and not after a movement`() {
    var states: [GestureRecognizer.State] = []
    let press = LongPressGestureRecognizer { states.append($0.state) }
    window.addGestureRecognizer(press)
    touch(.began, 100, 100, at: 0)
    window.advance(to: 0.49)
    #expect(states.isEmpty)
    window.advance(to: 0.6)
    touch(.moved, 150, 100, at: 0.7)
    touch(.ended, 150, 100, at: 0.8)
    #expect(states == [.began, .changed, .ended])
    touch(.began, 100, 100, at: 2)
    touch(.moved, 115, 100, at: 2.1)
    window.advance(to: 3)
    touch(.ended, 115, 100, at: 3.1)
    #expect(states.count == 3)
  }

  @Test(arguments: [(5.0, true), (30, false)])
  func `an edge pan begins at its edge only`(start: Double, isRecognized: Bool) {
    let pan = ScreenEdgePanGestureRecognizer()
    pan.edges = .left
    window.addGestureRecognizer(pan)
    touch(.began, start, 100, at: 0)
    touch(.moved, start + 40, 100, at: 0.1)
    #expect((pan.state == .began) == isRecognized)
    touch(.ended, start + 40, 100, at: 0.2)
  }

  @Test func `the view may refuse a gesture, and the delegate may order failures`() {
    final class Refusing: View {
      override func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
        !(gestureRecognizer is PanGestureRecognizer)
      }
    }
    let view = Refusing(frame: window.bounds)
    window.addSubview(view)
    let pan = PanGestureRecognizer()
    view.addGestureRecognizer(pan)
    touch(.began, 100, 100, at: 0)
    touch(.moved, 150, 100, at: 0.1)
    #expect(pan.state == .failed)
    touch(.ended, 150, 100, at: 0.2)
  }

  @Test func `touches wait for a recognizer that delays them`() {
    final class Logger: View {
      var begins = 0
      override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { begins += 1 }
    }
    let view = Logger(frame: window.bounds)
    window.addSubview(view)
    let press = LongPressGestureRecognizer()
    press.delaysTouchesBegan = true
    view.addGestureRecognizer(press)
    touch(.began, 100, 100, at: 0)
    #expect(view.begins == 0)
    touch(.moved, 130, 100, at: 0.1)
    #expect(view.begins == 1)
    touch(.ended, 130, 100, at: 0.2)
  }
}
