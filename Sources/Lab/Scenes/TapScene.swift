import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A tap recognizer on the parent, which takes the touch from a view on the scroll view or shares it.
final class TapScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "tap", title: "Tap recognizer on the superview", ids: ["touch.tap"],
    viewport: Size(640, 360),
    properties: [.content(Size(0, 600))],
    parameters: [.flag("cancels", "cancelsTouchesInView", default: true)],
    expectation:
      "The superview's tap is recognized either way; the view keeps its touch only if "
      + "the recognizer does not cancel it.",
    demo: Demo.script { demo in
      demo.tap(Point(170, 150))
      demo.wait(0.5)
      demo.set("cancels", .bool(false))
      demo.tap(Point(170, 150))
    })

  private let tap = TapGestureRecognizer()

  func build(in root: View, _ stage: Stage) {
    let parent = add(
      Look(
        fill: Palette.selected, border: Look.Border(Palette.line), cornerRadius: 8,
        labels: [
          Look.Label(
            "The superview, with the recognizer", color: Palette.ink, anchor: Point(0.5, 0))
        ]), Rect(x: 20, y: 20, width: 300, height: 320), to: root)
    tap.addAction { [weak self, weak stage] _ in
      self?.ladder.add("the superview's tap", Palette.violet)
      stage?.note("tap")
    }
    parent.addGestureRecognizer(tap)
    let scrollView = addScrollView(
      Rect(x: 40, y: 48, width: 220, height: 232), to: parent, stage,
      look: Look(fill: Color(0xF7C948)))
    let view = StageView(
      "view", frame: Rect(x: 20, y: 20, width: 180, height: 120), log: stage.log)
    scrollView.addSubview(view)
    show(view, .card(Palette.red, "The view"))
    view.didReceive = { [weak self] in self?.ladder.add("the view: \($0)", Palette.green) }
    addLadder(
      capacity: 15, Rect(x: 340, y: 20, width: 280, height: 320), to: root,
      empty: "Tap the view")
  }

  func set(_ parameter: String, _ value: Script.Value) {
    if case .bool(let cancels) = value { tap.cancelsTouchesInView = cancels }
  }
}
