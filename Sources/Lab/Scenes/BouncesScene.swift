import ScrollEngine
import ScrollGeometry

/// Content smaller than its view, which moves only where the view always bounces.
final class BouncesScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "bounces", title: "Content smaller than its view",
    ids: ["bounce.always", "content.picture"],
    viewport: Size(360, 420), properties: [.content(Size(200, 150))],
    expectation:
      "Content smaller than its view can be dragged only with alwaysBounce on, and only "
      + "while bounces is on.",
    demo: Demo.script { demo in
      demo.drag(from: Point(100, 100), to: Point(160, 200))
      demo.set(.flag(.alwaysBounceVertical, true))
      demo.drag(from: Point(100, 100), to: Point(160, 220))
      demo.wait(1)
      demo.set(.flag(.alwaysBounceHorizontal, true))
      demo.drag(from: Point(100, 100), to: Point(200, 220))
      demo.wait(1)
      demo.set(.flag(.bounces, false))
      demo.drag(from: Point(100, 100), to: Point(160, 220))
    })

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 320, height: 300), to: root, stage)
    add(
      .card(Palette.tint(1), "200 × 150"), Rect(x: 0, y: 0, width: 200, height: 150),
      to: scrollView)
    readout = addReadout(Rect(x: 20, y: 336, width: 320, height: 72), to: root)
  }

  override func refresh() {
    guard let scrollView else { return }
    write(
      """
      bounces                \(scrollView.bounces)
      alwaysBounceVertical   \(scrollView.alwaysBounceVertical)
      alwaysBounceHorizontal \(scrollView.alwaysBounceHorizontal)
      """, in: readout)
  }
}
