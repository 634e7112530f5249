import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Pulling down` {
  private func stage() -> (Stage, RefreshControl, TouchLog) {
    let stage = Stage(displayScale: 1)
    let control = RefreshControl()
    let log = TouchLog()
    control.addAction { log.lines.append("refresh") }
    stage.scrollView.refreshControl = control
    return (stage, control, log)
  }

  @Test func `refresh.control far enough refreshes, once, without moving the content`() {
    let (stage, control, log) = stage()
    stage.touch(.began, 200, 100, at: 0)
    stage.touch(.moved, 200, 340, at: 0.1)
    #expect(-stage.scrollView.contentOffset.y < 112.5 && !control.isRefreshing)
    stage.touch(.moved, 200, 360, at: 0.2)
    let offset = stage.scrollView.contentOffset.y
    #expect(-offset >= 112.5 && control.isRefreshing && log.lines == ["refresh"])
    #expect(stage.scrollView.adjustedContentInset.top == 60)
    stage.touch(.moved, 200, 361, at: 0.3)
    #expect(abs(stage.scrollView.contentOffset.y - offset) <= 1)
    stage.touch(.moved, 200, 500, at: 0.4)
    stage.touch(.ended, 200, 500, at: 0.6)
    stage.settle(from: 0.6)
    #expect(stage.scrollView.contentOffset.y == -60, "it rests below the control")
    #expect(log.lines == ["refresh"])
    control.endRefreshing()
    #expect(stage.scrollView.contentOffset.y == -60 && !control.isRefreshing)
    stage.settle(from: 4)
    #expect(stage.scrollView.contentOffset.y == 0)
  }

  @Test(arguments: [0.0, 40])
  func
    `refresh.control refresh.inset extends the inset for the program without a drag, and restores it, animated`(
      inset: Double
    )
  {
    let (stage, control, log) = stage()
    stage.scrollView.contentInset.top = inset
    for (time, begins) in [(10.0, true), (20, false)] {
      let start = stage.scrollView.contentOffset.y
      begins ? control.beginRefreshing() : control.endRefreshing()
      let end = -inset - (begins ? 60 : 0)
      #expect(stage.scrollView.adjustedContentInset.top == -end)
      stage.window.advance(to: time)
      #expect(stage.scrollView.contentOffset.y == start && stage.scrollView.phase == .animating)
      stage.window.advance(to: time + 0.15)
      #expect(abs(stage.scrollView.contentOffset.y - (start + end) / 2) < 1e-9)
      stage.window.advance(to: time + 0.3)
      #expect(stage.scrollView.contentOffset.y == end && stage.scrollView.phase == .idle)
    }
    #expect(log.lines.isEmpty && stage.milestones.allSatisfy { $0.hasPrefix("didChange") })
    #expect(control.superview === stage.scrollView)
    stage.scrollView.refreshControl = nil
    #expect(control.superview == nil)
  }
}
