import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A text field` {
  private let stage = TextStage()

  @Test func `keyboard.tap asks and notifies its delegate in UIKit's order`() {
    for (name, event) in [
      ("begin", Control.Events.editingDidBegin), ("changed", .editingChanged),
      ("end", .editingDidEnd), ("primary", .primaryActionTriggered), ("up", .touchUpInside),
    ] {
      stage.field.addAction(for: event) { stage.note(name) }
    }
    #expect(stage.field.becomeFirstResponder() && stage.field.isEditing)
    #expect(stage.takeLog() == ["field shouldBegin", "field didBegin", "begin"])
    #expect(stage.field.becomeFirstResponder() && stage.takeLog() == [])
    stage.type("a")
    #expect(stage.takeLog() == ["field shouldChange 0..<0 a", "changed", "field didSelect"])
    stage.press("Return")
    #expect(stage.takeLog() == ["field shouldReturn", "primary"] && stage.field.isEditing)
    #expect(stage.view.becomeFirstResponder())
    #expect(
      stage.takeLog() == [
        "view shouldBegin", "field shouldEnd", "field didEnd", "end", "view didBegin",
      ])
    stage.tap(stage.field.center)
    #expect(
      stage.takeLog() == [
        "field shouldBegin", "view shouldEnd", "view didEnd", "field didBegin", "begin",
      ])
    stage.press("Escape")
    #expect(stage.takeLog() == ["field shouldEnd", "field didEnd", "end"])
    #expect(!stage.field.isEditing)
  }

  @Test func `keyboard.tap ends editing with Return where there is a handler for it`() {
    stage.field.addAction(for: .editingDidEndOnExit) { stage.note("exit") }
    stage.field.becomeFirstResponder()
    stage.refused = ["field shouldReturn"]
    _ = stage.takeLog()
    stage.press("Return")
    #expect(stage.takeLog() == ["field shouldReturn"] && stage.field.isEditing)
    stage.refused = []
    stage.press("KP_Enter")
    #expect(stage.takeLog() == ["field shouldReturn", "exit", "field shouldEnd", "field didEnd"])
    #expect(!stage.field.isEditing && stage.field.text == "")
  }

  @Test func `keyboard.tap neither begins nor ends editing where its delegate refuses`() {
    stage.refused = ["field shouldBegin", "field shouldEnd"]
    #expect(!stage.field.becomeFirstResponder())
    stage.tap(stage.field.center)
    #expect(!stage.field.isEditing && stage.window.firstResponder == nil)
    stage.refused = ["field shouldEnd"]
    stage.tap(stage.field.center)
    #expect(stage.field.isEditing)
    #expect(!stage.view.becomeFirstResponder() && stage.field.isEditing)
    #expect(!stage.window.endEditing(false) && stage.field.isEditing)
    _ = stage.takeLog()
    #expect(stage.window.endEditing(true) && !stage.field.isEditing)
    #expect(stage.takeLog() == ["field shouldEnd", "field didEnd"], "it is notified even so")
    stage.field.becomeFirstResponder()
    _ = stage.takeLog()
    stage.field.removeFromSuperview()
    #expect(stage.takeLog() == ["field didEnd"] && stage.window.firstResponder == nil)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `keyboard.tap has one line, which scrolls with the caret, leaving no room`(seed: UInt64) {
    var source = RandomText(seed: seed)
    let stage = TextStage()
    stage.field.becomeFirstResponder()
    let area = stage.field.textRect(forBounds: stage.field.bounds)
    #expect(area == Rect(x: 7, y: 0, width: 160, height: 40))
    for _ in 0..<40 {
      stage.type(source.next(upTo: 3))
      for _ in 0..<source.random.index(12) {
        stage.press(source.random.pick(["Left", "Right", "Home", "End", "BackSpace"]))
      }
      #expect(!stage.field.text.contains { $0.isNewline })
      let line = stage.field.visibleLines
      #expect(line.count == 1 && line[0].range == 0..<stage.field.text.count)
      let caret = stage.field.caretRect(for: stage.field.selectedRange.lowerBound)
      #expect(caret.minX >= area.minX - 1e-9 && caret.maxX <= area.maxX + 1e-9)
      let end = line[0].origin.x + line[0].width
      #expect(
        line[0].origin.x <= area.minX
          && (line[0].origin.x == area.minX || end >= area.maxX - 2 - 1e-9))
    }
    #expect(stage.field.visibleLines[0].origin.y == 10 + 15)
  }

  @Test func `keyboard.tap keeps taps on it from recognizers that would end editing`() {
    for cancelsTouches in [false, true] {
      let stage = TextStage()
      let tap = TapGestureRecognizer { _ in stage.window.endEditing(true) }
      tap.cancelsTouchesInView = cancelsTouches
      stage.window.addGestureRecognizer(tap)
      for type in [Touch.TouchType.direct, .indirectPointer] {
        stage.tap(stage.field.center, type: type)
        #expect(stage.field.isEditing)
        stage.tap(stage.field.center, type: type)
        #expect(stage.field.isEditing)
        stage.tap(stage.beside.center, type: type)
        #expect(!stage.field.isEditing)
      }
    }
  }

  @Test func `keyboard.tap shows its text after a change by the program from its end`() {
    stage.field.text = "a text that is longer\nthan the field"
    #expect(stage.field.text == "a text that is longer than the field")
    #expect(stage.field.selectedRange == 36..<36)
    #expect(stage.field.caretRect(for: 36).maxX == 167 && stage.takeLog() == [])
    stage.field.text = ""
    #expect(stage.field.caretRect(for: 0) == Rect(x: 7, y: 10, width: 2, height: 20))
  }
}
