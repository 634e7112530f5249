import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A yellow view on a red scroll view: which touches reach it, and when.
final class TouchesScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "touches", title: "Touches delayed, delivered and canceled",
    ids: [
      "touch.delay", "touch.swipe", "touch.delivery", "touch.cancel", "touch.refusal", "touch.kept",
      "touch.no-delay", "touch.cases", "touch.log", "touch.timer", "touch.quick-tap", "touch.taken",
    ],
    viewport: Size(740, 440), properties: [.content(Size(0, 800))],
    parameters: [.flag("shouldBegin", "touchesShouldBegin returns true", default: true)],
    expectation:
      "A fast swipe scrolls, and the view never receives the touch; the touch of a finger "
      + "that rests for 0.15 s is delivered, and canceled once the finger moves.",
    demo: Demo.script { demo in
      let point = Point(200, 320)
      demo.flick(from: point, to: Point(200, 200), for: 0.1)
      demo.wait(2)
      demo.call(.setContentOffset(.zero, animated: false))
      demo.drag(from: point, to: Point(200, 240), after: 0.4)
      demo.wait(0.3)
      demo.tap(point, for: 0.4)
      demo.tap(point)
      demo.wait(0.3)
      demo.set(.flag(.canCancelContentTouches, false))
      demo.drag(from: point, to: Point(200, 240), after: 0.4)
      demo.set(.flag(.delaysContentTouches, false), .flag(.canCancelContentTouches, true))
      demo.flick(from: point, to: Point(200, 240), for: 0.1)
      demo.wait(2)
      demo.call(.setContentOffset(.zero, animated: false))
      demo.set(.flag(.delaysContentTouches, true))
      demo.set("shouldBegin", .bool(false))
      demo.tap(point, for: 0.4)
    })

  private var yellow: View?

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 0, y: 20, width: 400, height: 400), to: root, stage,
      look: Look(fill: Color(0xE05A4B)))
    let view = StageView(
      "yellow", frame: Rect(x: 100, y: 200, width: 200, height: 400), log: stage.log)
    scrollView.addSubview(view)
    scrollView.didAnswer = { [weak self] in self?.ladder.add("\($0) → \($1)", Palette.blue) }
    view.didReceive = { [weak self] in self?.received($0) }
    yellow = view
    addLadder(
      capacity: 19, Rect(x: 420, y: 20, width: 300, height: 400), to: root,
      empty: "Swipe, press or drag the yellow view")
  }

  private func received(_ method: String) {
    ladder.add(method, method == "touchesCancelled" ? Palette.red : Palette.green)
  }

  func set(_ parameter: String, _ value: Script.Value) {
    guard case .bool(let answer) = value else { return }
    scrollView?.shouldBegin["yellow"] = answer
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { ladder.add("didScroll", Palette.muted) }

  override func refresh() {
    guard let yellow else { return }
    let isHeld = ["touchesBegan", "touchesMoved"].contains(
      ladder.last(startingWith: "touches") ?? "")
    show(
      yellow,
      Look(
        fill: Color(isHeld ? 0xFFE27A : 0xF7C948), cornerRadius: 4,
        labels: [
          Look.Label(
            isHeld ? "has the touch" : "200 × 400", size: Palette.title,
            color: Palette.onColor, isBold: true, anchor: Point(0.5, 0.2))
        ]))
  }
}
