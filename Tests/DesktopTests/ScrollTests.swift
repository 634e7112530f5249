import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

/// The scroll axes, for rules that hold for both.
enum ScrollDirection: CaseIterable {
  case horizontal, vertical

  /// A distance along the axis.
  func distance(_ along: Double) -> Point {
    self == .horizontal ? Point(along, 0) : Point(0, along)
  }
}

@Suite struct `Scroll valuators` {
  private let axes = [
    ScrollAxis(number: 2, isHorizontal: true, increment: 120),
    ScrollAxis(number: 3, isHorizontal: false, increment: 120),
  ]

  @Test(arguments: ScrollDirection.allCases, [120.0, 15, 1, -1, -15])
  func `count increments of any size, along each axis`(
    direction: ScrollDirection, increment: Double
  ) {
    var valuators = ScrollValuators([
      ScrollAxis(number: 3, isHorizontal: direction == .horizontal, increment: increment)
    ])
    valuators.setValue(1000, of: 3)
    #expect(valuators.distance([3: 1000 + 2 * increment]) == direction.distance(2))
    #expect(valuators.distance([3: 1000 + 1.5 * increment]) == direction.distance(-0.5))
  }

  @Test func `need a starting point`() {
    var valuators = ScrollValuators(axes)
    #expect(valuators.distance([3: 344.5]) == nil)
    #expect(valuators.distance([3: 344.5]) == .zero)
    valuators.forget()
    #expect(valuators.distance([3: 99_999]) == nil)
  }

  @Test func `distinguish the axes, within one event too`() {
    var valuators = ScrollValuators(axes)
    valuators.setValue(0, of: 2)
    valuators.setValue(0, of: 3)
    #expect(valuators.distance([2: 120, 3: -240]) == Point(1, -2))
    #expect(valuators.distance([2: 0]) == Point(-1, 0))
  }

  @Test func `ignore motion and axes without an increment`() {
    var valuators = ScrollValuators([ScrollAxis(number: 3, isHorizontal: false, increment: 0)])
    #expect(valuators.isEmpty)
    #expect(valuators.distance([0: 5, 1: 6, 3: 7]) == nil)
  }
}

@Suite struct `A touchpad's scroll` {
  @Test(arguments: ScrollDirection.allCases)
  func `begins, changes and ends when the fingers stop`(direction: ScrollDirection) {
    var scroll = TouchpadScroll()
    let steps = [1, 0.25, -0.5, 0, 0, 1].map { scroll.step(direction.distance($0)) }
    #expect(steps.map { $0?.phase } == [.began, .changed, .changed, .ended, nil, .began])
    #expect(steps.compactMap { $0?.delta } == [-15, -3.75, 7.5, 0, -15].map(direction.distance))
  }

  @Test(
    arguments: [
      (ScrollKind.wheel, 0.303, ScrollKind.wheel), (.touchpad, 1, .touchpad),
      (.unknown, 1, .wheel), (.unknown, 1.0 / 8, .wheel), (.unknown, 1.0 / 15, .wheel),
      (.unknown, -7.0 / 120, .wheel), (.unknown, 0.303, .touchpad), (.unknown, 0, .touchpad),
    ])
  func `is distinguished from a wheel by the device, and otherwise by parts of a notch`(
    kind: ScrollKind, distance: Double, expected: ScrollKind
  ) {
    for direction in ScrollDirection.allCases {
      let resolved = kind.resolved(direction.distance(distance), TouchpadScroll())
      #expect(resolved == expected, "\(direction)")
    }
  }

  @Test func `is known for one once it has begun, or the device has reported a stop`() {
    for direction in ScrollDirection.allCases {
      var scroll = TouchpadScroll()
      _ = scroll.step(direction.distance(0.303))
      #expect(ScrollKind.unknown.resolved(direction.distance(1), scroll) == .touchpad)
      _ = scroll.step(.zero)
      #expect(!scroll.isActive)
      #expect(ScrollKind.unknown.resolved(direction.distance(1), scroll) == .touchpad)
    }
  }
}

@Suite struct `The buttons of a wheel` {
  @Test(arguments: [(4, Point(0, -1)), (5, Point(0, 1)), (6, Point(-1, 0)), (7, Point(1, 0))])
  func `are notches when they are pressed, and nothing when they are released`(
    button: Int, notch: Point
  ) {
    func event(isDown: Bool) -> Input? {
      CoreInput.button(button, isDown: isDown, time: 1, position: Point(3, 4), modifiers: .shift)
    }
    #expect(
      event(isDown: true)
        == .wheel(.init(time: 1, notches: notch, position: Point(3, 4), modifiers: .shift)))
    #expect(event(isDown: false) == nil)
  }

  @Test(arguments: [1, 2, 3, 8, 9])
  func `are distinguished from other buttons`(button: Int) {
    func action(isDown: Bool) -> Input.Pointer.Action? {
      let event = CoreInput.button(
        button, isDown: isDown, time: 1, position: .zero, modifiers: [])
      if case .pointer(let pointer) = event { return pointer.action }
      return nil
    }
    #expect(action(isDown: true) == .pressed(button: button))
    #expect(action(isDown: false) == .released(button: button))
  }
}
