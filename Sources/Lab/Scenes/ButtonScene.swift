import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A button on a scroll view, which keeps its touch unless an override lets it go.
final class ButtonScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "button", title: "A button keeps its touch", ids: ["touch.control"],
    viewport: Size(640, 440), properties: [.content(Size(0, 900))],
    parameters: [.flag("cancels", "Cancel touches in buttons")],
    expectation:
      "A drag that starts on the button does not scroll; with the parameter on, it "
      + "cancels the button's touch and scrolls.",
    demo: Demo.script { demo in
      let point = Point(150, 180)
      demo.tap(point, for: 0.2)
      demo.wait(0.3)
      demo.drag(from: point, to: Point(150, 80), after: 0.3)
      demo.wait(0.3)
      demo.set("cancels", .bool(true))
      demo.drag(from: point, to: Point(150, 80), after: 0.3)
    })

  private var button: Control?

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 260, height: 400), to: root, stage)
    for row in 0..<9 where row != 1 {
      add(
        .card(Color(0x2C313A)), Rect(x: 20, y: 20 + Double(row) * 100, width: 220, height: 80),
        to: scrollView)
    }
    let button = StageControl(
      "button", frame: Rect(x: 20, y: 120, width: 220, height: 80), log: stage.log)
    scrollView.addSubview(button)
    button.didReceive = { [weak self] in
      self?.ladder.add($0, $0 == "touchesCancelled" ? Palette.red : Palette.green)
    }
    button.addAction { [weak self, weak stage] in
      self?.ladder.add("the button's action", Palette.violet)
      stage?.note("action")
    }
    scrollView.didAnswer = { [weak self] in self?.ladder.add("\($0) → \($1)", Palette.blue) }
    self.button = button
    addLadder(
      capacity: 19, Rect(x: 300, y: 20, width: 320, height: 400), to: root,
      empty: "Press the button, and drag it")
  }

  func set(_ parameter: String, _ value: Script.Value) {
    guard case .bool(let cancels) = value else { return }
    scrollView?.shouldCancel["button"] = cancels ? true : nil
  }

  override func refresh() {
    guard let button else { return }
    show(
      button, .card(button.isTracking ? Color(0x9CC4FF) : Palette.blue, "Button"))
  }
}
