import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The caret` {
  private func stage(seed: UInt64) -> TextStage {
    var source = RandomText(seed: seed)
    let stage = TextStage(source.next(upTo: 50), isEditing: true)
    return stage
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `view.subclasses visits every character once from either end`(seed: UInt64) {
    let stage = stage(seed: seed)
    let count = stage.view.text.count
    stage.press("control+Home")
    for position in 0...count {
      #expect(stage.view.selectedRange == position..<position)
      stage.press("Right")
    }
    #expect(stage.view.selectedRange == count..<count)
    for position in (0...count).reversed() {
      #expect(stage.view.selectedRange == position..<position)
      stage.press("Left")
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `view.subclasses stands where a tap on it would put it`(seed: UInt64) {
    let stage = stage(seed: seed)
    for position in 0...stage.view.text.count {
      let rect = stage.view.caretRect(for: position)
      let found = stage.view.closestPosition(to: Point(rect.minX, rect.center.y))
      // Characters without a width share a place.
      #expect(found == position || stage.view.caretRect(for: found) == rect)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `view.subclasses moves by words without missing one, and back`(seed: UInt64) {
    let stage = stage(seed: seed)
    let words = stage.view.text.split {
      !($0.isLetter || $0.isNumber || "_'’".contains($0))
    }
    stage.press("control+Home")
    for word in words {
      stage.press("control+Right", "control+shift+Left")
      let selected = Array(stage.view.text)[stage.view.selectedRange]
      #expect(String(selected) == String(word))
      stage.press("Right")
    }
    for word in words.reversed() {
      stage.press("control+Left", "control+shift+Right")
      #expect(String(Array(stage.view.text)[stage.view.selectedRange]) == String(word))
      stage.press("Left")
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `view.subclasses stays in its line with Home and End, not with Up and Down`(seed: UInt64) {
    let stage = stage(seed: seed)
    let lines = stage.view.allLines
    for (index, line) in lines.enumerated() where line.range.lowerBound < stage.view.text.count {
      stage.view.selectedRange = line.range.lowerBound..<line.range.lowerBound
      let top = stage.view.caretRect(for: line.range.lowerBound).minY
      stage.press("End")
      #expect(stage.view.caretRect(for: stage.view.selectedRange.lowerBound).minY == top)
      stage.press("Home")
      #expect(stage.view.selectedRange.lowerBound == line.range.lowerBound)
      stage.press("Down")
      let expected =
        index + 1 < lines.count ? lines[index + 1].range.lowerBound : stage.view.text.count
      #expect(stage.view.selectedRange.lowerBound == expected)
    }
  }

  @Test func `view.subclasses keeps its distance from the left through shorter lines`() {
    let stage = TextStage("long line\nab\nlonger line", isEditing: true)
    stage.view.selectedRange = 7..<7
    stage.press("Down")
    #expect(stage.view.selectedRange == 12..<12, "the end of the short line")
    stage.press("Down")
    #expect(stage.view.selectedRange == 20..<20)
    stage.press("Up", "Up", "Up")
    #expect(stage.view.selectedRange == 0..<0)
    stage.press("Down", "Right", "Down", "Next")
    #expect(stage.view.selectedRange == 24..<24)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `view.subclasses is scrolled into view by every key`(seed: UInt64) {
    let stage = stage(seed: seed)
    var random = SplitMix64(seed: seed)
    stage.view.frame.size.height = 50
    let keys = [
      "Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "control+Home", "control+End",
      "control+Left", "control+Right", "shift+Down", "shift+Prior", "BackSpace", "Delete", "Return",
    ]
    for _ in 0..<60 {
      if random.chance(0.2) { stage.view.contentOffset = Point(0, random.number(-50, 600)) }
      stage.press(random.pick(keys))
      let range = stage.view.selectedRange
      let rects = [range.lowerBound, range.upperBound].map { stage.view.caretRect(for: $0) }
      let isSeen = rects.contains {
        $0.minY >= stage.view.bounds.minY - 1e-9 && $0.maxY <= stage.view.bounds.maxY + 1e-9
      }
      #expect(isSeen, "\(rects) in \(stage.view.bounds)")
    }
  }

  @Test func `view.subclasses is not drawn without focus, with a selection or if not editable`() {
    let stage = TextStage("some text")
    #expect(stage.view.caretRect == nil)
    stage.view.becomeFirstResponder()
    #expect(stage.view.caretRect == Rect(x: 95, y: 8, width: 2, height: 20))
    stage.press("shift+Left")
    #expect(stage.view.caretRect == nil)
    stage.press("Left")
    #expect(stage.view.caretRect == Rect(x: 85, y: 8, width: 2, height: 20))
    stage.view.isEditable = false
    #expect(stage.view.caretRect == nil)
  }

  @Test func `blinks once a second after it has moved, and not for ever`() {
    let stage = TextStage("some text", isEditing: true)
    stage.press("Left")
    let start = stage.now
    for (age, isOn) in [
      (0.0, true), (0.49, true), (0.51, false), (0.99, false), (1.01, true), (9.6, false),
      (10, true),
      (10.6, true), (1e9, true), (-5, true),
    ] {
      #expect(stage.view.isCaretOn(at: start + age) == isOn, "\(age)")
    }
    stage.advance(by: 0.6)
    stage.press("Left")
    #expect(stage.view.isCaretOn(at: start + 0.61))
    #expect(!stage.window.needsAdvance, "a caret needs no timer of the engine")
  }

  @Test func `view.subclasses is scrolled to at once, and no further than its line`() {
    let stage = TextStage(String(repeating: "line\n", count: 100), isEditing: true)
    stage.view.selectedRange = 0..<0
    stage.view.contentOffset = .zero
    for _ in 0..<9 { stage.press("Down") }
    let offset = Point(0, 8 + 10 * 20 - 196)
    #expect(stage.view.contentOffset == offset)
    // The position after the end of the line is in the next one.
    stage.press("End")
    #expect(stage.view.contentOffset == offset)
  }

  @Test func `view.subclasses scrolls to a range only as far as is needed`() {
    let stage = TextStage(String(repeating: "line\n", count: 100))
    stage.view.scrollRangeToVisible(250..<252)
    stage.advance(by: 0)
    stage.advance(by: 0.5)
    let offset: Double = 50 * 20 + 20 + 8 - 196
    #expect(stage.view.contentOffset == Point(0, offset))
    stage.view.scrollRangeToVisible(225..<226)
    stage.advance(by: 0.5)
    #expect(stage.view.contentOffset.y == offset, "it is visible already")
  }

  @Test func `blinks from the moment when its view gets the keys, or its text changes`() {
    let stage = TextStage("some text")
    for input in [stage.view, stage.field] as [any TextInput] {
      for change in [
        { _ = input.becomeFirstResponder() }, { stage.type("ab") }, { stage.press("BackSpace") },
      ] {
        stage.advance(by: 5.25)
        change()
        #expect(input.caretTime == stage.now)
      }
    }
  }

  @Test(arguments: ["Home", "End", "Left", "control+Left", "control+Home"])
  func `view.subclasses forgets its distance from the left along the line`(key: String) {
    let stage = TextStage("ab ab ab ab\nab ab\nab ab ab ab", isEditing: true)
    stage.view.selectedRange = 10..<10
    stage.press("Down", key)
    let left = stage.view.caretRect(for: stage.view.selectedRange.lowerBound).minX
    stage.press("Down")
    #expect(stage.view.caretRect(for: stage.view.selectedRange.lowerBound).minX == left)
  }
}
