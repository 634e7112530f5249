import ScrollEngine
import ScrollGeometry

/// Cards of which one always comes to rest at the left: the delegate moves the target to the nearest.
final class TargetScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "target", title: "Target offset at the nearest card", ids: ["deceleration.target"],
    viewport: Size(452, 260), properties: [.content(Size(20 + 12 * pitch, 200))],
    expectation:
      "However hard the flick, it ends with a card at the left edge, in one motion.",
    demo: Demo.script { demo in
      demo.flick(from: Point(400, 120), to: Point(320, 120), for: 0.16)
      demo.wait(2)
      demo.flick(from: Point(420, 120), to: Point(180, 120))
      demo.wait(2.5)
      demo.flick(from: Point(120, 120), to: Point(300, 120))
    })

  /// The distance between the left edges of two cards, in points.
  static let pitch = 216.0

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 0, y: 30, width: 452, height: 200), to: root, stage, look: Look())
    for index in 0..<12 {
      add(
        .card(Palette.tint(index), "Card \(index)"),
        Rect(x: 20 + Double(index) * Self.pitch, y: 0, width: 196, height: 200), to: scrollView)
    }
  }

  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    let nearest = (targetContentOffset.x / Self.pitch).rounded() * Self.pitch
    targetContentOffset.x = min(max(nearest, 0), scrollView.maximumContentOffset.x)
  }
}
