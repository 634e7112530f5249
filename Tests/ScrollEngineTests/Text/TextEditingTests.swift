import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Editing text` {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `view.subclasses changes the text as a string is, for any Unicode text`(seed: UInt64) {
    var source = RandomText(seed: seed)
    let stage = TextStage(source.next(upTo: 20), isEditing: true)
    var texts = [stage.view.text.scalars]
    for _ in 0..<25 {
      let text = stage.view.text
      let range = source.range(in: text.count)
      let inserted = source.next(upTo: 3)
      stage.view.selectedRange = range
      stage.send(.pasted(inserted))
      #expect(stage.view.text.scalars == text.replacing(range, with: inserted).scalars)
      #expect(stage.view.selectedRange.isEmpty)
      let before = Array(stage.view.text)[..<stage.view.selectedRange.lowerBound]
      let expected = String(Array(text)[..<range.lowerBound]) + inserted
      #expect(
        String(before).scalars.starts(with: expected.scalars), "the caret is not before the text")
      if stage.view.text.scalars != texts.last { texts.append(stage.view.text.scalars) }
    }
    for text in texts.reversed() {
      #expect(stage.view.text.scalars == text)
      repeat {
        stage.press("control+z")
      } while texts.count > 1 && stage.view.text.scalars == text && text != texts[0]
    }
    #expect(stage.view.text.scalars == texts[0])
    for _ in 0..<30 { stage.press("control+shift+Z") }
    #expect(stage.view.text.scalars == texts.last)
  }

  @Test func `view.subclasses deletes whole characters and words`() {
    let stage = TextStage("née 👩‍👩‍👧🇩🇪 well-known", isEditing: true)
    stage.press("control+BackSpace")
    #expect(stage.view.text == "née 👩‍👩‍👧🇩🇪 well-")
    stage.press("control+BackSpace", "BackSpace")
    #expect(stage.view.text == "née 👩‍👩‍👧🇩🇪")
    stage.press("BackSpace")
    #expect(stage.view.text == "née 👩‍👩‍👧")
    stage.press("BackSpace")
    #expect(stage.view.text == "née ")
    stage.press("control+Home", "Delete", "Delete")
    #expect(stage.view.text == "e ")
    stage.press("control+Delete")
    #expect(stage.view.text == " ")
    stage.press("Delete", "BackSpace", "BackSpace", "Delete")
    #expect(stage.view.text == "")
    stage.type("e")
    stage.type("\u{301}")
    #expect(stage.view.text == "é" && stage.view.selectedRange == 1..<1)
  }

  /// Text before the caret, inserted text, text after it, and the position of the caret in what results.
  @Test(arguments: [
    ("", "ab", "cd", 2), ("ab", "", "cd", 2), ("ab", "cd", "", 4), ("e", "\u{301}", "x", 1),
    ("👩", "\u{200D}👧", "!", 1), ("ab", "👩‍👩‍👧é", "cd", 4),
  ])
  func `view.subclasses leaves the caret after what was inserted, and never inside a character`(
    before: String, inserted: String, after: String, caret: Int
  ) {
    let stage = TextStage(before + after, isEditing: true)
    stage.view.selectedRange = before.count..<before.count
    stage.type(inserted)
    #expect(stage.view.text.scalars == (before + inserted + after).scalars)
    #expect(stage.view.selectedRange == caret..<caret)
  }

  @Test func `view.subclasses undoes typing in one step, up to where the caret was moved`() {
    let stage = TextStage(isEditing: true)
    for letter in ["o", "n", "e", " ", "t", "w", "o"] { stage.type(letter) }
    stage.press("Home")
    for letter in ["a", "b"] { stage.type(letter) }
    stage.press("control+z")
    #expect(stage.view.text == "one two" && stage.view.selectedRange == 0..<0)
    stage.press("control+z")
    #expect(stage.view.text == "one ")
    stage.press("control+z", "control+z")
    #expect(stage.view.text == "")
    stage.press("control+y", "control+y")
    #expect(stage.view.text == "one two" && stage.view.selectedRange == 7..<7)
    stage.type("!")
    stage.press("control+y")
    #expect(stage.view.text == "one two!")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `view.subclasses composes in place of the selection, restored if canceled`(seed: UInt64) {
    var source = RandomText(seed: seed)
    let stage = TextStage(source.next(upTo: 20), isEditing: true)
    let text = stage.view.text
    let range = source.range(in: text.count)
    stage.view.selectedRange = range
    for _ in 0..<4 {
      let composed = source.next(upTo: 3)
      stage.send(.marked(composed, selectedRange: source.range(in: 3)))
      #expect(
        stage.view.text.scalars
          == text.replacing(composed.isEmpty ? 0..<0 : range, with: composed).scalars)
      #expect((stage.view.markedRange == nil) == composed.isEmpty)
      #expect(stage.view.allLines == TextStage(stage.view.text).view.allLines)
    }
    if seed.isMultiple(of: 2) {
      stage.send(.marked("", selectedRange: 0..<0))
      #expect(stage.view.text.scalars == text.scalars && stage.view.selectedRange == range)
    } else {
      stage.type("done")
      #expect(stage.view.text.scalars == text.replacing(range, with: "done").scalars)
      stage.press("control+z")
      #expect(stage.view.text.scalars == text.scalars && stage.view.selectedRange == range)
    }
    #expect(stage.view.markedRange == nil)
  }

  @Test func `view.subclasses commits what is composed when the caret moves or editing ends`() {
    let stage = TextStage("ab", isEditing: true)
    stage.send(.marked("漢字", selectedRange: 1..<1))
    #expect(stage.view.markedRange == 2..<4 && stage.view.selectedRange == 3..<3)
    stage.press("Left")
    #expect(stage.view.text == "ab漢字" && stage.view.markedRange == nil)
    stage.send(.marked("x", selectedRange: 1..<1))
    stage.view.resignFirstResponder()
    #expect(stage.view.markedRange == nil && stage.view.text == "abx漢字")
    stage.type("lost")
    #expect(stage.view.text == "abx漢字", "text is for the first responder")
  }

  @Test func `view.subclasses copies, cuts and pastes through the window's clipboard`() {
    let stage = TextStage("copy this", isEditing: true)
    stage.press("control+c")
    #expect(stage.clipboard == nil, "nothing is selected")
    stage.press("control+shift+Left", "control+c")
    #expect(stage.clipboard == "this" && stage.view.text == "copy this")
    stage.press("control+a", "control+x")
    #expect(stage.clipboard == "copy this" && stage.view.text == "")
    _ = stage.takeLog()
    stage.press("control+v")
    #expect(stage.takeLog() == ["request"])
    stage.send(.pasted("two\r\nlines"))
    #expect(stage.view.text == "two\nlines")
    stage.press("control+z")
    #expect(stage.view.text == "")
  }

  @Test func `view.subclasses is refused by the delegate, or where the text is not editable`() {
    let stage = TextStage("text", isEditing: true)
    _ = stage.takeLog()
    stage.refused = ["view shouldChange 4..<4 x"]
    stage.type("x")
    #expect(stage.view.text == "text" && stage.takeLog() == ["view shouldChange 4..<4 x"])
    stage.type("y")
    #expect(stage.takeLog() == ["view shouldChange 4..<4 y", "view didChange", "view didSelect"])
    stage.view.isEditable = false
    #expect(!stage.view.isFirstResponder && stage.takeLog() == ["view shouldEnd", "view didEnd"])
    #expect(stage.view.becomeFirstResponder() && stage.takeLog() == [])
    stage.press(
      "control+a", "control+c", "control+x", "BackSpace", "Return", "control+v", "control+z")
    stage.type("z")
    #expect(stage.view.text == "texty" && stage.clipboard == "texty")
    #expect(stage.takeLog() == ["view didSelect"])
  }

  @Test func `view.subclasses leaves keys that mean nothing in text to scrolling`() {
    let stage = TextStage(String(repeating: "line\n", count: 100))
    stage.view.isEditable = false
    stage.view.becomeFirstResponder()
    stage.press("Down")
    stage.advance(by: 0)
    stage.advance(by: 1)
    #expect(stage.view.contentOffset.y == 60, "arrow keys scroll text that has no caret")
  }

  @Test func `view.subclasses undoes what goes beyond the typed text in a step of its own`() {
    let stage = TextStage("one\ntwo", isEditing: true)
    stage.view.selectedRange = 4..<4
    stage.type("-")
    stage.press("control+BackSpace")
    #expect(stage.view.text == "two")
    stage.press("control+z")
    #expect(stage.view.text == "one\n-two" && stage.view.selectedRange == 5..<5)
    stage.press("control+z")
    #expect(stage.view.text == "one\ntwo" && stage.view.selectedRange == 4..<4)
  }

  @Test
  func `view.subclasses keyboard.tap composes in a field and in a view until it is committed`() {
    let stage = TextStage()
    for input in [stage.field, stage.view] as [any TextInput] {
      input.becomeFirstResponder()
      stage.type("a")
      stage.send(.marked("kan", selectedRange: 1..<2))
      #expect(input.text == "akan" && input.markedRange == 1..<4 && input.selectedRange == 2..<3)
      input.unmarkText()
      #expect(input.text == "akan" && input.markedRange == nil && input.selectedRange == 2..<3)
    }
  }

  /// Delegates without a method of their own.
  private final class Silent: TextViewDelegate, TextFieldDelegate {}

  @Test(arguments: [true, false])
  func `view.subclasses keyboard.tap needs no delegate, nor one that answers`(hasDelegate: Bool) {
    let stage = TextStage()
    let silent = Silent()
    stage.field.delegate = hasDelegate ? silent : nil
    stage.view.delegate = hasDelegate ? silent : nil
    for input in [stage.field, stage.view] as [any TextInput] {
      #expect(input.becomeFirstResponder())
      stage.type("ab")
      stage.press("BackSpace")
      #expect(input.text == "a")
      #expect(input.resignFirstResponder() && !input.isFirstResponder)
    }
    #expect(stage.takeLog() == [])
  }
}
