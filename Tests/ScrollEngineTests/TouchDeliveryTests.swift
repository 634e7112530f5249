import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A touch on content` {
  private let stage = TouchStage()

  @Test func `comes with all touches of its window, the ended and the canceled one too`() throws {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 800))
    let other = Window(frame: window.bounds)
    let view = CountingView(frame: window.bounds)
    window.addSubview(view)
    func send(_ id: Int, _ phase: TouchEvent.Phase, at time: Double) -> Event {
      let place = Point(100 * Double(id), 100 + time)
      let event = Event.touch(TouchEvent(id: id, phase: phase, location: place, timestamp: time))
      window.send(event)
      return event
    }
    other.send(.touch(TouchEvent(id: 9, phase: .began, location: .zero, timestamp: 0)))
    let first = send(1, .began, at: 1)
    _ = send(2, .began, at: 2)
    _ = send(1, .moved, at: 3)
    _ = send(2, .ended, at: 4)
    view.removeFromSuperview()
    #expect(view.counts == [1, 2, 2, 2, 1])
    #expect(first.allTouches == nil, "an event is a value and keeps no touches")
    #expect(Event.key(KeyEvent(key: .home, timestamp: 5)).allTouches == nil)
  }

  @Test func `touch.refusal is not delivered where touchesShouldBegin returns false`() {
    stage.scrollView.begins = false
    stage.stage.touch(.began, 200, 350, at: 0)
    stage.stage.touch(.moved, 200, 330, at: 0.3)
    stage.stage.touch(.ended, 200, 330, at: 0.4)
    #expect(stage.lines == ["shouldBegin"])
    #expect(stage.scrollView.contentOffset.y == 10, "the drag begins, and nothing more is asked")
  }

  @Test func `touch.control stays with a control, whatever the finger does`() {
    stage.stage.touch(.began, 40, 40, at: 0)
    stage.stage.touch(.moved, 40, 80, at: 0.3)
    stage.stage.touch(.moved, 40, 45, at: 0.4)
    #expect(stage.lines == ["shouldBegin", "shouldCancel"])
    #expect(stage.control.isTracking)
    stage.stage.touch(.ended, 40, 45, at: 0.5)
    #expect(stage.lines.last == "pressed")
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `touch.control is canceled in a control where an override returns true`() {
    stage.scrollView.cancels = true
    stage.stage.touch(.began, 40, 80, at: 0)
    stage.stage.touch(.moved, 40, 40, at: 0.3)
    #expect(stage.lines == ["shouldBegin", "shouldCancel", "cancelled"])
    #expect(stage.scrollView.contentOffset.y == 30)
  }

  @Test func `touch.control stays with a view that keeps it, and then never scrolls`() {
    stage.scrollView.cancels = false
    stage.stage.touch(.began, 200, 350, at: 0)
    for step in 1...5 {
      stage.stage.touch(.moved, 200, 350 - Double(step) * 20, at: 0.3 + Double(step) / 60)
    }
    stage.stage.touch(.ended, 200, 250, at: 0.5)
    #expect(stage.lines.count { $0 == "shouldCancel" } == 1)
    #expect(stage.lines.last == "ended" && stage.scrollView.contentOffset == .zero)
    #expect(stage.scrollView.phase == .idle)
  }

  @Test
  func `touch.kept is not canceled, nor asked about, where content touches cannot be canceled`() {
    stage.scrollView.canCancelContentTouches = false
    stage.stage.touch(.began, 200, 350, at: 0)
    stage.stage.touch(.moved, 200, 300, at: 0.3)
    stage.stage.touch(.ended, 200, 300, at: 0.4)
    #expect(stage.lines == ["shouldBegin", "began", "moved", "ended"])
    #expect(stage.scrollView.contentOffset == .zero)
    let time = stage.stage.drag(from: Point(200, 350), by: Point(0, -100), steps: 5, at: 1)
    #expect(stage.scrollView.contentOffset.y == 90, "a swipe still scrolls")
    stage.stage.window.advance(to: time + 0.1)
    #expect(stage.scrollView.contentOffset.y > 90, "and decelerates")
  }

  @Test func `reaches it after 0.15 seconds, whenever another finger came down`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(400, 2000), displayScale: 1)
    let logs = [0.0, 200].map { x in
      let log = TouchLog()
      let view = NotingView(frame: Rect(x: x, y: 0, width: 200, height: 400), log: log)
      stage.content.addSubview(view)
      return log
    }
    stage.touch(.began, 100, 200, at: 0, id: 0)
    stage.touch(.began, 300, 200, at: 0.1, id: 1)
    for (time, began) in [(0.14, [0, 0]), (0.2, [1, 0]), (0.24, [1, 0]), (0.26, [1, 1])] {
      stage.window.advance(to: time)
      #expect(logs.map(\.lines.count) == began, "\(time)")
    }
  }

  @Test func `that stops moving content is not delivered`() {
    let time = stage.stage.drag(from: Point(200, 350), by: Point(0, -100), steps: 5)
    stage.stage.touch(.began, 200, 300, at: time + 0.05)
    stage.stage.window.advance(to: time + 0.4)
    stage.stage.touch(.ended, 200, 300, at: time + 0.4)
    #expect(stage.lines.isEmpty)
  }

  @Test
  func `scroll.disabled goes to the content at once, and up the chain, where scrolling is off`() {
    stage.scrollView.isScrollEnabled = false
    stage.stage.touch(.began, 200, 350, at: 0)
    #expect(stage.lines == ["began"] && !stage.scrollView.isTracking)
    stage.stage.touch(.moved, 200, 250, at: 0.1)
    #expect(stage.lines == ["began", "moved"] && stage.scrollView.contentOffset == .zero)
    let behind = NotingView(frame: stage.stage.window.frame, log: TouchLog())
    stage.stage.window.addSubview(behind)
    behind.addSubview(stage.scrollView)
    stage.stage.touch(.began, 380, 350, at: 1, id: 2)
    #expect(behind.log.lines == ["began"], "the scroll view passes on what is its own")
  }

  @Test
  func `touch.forwarding on the scroll view goes no farther, unless a subclass forwards it`() {
    for forwards in [false, true] {
      let stage = Stage(scrollView: forwards ? Forwarding() : ScrollView())
      let behind = NotingView(frame: stage.window.frame, log: TouchLog())
      stage.window.addSubview(behind)
      behind.addSubview(stage.scrollView)
      stage.content.isUserInteractionEnabled = false
      stage.touch(.began, 200, 300, at: 0)
      stage.window.advance(to: 0.3)
      #expect(behind.log.lines == (forwards ? ["began"] : []))
    }
  }

  private final class Forwarding: ScrollView {
    override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
      next?.touchesBegan(touches, with: event)
    }
  }

  @Test
  func `touch.tap is canceled by a tap on the parent, unless that leaves touches in the view`() {
    for cancels in [true, false] {
      let stage = TouchStage()
      var taps = 0
      let tap = TapGestureRecognizer { _ in taps += 1 }
      tap.cancelsTouchesInView = cancels
      stage.stage.window.addGestureRecognizer(tap)
      stage.stage.touch(.began, 40, 40, at: 0)
      stage.stage.touch(.ended, 40, 40, at: 0.05)
      #expect(taps == 1)
      #expect(stage.lines.contains("pressed") == !cancels)
      stage.stage.touch(.began, 40, 40, at: 1)
      stage.stage.touch(.ended, 40, 40, at: 1.3)
      #expect(taps == 2)
      #expect(stage.lines.contains("cancelled") == cancels)
    }
  }

  @Test
  func `keyboard.tap can be refused by a recognizer's delegate, so that a row is still selected`() {
    let field = Field(frame: Rect(x: 300, y: 0, width: 80, height: 30))
    stage.stage.window.addSubview(field)
    #expect(field.becomeFirstResponder())
    let tap = TapGestureRecognizer { _ in stage.stage.window.endEditing(true) }
    let refusal = Refusal(stage.control)
    tap.delegate = refusal
    stage.stage.window.addGestureRecognizer(tap)
    stage.stage.touch(.began, 40, 40, at: 0)
    stage.stage.touch(.ended, 40, 40, at: 0.05)
    #expect(stage.lines == ["shouldBegin", "pressed"] && field.isFirstResponder)
    stage.stage.touch(.began, 200, 100, at: 1)
    stage.stage.touch(.ended, 200, 100, at: 1.05)
    #expect(!field.isFirstResponder, "a tap elsewhere dismisses the keyboard")
  }

  private final class Refusal: GestureRecognizerDelegate {
    private let refused: View
    init(_ refused: View) { self.refused = refused }
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
    ) -> Bool { touch.view !== refused }
  }
}

/// A view that takes text.
final class Field: View {
  override var canBecomeFirstResponder: Bool { true }
  override var acceptsText: Bool { true }
}

/// Counts the touches that come with each call.
private final class CountingView: View {
  private(set) var counts: [Int?] = []

  override init(frame: Rect) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note(event) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note(event) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note(event) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) { note(event) }

  private func note(_ event: Event?) { counts.append(event?.allTouches?.count) }
}
