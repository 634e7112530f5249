import ScrollEngine
import ScrollGeometry

/// Lists in a pager: a drag moves the list or the pager, never both.
final class NestedScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "nested", title: "Lists in a pager", ids: [], viewport: Size(340, 480),
    properties: [.content(Size(3 * 340, 480)), .flag(.isPagingEnabled, true)],
    scrollViews: ["list-1", "list-2", "list-3"], mainScrollView: "pager",
    expectation: "A vertical drag moves a list, a horizontal one moves the pager, and no drag "
      + "moves both.",
    demo: Demo.script { demo in
      demo.flick(from: Point(170, 380), to: Point(175, 180))
      demo.wait(4.5)
      demo.flick(from: Point(280, 240), to: Point(140, 250))
      demo.wait(1)
      demo.drag(from: Point(170, 380), to: Point(190, 200))
      demo.wait(0.5)
      demo.flick(from: Point(280, 240), to: Point(140, 250))
    })

  func build(in root: View, _ stage: Stage) {
    let pager = addScrollView(root.bounds, to: root, stage, look: Look(fill: Palette.paper))
    pager.alwaysBounceHorizontal = true
    for page in 0..<3 {
      let list = addScrollView(
        Rect(x: Double(page) * 340, y: 0, width: 340, height: 480), to: pager, stage,
        as: "list-\(page + 1)", look: Look(fill: Palette.surface))
      list.contentSize = Size(340, 2412)
      for row in 0..<30 {
        add(
          .card(Palette.tint(page * 2 + row % 2), "List \(page + 1), row \(row + 1)"),
          Rect(x: 12, y: 12 + Double(row) * 80, width: 316, height: 68), to: list)
      }
    }
  }
}
