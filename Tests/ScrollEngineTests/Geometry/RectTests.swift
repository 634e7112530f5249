import ScrollGeometry
import Testing

@Suite struct `A rectangle` {
  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test func `contains its left and top edges but not its right and bottom ones`() {
    #expect(rect.contains(Point(10, 20)))
    #expect(!rect.contains(Point(40, 20)))
    #expect(!rect.contains(Point(10, 60)))
  }

  @Test func `shares nothing with one that only touches it`() {
    let neighbour = Rect(x: 40, y: 20, width: 5, height: 5)
    #expect(rect.intersection(neighbour) == .zero)
    #expect(!rect.intersects(neighbour))
  }

  @Test func `inset by more than its size is empty, not inverted`() {
    let inset = rect.inset(by: EdgeInsets(all: 100))
    #expect(inset.isEmpty)
    #expect(inset.size == .zero)
  }

  @Test func `with a NaN is empty and not finite`() {
    let broken = Rect(x: 0, y: 0, width: .nan, height: 1)
    #expect(broken.isEmpty)
    #expect(!broken.isFinite)
  }

  @Test func `counts its pixels only where they fit an integer`() {
    #expect(PixelSize(width: 3, height: 4).area == 12)
    #expect(PixelSize(width: .max, height: 2).area == nil)
    #expect(PixelSize(width: -1, height: 2).area == nil)
  }
}
