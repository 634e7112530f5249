import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A drag whose touched view goes away` {
  /// What takes the view away.
  enum Removal: CaseIterable {
    case removeFromSuperview, moveElsewhere, removeSuperview
  }

  @Test(arguments: Axis.allCases, Removal.allCases)
  func `touch.cases continues, and the view gets touchesCancelled`(axis: Axis, removal: Removal) {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(3000, 320), displayScale: 1)
    let log = TouchLog()
    let box = View(frame: Rect(x: 0, y: 0, width: 320, height: 320))
    let view = NotingView(frame: box.bounds, log: log)
    stage.content.addSubview(box)
    box.addSubview(view)
    stage.touch(.began, axis.point(300, 160), at: 0)
    stage.window.advance(to: 0.2)
    #expect(log.lines == ["began"])
    switch removal {
    case .removeFromSuperview: view.removeFromSuperview()
    case .moveElsewhere: stage.window.addSubview(view)
    case .removeSuperview: box.removeFromSuperview()
    }
    #expect(log.lines == ["began", "cancelled"])
    #expect(stage.scrollView.isTracking)
    stage.touch(.moved, axis.point(250, 160), at: 0.25)
    stage.touch(.moved, axis.point(30, 160), at: 0.3)
    #expect(stage.scrollView.contentOffset == axis.point(260))
    stage.touch(.ended, axis.point(30, 160), at: 0.3)
    #expect(stage.scrollView.phase == .decelerating && stage.window.touches.isEmpty)
    #expect(log.lines == ["began", "cancelled"])
  }

  @Test(arguments: Axis.allCases)
  func `stops with the scroll view itself, which stays there when added again`(axis: Axis) {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(30_000, 320), displayScale: 1)
    let time = stage.drag(from: axis.point(300, 160), by: axis.point(-120), steps: 6)
    stage.window.advance(to: time + 0.1)
    stage.scrollView.removeFromSuperview()
    let offset = stage.scrollView.contentOffset
    #expect(stage.scrollView.phase == .idle && stage.milestones.last == "didEndDecelerating")
    stage.window.advance(to: time + 0.4)
    stage.window.addSubview(stage.scrollView)
    #expect(stage.scrollView.contentOffset == offset && stage.scrollView.phase == .idle)
    stage.window.advance(to: time + 2)
    #expect(stage.scrollView.contentOffset == offset && !stage.window.needsAdvance)
  }

  @Test func `is not disturbed where the touched view only comes to the front of its superview`() {
    let stage = Stage(displayScale: 1)
    let log = TouchLog()
    let view = NotingView(frame: Rect(x: 0, y: 0, width: 400, height: 800), log: log)
    stage.content.addSubview(view)
    stage.content.addSubview(View())
    stage.touch(.began, 200, 400, at: 0)
    stage.window.advance(to: 0.2)
    stage.content.addSubview(view)
    #expect(stage.content.subviews.last === view && log.lines == ["began"])
  }
}

@Suite struct `Two fingers of which one rests on a control` {
  @Test(arguments: Axis.allCases)
  func `move the content as far as the other one moves, without a jump`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(3000, 400), displayScale: 1)
    let view = stage.scrollView
    view.contentOffset = axis.point(500)
    let control = Control(frame: Rect(x: 500, y: 500, width: 100, height: 100))
    control.frame.origin = axis.point(520, 20)
    stage.content.addSubview(control)
    stage.touch(.began, axis.point(50, 50), at: 0, id: 0)
    stage.window.advance(to: 0.2)
    #expect(control.isTracking)
    stage.touch(.began, axis.point(300, 250), at: 0.2, id: 1)
    var last = axis.main(view.contentOffset)
    for step in 1...30 {
      stage.touch(
        .moved, axis.point(300 - Double(step) * 4, 250), at: 0.2 + Double(step) / 60, id: 1)
      let offset = axis.main(view.contentOffset)
      #expect(abs(offset - last) <= 4.5, "step \(step)")
      last = offset
    }
    #expect(view.isDragging && last > 560 && control.isTracking)
  }
}
