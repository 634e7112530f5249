import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// Three tiles that are moved to where the viewport is: a street without an end.
final class EndlessScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "endless", title: "Endless tiles", ids: [], viewport: Size(480, 320),
    properties: [
      .content(Size(3 * tile, 320)), .contentOffset(Point(tile, 0)),
      .flag(.showsHorizontalScrollIndicator, false),
    ],
    expectation:
      "Scrolling never reaches an end in either direction, and the tiles never jump.",
    demo: Demo.script { demo in
      for _ in 0..<3 {
        demo.flick(from: Point(420, 160), to: Point(80, 160))
        demo.wait(0.5)
      }
      demo.wait(2)
      demo.flick(from: Point(60, 160), to: Point(420, 160))
    })

  /// The width of a tile, in points.
  static let tile = 480.0
  private static let sky = Color(0x1D2A3A)
  /// The number of the tile at the left end of the content.
  private(set) var first = -1
  var recentered: Point { Point(Double(first + 1) * Self.tile, 0) }
  private var tiles: [View] = []

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(root.bounds, to: root, stage, look: Look(fill: Self.sky))
    for index in 0..<3 {
      tiles.append(
        add(
          Look(), Rect(x: Double(index) * Self.tile, y: 0, width: Self.tile, height: 320),
          to: scrollView))
    }
    number()
  }

  /// Gives each tile its number and its houses.
  private func number() {
    for (index, view) in tiles.enumerated() { show(view, Self.street(first + index)) }
  }

  /// Moves the content back by a tile where the viewport has come to its end, which stops nothing.
  func scrollViewDidScroll(_ scrollView: ScrollView) {
    let offset = scrollView.contentOffset.x
    let steps = offset < Self.tile / 2 ? -1.0 : offset > Self.tile * 1.5 ? 1 : 0
    guard steps != 0 else { return }
    first += Int(steps)
    number()
    scrollView.contentOffset.x = offset - steps * Self.tile
  }

  private static func street(_ number: Int) -> Look {
    // A point wider than the tile, so that no seam shows at a fraction of a pixel.
    var shapes: [Look.Shape] = [
      .rect(Rect(x: -1, y: 250, width: tile + 2, height: 70), radius: 0, Color(0x2B313A)),
      .rect(Rect(x: -1, y: 240, width: tile + 2, height: 10), radius: 0, Color(0x4A525E)),
    ]
    for dash in 0..<6 {
      shapes.append(
        .rect(
          Rect(x: 20 + 80 * Double(dash), y: 283, width: 40, height: 4), radius: 2,
          Palette.muted))
    }
    for house in 0..<3 {
      let key = abs(number * 3 + house)
      let height = 90 + Double(key * 47 % 110)
      let left = 14 + 156 * Double(house)
      let color = Palette.tint(number * 3 + house)
      shapes.append(
        .rect(Rect(x: left, y: 240 - height, width: 136, height: height), radius: 4, color))
      for window in 0..<(Int(height / 40) * 3) {
        shapes.append(
          .rect(
            Rect(
              x: left + 18 + 38 * Double(window % 3), y: 252 - height + 36 * Double(window / 3),
              width: 24, height: 20), radius: 2, Color(0xFFF3C9)))
      }
    }
    shapes.append(
      .text(
        Look.Label(
          "\(number)", size: Palette.title, color: Palette.ink, isBold: true,
          anchor: Point(0.5, 0.5)), at: Point(tile / 2, 304)))
    return Look(shapes: shapes)
  }
}
