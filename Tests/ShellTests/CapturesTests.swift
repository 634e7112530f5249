import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `Input in a window with parts` {
  private enum Part: Hashable { case content, panel }

  /// The panel is below 500 points.
  private func part(at place: Point) -> Part? { place.y >= 500 ? .panel : .content }

  private func touch(
    _ phase: TouchEvent.Phase, _ y: Double, id: Int = -1, type: Touch.TouchType = .direct
  ) -> Event {
    .touch(phase, at: Point(10, y), 0, id: id, type: type)
  }

  private func wheel(_ y: Double) -> Event {
    .wheel(Point(0, 1), at: Point(10, y), 0)
  }

  private func touchpad(_ phase: GesturePhase, _ y: Double) -> Event {
    .touchpad(phase, by: .zero, at: Point(10, y), 0)
  }

  private func pinch(_ phase: GesturePhase, _ y: Double) -> Event {
    .pinch(phase, 1, at: Point(10, y), 0)
  }

  @Test func `stays with the part in which it began`() {
    var captures = Captures<Part>()
    let steps: [(Event, Part?)] = [
      (wheel(100), .content), (wheel(600), .panel),
      (touch(.began, 100, type: .indirectPointer), .content), (wheel(600), .content),
      (touch(.moved, 600, type: .indirectPointer), .content),
      (touch(.ended, 600, type: .indirectPointer), .content), (wheel(600), .panel),
      (touch(.began, 500), .panel), (touch(.moved, 100), .panel),
      (touch(.cancelled, 100), .panel), (touch(.began, 499), .content),
      (touch(.began, 600, id: 2), .panel), (touch(.moved, 600), .content),
      (touch(.moved, 100, id: 2), .panel), (touch(.ended, 600), .content),
      (touch(.ended, 100, id: 2), .panel),
      (touchpad(.began, 600), .panel), (touchpad(.changed, 100), .panel),
      (touchpad(.ended, 100), .panel), (touchpad(.began, 100), .content),
      (touchpad(.ended, 600), .content),
      (pinch(.began, 100), .content), (pinch(.changed, 600), .content),
      (pinch(.ended, 600), .content), (pinch(.began, 600), .panel),
    ]
    for (index, step) in steps.enumerated() {
      #expect(captures.owner(of: step.0, hitTest: part) == step.1, "step \(index)")
    }
  }

  @Test func `that a part has when it goes away ends, once, and is nobody's after that`() {
    var captures = Captures<Part>()
    _ = captures.owner(of: touch(.began, 600), hitTest: part)
    _ = captures.owner(of: touch(.began, 100, id: 2), hitTest: part)
    _ = captures.owner(of: touchpad(.began, 600), hitTest: part)
    let ends = captures.release(at: 7) { $0 == .panel }
    #expect(ends.count == 2 && ends.allSatisfy { $0.region == .panel })
    for end in ends {
      switch end.event {
      case .touch(let touch): #expect(touch.phase == .cancelled && touch.timestamp == 7)
      case .touchpad(let pad): #expect(pad.phase == .ended && pad.timestamp == 7)
      default: Issue.record("\(end.event)")
      }
    }
    #expect(captures.release(at: 8) { $0 == .panel }.isEmpty)
    #expect(captures.owner(of: touch(.moved, 100), hitTest: part) == nil)
    #expect(captures.owner(of: touch(.moved, 600, id: 2), hitTest: part) == .content)
    #expect(captures.owner(of: touch(.ended, 100), hitTest: part) == nil)
    #expect(captures.owner(of: touch(.began, 100), hitTest: part) == .content)
  }

  @Test func `of a key is the part's that had the focus when it was pressed`() {
    var captures = Captures<Part>()
    func owner(_ focus: Part, isPress: Bool = false, isRelease: Bool = false) -> Part? {
      captures.owner(of: "a", isPress: isPress, isRelease: isRelease, focus: focus)
    }
    #expect(owner(.panel) == nil, "pressed elsewhere")
    #expect(owner(.panel, isPress: true) == .panel)
    #expect(owner(.content) == .panel)
    #expect(owner(.content, isRelease: true) == .panel)
    #expect(owner(.content, isPress: true) == .content)
    #expect(owner(.panel, isPress: true) == .panel, "a release may be lost")
  }
}
