import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import overscroll

@Suite struct `Input in a window with panels` {
  private func pointer(_ action: OverscrollDesktop.Event.Pointer.Action, _ y: Double)
    -> OverscrollDesktop.Event
  {
    .pointer(.init(time: 0, action: action, position: Point(10, y), modifiers: []))
  }

  private func touch(_ id: Int, _ phase: OverscrollDesktop.Event.Phase, _ y: Double)
    -> OverscrollDesktop.Event
  {
    .touch(.init(time: 0, id: id, phase: phase, position: Point(10, y), modifiers: []))
  }

  @Test func `stays with the part in which a button or a finger went down`() {
    var router = PanelRouter()
    router.top = 500
    let steps: [(OverscrollDesktop.Event, PanelRouter.Part?)] = [
      (pointer(.moved, 100), .content), (pointer(.moved, 600), .panels),
      (pointer(.pressed(button: 1), 100), .content), (pointer(.moved, 600), .content),
      (pointer(.pressed(button: 3), 600), .content), (pointer(.released(button: 1), 600), .content),
      (pointer(.released(button: 3), 600), .content), (pointer(.moved, 600), .panels),
      (pointer(.pressed(button: 1), 500), .panels), (pointer(.moved, 100), .panels),
      (pointer(.cancelled(button: 1), 100), .panels), (pointer(.moved, 100), .content),
      (touch(1, .began, 600), .panels), (touch(2, .began, 100), .content),
      (touch(1, .changed, 100), .panels), (touch(2, .changed, 600), .content),
      (touch(1, .ended, 100), .panels), (touch(1, .began, 100), .content),
      (.exposed, nil),
    ]
    for (index, step) in steps.enumerated() {
      #expect(router.part(of: step.0) == step.1, "step \(index)")
    }
  }

  @Test func `is all for the content where no panel is shown`() {
    var router = PanelRouter()
    #expect(router.part(of: pointer(.moved, 5000)) == .content)
    #expect(router.part(of: touch(1, .began, 5000)) == .content)
  }
}
