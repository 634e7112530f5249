import ScrollEngine
import ScrollGeometry

/// Five pages as wide as the view.
final class PagingScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "paging", title: "Five pages", ids: ["paging.stops", "paging.length"],
    viewport: Size(360, 400),
    properties: [.content(Size(5 * 320, 300)), .flag(.isPagingEnabled, true)],
    expectation:
      "It rests only on whole pages, and a flick never skips a page.",
    demo: Demo.script { demo in
      demo.flick(from: Point(300, 160), to: Point(180, 160))
      demo.wait(1)
      demo.drag(from: Point(300, 160), to: Point(160, 160))
      demo.wait(1)
      demo.drag(from: Point(300, 160), to: Point(100, 160))
      demo.wait(1)
      demo.flick(from: Point(60, 160), to: Point(260, 160), for: 0.05)
    })

  private var dots: View?

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 320, height: 300), to: root, stage, look: Look())
    for page in 0..<5 {
      add(
        .card(Palette.tint(page), "Page \(page + 1)"),
        Rect(x: 320 * Double(page) + 4, y: 0, width: 312, height: 300), to: scrollView)
    }
    dots = add(Look(), Rect(x: 130, y: 344, width: 100, height: 12), to: root)
  }

  override func refresh() {
    guard let scrollView, let dots else { return }
    let page = (scrollView.contentOffset.x / scrollView.bounds.width).rounded()
    show(
      dots,
      Look(
        shapes: (0..<5).map { index in
          .ellipse(
            Rect(x: Double(index) * 22, y: 0, width: 12, height: 12),
            Double(index) == page ? Palette.blue : Palette.line)
        }))
  }
}
