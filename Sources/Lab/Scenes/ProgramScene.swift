import ScrollEngine
import ScrollGeometry

/// A button for each call by which a program scrolls and zooms.
final class ProgramScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "program", title: "Programmatic scrolling",
    ids: ["content.offset", "scroll.to-rect", "indicator.flash", "zoom.limits"],
    viewport: Size(640, 400),
    properties: [.content(Size(900, 900)), .minimumZoomScale(0.5), .maximumZoomScale(2)],
    expectation:
      "Each call scrolls no farther than needed, animates only if its button is labeled "
      + "“animated”, and stays within the limits.",
    demo: Demo.script { demo in
      for row in 0..<calls.count {
        demo.tap(Point(500, 20 + Double(row) * 44 + 18))
        demo.wait(1)
      }
    })

  /// The rectangle that is made visible, in points of the content.
  static let mark = Rect(x: 600, y: 500, width: 120, height: 90)

  static let calls: [(title: String, perform: @Sendable (ScrollView) -> Void)] = [
    (
      "setContentOffset (300, 200), animated",
      { $0.setContentOffset(Point(300, 200), animated: true) }
    ),
    ("contentOffset = (0, 0)", { $0.contentOffset = .zero }),
    ("scrollRectToVisible, animated", { $0.scrollRectToVisible(mark, animated: true) }),
    ("scrollRectToVisible again, animated", { $0.scrollRectToVisible(mark, animated: true) }),
    ("setZoomScale 2, animated", { $0.setZoomScale(2, animated: true) }),
    ("zoom to the mark, animated", { $0.zoom(to: mark, animated: true) }),
    ("setZoomScale 1", { $0.setZoomScale(1, animated: false) }),
    ("flashScrollIndicators", { $0.flashScrollIndicators() }),
  ]

  private let content = View(frame: Rect(x: 0, y: 0, width: 900, height: 900))
  private var buttons: [Control] = []

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 320, height: 320), to: root, stage)
    scrollView.addSubview(content)
    show(content, Look(fill: Palette.selected, pattern: .grid(50, Palette.blue)))
    add(.card(Palette.red, "The mark"), Self.mark, to: content).isUserInteractionEnabled = false
    for (row, call) in Self.calls.enumerated() {
      let button = Control(
        frame: Rect(x: 360, y: 20 + Double(row) * 44, width: 260, height: 36))
      root.addSubview(button)
      button.addAction { [weak scrollView, weak stage] in
        guard let scrollView else { return }
        stage?.note("action", ["title": .string(call.title)])
        call.perform(scrollView)
      }
      buttons.append(button)
    }
    readout = add(
      .caption("", size: Palette.number, isMono: true), Rect(x: 20, y: 352, width: 320, height: 24),
      to: root)
  }

  func viewForZooming(in scrollView: ScrollView) -> View? { content }

  override func refresh() {
    guard let scrollView else { return }
    write(
      "offset \(scrollView.contentOffset.text)   scale \(scrollView.zoomScale.text)", in: readout)
    for (button, call) in zip(buttons, Self.calls) {
      show(
        button,
        Look(
          fill: button.isTracking ? Palette.selected : Palette.surface,
          border: Look.Border(Palette.line), cornerRadius: 8,
          labels: [Look.Label(call.title, color: Palette.blue)]))
    }
  }
}
