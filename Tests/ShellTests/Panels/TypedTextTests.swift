import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The text that is typed in a panel` {
  private let panel = EnginePanel()
  private let field = NumberField(SliderScale(0...10, step: 1))
  private let text = "3.14159265358979"

  /// The text, the selection and the caret as they are shown.
  private struct Shown: Equatable {
    var text = ""
    var selection: Rect?
    var caret: Rect?
  }

  private func shown() -> Shown {
    var shown = Shown()
    for shape in field.look.shapes {
      switch shape {
      case .text(let label, _): shown.text = label.text
      case .rect(let rect, _, Palette.selection): shown.selection = rect
      case .rect(let rect, _, _): shown.caret = rect
      default: Issue.record("\(shape)")
      }
    }
    return shown
  }

  private func typing() -> PanelDriver {
    field.frame = Rect(x: 0, y: 0, width: 300, height: 20)
    panel.window.addSubview(field)
    let driver = PanelDriver(panel, size: Size(400, 100))
    field.beginTyping()
    panel.send(.text(TextEvent(.inserted(text), timestamp: driver.time)))
    return driver
  }

  private func width(_ text: some StringProtocol) -> Double {
    panel.window.ruler.width(of: String(text), .number)
  }

  /// The field has room where the text, the caret and a point of air fit between its margins of 6 points.
  @Test func `shows the end of a text that does not fit, as much of it as there is room for`() {
    _ = typing()
    let decoration = 6 + 6 + 1 + 1.0
    for count in 0...text.count {
      let end = text.suffix(count)
      // Exactly as wide as this end needs, and a little less and more.
      for extra in [-0.5, 0, 0.5] {
        field.frame.size.width = width(end) + decoration + extra
        let fitting = extra < 0 ? text.suffix(max(count - 1, 0)) : end
        #expect(shown().text == fitting, "\(count) characters and \(extra) points")
      }
    }
  }

  @Test
  func
    `has its caret after what stands before it, and shows what follows one that is further left`()
  {
    var driver = typing()
    field.frame.size.width = 60
    let end = shown().text
    #expect(end.count > 3 && end.count < text.count - 3)
    for step in 0...text.count {
      let isInEnd = step <= end.count
      let shown = shown()
      let left = 54 - width(shown.text)
      let before = isInEnd ? end.dropLast(step) : ""
      #expect(
        shown.caret
          == Rect(x: (left + width(before)).rounded(), y: 3, width: 1, height: 14),
        "after \(step) steps to the left")
      if isInEnd {
        #expect(shown.text == end)
      } else {
        let rest = text.suffix(step)
        #expect(rest.hasPrefix(shown.text) && width(rest.prefix(shown.text.count + 1)) > 46)
        #expect(width(shown.text) <= 46)
      }
      driver.press("Left")
    }
    driver.press("a", .control)
    let left = 54 - width(end)
    #expect(
      shown()
        == Shown(text: end, selection: Rect(x: left - 1, y: 2, width: width(end) + 2, height: 16)))
  }
}
