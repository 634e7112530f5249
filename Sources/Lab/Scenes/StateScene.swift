import ScrollEngine
import ScrollGeometry

/// A lamp for each of the five flags, over a grid to scroll and zoom.
final class StateScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "state", title: "The five state flags",
    ids: ["state.drag", "state.after-lift", "state.animated", "state.zoom", "gesture.recognizers"],
    viewport: Size(400, 520),
    properties: [.content(Size(900, 900)), .minimumZoomScale(0.5), .maximumZoomScale(2)],
    expectation:
      "Tracking turns on at the touch, dragging with movement, decelerating at the "
      + "release (dragging stays on), zooming during a pinch, and zoom bouncing on the "
      + "way back to a limit. An animated call turns on none of them.",
    demo: Demo.script { demo in
      demo.drag(from: Point(300, 300), to: Point(150, 200), after: 0.3)
      demo.wait(0.4)
      demo.flick(from: Point(300, 340), to: Point(120, 140))
      demo.wait(2)
      demo.spread(at: Point(200, 200), from: 30, to: 150)
      demo.wait(1)
      demo.call(.setContentOffset(.zero, animated: true))
    })

  private static let names = [
    "isTracking", "isDragging", "isDecelerating", "isZooming", "isZoomBouncing",
  ]
  private let content = View(frame: Rect(x: 0, y: 0, width: 900, height: 900))
  private var lights: [View] = []

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 360, height: 340), to: root, stage)
    scrollView.addSubview(content)
    show(content, Look(fill: Palette.selected, pattern: .grid(50, Palette.blue)))
    for (index, name) in Self.names.enumerated() {
      let (column, row) = (Double(index % 2), Double(index / 2))
      let frame = Rect(x: 20 + column * 184, y: 376 + row * 44, width: 176, height: 36)
      add(
        Look(
          fill: Palette.surface, border: Look.Border(Palette.line), cornerRadius: 8,
          labels: [Look.Label(name, color: Palette.ink, anchor: Point(0, 0.5), margin: 34)]),
        frame, to: root)
      lights.append(
        add(
          Look(cornerRadius: 6),
          Rect(x: frame.minX + 12, y: frame.minY + 12, width: 12, height: 12), to: root))
    }
  }

  func viewForZooming(in scrollView: ScrollView) -> View? { content }

  /// The names of the flags that are true.
  var lit: [String] {
    guard let view = scrollView else { return [] }
    let flags = [
      view.isTracking, view.isDragging, view.isDecelerating, view.isZooming, view.isZoomBouncing,
    ]
    return zip(Self.names, flags).filter(\.1).map(\.0)
  }

  override func refresh() {
    let lit = lit
    for (name, lamp) in zip(Self.names, lights) {
      paint(lamp, lit.contains(name) ? Palette.green : Palette.line)
    }
  }
}
