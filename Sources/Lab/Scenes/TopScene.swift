import ScrollEngine
import ScrollGeometry

/// A bar whose tap scrolls to the top, and one or two scroll views that would.
final class TopScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "top", title: "Scrolling to the top", ids: ["scroll.to-top"], viewport: Size(560, 480),
    properties: [.content(Size(0, 3000)), .contentOffset(Point(0, 900))],
    parameters: [
      .flag("two", "Both lists have scrollsToTop"),
      .flag("refuses", "The delegate refuses"),
    ], scrollViews: ["second"], mainScrollView: "first",
    expectation: "A tap on the bar scrolls the only candidate to its top; with two candidates, or "
      + "if the delegate refuses, nothing moves.",
    demo: Demo.script { demo in
      demo.set("two", .bool(true))
      demo.tap(Point(280, 20))
      demo.wait(0.5)
      demo.set("two", .bool(false))
      demo.set("refuses", .bool(true))
      demo.tap(Point(280, 20))
      demo.wait(0.5)
      demo.set("refuses", .bool(false))
      demo.tap(Point(280, 20))
      demo.wait(0.8)
      demo.tap(Point(280, 20))
    })

  private var second: ScrollView?
  private var note: View?
  private var refuses = false
  /// What the last tap on the bar did.
  private var answer: String?

  func build(in root: View, _ stage: Stage) {
    let bar = Control(frame: Rect(x: 0, y: 0, width: 560, height: 40))
    root.addSubview(bar)
    show(
      bar,
      Look(
        fill: Palette.black,
        labels: [
          Look.Label("The status bar: tap to scroll to the top", color: Palette.ink)
        ]))
    bar.addAction { [weak self, weak stage] in
      guard let stage else { return }
      stage.note("action")
      let scrolls = stage.window.scrollToTop()
      self?.answer = scrolls ? "the tap scrolls to the top" : "nothing scrolls"
      stage.note("scrollToTop", ["answer": .bool(scrolls)])
    }
    for (name, x) in [(nil, 20.0), ("second", 290)] as [(String?, Double)] {
      let view = addScrollView(
        Rect(x: x, y: 60, width: 250, height: 380), to: root, stage, as: name)
      view.contentSize = Size(0, 3000)
      for row in 0..<36 {
        add(
          .card(Palette.tint(row), row == 0 ? "The top" : "\(row)"),
          Rect(x: 12, y: 12 + Double(row) * 83, width: 226, height: 71), to: view)
      }
      if name != nil {
        view.contentOffset = Point(0, 900)
        second = view
      }
    }
    note = add(
      .caption("", color: Palette.ink, x: 0.5), Rect(x: 20, y: 448, width: 520, height: 24),
      to: root)
  }

  func set(_ parameter: String, _ value: Script.Value) {
    guard case .bool(let flag) = value else { return }
    if parameter == "two" { second?.scrollsToTop = flag } else { refuses = flag }
  }

  func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool { !refuses }

  override func refresh() {
    write(answer ?? "Only the list on the left is a candidate", in: note)
  }
}
