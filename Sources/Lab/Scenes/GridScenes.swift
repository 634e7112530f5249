import ScrollEngine
import ScrollGeometry

/// A grid of 550 × 350 points in a viewport of 320 × 300, with a content size of its own.
class GridScene: BaseScene {
  /// The grid, in points.
  static let size = Size(550, 350)
  private var scrollView: ScrollView?
  private var outline: View?
  private var readout: View?

  static func gridCard(
    _ name: String, title: String, content: Size, ids: [String], expectation: String,
    stillTime: Double = 3.6
  ) -> SceneCard {
    SceneCard(
      name: "grid-\(name)", title: title,
      ids: ids, viewport: Size(360, 420), properties: [.content(content)],
      expectation: expectation,
      demo: Demo.script { demo in
        demo.drag(from: Point(100, 160), to: Point(260, 220))
        demo.wait(1)
        demo.drag(from: Point(320, 280), to: Point(60, 60))
        demo.wait(0.4)
        demo.drag(from: Point(320, 280), to: Point(40, 40))
        demo.wait(1)
        demo.flick(from: Point(320, 280), to: Point(60, 60), for: 0.1)
      },
      // Usually pulled past the lower right edge, where the sizes differ.
      stillTime: stillTime)
  }

  package final func build(in root: View, _ stage: Stage) {
    show(root, Look(fill: Palette.paper))
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 320, height: 300), to: root, stage)
    let grid = View(frame: Rect(origin: .zero, size: Self.size))
    scrollView.addSubview(grid)
    outline = grid
    self.scrollView = scrollView
    readout = addReadout(Rect(x: 20, y: 336, width: 320, height: 64), to: root)
  }

  override final func refresh() {
    guard let scrollView, let outline else { return }
    let (width, height) = (scrollView.contentSize.width, scrollView.contentSize.height)
    let corners = [
      Point(0, 0), Point(width, 0), Point(width, height), Point(0, height), Point(0, 0),
    ]
    show(
      outline,
      Look(
        fill: Palette.selected, pattern: .grid(25, Palette.blue),
        shapes: [.line(corners, Palette.red, width: 1.5, dashes: [6, 5])]))
    write(
      """
      contentSize \(scrollView.contentSize.text), grid \(Self.size.text)
      contentOffset \(scrollView.contentOffset.text)
      dashed: the edges of the content
      """, in: readout)
  }
}

final class GridEqualScene: GridScene, LabScene {
  static let card: SceneCard = gridCard(
    "equal", title: "Content size equal to the grid", content: size,
    ids: ["content.grid", "bounce.edges"],
    expectation:
      "Blank space shows while the grid is pulled past its edge; on release it bounces "
      + "back and no blank space remains.")
}

final class GridSmallerScene: GridScene, LabScene {
  static let card: SceneCard = gridCard(
    "smaller", title: "Content size smaller than the grid", content: Size(400, 320),
    ids: ["content.grid"],
    expectation:
      "The grid beyond 400 × 320 shows only while it is pulled; on release it is out of "
      + "view again.")
}

final class GridLargerScene: GridScene, LabScene {
  static let card: SceneCard = gridCard(
    "larger", title: "Content size larger than the grid", content: Size(900, 700),
    ids: ["content.grid"],
    expectation: "Blank space beyond the grid is reached without resistance and stays in view.",
    // At rest with the grid's corner and the blank beyond it in view.
    stillTime: 2.7)
}
