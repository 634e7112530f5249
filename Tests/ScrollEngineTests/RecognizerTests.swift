import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// A delegate that writes down what it finds when it is asked.
private final class Asker: GestureRecognizerDelegate {
  var translations: [Point] = []
  var velocities: [Point] = []
  var answer = true

  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
    guard let pan = gestureRecognizer as? PanGestureRecognizer else { return answer }
    translations.append(pan.translation(in: nil))
    velocities.append(pan.velocity(in: nil))
    return answer
  }
}

@Suite struct `A scroll view's pan recognizer` {
  private let stage = Stage()

  @Test(arguments: Axis.allCases, [10.0, 12, -25])
  func `has the whole movement as translation while asked to begin`(axis: Axis, way: Double) {
    let stage = Stage(viewport: Size(400, 400), content: Size(3000, 3000), displayScale: 1)
    let asker = Asker()
    stage.scrollView.contentOffset = Point(500, 500)
    stage.scrollView.panGestureRecognizer.delegate = asker
    stage.touch(.began, Point(200, 200), at: 0)
    stage.touch(.moved, Point(200, 200) + axis.point(way, 3), at: 0.02)
    #expect(asker.translations == [axis.point(way, 3)])
    #expect(asker.velocities == [axis.point(way * 50, 150)])
    let pan = stage.scrollView.panGestureRecognizer
    #expect(pan.translation(in: nil) == axis.point(way < 0 ? way + 10 : way - 10, 3))
  }

  @Test func `does not scroll where its delegate refuses, and has no translation then`() {
    let asker = Asker()
    asker.answer = false
    stage.scrollView.panGestureRecognizer.delegate = asker
    stage.drag(from: Point(200, 700), by: Point(0, -200))
    #expect(stage.log.isEmpty && asker.translations.count == 1)
    #expect(stage.scrollView.panGestureRecognizer.translation(in: nil) == .zero)
  }

  @Test(arguments: [TouchEvent.Phase.ended, .cancelled])
  func `has ended when the delegate is notified of the drag's end`(last: TouchEvent.Phase) {
    var states: [String: GestureRecognizer.State] = [:]
    stage.onCallback = { name, view in states[name] = view.panGestureRecognizer.state }
    stage.drag(from: Point(200, 700), by: Point(0, -200), lift: false)
    stage.touch(last, 200, 500, at: 1.0 / 6)
    let end = last == .ended ? GestureRecognizer.State.ended : .cancelled
    #expect(states["willBeginDragging"] == .began)
    #expect(states["willEndDragging"] == end)
    #expect(states["didEndDragging(\(last == .ended))"] == end)
  }

  @Test func `has been canceled when the delegate is notified that it was disabled`() {
    var states: [GestureRecognizer.State] = []
    stage.onCallback = { _, view in states.append(view.panGestureRecognizer.state) }
    stage.drag(from: Point(200, 700), by: Point(0, -200), lift: false)
    states = []
    stage.scrollView.panGestureRecognizer.isEnabled = false
    #expect(states == [.cancelled, .cancelled])
  }

  @Test func `state.after-lift delegate.regrab ends a drag before the deceleration is announced`() {
    var decelerating: [Bool] = []
    stage.onCallback = { name, view in
      guard name.hasPrefix("didEndDragging") else { return }
      decelerating.append(view.isDecelerating)
      #expect(view.isDragging && !view.isTracking)
    }
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    #expect(stage.scrollView.isDecelerating)
    stage.drag(from: Point(200, 700), by: Point(0, -200), at: time + 0.1)
    #expect(decelerating == [false, true], "the second drag began during a deceleration")
  }

  @Test func `stays disabled when other properties are set`() {
    let view = ScrollView()
    view.panGestureRecognizer.isEnabled = false
    view.delaysContentTouches = false
    view.delaysContentTouches = true
    view.isScrollEnabled = true
    #expect(!view.panGestureRecognizer.isEnabled)
    view.isScrollEnabled = false
    view.isScrollEnabled = true
    #expect(view.panGestureRecognizer.isEnabled)
  }

  @Test(arguments: Touch.TouchType.allCases)
  func `zoom.transform follows only the kinds of touches that it allows`(type: Touch.TouchType) {
    for allows in [true, false] {
      let stage = TouchStage()
      let pan = stage.scrollView.panGestureRecognizer
      #expect(pan.allowedTouchTypes == Set(Touch.TouchType.allCases))
      if !allows { pan.allowedTouchTypes.remove(type) }
      for (index, y) in [500.0, 450, 400, 350].enumerated() {
        let place = Point(200, y - 150)
        let time = Double(index) / 60
        if type == .indirect {
          stage.stage.window.send(
            .touchpad(index == 0 ? .began : .changed, by: Point(0, -50), at: place, time))
        } else {
          stage.stage.window.send(
            .touch(index == 0 ? .began : .moved, at: place, time, id: 0, type: type))
        }
      }
      #expect((stage.scrollView.contentOffset.y > 0) == allows)
      if type != .indirect { #expect(stage.lines.contains("began") == !allows, "\(stage.lines)") }
    }
  }
}

@Suite struct `A pinch` {
  @Test(arguments: [true, false])
  func `zoom.view zooms a view that appears after the limits were set`(isAsked: Bool) {
    let stage = Stage()
    stage.scrollView.maximumZoomScale = 4
    #expect(stage.scrollView.pinchGestureRecognizer == nil)
    stage.zooms = true
    if isAsked { #expect(stage.scrollView.pinchGestureRecognizer != nil) }
    stage.touch(.began, 150, 400, at: 0, id: 0)
    stage.touch(.began, 250, 400, at: 0, id: 1)
    for step in 1...20 {
      stage.touch(.moved, 250 + Double(step) * 10.2, 400, at: Double(step) / 60, id: 1)
    }
    #expect(abs(stage.scrollView.zoomScale - 3) < 0.3)
    stage.zooms = false
    for id in 0...1 { stage.touch(.ended, 250, 400, at: 0.5, id: id) }
    #expect(stage.scrollView.pinchGestureRecognizer == nil)
  }
}

@Suite struct `Taps` {
  @Test(arguments: [1, 2])
  func `leave the next drag to the scroll view`(count: Int) {
    let stage = Stage()
    var taps = 0
    stage.scrollView.addGestureRecognizer(recognizer(taps: count) { taps += 1 })
    for tap in 0..<count {
      stage.touch(.began, 200, 700, at: 1 + Double(tap) / 5)
      stage.touch(.ended, 200, 700, at: 1.05 + Double(tap) / 5)
    }
    #expect(taps == 1)
    stage.touch(.began, 200, 700, at: 3)
    stage.touch(.moved, 200, 650, at: 3.02)
    #expect(stage.scrollView.isDragging)
    #expect(stage.scrollView.contentOffset.y > 0)
  }

  private func recognizer(taps: Int, _ action: @escaping () -> Void) -> TapGestureRecognizer {
    let recognizer = TapGestureRecognizer { _ in action() }
    recognizer.numberOfTapsRequired = taps
    return recognizer
  }

  private func window() -> (Window, View) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 800))
    let view = View(frame: window.frame)
    window.addSubview(view)
    return (window, view)
  }

  private func tap(_ window: Window, _ x: Double, at time: Double, for press: Double = 0.05) {
    for (phase, time) in [(TouchEvent.Phase.began, time), (.ended, time + press)] {
      window.send(.touch(phase, at: Point(x, 100), time, id: 0))
    }
  }

  @Test(arguments: [(0.05, 1), (0.7, 1), (0.8, 0), (3, 0)])
  func `are short`(press: Double, count: Int) {
    let (window, view) = window()
    var taps = 0
    view.addGestureRecognizer(TapGestureRecognizer { _ in taps += 1 })
    tap(window, 100, at: 1, for: press)
    #expect(taps == count)
    tap(window, 100, at: 10)
    #expect(taps == count + 1, "the next one counts")
  }

  @Test(arguments: [(0.0, 1), (40, 1), (50, 0), (500, 0)])
  func `that make one gesture are near each other`(distance: Double, count: Int) {
    let (window, view) = window()
    var taps = 0
    view.addGestureRecognizer(recognizer(taps: 2) { taps += 1 })
    tap(window, 100, at: 1)
    tap(window, 100 + distance, at: 1.2)
    #expect(taps == count)
    tap(window, 100, at: 10)
    tap(window, 100, at: 10.2)
    #expect(taps == count + 1, "the next two count")
  }

  @Test func `that make a later gesture may be anywhere`() {
    let (window, view) = window()
    var taps = 0
    view.addGestureRecognizer(recognizer(taps: 2) { taps += 1 })
    tap(window, 100, at: 1)
    window.advance(to: 5)
    for (count, x) in [700.0, 100, 400].enumerated() {
      let time = 10 * Double(count + 1)
      tap(window, x, at: time)
      tap(window, x, at: time + 0.2)
      #expect(taps == count + 1)
    }
  }

  @Test(arguments: [(100.0, 0.0, 1), (300, 40, 1), (300, 60, 0)])
  func `of two fingers are near each other where their centroids are`(
    spread: Double, distance: Double, count: Int
  ) {
    let (window, view) = window()
    var taps = 0
    let recognizer = recognizer(taps: 2) { taps += 1 }
    recognizer.numberOfTouchesRequired = 2
    view.addGestureRecognizer(recognizer)
    for (start, x) in [(1.0, 100.0), (1.3, 100 + distance)] {
      for (phase, time) in [(TouchEvent.Phase.began, start), (.ended, start + 0.05)] {
        for id in 0...1 {
          let location = Point(x + Double(id) * spread, 100)
          window.send(.touch(phase, at: location, time + Double(id) * 0.01, id: id))
        }
      }
    }
    #expect(taps == count)
  }

  @Test(arguments: [[1, 2], [2, 1]])
  func `are recognized once and twice by two recognizers that need not wait`(order: [Int]) {
    let (window, view) = window()
    var log: [Int] = []
    for count in order { view.addGestureRecognizer(recognizer(taps: count) { log.append(count) }) }
    tap(window, 100, at: 1)
    #expect(log == [1])
    tap(window, 100, at: 1.2)
    #expect(log.filter { $0 == 2 }.count == 1 && log.last == 2)
  }
}

@Suite struct `Several fingers on a view` {
  @Test(arguments: [true, false])
  func `reach it only where it wants them, and recognizers always`(isMultiple: Bool) {
    let stage = Stage()
    let log = TouchLog()
    let view = NotingView(frame: stage.window.bounds, log: log)
    view.isMultipleTouchEnabled = isMultiple
    stage.window.addSubview(view)
    let pinch = PinchGestureRecognizer()
    view.addGestureRecognizer(pinch)
    #expect(View().isMultipleTouchEnabled == false && ScrollView().isMultipleTouchEnabled)
    stage.touch(.began, 100, 100, at: 0, id: 0)
    stage.touch(.began, 200, 100, at: 0.1, id: 1)
    #expect(pinch.numberOfTouches == 2)
    stage.touch(.ended, 200, 100, at: 0.2, id: 1)
    stage.touch(.ended, 100, 100, at: 0.3, id: 0)
    #expect(log.lines == (isMultiple ? ["began", "began", "ended", "ended"] : ["began", "ended"]))
    stage.touch(.began, 100, 100, at: 1, id: 1)
    #expect(log.lines.last == "began", "the next sequence begins anew")
  }
}

/// A recognizer that leaves its deadline due.
private final class StuckRecognizer: GestureRecognizer {
  var calls = 0

  override var deadline: Double? { touches.isEmpty ? nil : 1 }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { watchDeadline() }

  override func timeReached(_ time: Double) { calls += 1 }
}

@Suite struct `A recognizer that leaves its deadline due` {
  @Test func `is no longer called, and time goes on for the others`() {
    let stage = Stage()
    let stuck = StuckRecognizer()
    var pressed: [Double] = []
    let press = LongPressGestureRecognizer { _ in pressed.append(stage.window.time) }
    press.minimumPressDuration = 2
    stage.scrollView.addGestureRecognizer(stuck)
    stage.scrollView.addGestureRecognizer(press)
    stage.touch(.began, Point(100, 100), at: 0.5)
    stage.window.advance(to: 4)
    #expect(stage.window.time == 4 && pressed == [2.5])
    let calls = stuck.calls
    stage.window.advance(to: 5)
    #expect((1...1001).contains(calls) && stuck.calls == calls)
  }
}

@Suite struct `A mouse button that is pressed during a finger's drag` {
  @Test func `is neither a pinch nor a part of the drag`() {
    let stage = Stage(viewport: Size(400, 400), content: Size(3000, 3000), displayScale: 1)
    stage.scrollView.maximumZoomScale = 4
    func send(_ id: Int, _ phase: TouchEvent.Phase, _ place: Point, _ time: Double, isMouse: Bool) {
      stage.window.send(
        .touch(phase, at: place, time, id: id, type: isMouse ? .indirectPointer : .direct))
    }
    send(1, .began, Point(100, 100), 0, isMouse: false)
    for step in 1...5 {
      send(1, .moved, Point(100 - 10 * Double(step), 100), Double(step) / 60, isMouse: false)
    }
    let offset = stage.scrollView.contentOffset
    send(2, .began, Point(300, 300), 0.1, isMouse: true)
    send(2, .moved, Point(380, 380), 0.12, isMouse: true)
    #expect(!stage.scrollView.isZooming && stage.scrollView.contentOffset == offset)
    #expect(stage.scrollView.panGestureRecognizer.touches.count == 1)
    send(1, .moved, Point(40, 100), 0.14, isMouse: false)
    #expect(stage.scrollView.contentOffset == offset + Point(10, 0))
    send(1, .ended, Point(40, 100), 0.16, isMouse: false)
    #expect(!stage.scrollView.isTracking)
  }
}
