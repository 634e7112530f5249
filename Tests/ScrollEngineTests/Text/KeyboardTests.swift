import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The keyboard on the screen` {
  private func stage(
    _ mode: ScrollView.KeyboardDismissMode = .none, height: Double = 200
  ) -> TextStage {
    let stage = TextStage(String(repeating: "line\n", count: 100))
    stage.window.keyboard.height = height
    stage.view.keyboardDismissMode = mode
    stage.window.keyboard.observe { change in
      stage.note("\(change.kind) \(change.frameBegin.minY) \(change.frameEnd.minY)")
    }
    return stage
  }

  private func show(_ stage: TextStage) {
    stage.field.becomeFirstResponder()
    stage.advance(by: 0)
    stage.advance(by: 0.3)
    _ = stage.takeLog()
  }

  @Test func `keyboard.dismiss comes with a field and goes with it, in a quarter of a second`() {
    let stage = stage()
    let keyboard = stage.window.keyboard
    #expect(keyboard.frame == Rect(x: 0, y: 600, width: 400, height: 200) && !keyboard.isShown)
    stage.tap(stage.field.center)
    #expect(keyboard.isShown && stage.window.needsAdvance)
    let shown = stage.now
    stage.advance(by: 0.125)
    #expect(abs(keyboard.frame.minY - 500) < 1e-9)
    stage.advance(by: 1)
    #expect(keyboard.frame.minY == 400 && !stage.window.needsAdvance)
    #expect(
      stage.takeLog().filter { !$0.contains("field") } == [
        "willShow 600.0 400.0", "didShow 600.0 400.0",
      ])
    stage.view.becomeFirstResponder()
    #expect(
      !stage.takeLog().contains { $0.contains("Show") || $0.contains("Hide") }, "it stays for both")
    stage.view.resignFirstResponder()
    stage.advance(by: 0)
    stage.advance(by: 0.3)
    #expect(
      stage.takeLog().filter { !$0.contains("view") } == [
        "willHide 400.0 600.0", "didHide 400.0 600.0",
      ])
    #expect(keyboard.frame.minY == 600 && stage.now > shown)
  }

  @Test func `keyboard.dismiss does not move other than by time, whatever frames are drawn`() {
    let tops = [1, 7, 100].map { steps in
      let stage = stage()
      stage.tap(stage.field.center)
      for _ in 0..<steps { stage.advance(by: 0.2 / Double(steps)) }
      return stage.window.keyboard.frame.minY
    }
    #expect(tops.allSatisfy { $0 > 401 && abs($0 - tops[0]) < 1e-9 })
  }

  @Test func `keyboard.dismiss turns back on its way`() {
    let stage = stage()
    stage.tap(stage.field.center)
    stage.advance(by: 0.125)
    stage.press("Escape")
    #expect(abs(stage.window.keyboard.frame.minY - 500) < 20)
    stage.advance(by: 0.3)
    #expect(stage.window.keyboard.frame.minY == 600)
    #expect(stage.takeLog().filter { $0.hasPrefix("did") }.map { $0.prefix(7) } == ["didHide"])
  }

  @Test func `keyboard.dismiss does not exist on a desktop`() {
    let stage = stage(height: 0)
    stage.tap(stage.field.center)
    #expect(!stage.window.keyboard.isShown && !stage.window.needsAdvance)
    #expect(stage.window.keyboard.frame == Rect(x: 0, y: 600, width: 400, height: 0))
    #expect(!stage.takeLog().contains { $0.contains("Show") })
    for wild in [Double.nan, -1, .infinity] { stage.window.keyboard.height = wild }
    #expect(stage.window.keyboard.height == 0)
  }

  @Test(arguments: ScrollView.KeyboardDismissMode.allCases)
  func `keyboard.dismiss list.index is dismissed by a drag as the mode says`(
    mode: ScrollView.KeyboardDismissMode
  ) {
    let stage = stage(mode)
    show(stage)
    let keyboard = stage.window.keyboard
    stage.touch(.began, Point(100, 100))
    stage.touch(.moved, Point(100, 130))
    #expect(stage.field.isEditing == (mode != .onDrag && mode != .onDragWithAccessory))
    stage.touch(.moved, Point(100, 450))
    if mode == .interactive { #expect(keyboard.frame.minY == 450, "it follows the finger") }
    stage.touch(.moved, Point(100, 520))
    if mode == .interactive { #expect(keyboard.frame.minY == 520 && stage.field.isEditing) }
    stage.touch(.ended, Point(100, 520))
    #expect(stage.field.isEditing == (mode == .none))
    stage.advance(by: 0.3)
    #expect(keyboard.frame.minY == (mode == .none ? 400 : 600))
    #expect(keyboard.isShown == (mode == .none))
  }

  @Test func `keyboard.dismiss comes back where an interactive drag ends in its upper half`() {
    let stage = stage(.interactive)
    show(stage)
    stage.touch(.began, Point(100, 100))
    stage.touch(.moved, Point(100, 120))
    stage.touch(.moved, Point(100, 560))
    stage.touch(.moved, Point(100, 480))
    #expect(stage.window.keyboard.frame.minY == 480)
    stage.touch(.ended, Point(100, 480))
    #expect(stage.field.isEditing)
    stage.advance(by: 0.3)
    #expect(stage.window.keyboard.frame.minY == 400)
    #expect(stage.takeLog() == ["willShow 480.0 400.0", "didShow 480.0 400.0"])
  }

  @Test func `keyboard.dismiss comes back where the field refuses to end editing`() {
    let stage = stage(.interactive)
    show(stage)
    stage.refused = ["field shouldEnd"]
    stage.touch(.began, Point(100, 100))
    stage.touch(.moved, Point(100, 120))
    stage.touch(.moved, Point(100, 590))
    stage.touch(.cancelled, Point(100, 590))
    #expect(stage.field.isEditing)
    stage.advance(by: 0.3)
    #expect(stage.window.keyboard.frame.minY == 400)
  }

  @Test func `keyboard.dismiss stays where the finger stays above it, or came from below`() {
    let stage = stage(.interactive)
    show(stage)
    stage.touch(.began, Point(100, 100))
    stage.touch(.moved, Point(100, 399))
    stage.touch(.ended, Point(100, 399))
    #expect(stage.field.isEditing && stage.window.keyboard.frame.minY == 400)
    stage.view.frame = stage.window.bounds
    stage.window.addSubview(stage.field)
    for y in [400.0, 410] {
      stage.touch(.began, Point(300, y), after: 2)
      stage.touch(.moved, Point(300, 430))
      stage.touch(.moved, Point(300, 590))
      stage.touch(.ended, Point(300, 590))
      #expect(stage.field.isEditing && stage.window.keyboard.frame.minY == 400, "from \(y)")
    }
  }

  @Test func `keyboard.dismiss has another height at once, and says so while it is shown`() {
    let stage = stage()
    show(stage)
    let keyboard = stage.window.keyboard
    keyboard.height = 260
    #expect(keyboard.frame == Rect(x: 0, y: 340, width: 400, height: 260))
    #expect(stage.takeLog() == ["willShow 400.0 340.0", "didShow 400.0 340.0"])
    keyboard.height = 260
    #expect(stage.takeLog() == [])
    keyboard.height = 0
    #expect(stage.takeLog() == ["willHide 340.0 600.0", "didHide 340.0 600.0"])
    keyboard.height = 120
    #expect(stage.takeLog() == ["willShow 600.0 480.0", "didShow 600.0 480.0"])
    stage.field.resignFirstResponder()
    stage.advance(by: 0)
    stage.advance(by: 0.1)
    _ = stage.takeLog()
    keyboard.height = 100
    #expect(keyboard.frame.minY == 600 && !stage.window.needsAdvance && stage.takeLog() == [])
  }

  @Test func `keyboard.dismiss comes and goes however low it is`() {
    let stage = stage(height: 1)
    stage.field.becomeFirstResponder()
    #expect(stage.takeLog().contains("willShow 600.0 599.0"))
    stage.field.resignFirstResponder()
    #expect(stage.takeLog().contains("willHide 600.0 600.0"))
  }

  @Test func `keyboard.dismiss rests where a drag has brought it all the way back`() {
    let stage = stage(.interactive)
    show(stage)
    stage.touch(.began, Point(100, 100))
    for y in [120.0, 450, 390] { stage.touch(.moved, Point(100, y)) }
    stage.touch(.ended, Point(100, 390), after: 0.3)
    #expect(stage.window.keyboard.frame.minY == 400)
    #expect(stage.field.isEditing && stage.takeLog() == [])
    stage.window.keyboard.height = 300
    #expect(stage.window.keyboard.frame.minY == 300)
  }
}
