import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A scroll view under two bars: how the safe area becomes part of the adjusted inset.
final class SafeAreaScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "safe-area", title: "Safe area with two bars", ids: ["inset.safe-area"],
    viewport: Size(700, 600),
    properties: [
      .content(Size(375, 960)),
      Script.Setting(
        .safeAreaInsets, .insets(EdgeInsets(top: 64, left: 0, bottom: 48, right: 0))),
    ],
    expectation:
      "The adjusted inset is the safe area plus the content inset, and the content "
      + "rests below the bar; with \"never\" it rests under the bar. The bars become "
      + "opaque as content passes under them.",
    demo: Demo.script { demo in
      demo.drag(from: Point(180, 200), to: Point(180, 330))
      demo.wait(1)
      demo.set(Script.Setting(.contentInsetAdjustmentBehavior, .word("never")))
      demo.drag(from: Point(180, 200), to: Point(180, 260))
      demo.wait(1)
      demo.set(
        Script.Setting(.contentInset, .insets(EdgeInsets(top: 20, left: 0, bottom: 0, right: 0))))
      demo.set(Script.Setting(.contentInsetAdjustmentBehavior, .word("always")))
      demo.drag(from: Point(180, 200), to: Point(180, 330))
    })

  /// The bars, through which the content shows less the stronger the effect at their edge is.
  private var bars: [(view: View, text: String)] = []

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 0, y: 0, width: 375, height: 600), to: root, stage, look: Look(fill: Palette.surface))
    for row in 0..<12 {
      add(
        .card(Palette.tint(row), row == 0 ? "Top of the content" : "\(row)"),
        Rect(x: 16, y: 8 + Double(row) * 80, width: 343, height: 64), to: scrollView)
    }
    let bars: [(String, Rect)] = [
      ("A bar of 64 points", Rect(x: 0, y: 0, width: 375, height: 64)),
      ("A bar of 48 points", Rect(x: 0, y: 552, width: 375, height: 48)),
    ]
    for (text, frame) in bars {
      let bar = add(Look(), frame, to: root)
      bar.isUserInteractionEnabled = false
      self.bars.append((bar, text))
    }
    readout = addReadout(Rect(x: 391, y: 64, width: 293, height: 92), to: root)
  }

  override func refresh() {
    guard let scrollView else { return }
    for (bar, effect) in zip(bars, [scrollView.topEdgeEffect, scrollView.bottomEdgeEffect]) {
      show(
        bar.view,
        Look(
          fill: Palette.surface.withOpacity(0.6 + 0.35 * effect.strength),
          border: Look.Border(Palette.line), labels: [Look.Label(bar.text, color: Palette.ink)]))
    }
    write(
      """
      behavior             \(scrollView.contentInsetAdjustmentBehavior.rawValue)
      safeAreaInsets       \(scrollView.safeAreaInsets.text)
      contentInset         \(scrollView.contentInset.text)
      adjustedContentInset \(scrollView.adjustedContentInset.text)
      """, in: readout)
  }
}
