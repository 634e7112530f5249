import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `A choice of words in a panel` {
  private let panel = EnginePanel()
  private let words = ["normal", "fast", "a long word"]

  /// The words that a control has chosen.
  private final class Choices {
    var all: [String] = []
  }

  @Test func `has a segment for each word, which a click chooses`() {
    let control = SegmentedControl(words)
    let choices = Choices()
    control.didChoose = { choices.all.append($0) }
    control.frame = Rect(
      x: 10, y: 10, width: control.preferredWidth(panel.window.ruler), height: 20)
    panel.window.addSubview(control)
    var driver = PanelDriver(panel, size: Size(300, 60))
    #expect(control.selected == "normal")
    var left = control.frame.minX
    for word in words {
      let width = panel.window.ruler.width(of: word, .text) + 14
      for x in [left + 3, left + width - 3] {
        control.selected = word == "fast" ? "normal" : "fast"
        driver.click(Point(x, 20))
        #expect(control.selected == word, "at \(x)")
      }
      left += width
    }
    #expect(choices.all == words.flatMap { [$0, $0] })
    driver.click(Point(left - 3, 20))
    #expect(choices.all.count == 6, "it is chosen already")
  }

  @Test(arguments: [
    ("Left", "normal"), ("Up", "normal"), ("Right", "a long word"), ("Down", "a long word"),
  ])
  func `moves to the neighbor of a segment with the arrow keys, and not beyond the ends`(
    key: String, word: String
  ) {
    let control = SegmentedControl(words)
    control.frame = Rect(x: 0, y: 0, width: 200, height: 20)
    panel.window.addSubview(control)
    control.selected = "fast"
    for _ in 0..<2 {
      #expect(control.keyPressed(KeyEvent(key: .init(rawValue: key), timestamp: 0)))
      #expect(control.selected == word)
    }
    #expect(!control.keyPressed(KeyEvent(key: "space", timestamp: 0)))
  }

  private func popUp(at y: Double, height: Double) -> (PopUpButton, PanelDriver, Choices) {
    let button = PopUpButton(words)
    let choices = Choices()
    button.didChoose = { choices.all.append($0) }
    button.frame = Rect(x: 10, y: y, width: 120, height: 20)
    panel.window.addSubview(button)
    return (button, PanelDriver(panel, size: Size(200, height)), choices)
  }

  /// The place of the button, the height of the panel, and the top of a list of 74 points.
  @Test(
    arguments: [
      (10.0, 200.0, 32.0), (100, 198, 122), (100, 196, 120), (100, 195, 24), (30, 100, 2),
      (5, 40, 2),
    ] as [(Double, Double, Double)])
  func `opens its list below the button, or above it, and never outside of the panel`(
    y: Double, height: Double, top: Double
  ) throws {
    let (button, _, _) = popUp(at: y, height: height)
    button.open()
    let list = try #require(panel.window.openList)
    #expect(list.frame == Rect(x: 10, y: top, width: 120, height: 74))
  }

  @Test(
    arguments: [
      (["Return"], "fast"), (["Up", "Return"], "normal"), (["Up", "Up", "Return"], "normal"),
      (["Down", "KP_Enter"], "a long word"), (["Down", "Down", "space"], "a long word"),
      (["End", "Return"], "a long word"), (["End", "Home", "Return"], "normal"),
      (["Down", "Escape"], "fast"), (["Down", "F6"], "fast"),
    ] as [([String], String)])
  func `goes through its list with keys, and closes it`(keys: [String], word: String) {
    let (button, hand, choices) = popUp(at: 10, height: 200)
    var driver = hand
    button.selected = "fast"
    button.open()
    driver.type(keys)
    #expect(button.selected == word && panel.window.openList == nil)
    #expect(choices.all == (word == "fast" ? [] : [word]))
  }

  @Test func `highlights the word of its list under the pointer, and chooses it at a click`() throws
  {
    let (button, hand, _) = popUp(at: 10, height: 200)
    var driver = hand
    button.open()
    let list = try #require(panel.window.openList)
    for (index, word) in words.enumerated() {
      // Rows of 22 points, below an edge of 4.
      for y in [32 + 4 + 22 * Double(index) + 1, 32 + 4 + 22 * Double(index + 1) - 1] {
        panel.pointerMoved(to: Point(60, y))
        #expect(list.highlighted == index, "\(word) at \(y)")
      }
    }
    panel.pointerMoved(to: nil)
    driver.click(Point(60, 32 + 4 + 30))
    #expect(button.selected == "fast" && panel.window.openList == nil)
  }

  @Test(arguments: ["space", "Return", "KP_Enter", "Down", "Up"])
  func `opens its list with a key`(key: String) {
    let (button, _, _) = popUp(at: 10, height: 200)
    #expect(!button.keyPressed(KeyEvent(key: "x", timestamp: 0)))
    #expect(panel.window.openList == nil)
    #expect(button.keyPressed(KeyEvent(key: .init(rawValue: key), timestamp: 0)))
    #expect(panel.window.openList != nil)
  }

  @Test func `has room for its longest word`() {
    let ruler = panel.window.ruler
    let width = ruler.width(of: "a long word", .text)
    #expect(PopUpButton(words).preferredWidth(ruler) == width.rounded(.up) + 34)
    #expect(PanelButton("a long word").preferredWidth(ruler) == (width + 16).rounded(.up))
  }
}

@Suite struct `A control of a panel` {
  /// A control of each type, and the same where it is on or changed.
  private static func controls() -> [(name: String, control: PanelControl)] {
    let toggle = PanelSwitch()
    toggle.isOn = true
    let button = PanelButton("Go", tint: \.green)
    button.isOn = true
    let slider = Slider(SliderScale(0...10, step: 1))
    slider.value = 2.5
    let field = NumberField(SliderScale(0...10, step: 1), caption: "x")
    field.value = 2.5
    return [
      ("button", PanelButton("Go")), ("button that is on", button), ("switch", PanelSwitch()),
      ("switch that is on", toggle), ("segments", SegmentedControl(["on", "off"])),
      ("list", PopUpButton(["one", "two"])), ("slider", slider), ("field", field),
    ]
  }

  /// `RECORD=1 Scripts/test` writes the looks again.
  @Test func `shows the pointer, the focus and that it is disabled`() throws {
    var lines: [String] = []
    for state in ["at rest", "under the pointer", "with the focus", "disabled"] {
      for (name, control) in Self.controls() {
        let panel = EnginePanel()
        control.frame = Rect(x: 0, y: 0, width: 100, height: 20)
        panel.window.addSubview(control)
        switch state {
        case "under the pointer": control.isHovered = true
        case "with the focus": panel.window.focus(control)
        case "disabled": control.isEnabled = false
        default: break
        }
        lines.append("\(name) \(state)")
        control.layoutIfNeeded()
        lines += LookText(of: control) { ($0 as? any PanelView)?.look }.lines.map { "  " + $0 }
      }
    }
    try Golden.expect(lines.map { $0 + "\n" }.joined(), is: "Panels/controls.looks")
  }

  @Test(arguments: ["space", "Return", "KP_Enter"])
  func `is pressed with a key where it is a button or a switch`(key: String) {
    let event = KeyEvent(key: .init(rawValue: key), timestamp: 0)
    var presses = 0
    let button = PanelButton("Go") { presses += 1 }
    let toggle = PanelSwitch()
    var turns: [Bool] = []
    toggle.didTurn = { turns.append($0) }
    #expect(button.keyPressed(event) && toggle.keyPressed(event) && toggle.keyPressed(event))
    #expect(presses == 1 && turns == [true, false])
    let other = KeyEvent(key: "x", timestamp: 0)
    #expect(!button.keyPressed(other) && !toggle.keyPressed(other) && presses == 1)
  }

  @Test func `is reached with Tab in the order of the views, and scrolled into sight`() {
    let panel = EnginePanel()
    let list = ScrollView(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    list.contentSize = Size(200, 400)
    panel.window.addSubview(list)
    let buttons = (0..<4).map { index in
      let button = PanelButton("\(index)")
      button.frame = Rect(x: 10, y: 10 + 100 * Double(index), width: 50, height: 20)
      list.addSubview(button)
      return button
    }
    buttons[1].isEnabled = false
    buttons[3].isHidden = true
    let slider = Slider(SliderScale(0...1, step: 1))
    list.addSubview(slider)
    var driver = PanelDriver(panel, size: Size(200, 100))
    panel.window.moveFocus(by: 1)
    #expect(buttons[0].isFocused)
    driver.press("Tab")
    #expect(buttons[2].isFocused)
    driver.time += 1
    panel.advance(to: driver.time)
    driver.time += 1
    panel.advance(to: driver.time)
    #expect(list.contentOffset == Point(0, 210 + 20 + 8 - 100))
    driver.press("Tab")
    #expect(panel.window.focusedControl == nil)
    panel.window.moveFocus(by: -1)
    #expect(buttons[2].isFocused)
    buttons[2].isEnabled = false
    #expect(panel.window.focusedControl == nil)
  }
}
