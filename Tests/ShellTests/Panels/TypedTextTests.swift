import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The text that is typed in a panel` {
  private let panel = EnginePanel()
  private let text = "3.14159265358979"

  private struct Shown {
    var letters: [(text: String, x: Double)] = []
    var caret: Rect?
    var selection: Rect?
  }

  /// What is visible of the text, in points of the part of the control that shows it.
  private func shown(_ field: TextInputControl) throws -> (shown: Shown, room: Rect) {
    panel.window.layoutIfNeeded()
    let typed = try #require(field.subviews.first as? any PanelView)
    var shown = Shown()
    for shape in typed.look.shapes {
      switch shape {
      case .text(let label, let place): shown.letters.append((label.text, place.x))
      case .rect(let rect, _, Palette.dark.typedSelection): shown.selection = rect
      case .rect(let rect, _, _): shown.caret = rect
      default: Issue.record("\(shape)")
      }
    }
    return (shown, typed.bounds)
  }

  /// Numbers end at the right edge, notes begin at the left one.
  @Test(arguments: [false, true], [20.0, 60, 111, 300])
  func `has its caret in sight wherever it moves, and letters on both sides`(
    isNumber: Bool, width: Double
  ) throws {
    let field: TextInputControl =
      isNumber ? NumberField(SliderScale(0...10, step: 1)) : NoteField()
    field.frame = Rect(x: 0, y: 0, width: width, height: 20)
    panel.window.addSubview(field)
    var driver = PanelDriver(panel, size: Size(400, 100))
    field.beginTyping()
    panel.send(.text(TextEvent(.inserted(text), timestamp: driver.time)))
    let ruler = panel.window.ruler
    for step in 0...text.count {
      let (shown, room) = try shown(field)
      let caret = try #require(shown.caret)
      #expect(room.minX <= caret.minX && caret.maxX <= room.maxX, "\(step) to the left")
      #expect(room.width <= width - 12 + TextCaret.width)
      let before = text.dropLast(step)
      // The letter before the caret ends there.
      if let last = before.last {
        let end = caret.minX - ruler.width(of: String(last), field.style)
        #expect(
          end < room.minX
            || shown.letters.contains { $0.text == String(last) && abs($0.x - end) < 1 })
      }
      driver.press("Left")
    }
    driver.press("a", .control)
    let (all, room) = try shown(field)
    let selection = try #require(all.selection)
    #expect(all.caret == nil && selection.minX == room.minX)
  }

  @Test func `is selected by a drag, and replaced`() throws {
    let field = NoteField()
    field.frame = Rect(x: 0, y: 0, width: 300, height: 20)
    panel.window.addSubview(field)
    var driver = PanelDriver(panel, size: Size(400, 100))
    field.beginTyping()
    panel.send(.text(TextEvent(.inserted("one two"), timestamp: driver.time)))
    let end = try #require(try shown(field).shown.caret).minX + 6
    let start = 6 + panel.window.ruler.width(of: "one ", .text)
    driver.touch(.began, Point(start, 10))
    driver.touch(.moved, Point(end + 4, 10))
    driver.touch(.ended, Point(end + 4, 10))
    panel.send(.text(TextEvent(.inserted("three"), timestamp: driver.time)))
    #expect(field.typedText == "one three")
  }

  @Test func `holds 500 characters, as many of a longer text as fit`() {
    let field = NoteField()
    panel.window.addSubview(field)
    field.beginTyping()
    panel.send(.text(TextEvent(.inserted(String(repeating: "x", count: 498)), timestamp: 1)))
    panel.send(.text(TextEvent(.pasted("abc"), timestamp: 2)))
    #expect(field.typedText?.count == 500 && field.typedText?.hasSuffix("xab") == true)
    panel.send(.text(TextEvent(.inserted("d"), timestamp: 3)))
    #expect(field.typedText?.hasSuffix("xab") == true)
  }
}
