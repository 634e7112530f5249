import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// Content as large as its view, with an inset of 100 points on every side.
final class InsetScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "inset", title: "Insets of 100 points",
    ids: ["inset.edges", "inset.safe-area"],
    viewport: Size(400, 400),
    properties: [
      .content(Size(400, 400)), Script.Setting(.contentInset, .insets(EdgeInsets(all: 100))),
    ],
    expectation:
      "100 points of the dark background stay in view on each side of the content.",
    demo: Demo.script { demo in
      demo.drag(from: Point(300, 300), to: Point(100, 100))
      demo.wait(0.5)
      demo.drag(from: Point(300, 300), to: Point(60, 60))
      demo.wait(1)
      demo.flick(from: Point(100, 100), to: Point(300, 300), for: 0.1)
      demo.wait(1)
      demo.call(.setContentOffset(Point(0, 0), animated: true))
    })

  func build(in root: View, _ stage: Stage) {
    show(root, Look())
    let scrollView = addScrollView(root.bounds, to: root, stage, look: Look(fill: Palette.black))
    add(
      Look(fill: Color(0x7A5630), pattern: .grid(50, Color(0xFFFFFF).withOpacity(0.8))),
      Rect(x: 0, y: 0, width: 400, height: 400), to: scrollView)
    readout = addReadout(Rect(x: 52, y: 312, width: 296, height: 72), to: root)
  }

  override func refresh() {
    guard let scrollView else { return }
    write(
      """
      contentInset         \(scrollView.contentInset.text)
      adjustedContentInset \(scrollView.adjustedContentInset.text)
      contentOffset        \(scrollView.contentOffset.text)
      """, in: readout)
  }
}
