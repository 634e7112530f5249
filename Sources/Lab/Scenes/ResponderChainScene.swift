import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// A scroll view in front of another view: its touches travel up the responder chain only where it forwards them.
final class ResponderChainScene: BaseScene, LabScene {
  static let card = SceneCard(
    name: "responder-chain", title: "Touches in the responder chain",
    ids: ["scroll.disabled", "touch.forwarding"],
    viewport: Size(640, 360), properties: [.content(Size(0, 600))],
    parameters: [.flag("forwards", "The scroll view forwards touchesBegan")],
    expectation:
      "The view behind receives a tap on the scroll view only if the scroll view "
      + "forwards it or scrolling is disabled.",
    demo: Demo.script { demo in
      let point = Point(170, 180)
      demo.tap(point, for: 0.3)
      demo.wait(0.5)
      demo.set("forwards", .bool(true))
      demo.tap(point, for: 0.3)
      demo.wait(0.5)
      demo.set("forwards", .bool(false))
      demo.set(.flag(.isScrollEnabled, false))
      demo.drag(from: point, to: Point(170, 100))
    })

  /// A scroll view that can forward the beginning of a touch to the next responder.
  private final class ForwardingScrollView: ScrollView {
    var forwards = false
    /// Called with the name of each method that receives a touch.
    var didReceive: (String) -> Void = { _ in }

    override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
      didReceive("touchesBegan")
      super.touchesBegan(touches, with: event)
      if forwards { next?.touchesBegan(touches, with: event) }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
      didReceive("touchesEnded")
      super.touchesEnded(touches, with: event)
    }
  }

  private var forwarder: ForwardingScrollView?

  func build(in root: View, _ stage: Stage) {
    let behind = StageView(
      "behind", frame: Rect(x: 20, y: 20, width: 300, height: 320), log: stage.log)
    root.addSubview(behind)
    show(
      behind,
      Look(
        fill: Palette.selected, border: Look.Border(Palette.line), cornerRadius: 8,
        labels: [Look.Label("The view behind", color: Palette.ink, anchor: Point(0.5, 0))]))
    behind.didReceive = { [weak self] in self?.ladder.add("behind: \($0)", Palette.green) }
    let scrollView = ForwardingScrollView(frame: Rect(x: 40, y: 48, width: 220, height: 232))
    behind.addSubview(scrollView)
    show(scrollView, Look(fill: Color(0xF7C948)))
    stage.adopt(scrollView)
    scrollView.didReceive = { [weak stage] callback in
      stage?.note(callback, ["view": .string("scroll view")])
    }
    for row in 0..<6 {
      add(
        Look(
          labels: [Look.Label("The scroll view, line \(row + 1)", color: Palette.onColor)]),
        Rect(x: 0, y: Double(row) * 100, width: 220, height: 100), to: scrollView
      ).isUserInteractionEnabled = false
    }
    forwarder = scrollView
    addLadder(
      capacity: 15, Rect(x: 340, y: 20, width: 280, height: 320), to: root,
      empty: "Tap the scroll view")
  }

  func set(_ parameter: String, _ value: Script.Value) {
    if case .bool(let forwards) = value { forwarder?.forwards = forwards }
  }
}
