import ScrollGeometry
import Testing

@Suite struct `Points, sizes and insets` {
  @Test func `add up and scale by coordinate`() {
    let (one, other) = (Point(1, -2), Point(3, 5))
    #expect(one + other == Point(4, 3) && one - other == Point(-2, -7))
    #expect(-one == Point(-1, 2) && one * 3 == Point(3, -6) && one / 2 == Point(0.5, -1))
    #expect(Point(3, 4).length == 5)
    #expect(Size(2, 3) * 2 == Size(4, 6) && Size(2, 3) / 2 == Size(1, 1.5))
    let sum = EdgeInsets(all: 1) + EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(sum == EdgeInsets(top: 2, left: 3, bottom: 4, right: 5))
    #expect(sum.horizontal == 8 && sum.vertical == 6)
  }

  @Test func `are finite only if every number is`() {
    for wild in [Double.nan, .infinity, -.infinity] {
      #expect(!Point(wild, 0).isFinite && !Size(0, wild).isFinite)
      #expect(!EdgeInsets(top: 0, left: 0, bottom: wild, right: 0).isFinite)
    }
    #expect(Point(1, 1).isFinite && Size.zero.isFinite && EdgeInsets.zero.isFinite)
  }

  @Test func `of a size are never negative where that is asked for`() {
    #expect(Size(-1, 2).nonNegative == Size(0, 2))
    #expect(Size(.nan, -.infinity).nonNegative == .zero)
  }

  @Test func `read well`() {
    #expect("\(Rect(x: 0, y: 834, width: 1112, height: 834))" == "{{0.0, 834.0}, {1112.0, 834.0}}")
    #expect("\(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))" == "{1.0, 2.0, 3.0, 4.0}")
  }
}
