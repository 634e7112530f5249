import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A ground that moves at half the speed and a header that stretches, both set in `scrollViewDidScroll`.
final class FollowersScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "followers", title: "Parallax background and stretchy header", ids: ["view.followers"],
    viewport: Size(375, 560), properties: [.content(Size(375, 1400))],
    expectation:
      "The header stretches with the pull, the background moves at half the speed, and "
      + "neither is a frame late.",
    demo: Demo.script { demo in
      demo.drag(from: Point(190, 260), to: Point(190, 420), hold: 0.5)
      demo.wait(1)
      demo.drag(from: Point(190, 480), to: Point(190, 160))
      demo.wait(0.4)
      demo.flick(from: Point(190, 480), to: Point(190, 160))
    })

  /// The header's height at rest, in points.
  static let headerHeight = 180.0
  /// The ground's speed, relative to the content's. [C]
  static let parallax = 0.5
  /// The ground reaches to the bottom of the window at the end of the content, and while it bounces there.
  let ground = View(frame: Rect(x: 0, y: 0, width: 375, height: 1280))
  let header = View(frame: Rect(x: 0, y: 0, width: 375, height: headerHeight))

  func build(in root: View, _ stage: Stage) {
    root.addSubview(ground)
    let dots = (0..<16).flatMap { row in
      (0..<5).map { column in
        Look.Shape.ellipse(
          Rect(x: 20 + 80 * Double(column), y: 20 + 80 * Double(row), width: 12, height: 12),
          Palette.line)
      }
    }
    show(ground, Look(fill: Color(0x1C2026), shapes: dots))
    let scrollView = addScrollView(root.bounds, to: root, stage, look: Look())
    for row in 0..<14 {
      add(
        Look(
          fill: Palette.surface, border: Look.Border(Palette.line), cornerRadius: 10,
          labels: [
            Look.Label("Row \(row)", color: Palette.ink, anchor: Point(0, 0.5), margin: 16)
          ]),
        Rect(x: 16, y: Self.headerHeight + 16 + Double(row) * 84, width: 343, height: 64),
        to: scrollView)
    }
    scrollView.addSubview(header)
    show(
      header,
      Look(
        pattern: .landscape,
        labels: [
          Look.Label(
            "The header stretches", size: Palette.title, color: Palette.ink, isBold: true,
            anchor: Point(0, 1), margin: 16)
        ]))
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    let offset = scrollView.contentOffset.y
    let pulled = max(0, -offset)
    header.frame = Rect(
      x: 0, y: -pulled, width: header.frame.width, height: Self.headerHeight + pulled)
    ground.frame.origin.y = -max(0, offset) * Self.parallax
  }
}
