import ScrollEngine
import ScrollGeometry

/// Twenty boxes in a view of 1112 × 834 points: scrolling moves the origin of the bounds, never the frame.
final class BoxesScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "boxes", title: "Twenty boxes",
    ids: ["bounds.origin", "bounds.observing", "bounds.boxes", "content.offset"],
    viewport: Size(1112, 834), properties: [.content(Size(0, 1668))],
    expectation:
      "Only y scrolls: the bounds run from {{0, 0}, {1112, 834}} at the top to {{0, "
      + "834}, {1112, 834}} at the bottom, and the frame never changes.",
    demo: Demo.script { demo in
      demo.drag(from: Point(600, 700), to: Point(450, 300))
      demo.wait(0.4)
      demo.flick(from: Point(600, 700), to: Point(600, 200))
      demo.wait(2)
      demo.call(.setContentOffset(.zero, animated: true))
    })

  private var observation: BoundsObservation?

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(root.bounds, to: root, stage, look: Look(fill: Palette.paper))
    for index in 0..<20 {
      add(
        .card(Palette.tint(index), "\(index)"),
        Rect(x: 100, y: 10 + Double(index) * 110, width: 100, height: 100), to: scrollView)
    }
    let readout = addReadout(Rect(x: 752, y: 24, width: 336, height: 64), to: root)
    let write = { [weak self, weak scrollView] (bounds: Rect) in
      guard let self, let scrollView else { return }
      self.write("frame:  \(scrollView.frame.text)\nbounds: \(bounds.text)", in: readout)
    }
    observation = scrollView.observeBounds { [weak stage] bounds in
      write(bounds)
      stage?.note("bounds", ["value": .string(bounds.text)])
    }
    write(scrollView.bounds)
  }
}
