import ScrollEngine
import ScrollGeometry

/// A grid of 550 × 350 points in a viewport of 320 × 300: its content size is that of the grid, a smaller or a larger one.
final class GridScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "grid", title: "A grid and its content size", ids: ["content.grid", "bounce.edges"],
    viewport: Size(360, 420),
    parameters: [.choice("content", "Content size", ["equal", "smaller", "larger"])],
    expectation:
      "Blank space shows only while the grid is pulled past its edge. A larger content size keeps it in view, a "
      + "smaller one hides the rest of the grid on release.",
    demo: Demo.script { demo in
      demo.drag(from: Point(100, 160), to: Point(260, 220))
      demo.wait(1)
      demo.drag(from: Point(320, 280), to: Point(60, 60))
      demo.wait(0.4)
      demo.drag(from: Point(320, 280), to: Point(40, 40))
      demo.wait(1)
      demo.flick(from: Point(320, 280), to: Point(60, 60), for: 0.1)
    },
    // Pulled past the lower right edge.
    stillTime: 3.6)

  /// The grid, in points.
  private static let size = Size(550, 350)
  private let grid = View(frame: Rect(origin: .zero, size: GridScene.size))

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 320, height: 300), to: root, stage)
    scrollView.addSubview(grid)
    readout = addReadout(Rect(x: 20, y: 336, width: 320, height: 64), to: root)
  }

  func set(_ parameter: String, _ value: Script.Value) {
    guard parameter == "content", case .word(let word) = value else { return }
    scrollView?.unscaledContentSize =
      switch word {
      case "smaller": Size(400, 320)
      case "larger": Size(900, 700)
      default: Self.size
      }
  }

  override func refresh() {
    guard let scrollView else { return }
    let (width, height) = (scrollView.contentSize.width, scrollView.contentSize.height)
    let corners = [
      Point(0, 0), Point(width, 0), Point(width, height), Point(0, height), Point(0, 0),
    ]
    show(
      grid,
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
