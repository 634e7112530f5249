import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Selecting text` {
  private let text = "one two three\nfour five six\n" + String(repeating: "more\n", count: 60)

  @Test(arguments: [Touch.TouchType.direct, .indirectPointer])
  func `view.subclasses puts the caret where a tap was, a word with two and a paragraph with three`(
    type: Touch.TouchType
  ) {
    let stage = TextStage(text)
    stage.tap(stage.point(at: 5) + Point(2, 0), type: type)
    #expect(stage.view.isFirstResponder && stage.view.selectedRange == 5..<5)
    stage.tap(stage.point(at: 5) + Point(2, 0), type: type, after: 0.2)
    #expect(stage.view.selectedRange == 4..<7)
    stage.tap(stage.point(at: 5) + Point(2, 0), type: type, after: 0.2)
    #expect(stage.view.selectedRange == 0..<13)
    stage.tap(stage.point(at: 20), type: type, after: 0.2)
    #expect(stage.view.selectedRange == 20..<20, "a tap elsewhere is the first of its own")
    stage.tap(stage.point(at: 20), type: type, after: 0.5)
    #expect(stage.view.selectedRange == 20..<20, "a late one too")
  }

  @Test(arguments: [(0, true), (10, true), (10.25, false)] as [(Double, Bool)])
  func `view.subclasses counts taps up to ten points apart as taps at one place`(
    distance: Double, isDouble: Bool
  ) {
    let stage = TextStage(text)
    stage.tap(Point(58, 18))
    stage.tap(Point(58 + distance, 18), after: 0.2)
    #expect(stage.view.selectedRange.isEmpty != isDouble)
  }

  @Test func `view.subclasses follows the drag of a pointer, and the finger's drag scrolls`() {
    let stage = TextStage(text)
    stage.touch(.began, stage.point(at: 9), type: .indirectPointer)
    stage.touch(.moved, stage.point(at: 4), type: .indirectPointer)
    #expect(stage.view.selectedRange == 4..<9 && stage.view.contentOffset == .zero)
    stage.touch(.moved, stage.point(at: 17), type: .indirectPointer)
    stage.touch(.ended, stage.point(at: 17), type: .indirectPointer)
    #expect(stage.view.selectedRange == 9..<17 && stage.view.phase == .idle)
    stage.press("shift+Left", "control+c")
    #expect(stage.clipboard == "hree\nfo")
    stage.touch(.began, Point(100, 150))
    stage.touch(.moved, Point(100, 100))
    stage.touch(.ended, Point(100, 100), after: 0.3)
    #expect(stage.view.contentOffset.y == 40 && stage.view.selectedRange == 9..<16)
  }

  @Test func `view.subclasses selects whole words by a drag that began with a double tap`() {
    let stage = TextStage(text)
    stage.tap(stage.point(at: 5), type: .indirectPointer)
    stage.touch(.began, stage.point(at: 5), type: .indirectPointer, after: 0.1)
    #expect(stage.view.selectedRange == 4..<7)
    stage.touch(.moved, stage.point(at: 9), type: .indirectPointer)
    #expect(stage.view.selectedRange == 4..<13)
    stage.touch(.moved, stage.point(at: 1), type: .indirectPointer)
    #expect(stage.view.selectedRange == 0..<7)
  }

  @Test func `view.subclasses scrolls along when the pointer leaves the view`() {
    let stage = TextStage(text)
    stage.touch(.began, stage.point(at: 9), type: .indirectPointer)
    for step in 0..<5 {
      stage.touch(.moved, Point(100, 205 + Double(step)), type: .indirectPointer)
    }
    #expect(stage.view.contentOffset.y > 50)
    #expect(stage.view.selectedRange.lowerBound == 9)
  }

  @Test func `view.subclasses shows as one rectangle a line, to the edge where it goes on`() {
    let stage = TextStage(text)
    #expect(
      stage.view.selectionRects(for: 4..<18) == [
        Rect(x: 45, y: 8, width: 160, height: 20), Rect(x: 5, y: 28, width: 40, height: 20),
      ])
    #expect(stage.view.selectionRects(for: 4..<4) == [])
    #expect(stage.view.selectionRects(for: -5..<2) == [Rect(x: 5, y: 8, width: 20, height: 20)])
    stage.view.selectedRange = 10..<9_999
    #expect(stage.view.selectedRange == 10..<stage.view.text.count)
  }

  @Test func `view.subclasses ends with the text of the last line`() {
    let stage = TextStage("one two\nthree")
    #expect(
      stage.view.selectionRects(for: 0..<13) == [
        Rect(x: 5, y: 8, width: 200, height: 20), Rect(x: 5, y: 28, width: 50, height: 20),
      ])
  }

  @Test func `view.subclasses finds the closest position to a point anywhere`() {
    let stage = TextStage("one two\nthree")
    for (point, position) in [
      (Point(-99, -99), 0), (Point(31, -99), 3), (Point(9_999, 9), 7), (Point(-99, 33), 8),
      (Point(24, 47), 10), (Point(24, 9_999), 10), (Point(9_999, 9_999), 13),
    ] {
      #expect(stage.view.closestPosition(to: point) == position, "\(point)")
    }
  }

  @Test func `view.subclasses is off where the view is not selectable, whose drags then scroll`() {
    let stage = TextStage(text)
    stage.view.isSelectable = false
    stage.tap(stage.point(at: 5))
    #expect(!stage.view.isFirstResponder)
    stage.touch(.began, Point(100, 150), type: .indirectPointer)
    stage.touch(.moved, Point(100, 100), type: .indirectPointer)
    #expect(stage.view.contentOffset.y == 40)
  }

  @Test func `view.subclasses counts no tap from before its recognizers were disabled`() {
    let stage = TextStage(text)
    stage.tap(stage.point(at: 5))
    for isEnabled in [false, true] {
      for recognizer in stage.view.gestureRecognizers ?? [] { recognizer.isEnabled = isEnabled }
    }
    stage.tap(stage.point(at: 5), after: 0.1)
    #expect(stage.view.selectedRange == 5..<5)
    stage.tap(stage.point(at: 5), after: 0.1)
    #expect(stage.view.selectedRange == 4..<7)
  }

  @Test func `view.subclasses does not begin with the touch that catches scrolling text`() {
    let stage = TextStage(text)
    stage.touch(.began, Point(100, 190))
    for step in 1...5 { stage.touch(.moved, Point(100, 190 - Double(step) * 30), after: 0.01) }
    stage.touch(.ended, Point(100, 40), after: 0.005)
    stage.advance(by: 0.1)
    #expect(stage.view.isDecelerating)
    stage.tap(Point(100, 100), after: 0.05)
    #expect(!stage.view.isFirstResponder && stage.view.phase == .idle)
  }

  @Test func `view.subclasses selects a word at the very end of the text`() {
    for (text, range) in [("one two", 4..<7), ("one  ", 3..<5), ("one ...", 4..<7)] {
      let stage = TextStage(text)
      for pause in [1, 0.2] { stage.tap(stage.point(at: text.count - 1), after: pause) }
      #expect(stage.view.selectedRange == range, "\(text)")
    }
  }

  @Test
  func `view.subclasses goes on from the end of a word that was selected by a drag within it`() {
    let stage = TextStage(text)
    stage.tap(stage.point(at: 5), type: .indirectPointer)
    stage.touch(.began, stage.point(at: 5), type: .indirectPointer, after: 0.1)
    stage.touch(.moved, stage.point(at: 6), type: .indirectPointer)
    stage.touch(.ended, stage.point(at: 6), type: .indirectPointer)
    stage.press("shift+Left")
    #expect(stage.view.selectedRange == 4..<6)
  }

  @Test(arguments: [(9, true), (12, false)] as [(Double, Bool)])
  func `keyboard.tap begins with a finger that hardly moves`(distance: Double, begins: Bool) {
    let stage = TextStage()
    stage.touch(.began, stage.field.center)
    stage.touch(.moved, stage.field.center + Point(distance, 0))
    stage.touch(.ended, stage.field.center + Point(distance, 0))
    #expect(stage.field.isEditing == begins)
  }

  @Test(arguments: [Touch.TouchType.direct, .indirectPointer])
  func `view.subclasses counts no tap that was canceled`(type: Touch.TouchType) {
    let stage = TextStage(text)
    stage.touch(.began, stage.point(at: 5), type: type, after: 1)
    stage.touch(.cancelled, stage.point(at: 5), type: type)
    stage.tap(stage.point(at: 5), type: type, after: 0.1)
    #expect(stage.view.selectedRange == 5..<5)
  }
}
