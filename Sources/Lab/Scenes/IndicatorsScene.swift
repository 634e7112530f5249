import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// The three styles of indicators, on a light and on a dark ground.
final class IndicatorsScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "indicators", title: "Three indicator styles",
    ids: ["indicator.style", "indicator.visibility", "indicator.flash", "indicator.tracking"],
    viewport: Size(660, 500),
    properties: [.content(Size(400, 600))],
    parameters: [.number("inset", "scrollIndicatorInsets", 0...40, default: 0)],
    scrollViews: ["light-black", "light-white", "dark-default", "dark-black", "dark-white"],
    mainScrollView: "light-default",
    expectation: "The default style is visible on both backgrounds, black on the light one, white "
      + "on the dark one; all fade soon after the motion.",
    demo: Demo.script { demo in
      for row in 0..<2 {
        for column in 0..<3 {
          let x = 120 + 210 * Double(column)
          let y = 140 + 220 * Double(row)
          demo.drag(from: Point(x, y), to: Point(x - 30, y - 50), for: 0.2, hold: 0.1)
        }
      }
      demo.set("inset", .number(30))
      demo.tap(Point(330, 470))
    })

  private var views: [ScrollView] = []

  func build(in root: View, _ stage: Stage) {
    for (row, ground) in ["light", "dark"].enumerated() {
      for (column, style) in ScrollView.IndicatorStyle.allCases.enumerated() {
        let isMain = row == 0 && column == 0
        let view = addScrollView(
          Rect(x: 20 + 210 * Double(column), y: 44 + 220 * Double(row), width: 200, height: 180),
          to: root, stage, as: isMain ? nil : "\(ground)-\(style.rawValue)",
          look: Look(
            fill: row == 0 ? Color(0xFFFFFF) : Palette.black, border: Look.Border(Palette.line))
        )
        view.indicatorStyle = style
        view.contentSize = Size(400, 600)
        add(
          Look(pattern: .grid(50, Color(row == 0 ? 0x667382 : 0x8A93A0))),
          Rect(x: 0, y: 0, width: 400, height: 600), to: view)
        views.append(view)
        add(
          .caption("\(style.rawValue), on \(ground)", color: Palette.ink),
          Rect(x: view.frame.minX, y: view.frame.minY - 22, width: 200, height: 18), to: root)
      }
    }
    let button = Control(frame: Rect(x: 230, y: 456, width: 200, height: 32))
    root.addSubview(button)
    show(
      button,
      Look(
        fill: Palette.surface, border: Look.Border(Palette.line), cornerRadius: 8,
        labels: [Look.Label("flashScrollIndicators", color: Palette.blue)]))
    button.addAction { [weak self] in self?.views.forEach { $0.flashScrollIndicators() } }
  }

  func set(_ parameter: String, _ value: Script.Value) {
    guard case .number(let inset) = value else { return }
    for view in views { view.scrollIndicatorInsets = EdgeInsets(all: inset) }
  }
}
