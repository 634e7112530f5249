import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `The placement of a picture` {
  private func placement(_ x: Double, _ y: Double, scale: Double = 1) -> Placement {
    Placement(size: PixelSize(width: 40, height: 30), origin: Point(x, y), scale: scale)
  }

  @Test(
    arguments: [
      (0, 0, 1, 0, 0, 40, 30), (3, -5, 2, 3, -5, 80, 60), (0.4, -0.6, 1, 0, -1, 40, 30),
      (10, 20, 0.26, 10, 20, 10, 8), (0.5, 0.25, 0.49, 1, 0, 19, 15),
    ] as [(Double, Double, Double, Int, Int, Int, Int)])
  func `covers the pixels between its rounded edges`(
    x: Double, y: Double, scale: Double, left: Int, top: Int, width: Int, height: Int
  ) {
    #expect(
      placement(x, y, scale: scale).area
        == PixelRect(x: left, y: top, width: width, height: height))
  }

  @Test func `covers at least a pixel across and down`() {
    for size in [PixelSize(width: 1, height: 65500), PixelSize(width: 65500, height: 1)] {
      for place in [0, 0.3, 0.5, 0.99, 399.995] {
        let origin = Point(size.width == 1 ? place : 0, size.height == 1 ? place : 0)
        let placement = Placement(size: size, origin: origin, scale: 600 / 65500)
        let area = placement.area
        #expect(min(area.width, area.height) == 1 && max(area.width, area.height) == 600)
        let plan = TilePlan(
          placement, rule: .auto,
          area: PixelRect(x: 0, y: 0, width: 800, height: 800), pyramid: Pyramid(size: size))
        #expect(!plan.entries.isEmpty && plan.entries.allSatisfy { !$0.area.isEmpty })
        for entry in plan.entries {
          // The only pixel shows the middle of the tile's only one.
          for block in plan.blocks(of: entry, from: entry.key) {
            let (area, sampling) = (block.area, block.sampling)
            let across =
              size.width == 1
              ? (Double(area.x) + 0.5) * sampling.a + sampling.tx
              : (Double(area.y) + 0.5) * sampling.d + sampling.ty
            #expect(abs(across - Double(TilePixels.apron) - 0.5) < 1e-3)
          }
        }
      }
    }
  }

  @Test func `is on pixels if neither coordinate is between them`() {
    #expect(placement(3, -4).isOnPixels)
    #expect(!placement(3.5, -4).isOnPixels)
    #expect(!placement(3, -4.25).isOnPixels)
  }

  @Test func `moves by whole pixels and keeps its fraction`() {
    let moved = placement(0.25, -0.5, scale: 3).offset(x: 7, y: -2)
    #expect(moved == placement(7.25, -2.5, scale: 3))
  }

  @Test(
    arguments: [
      (0, 0, 1, Rect(x: 0, y: 0, width: 20, height: 10)),
      (-6, -8, 2, Rect(x: 3, y: 4, width: 10, height: 5)),
      (5, 4, 0.5, Rect(x: 0, y: 0, width: 30, height: 12)),
      (-30, -25, 1, Rect(x: 30, y: 25, width: 10, height: 5)), (20, 0, 1, .zero),
    ] as [(Double, Double, Double, Rect)])
  func `shows the part of the picture that the window holds`(
    x: Double, y: Double, scale: Double, part: Rect
  ) {
    let window = PixelSize(width: 20, height: 10)
    #expect(placement(x, y, scale: scale).visiblePart(in: window) == part)
  }

  private static let filters: [(FilterRule, Double, isOnPixels: Filter, between: Filter)] = [
    (.auto, 0.5, .bilinear, .bilinear), (.auto, 0, .bilinear, .bilinear),
    (.auto, 1, .nearest, .bilinear), (.auto, 1.5, .bilinear, .bilinear),
    (.auto, 1.95, .bilinear, .bilinear), (.auto, 2, .nearest, .nearest),
    (.auto, 2.05, .nearest, .nearest), (.auto, 7.5, .nearest, .nearest),
    (.linear, 0.5, .bilinear, .bilinear), (.linear, 0, .bilinear, .bilinear),
    (.linear, 1, .nearest, .bilinear), (.linear, 2, .bilinear, .bilinear),
    (.nearest, 0.5, .nearest, .nearest), (.nearest, 1.5, .nearest, .nearest),
  ]

  @Test(arguments: filters.indices)
  func `decides with the scale on the filter`(index: Int) {
    let (rule, scale, onPixels, between) = Self.filters[index]
    #expect(rule.filter(scale: scale, isOnPixels: true) == onPixels)
    #expect(rule.filter(scale: scale, isOnPixels: false) == between)
  }
}
