import Geometry
import Testing

@testable import Desktop

@Suite struct `Scroll valuators` {
  private let axes = [
    ScrollAxis(number: 2, isHorizontal: true, increment: 120),
    ScrollAxis(number: 3, isHorizontal: false, increment: 120),
  ]

  @Test(arguments: [120.0, 15, 1, -1, -15])
  func `count increments whatever an increment is`(increment: Double) {
    var valuators = ScrollValuators([
      ScrollAxis(number: 3, isHorizontal: false, increment: increment)
    ])
    valuators.setValue(1000, of: 3)
    #expect(valuators.distance([3: 1000 + 2 * increment]) == Point(0, 2))
    #expect(valuators.distance([3: 1000 + 1.5 * increment]) == Point(0, -0.5))
  }

  @Test func `need a starting point`() {
    var valuators = ScrollValuators(axes)
    #expect(valuators.distance([3: 344.5]) == nil)
    #expect(valuators.distance([3: 344.5]) == .zero)
    valuators.forget()
    #expect(valuators.distance([3: 99_999]) == nil)
  }

  @Test func `tell the two directions apart, in one event too`() {
    var valuators = ScrollValuators(axes)
    valuators.setValue(0, of: 2)
    valuators.setValue(0, of: 3)
    #expect(valuators.distance([2: 120, 3: -240]) == Point(1, -2))
    #expect(valuators.distance([2: 0]) == Point(-1, 0))
  }

  @Test func `pass over motion and axes without increment`() {
    var valuators = ScrollValuators([ScrollAxis(number: 3, isHorizontal: false, increment: 0)])
    #expect(valuators.isEmpty)
    #expect(valuators.distance([0: 5, 1: 6, 3: 7]) == nil)
  }
}

@Suite struct `A touchpad's scroll` {
  @Test func `begins, changes and ends with a standstill`() {
    var scroll = TouchpadScroll()
    let steps = [Point(0, 1), Point(0, 0.25), Point(-0.5, 0), .zero, .zero, Point(0, 1)]
      .map { scroll.step($0) }
    #expect(steps.map { $0?.phase } == [.began, .changed, .changed, .ended, nil, .began])
    #expect(
      steps.compactMap { $0?.delta }
        == [Point(0, -15), Point(0, -3.75), Point(7.5, 0), .zero, Point(0, -15)])
  }

  @Test(
    arguments: [
      (ScrollKind.wheel, 0.3, false, ScrollKind.wheel), (.touchpad, 1, false, .touchpad),
      (.unknown, 1, false, .wheel), (.unknown, 0.3, false, .touchpad),
      (.unknown, 1, true, .touchpad),
      (.unknown, 0, true, .touchpad), (.unknown, 0, false, .wheel),
    ])
  func `is told from a wheel's by the device, else by its parts of increments`(
    kind: ScrollKind, distance: Double, isScrolling: Bool, expected: ScrollKind
  ) {
    #expect(kind.resolved(Point(0, distance), isScrolling: isScrolling) == expected)
  }
}
