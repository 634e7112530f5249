import OverscrollBrowser
import ScrollGeometry
import Testing

@testable import OverscrollLabPages

@Suite struct `The scene of a replay` {
  private func frame(x: Double) -> Frame {
    Frame(
      viewport: PixelSize(width: 400, height: 300),
      placement: Placement(
        size: PixelSize(width: 3000, height: 2000), origin: Point(x, -100), scale: 1))
  }

  @Test(arguments: [-5, 0, 1, 200, 399, 400, 9000])
  func `draws every pixel of a wipe once`(divider: Int) {
    let scene = ReplayScene(
      main: frame(x: 0), other: frame(x: -9), sides: .wipe(Double(divider) / 400))
    let areas = scene.parts.map(\.area)
    #expect(areas.reduce(0) { $0 + $1.width * $1.height } == 400 * 300)
    #expect(areas[0].intersection(areas[1]).isEmpty)
    #expect(areas[0].maxX == min(max(divider, 0), 400))
    #expect(scene.parts.map(\.frame) == [frame(x: 0), frame(x: -9)])
  }

  @Test func `without side B shows side A alone`() {
    let scene = ReplayScene(main: frame(x: 0), sides: .wipe(0.5))
    #expect(scene.parts == [Painter.Part(frame(x: 0))])
    #expect(scene.outlines.isEmpty)
  }

  @Test func `marks where a ghost has the middle, displaced as the content is`() throws {
    var reference = frame(x: 37.5).placement
    var scene = ReplayScene(main: frame(x: 0), reference: reference)
    var outline = try #require(scene.outlines.first)
    #expect(outline.middle == Point(200, 150))
    #expect(outline.cross == Point(237.5, 150))
    #expect(outline.edges.minX == 37.5 && outline.edges.width == 3000)
    // Twice as large about the same corner, its middle is twice as far away.
    reference = frame(x: 0).placement
    reference.scale = 2
    scene.reference = reference
    outline = try #require(scene.outlines.first)
    #expect(outline.cross == Point(400, 400))
    #expect(outline.edges.size == Size(width: 6000, height: 4000))
  }

  @Test func `is the same at another size, but for its scale`() {
    var state = frame(x: 12)
    state.scale = 2
    let half = state.resized(by: 0.5, scale: 2)
    #expect(half.viewport == PixelSize(width: 200, height: 150))
    #expect(half.placement.origin == Point(6, -50) && half.placement.scale == 0.5)
    #expect(half.scale == 2)
    #expect(state.resized(by: 1, scale: 2) == state)
  }
}
