import OverscrollShell
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The scale of a slider` {
  private static let scales = [
    SliderScale(0...10, step: 0.1), SliderScale(-3...7, step: 0.25),
    SliderScale(0.05...16, step: 0.05, isLogarithmic: true), SliderScale(0...1000, step: 10),
  ]

  @Test(arguments: scales) func `finds the value at the place of a value`(scale: SliderScale) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<1000 {
      let value = scale.value(at: random.number(0, 1))
      #expect(scale.range.contains(value))
      #expect(scale.value(at: scale.position(of: value)) == value)
    }
    #expect(scale.value(at: -0.5) == scale.range.lowerBound)
    #expect(scale.value(at: 1.5) == scale.range.upperBound)
  }

  @Test(arguments: scales) func `goes forth and back by steps`(scale: SliderScale) {
    var random = SplitMix64(seed: 8)
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    for _ in 0..<1000 {
      let value = scale.value(at: random.number(0, 1))
      for isFine in [false, true] {
        let step = isFine ? scale.step / 10 : scale.step
        let next = scale.value(value, movedBy: 1, isFine: isFine)
        #expect(abs(next - min(value + step, high)) <= step / 2 + 1e-9)
        guard next < high, value > low else { continue }
        #expect(abs(scale.value(next, movedBy: -1, isFine: isFine) - value) <= step / 2 + 1e-9)
      }
    }
    #expect(scale.value(high, movedBy: 3) == high)
    #expect(scale.value(low, movedBy: -3) == low)
  }

  @Test func `has decimal values that read as they are`() {
    let scale = SliderScale(0...1, step: 0.1)
    var value = 0.0
    for _ in 0..<3 { value = scale.value(value, movedBy: 1) }
    #expect(value == 0.3)
    #expect(scale.value(value, movedBy: 1, isFine: true) == 0.31)
  }
}

@Suite struct `A slider of a panel` {
  private let panel = EnginePanel()
  private let slider = Slider(SliderScale(0...100, step: 1))

  private func driver() -> PanelDriver {
    slider.frame = Rect(x: 20, y: 10, width: 112, height: 20)
    slider.value = 50
    panel.window.addSubview(slider)
    return PanelDriver(panel, size: Size(300, 100))
  }

  @Test func `follows a drag point for point`() {
    var driver = driver()
    driver.drag(slider, by: 20)
    #expect(slider.travel == 100)
    #expect(slider.value == 70)
    driver.drag(slider, by: 500)
    #expect(slider.value == 100)
  }

  @Test func `moves by a tenth while Control is held`() {
    var driver = driver()
    panel.modifiersChanged(.control)
    driver.drag(slider, by: 20)
    #expect(slider.value == 52)
    panel.modifiersChanged([])
    driver.drag(slider, by: 10)
    #expect(slider.value == 62)
  }

  @Test func `knows from the wheel whether Control is held`() {
    var driver = driver()
    driver.wheel(driver.middle(of: slider), -10, .control)
    driver.drag(slider, by: 20)
    #expect(slider.value == 53)
    driver.wheel(driver.middle(of: slider), -1)
    driver.drag(slider, by: 20)
    #expect(slider.value == 74)
  }

  @Test func `changes nothing at a click and asks for the default at a double click`() {
    var driver = driver()
    var resets = 0
    slider.didReset = { resets += 1 }
    driver.click(Point(25, 20))
    #expect(slider.value == 50 && resets == 0)
    driver.click(slider, count: 2)
    #expect(slider.value == 50 && resets == 1)
  }

  @Test(arguments: [(2.5, 1), (3, 1), (3.5, 0)])
  func `takes what moves by more than 3 points for no click`(distance: Double, resets: Int) {
    var driver = driver()
    var count = 0
    slider.didReset = { count += 1 }
    let place = driver.middle(of: slider)
    for phase in [TouchEvent.Phase.began, .moved, .ended, .began] {
      driver.touch(phase, phase == .moved || phase == .ended ? place + Point(distance, 0) : place)
    }
    #expect(count == resets)
  }

  @Test func `takes a notch of the wheel as one step, toward the user as down`() {
    var driver = driver()
    driver.wheel(driver.middle(of: slider), -1)
    #expect(slider.value == 51)
    driver.wheel(driver.middle(of: slider), 3, .control)
    #expect(slider.value == 50.7)
  }

  @Test func `is moved by keys after a click, where no field beside it takes them`() {
    var driver = driver()
    driver.click(slider)
    var isTaken = driver.press("Right")
    #expect(!isTaken && slider.value == 50)
    slider.takesKeys = true
    driver.click(slider)
    var values: [Double] = []
    slider.didSlide = { value, _ in values.append(value) }
    for key in ["Right", "Up", "Left", "Down", "Next", "Prior", "Home", "Home", "End", "Right"] {
      isTaken = driver.press(key)
      #expect(isTaken)
    }
    #expect(values == [51, 52, 51, 50, 60, 50, 0, 100] && slider.value == 100)
    let others = [driver.press("Left", .control), driver.press("x")]
    #expect(others == [false, false])
    driver.press("Escape")
    isTaken = driver.press("Left")
    #expect(!isTaken && slider.value == 100)
  }

  @Test func `numbers its slides, and the notches of one turn of the wheel alike`() {
    var driver = driver()
    var slides: [Int] = []
    slider.didSlide = { slides.append($1) }
    driver.drag(slider, by: 10, steps: 2)
    driver.drag(slider, by: -10, steps: 2)
    driver.wheel(driver.middle(of: slider), -1)
    driver.wheel(driver.middle(of: slider), -1)
    driver.time += 2
    driver.wheel(driver.middle(of: slider), -1)
    #expect(slides == [1, 1, 2, 2, 3, 3, 4])
  }
}

@Suite struct `A number field of a panel` {
  private let panel = EnginePanel()
  private let field = NumberField(SliderScale(0...10, step: 0.5))
  private let other = NumberField(SliderScale(0...10, step: 0.5))

  private func driver() -> PanelDriver {
    for (index, field) in [field, other].enumerated() {
      field.frame = Rect(x: 10 + Double(index) * 80, y: 10, width: 60, height: 20)
      field.value = 3
      field.accepts = { $0 >= 0 }
      panel.window.addSubview(field)
    }
    return PanelDriver(panel, size: Size(300, 100))
  }

  @Test(
    arguments: [
      (["7", "period", "2", "5", "Return"], 7.25), (["4", "comma", "5", "Tab"], 4.5),
      (["8", "Escape"], 3), (["8", "BackSpace", "6", "KP_Enter"], 6),
      (["Right", "5", "Return"], 35), (["Home", "1", "Return"], 13),
      (["Return"], 3), (["BackSpace", "Escape"], 3), (["Up"], 3.5), (["Down", "Down"], 2),
    ] as [([String], Double)])
  func `takes a typed number`(keys: [String], value: Double) {
    var driver = driver()
    driver.click(field)
    #expect(panel.isTyping)
    driver.type(keys)
    #expect(field.value == value)
  }

  @Test func `takes text that an input method has composed, and only while it is open`() {
    var driver = driver()
    let insert = { (text: String) in
      panel.send(.text(TextEvent(.inserted(text), timestamp: driver.time)))
    }
    insert("9")
    #expect(field.value == 3 && !panel.isTyping)
    driver.click(field)
    insert("4")
    panel.send(.text(TextEvent(.marked("7", selectedRange: 0..<1), timestamp: driver.time)))
    panel.send(.text(TextEvent(.pasted(".5\n"), timestamp: driver.time)))
    #expect(field.typedText == "4.5 ", "a line end is a space")
    driver.press("Return")
    #expect(field.value == 4.5)
    driver.click(field)
    driver.type(["a", "Return"])
    #expect(field.isInvalid)
    insert("b")
    #expect(!field.isInvalid && field.typedText == "ab")
  }

  @Test(arguments: ["a", "minus", "period"])
  func `keeps its number and stays open for text that is none`(key: String) {
    var driver = driver()
    driver.click(field)
    driver.type([key, "Return"])
    #expect(field.value == 3 && panel.isTyping && field.isInvalid)
    driver.press("Escape")
    #expect(field.value == 3 && !panel.isTyping)
  }

  @Test func `stores its text when the person clicks elsewhere`() {
    var driver = driver()
    driver.click(field)
    driver.type(["9"])
    driver.click(Point(250, 80))
    #expect(field.value == 9 && !panel.isTyping)
  }

  @Test func `keeps what the program has changed where nothing was typed`() {
    var driver = driver()
    driver.click(field)
    field.value = 8
    driver.press("Tab")
    #expect(field.value == 8)
  }

  @Test func `passes the focus on with Tab and back with Shift-Tab`() {
    var driver = driver()
    driver.click(field)
    driver.press("Tab")
    #expect(other.isFocused && other.isTyping)
    driver.press("ISO_Left_Tab", .shift)
    #expect(field.isFocused)
    driver.press("Escape")
    #expect(!panel.isTyping)
    let isTaken = driver.press("q")
    #expect(!isTaken)
  }

  @Test func `takes all keys while text is typed but Return, Escape and Tab`() {
    var driver = driver()
    driver.click(field)
    for key in ["q", "F6", "space", "Left", "Page_Up"] {
      let isTaken = driver.press(key)
      #expect(isTaken)
    }
    #expect(panel.isTyping)
  }
}

@Suite struct `The keyboard focus of a window` {
  private let focus = KeyboardFocus()
  private let panels = [EnginePanel(), EnginePanel()]
  private let fields = [NoteField(), NoteField()]

  private func drivers() -> [PanelDriver] {
    zip(panels, fields).map { panel, field in
      field.frame = Rect(x: 10, y: 10, width: 60, height: 20)
      panel.window.addSubview(field)
      panel.share(focus)
      return PanelDriver(panel, size: Size(300, 100))
    }
  }

  @Test func `belongs to one field of all panels, and moving it stores what was typed`() throws {
    var drivers = drivers()
    drivers[0].click(fields[0])
    drivers[0].type(["a"])
    for index in 0...1 { try drivers[index].draw() }
    fields[1].beginTyping()
    #expect(panels.map(\.isTyping) == [false, true] && fields[0].text == "a")
    #expect(panels.map(\.hasFocus) == [false, true])
    #expect(panels.map(\.needsDisplay) == [true, true])
    drivers[1].type(["b", "Return"])
    #expect(fields.map(\.text) == ["a", "b"])
    #expect(focus.control == nil && panels.map(\.isTyping) == [false, false])
  }

  @Test func `ends with a click elsewhere in any panel`() {
    var drivers = drivers()
    drivers[0].click(fields[0])
    drivers[0].type(["a"])
    drivers[1].click(Point(250, 80))
    #expect(focus.control == nil && fields[0].text == "a")
    let isTaken = drivers[0].press("b")
    #expect(!isTaken && fields[0].text == "a")
  }
}

@Suite struct `A panel made of views` {
  private let panel = EnginePanel()

  @Test func `needs to be drawn when it looks different and at no other time`() throws {
    let toggle = PanelSwitch(frame: Rect(x: 10, y: 10, width: 60, height: 20))
    panel.window.addSubview(toggle)
    var driver = PanelDriver(panel, size: Size(100, 60))
    #expect(panel.needsDisplay)
    try driver.draw()
    #expect(!panel.needsDisplay)
    // The pointer beside the switch, a key and a frame that mean nothing.
    panel.pointerMoved(to: Point(90, 50))
    driver.press("q")
    panel.advance(to: driver.time + 1)
    #expect(!panel.needsDisplay)
    panel.pointerMoved(to: Point(30, 20))
    #expect(panel.needsDisplay)
    try driver.draw()
    panel.pointerMoved(to: Point(32, 21))
    #expect(!panel.needsDisplay)
    driver.time += 2
    driver.click(toggle)
    #expect(toggle.isOn && panel.needsDisplay)
    try driver.draw()
    #expect(!panel.needsDisplay && !panel.needsAdvance)
  }

  @Test func `scrolls its list with the wheel that passes over a slider`() {
    let list = ScrollView(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    list.contentSize = Size(200, 500)
    let slider = Slider(SliderScale(0...10, step: 1))
    slider.frame = Rect(x: 10, y: 170, width: 100, height: 20)
    list.addSubview(slider)
    panel.window.addSubview(list)
    var driver = PanelDriver(panel, size: Size(200, 200))
    let place = Point(60, 60)
    for _ in 0..<2 { driver.wheel(place, 1) }
    panel.advance(to: driver.time + 0.4)
    #expect(list.contentOffset.y == 120)
    #expect(panel.window.hitTest(place, with: nil) === slider)
    driver.time += 0.4
    driver.wheel(place, -1)
    #expect(slider.value == 0)
    driver.time += 1
    panel.advance(to: driver.time)
    panel.send(.wheel(Point(0, -1), at: driver.middle(of: slider), driver.time))
    #expect(slider.value == 1)
  }

  @Test func `chooses from a list with the pointer or the keys and closes it otherwise`() {
    let button = PopUpButton(["automatic", "never", "always"])
    button.frame = Rect(x: 10, y: 10, width: 120, height: 20)
    panel.window.addSubview(button)
    var driver = PanelDriver(panel, size: Size(200, 150))
    driver.click(button)
    driver.type(["Down", "Down", "Return"])
    #expect(button.selected == "always" && panel.window.openList == nil)
    driver.click(button)
    driver.click(Point(60, 47))
    #expect(button.selected == "automatic" && panel.window.openList == nil)
    driver.click(button)
    driver.click(Point(190, 5))
    #expect(button.selected == "automatic" && panel.window.openList == nil)
    driver.click(button)
    driver.press("Escape")
    #expect(panel.window.openList == nil)
  }
}

@Suite struct `The ruler of a panel` {
  @Test func `shortens a text to what fits and no further`() {
    let ruler = TextRuler()
    let text = "touchesShouldCancel in a view with a long name"
    var former = 0
    for width in stride(from: 0.0, through: 400, by: 1) {
      let shown = ruler.elided(text, .text, width: width)
      #expect(ruler.width(of: shown, .text) <= width)
      #expect(shown.count >= former)
      former = shown.count
    }
    #expect(ruler.elided(text, .text, width: 400) == text)
  }
}
