import ScrollEngine
import ScrollGeometry

/// Two lists that differ in their deceleration rates.
final class RatesScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "rates", title: "Normal and fast deceleration",
    ids: ["deceleration.rate", "bounce.rates"],
    viewport: Size(560, 480), properties: [.content(Size(0, 12000))], scrollViews: ["fast"],
    mainScrollView: "normal",
    expectation:
      "After the same flick, the fast list coasts a fifth as far as the normal one. Into the "
      + "top edge it comes slower, and the spring back is the same.",
    demo: Demo.script { demo in
      for (start, end, wait) in [(400.0, 250.0, 4.0), (100, 400, 3), (400, 250, 0)] {
        demo.flick(from: Point(140, start), to: Point(140, end))
        demo.wait(0.1)
        demo.flick(from: Point(420, start), to: Point(420, end))
        demo.wait(wait)
      }
    })

  /// Where the fingers left the lists, in points: what follows is the coast.
  private var lifts = [0.0, 0]
  private var views: [ScrollView] = []
  private var captions: [View] = []

  func build(in root: View, _ stage: Stage) {
    let lists: [(String?, String, Double)] = [
      (nil, "decelerationRate .normal", 20), ("fast", "decelerationRate .fast", 290),
    ]
    for (name, title, x) in lists {
      let view = addScrollView(
        Rect(x: x, y: 56, width: 250, height: 380), to: root, stage, as: name)
      view.contentSize = Size(0, 12_000)
      for row in 0..<200 {
        add(
          Look(
            fill: row.isMultiple(of: 2) ? Palette.surface : Palette.paper,
            labels: [
              Look.Label(
                "\(row)", color: Palette.ink, isMono: true, anchor: Point(0, 0.5), margin: 16)
            ]), Rect(x: 0, y: Double(row) * 60, width: 250, height: 60), to: view)
      }
      if name != nil { view.decelerationRate = .fast }
      views.append(view)
      add(
        .caption(title, color: Palette.ink, isBold: true),
        Rect(x: x, y: 20, width: 250, height: 24), to: root)
      captions.append(
        add(
          .caption("", size: Palette.number, isMono: true),
          Rect(x: x, y: 444, width: 250, height: 24), to: root))
    }
  }

  override func refresh() {
    for (index, view) in views.enumerated() {
      if view.isTracking { lifts[index] = view.contentOffset.y }
      let coast = (view.contentOffset.y - lifts[index]).text
      write("contentOffset \(view.contentOffset.text)  coast \(coast)", in: captions[index])
    }
  }
}
