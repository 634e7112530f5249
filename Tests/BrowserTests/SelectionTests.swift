import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `A selection` {
  private static let picture = PixelSize(width: 300, height: 200)
  private static let sides: [SelectionDrag.Side?] = [nil, .low, .high]

  private func randomPlace(_ random: inout SplitMix64) -> Point {
    Point(.random(in: -500...800, using: &random), .random(in: -500...700, using: &random))
  }

  @Test func `always has at least a pixel, and lies in the picture`() {
    var random = SplitMix64(seed: 1)
    var rect = PixelRect(x: 20, y: 30, width: 5, height: 1)
    let parts: [SelectionDrag.Part] =
      [.corner, .inside] + Self.sides.flatMap { x in Self.sides.map { .edges(x: x, y: $0) } }
    for _ in 0..<5000 {
      guard let part = parts.randomElement(using: &random) else { continue }
      let drag = SelectionDrag(
        part, of: rect, from: randomPlace(&random), in: Self.picture)
      let new = drag.rect(at: randomPlace(&random))
      #expect(!new.isEmpty && new.intersection(PixelRect(Self.picture)) == new)
      if part == .inside { #expect(new.size == rect.size) }
      if case .edges(let x, let y) = part {
        if x == nil { #expect(new.columns == rect.columns) }
        if y == nil { #expect(new.rows == rect.rows) }
      }
      rect = new
    }
  }

  @Test func `has every pixel that a drag from corner to corner touches`() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<1000 {
      let ends = (0..<2).map { _ in
        Point(.random(in: 0...300, using: &random), .random(in: 0...200, using: &random))
      }
      let drag = SelectionDrag(
        .corner, of: PixelRect(x: 0, y: 0, width: 1, height: 1), from: ends[0], in: Self.picture)
      let rect = drag.rect(at: ends[1]).rect
      for end in ends {
        #expect(
          rect.minX <= end.x && end.x <= rect.maxX && rect.minY <= end.y && end.y <= rect.maxY)
      }
      #expect(rect.width < abs(ends[0].x - ends[1].x) + 2)
      #expect(rect.height < abs(ends[0].y - ends[1].y) + 2)
    }
  }

  @Test func `is changed at its edges, past each other too, and moved at its inside`() {
    let rect = PixelRect(x: 100, y: 50, width: 40, height: 30)
    func drag(_ part: SelectionDrag.Part, by x: Double, _ y: Double) -> PixelRect {
      SelectionDrag(part, of: rect, from: Point(7, 7), in: Self.picture)
        .rect(at: Point(7 + x, 7 + y))
    }
    #expect(
      drag(.edges(x: .low, y: nil), by: 10.4, 99) == PixelRect(x: 110, y: 50, width: 30, height: 30)
    )
    #expect(
      drag(.edges(x: .high, y: .low), by: 5, -6) == PixelRect(x: 100, y: 44, width: 45, height: 36))
    #expect(
      drag(.edges(x: .low, y: nil), by: 60, 0) == PixelRect(x: 140, y: 50, width: 20, height: 30))
    #expect(drag(.inside, by: 10, -900) == PixelRect(x: 110, y: 0, width: 40, height: 30))
    #expect(drag(.inside, by: 900, 900) == PixelRect(x: 260, y: 170, width: 40, height: 30))
  }

  @Test func `is dragged at what is under the pointer`() {
    let rect = Rect(x: 100, y: 100, width: 60, height: 9)
    let cases: [(Point, SelectionDrag.Part?)] = [
      (Point(80, 104), nil), (Point(96, 104.5), .edges(x: .low, y: nil)),
      (Point(130, 104.5), .inside), (Point(130, 95), .edges(x: nil, y: .low)),
      (Point(165, 114), .edges(x: .high, y: .high)), (Point(130, 116), nil),
    ]
    for (place, part) in cases {
      #expect(SelectionDrag.part(at: place, of: rect, reach: 6) == part, "\(place)")
    }
  }

  @Test func `is marked in the window only`() {
    let size = PixelSize(width: 1_000_000, height: 1_000_000)
    let placement = Placement(size: size, origin: Point(-5e8, -5e8), scale: 1000)
    let viewport = PixelSize(width: 800, height: 600)
    let window = Rect(x: 0, y: 0, width: 800, height: 600).insetBy(dx: -20, dy: -20)
    let layers = SelectionLayer.layers(
      of: PixelRect(size), placement, in: viewport, scale: 1)
    #expect(layers.count == 1, "the plate alone")
    let pixel = SelectionLayer.layers(
      of: PixelRect(x: 500_000, y: 500_000, width: 1, height: 1), placement, in: viewport, scale: 1)
    #expect(pixel.allSatisfy { window.contains($0.area) } && pixel.count > 3)
  }

  @Test
  func `scrolls the faster the farther a drag is beyond the window, a window a second at most`() {
    let window = Size(width: 800, height: 600)
    func speed(_ x: Double, _ y: Double) -> Point {
      SelectionDrag.scrollSpeed(at: Point(x, y), in: window)
    }
    #expect(speed(0, 0) == .zero && speed(800, 600) == .zero && speed(400, 300) == .zero)
    #expect(speed(-50, 300) == Point(-400, 0) && speed(-1e9, 300) == Point(-800, 0))
    #expect(speed(850, 700) == Point(400, 600) && speed(400, 603) == Point(0, 60))
    #expect(speed(400, 620) == Point(0, 120))
    // However narrow the window is, each frame moves it by a pixel.
    #expect(
      SelectionDrag.scrollSpeed(at: Point(30, 5), in: Size(width: 29, height: 100))
        == Point(60, 0))
  }
}
