import ScrollEngine
import ScrollGeometry

/// Order of the delegate's callbacks as a ladder.
final class DelegateScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "delegate", title: "Order of the delegate's callbacks",
    ids: [
      "delegate.drag", "delegate.did-scroll", "delegate.flick", "delegate.rest",
      "delegate.regrab",
    ], viewport: Size(680, 460),
    properties: [.content(Size(300, 4000))],
    expectation:
      "A flick sends willBeginDragging, willEndDragging, didEndDragging, "
      + "willBeginDecelerating, didEndDecelerating; a release at rest sends only the "
      + "first three.",
    demo: Demo.script { demo in
      demo.drag(from: Point(160, 340), to: Point(160, 200))
      demo.wait(0.5)
      demo.flick(from: Point(160, 400), to: Point(160, 150))
      demo.wait(0.5)
      demo.flick(from: Point(160, 400), to: Point(160, 150))
      demo.wait(0.4)
      demo.drag(from: Point(160, 300), to: Point(160, 260), for: 0.3)
      demo.wait(0.5)
      demo.call(.setContentOffset(.zero, animated: true))
    })

  func build(in root: View, _ stage: Stage) {
    let scrollView = addScrollView(
      Rect(x: 20, y: 20, width: 300, height: 420), to: root, stage)
    for row in 0..<50 {
      add(
        .card(Palette.tint(row), "\(row)"),
        Rect(x: 12, y: 12 + Double(row) * 80, width: 276, height: 64), to: scrollView)
    }
    addLadder(
      capacity: 20, Rect(x: 340, y: 20, width: 320, height: 420), to: root,
      empty: "Drag or flick the cards")
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { ladder.add("didScroll", Palette.muted) }

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    ladder.add("willBeginDragging", Palette.blue)
  }

  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    ladder.add("willEndDragging", Palette.blue)
  }

  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    ladder.add("didEndDragging(willDecelerate: \(decelerate))", Palette.blue)
  }

  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    ladder.add("willBeginDecelerating", Palette.green)
  }

  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    ladder.add("didEndDecelerating", Palette.green)
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    ladder.add("didEndScrollingAnimation", Palette.violet)
  }
}
