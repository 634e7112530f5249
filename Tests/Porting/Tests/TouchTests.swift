import Testing
import UIKitNames

@testable import Programs

@Suite struct `Touches and gestures, ported from UIKit` {
  @Test func `a logger sees taps, and loses its touch to a scroll`() {
    let view = TouchLoggingScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let finger = Finger(on: view)
    finger.tap(50, 50)
    finger.wait(0.1)
    finger.tap(50, 50)
    #expect(
      view.logger.log == [
        "began began tap 1 at 30.0", "ended ended tap 1 at 30.0", "began began tap 2 at 30.0",
        "ended ended tap 2 at 30.0",
      ])
    #expect(view.logger.fingersAtTheEnd == 1, "event.allTouches and touches(for:)")
    finger.wait(1)
    finger.touch(.began, 60, 100)
    finger.wait(0.2)
    for step in 1...5 {
      finger.wait(1.0 / 60)
      finger.touch(.moved, 60, 100 - Double(step) * 10)
    }
    #expect(view.logger.log.dropFirst(4).first == "began began tap 1 at 40.0")
    #expect(view.logger.log.last == "cancelled cancelled tap 1 at 40.0" || view.isDragging)
    finger.touch(.ended, 60, 50)
  }

  @Test func `a view keeps its touch where the scroll view may not cancel it`() {
    let view = TouchLoggingScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    view.holdsTouches = true
    let finger = Finger(on: view)
    finger.touch(.began, 60, 100)
    finger.wait(0.2)
    finger.touch(.moved, 60, 60)
    finger.touch(.ended, 60, 60)
    #expect(view.contentOffset.y == 0)
    #expect(view.logger.log.contains("moved by 0, -40"))
  }

  @Test func `a card is dragged sideways and scrolled otherwise`() {
    let program = GesturesViewController()
    let finger = Finger(on: program.view)
    finger.drag(from: (160, 160), by: (40, 0), resting: true)
    #expect(program.events == ["pan began", "dropped"])
    #expect(program.card.center == CGPoint(x: 190, y: 160))
    finger.wait(1)
    finger.drag(from: (160, 160), by: (0, -100), resting: true)
    finger.settle()
    #expect(program.scrollView.contentOffset.y == 90)
    #expect(program.events.count == 2)
  }

  @Test func `a press, a tap, a swipe and an edge pan are told apart`() {
    let program = GesturesViewController()
    let finger = Finger(on: program.view)
    finger.tap(160, 160)
    finger.wait(0.1)
    #expect(program.events == ["tapped"])
    finger.touch(.began, 160, 160)
    finger.wait(0.7)
    finger.touch(.ended, 160, 160)
    #expect(program.events == ["tapped", "pressed"])
    finger.wait(1)
    finger.drag(from: (100, 400), by: (120, 5))
    #expect(program.events.last == "swiped")
    #expect(program.scrollView.contentOffset.y == 0)
    finger.wait(1)
    finger.drag(from: (5, 400), by: (40, 0), resting: true)
    #expect(program.events.last == "edge")
  }

  @Test(arguments: [false, true], [false, true])
  func `a control's state is made of its properties`(isEnabled: Bool, isSelected: Bool) {
    let scrubber = Scrubber(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
    for isHighlighted in [false, true] {
      scrubber.isEnabled = isEnabled
      scrubber.isSelected = isSelected
      scrubber.isHighlighted = isHighlighted
      #expect(scrubber.state.contains(.disabled) == !isEnabled)
      #expect(scrubber.state.contains(.selected) == isSelected)
      #expect(scrubber.state.contains(.highlighted) == isHighlighted)
    }
  }

  @Test func `two fingers scale the card`() {
    let program = GesturesViewController()
    let finger = Finger(on: program.view)
    finger.touch(.began, 140, 160)
    finger.touch(.began, 180, 160, id: 1)
    for step in 1...10 {
      finger.wait(1.0 / 60)
      finger.touch(.moved, 140 - Double(step) * 4, 160)
      finger.touch(.moved, 180 + Double(step) * 4, 160, id: 1)
    }
    finger.touch(.ended, 100, 160)
    finger.touch(.ended, 220, 160, id: 1)
    #expect(program.card.transform.a > 2)
    #expect(program.card.bounds.width == 200)
  }
}
