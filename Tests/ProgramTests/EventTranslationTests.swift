import Geometry
import ScrollEngine
import Testing

@testable import Desktop
@testable import overscroll

@Suite struct `What happens on the desktop` {
  private func pointer(
    _ action: Desktop.Event.Pointer.Action, _ x: Double, at time: Double
  ) -> Desktop.Event {
    .pointer(
      Desktop.Event.Pointer(
        time: time, action: action, position: Point(x, 40), modifiers: []))
  }

  private func touches(
    _ events: [Desktop.Event], scale: Double = 2
  ) -> [TouchEvent] {
    var translation = EventTranslation(scale: scale, wheelZooms: false)
    return events.compactMap { event in
      if case .touch(let touch) = translation.translate(event) { touch } else { nil }
    }
  }

  @Test(arguments: [1, 2])
  func `becomes touches of a pointer while the left or the middle button is held`(button: Int) {
    let made = touches([
      pointer(.moved, 1, at: 0), pointer(.pressed(button: button), 10, at: 1),
      pointer(.moved, 20, at: 2), pointer(.released(button: button), 20, at: 3),
      pointer(.moved, 30, at: 4),
    ])
    #expect(made.map(\.phase) == [.began, .moved, .ended])
    #expect(made.map(\.location) == [Point(5, 20), Point(10, 20), Point(10, 20)])
    #expect(made.map(\.timestamp) == [1, 2, 3])
    #expect(made.allSatisfy { $0.type == .indirectPointer })
  }

  @Test func `is nothing for other buttons, and ends with the button that began`() {
    #expect(touches([pointer(.pressed(button: 3), 1, at: 0), pointer(.moved, 2, at: 1)]).isEmpty)
    let made = touches([
      pointer(.pressed(button: 1), 1, at: 0), pointer(.pressed(button: 2), 1, at: 1),
      pointer(.released(button: 2), 1, at: 2), pointer(.cancelled(button: 1), 1, at: 3),
    ])
    #expect(made.map(\.phase) == [.began, .cancelled])
  }
}
