import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A scroll view in the responder chain` {
  /// A scroll view in a view that notes what reaches it.
  private func nested(isScrollEnabled: Bool) -> (stage: Stage, behind: NotingView) {
    let stage = Stage(displayScale: 1)
    let behind = NotingView(frame: stage.window.frame, log: TouchLog())
    stage.window.addSubview(behind)
    behind.addSubview(stage.scrollView)
    stage.content.isUserInteractionEnabled = false
    stage.scrollView.isScrollEnabled = isScrollEnabled
    return (stage, behind)
  }

  @Test(arguments: [TouchEvent.Phase.ended, .cancelled])
  func `scroll.disabled touch.forwarding passes on every step of a touch where scrolling is off`(
    end: TouchEvent.Phase
  ) {
    let (stage, behind) = nested(isScrollEnabled: false)
    var expected: [String] = []
    for (step, phase) in [TouchEvent.Phase.began, .moved, .moved, end].enumerated() {
      stage.touch(phase, 200, 300 - Double(step) * 40, at: Double(step) / 10)
      expected.append("\(phase)")
      #expect(behind.log.lines == expected)
    }
    #expect(stage.scrollView.contentOffset == .zero && stage.log.isEmpty)
  }

  @Test(arguments: [TouchEvent.Phase.ended, .cancelled])
  func `touch.forwarding keeps every step of a touch where scrolling is on`(end: TouchEvent.Phase) {
    let (stage, behind) = nested(isScrollEnabled: true)
    stage.touch(.began, 200, 300, at: 0)
    stage.window.advance(to: 0.2)
    stage.touch(.moved, 200, 296, at: 0.3)
    stage.touch(end, 200, 296, at: 0.5)
    #expect(behind.log.lines == [])
  }
}
