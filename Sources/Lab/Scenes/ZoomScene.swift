import Glibc
import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// A container as large as its view, zoomed from 0.5 to 2 and kept in the middle.
final class ZoomScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "zoom", title: "Zooming a container",
    ids: ["zoom.view", "zoom.centering", "zoom.transform", "zoom.limits"],
    viewport: Size(480, 480),
    properties: [
      .content(Size(480, 480)), .minimumZoomScale(0.5), .maximumZoomScale(2),
      .flag(.showsHorizontalScrollIndicator, false), .flag(.showsVerticalScrollIndicator, false),
    ],
    parameters: [
      .choice("centering", "Centering", ["formula", "view", "alignment", "none"]),
      .number("turned", "Rotation, in degrees", -180...180, default: 0),
      .choice("touches", "Touches that scroll", ["all", "finger", "mouse", "touchpad"]),
    ],
    expectation:
      "Without indicators, as in the article. When zoomed out, the container stays centered; past a limit it resists, and "
      + "bounces back to exactly 0.5 or 2.",
    demo: Demo.script { demo in
      demo.pinch(at: Point(240, 240), to: 0.3, for: 0.6)
      demo.wait(0.8)
      demo.pinch(at: Point(160, 160), to: 8, for: 0.8)
      demo.wait(0.8)
      demo.drag(from: Point(360, 360), to: Point(120, 200))
      demo.wait(0.5)
      demo.set("turned", .number(20))
      demo.wheel(Point(0, 3), at: Point(240, 240), holding: .control)
      demo.wait(1)
      demo.set("touches", .word("mouse"))
      demo.drag(from: Point(360, 360), to: Point(120, 200))
      demo.call(.setZoomScale(1, animated: true))
    })

  private let container = View(frame: Rect(x: 0, y: 0, width: 480, height: 480))
  private var centering = "formula"
  private var turned = 0.0

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(root.bounds, to: root, stage, look: Look(fill: Palette.black))
    scrollView.addSubview(container)
    show(
      container,
      Look(fill: Palette.selected, pattern: .grid(40, Palette.blue)))
    readout = addReadout(Rect(x: 16, y: 412, width: 220, height: 52), to: root)
  }

  func set(_ parameter: String, _ value: Script.Value) {
    switch (parameter, value) {
    case ("centering", .word(let word)):
      centering = word
      scrollView?.contentAlignmentPoint = word == "alignment" ? Point(0.5, 0.5) : .zero
    case ("turned", .number(let degrees)):
      let angle = (degrees - turned) * .pi / 180
      let turn = AffineTransform(
        a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
      turned = degrees
      container.transform = turn.concatenating(container.transform)
    case ("touches", .word(let word)):
      scrollView?.panGestureRecognizer.allowedTouchTypes = Self.types(word)
    default: break
    }
    if let scrollView { scrollViewDidZoom(scrollView) }
  }

  private static func types(_ word: String) -> Set<Touch.TouchType> {
    switch word {
    case "finger": [.direct]
    case "mouse": [.indirectPointer]
    case "touchpad": [.indirect]
    default: Set(Touch.TouchType.allCases)
    }
  }

  func viewForZooming(in scrollView: ScrollView) -> View? { container }

  func scrollViewDidZoom(_ scrollView: ScrollView) {
    let (view, content) = (scrollView.bounds.size, scrollView.contentSize)
    switch centering {
    // The formula: the middle of the content, moved by half the spare room.
    case "formula":
      let spare = Point(
        max(0, view.width - content.width) / 2, max(0, view.height - content.height) / 2)
      container.center = Point(content.width / 2, content.height / 2) + spare
    // The view's center, which is right below a scale of 1 only.
    case "view": container.center = Point(scrollView.frame.center.x, scrollView.frame.center.y)
    default: container.center = Point(content.width / 2, content.height / 2)
    }
  }

  override func refresh() {
    guard let scrollView else { return }
    write(
      """
      zoomScale \(NumberText.fixed(scrollView.zoomScale, decimals: 3))
      center    \(container.center.text)
      """, in: readout)
  }
}
