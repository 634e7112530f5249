import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

extension `With an X server` {
  @Suite struct `The pointer at the edge of a window` {
    @Test(arguments: [true, false])
    func `enters and leaves, with extended input and without`(isExtended: Bool) throws {
      let fixture = try WindowFixture(on: .xvfb(), features: isExtended ? .all : [])
      let input = SyntheticInput(on: fixture.server)
      for _ in 1...2 {
        try input.move(to: Point(100, 120))
        try fixture.wait("the pointer in the window") {
          $0.pointers.last?.action == .moved && $0.pointers.last?.position == Point(100, 120)
        }
        fixture.forget()
        try input.move(to: Point(900, 700))
        try fixture.wait("the pointer beside the window") { $0.pointers.last?.action == .left }
        fixture.forget()
      }
    }

    @Test(arguments: [true, false])
    func `keeps its coordinates over other windows during a drag`(isExtended: Bool) throws {
      let fixture = try WindowFixture(on: .xvfb(), features: isExtended ? .all : [])
      let other = try DropTarget(on: fixture.server, x: 700, y: 100, width: 300, height: 300)
      let input = SyntheticInput(on: fixture.server)
      let places = [Point(600, 100), Point(800, 200), Point(650, 150), Point(850, 250)]
      try input.drag([Point(100, 100)] + places, releases: false)
      try fixture.wait("the last place") { $0.pointers.last?.position == places.last }
      let moved = fixture.events.pointers.filter { $0.action == .moved }.map(\.position)
      #expect(Set(moved.map(\.x)).isSubset(of: Set([100] + places.map(\.x))), "\(moved)")
      withExtendedLifetime(other) {}
    }

    @Test func `leaves after a drag that ends beside it, whose button stays held until then`()
      throws
    {
      let fixture = try WindowFixture(on: .xvfb())
      let input = SyntheticInput(on: fixture.server)
      try input.move(to: Point(100, 100))
      try input.press()
      try input.move(to: Point(900, 700))
      try input.release()
      try fixture.wait("the end") { $0.pointers.last?.action == .left }
      let buttons = fixture.events.pointers.map(\.action).filter { $0 != .moved && $0 != .left }
      #expect(buttons == [.pressed(button: 1), .released(button: 1)])
    }
  }
}

@Suite struct `A crossing of the window's edge` {
  private func action(_ mode: Int32, detail: Int32 = 0) -> Input.Pointer.Action? {
    let event = CoreInput.crossing(
      isLeaving: true, mode: mode, detail: detail, time: 1, position: .zero, modifiers: [])
    if case .pointer(let pointer) = event { return pointer.action }
    return nil
  }

  @Test func `counts, except where another program grabs the pointer or a child window has it`() {
    // NotifyNormal, NotifyGrab, NotifyUngrab; NotifyInferior.
    #expect(action(0) == .left && action(1) == nil && action(2) == .left)
    #expect(action(0, detail: 2) == nil)
  }
}
