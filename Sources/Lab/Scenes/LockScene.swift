import Glibc
import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// The directions in which a drag locks an axis, drawn as rays.
final class LockScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "lock", title: "Directional lock", ids: ["drag.lock"], viewport: Size(440, 480),
    properties: [
      .content(Size(1200, 1200)), .flag(.isDirectionalLockEnabled, true),
      .contentOffset(Point(400, 400)),
    ],
    expectation:
      "A drag within a tinted sector moves only one axis; a diagonal drag moves both.",
    demo: Demo.script { demo in
      demo.drag(from: Point(220, 220), to: Point(250, 380))
      demo.wait(0.4)
      demo.drag(from: Point(220, 220), to: Point(380, 190))
      demo.wait(0.4)
      demo.drag(from: Point(280, 280), to: Point(140, 140))
    })

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 400, height: 400), to: root, stage)
    add(
      Look(fill: Palette.surface, pattern: .grid(50, Palette.muted)),
      Rect(x: 0, y: 0, width: 1200, height: 1200), to: scrollView)
    let rays = add(
      Look(shapes: Self.rays(radius: 190)), Rect(x: 20, y: 20, width: 400, height: 400), to: root)
    rays.isUserInteractionEnabled = false
    readout = add(
      .caption("", size: Palette.number, isMono: true, x: 0.5),
      Rect(x: 20, y: 432, width: 400, height: 24), to: root)
  }

  /// The sectors within 20° of an axis, in which a drag locks the other one, and their edges.
  private static func rays(radius: Double) -> [Look.Shape] {
    let middle = Point(200, 200)
    func end(_ degrees: Double) -> Point {
      middle + Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180)) * radius
    }
    return [0.0, 90, 180, 270].flatMap { axis -> [Look.Shape] in
      [
        .polygon(
          [middle] + stride(from: -20, through: 20, by: 5).map { end(axis + $0) },
          Color(axis == 0 || axis == 180 ? 0x6AA5FF : 0xE69F00).withOpacity(0.16)),
        .line([middle, end(axis - 20)], Palette.muted, width: 1, dashes: [4, 4]),
        .line([middle, end(axis + 20)], Palette.muted, width: 1, dashes: [4, 4]),
      ]
    }
  }

  override func refresh() {
    guard let scrollView else { return }
    write("contentOffset \(scrollView.contentOffset.text)", in: readout)
  }
}
