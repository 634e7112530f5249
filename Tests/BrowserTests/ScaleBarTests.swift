import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollImaging

@Suite struct `A bar of a round length` {
  @Test(
    arguments: [
      (1.0, 1.0), (1.99, 1), (2, 2), (4.9, 2), (5, 5), (9.99, 5), (10, 10), (0.0149, 0.01),
      (123_456, 100_000),
      (3e-7, 2e-7),
    ])
  func `has the greatest of one, two and five times a power of ten`(most: Double, round: Double) {
    let found = ScaleBar.roundLength(atMost: most)
    #expect(abs(found / round - 1) < 1e-9)
  }

  @Test(arguments: [Orientation.upright, .turnedRight])
  func `is as long as what it says, of the pixels along it`(orientation: Orientation) throws {
    let scale = try #require(PixelScale(.length, x: 1e-6, y: 2e-6, "OME"))
    let room = Size(width: 1000, height: 700)
    for zoom in [0.01, 0.3, 1, 7, 64] {
      let layer = try #require(
        ScaleBar.layer(scale, orientation, zoom: zoom, in: room, above: 0))
      let unit = (orientation == .upright ? 1e-6 : 2e-6) / zoom
      let length = layer.area.width - 24
      let round = ScaleBar.roundLength(atMost: 160 * unit)
      #expect(abs(length - round / unit) <= 1 && length <= 161 && layer.area.maxY == 686)
    }
    #expect(
      ScaleBar.layer(scale, orientation, zoom: 1, in: Size(width: 60, height: 700), above: 0) == nil
    )
    #expect(ScaleBar.layer(scale, orientation, zoom: 1, in: room, above: 650) == nil)
  }

  @Test(arguments: [(1.0, "µm"), (0.2, "µm"), (64, "µm"), (0.1, "mm"), (0.01, "mm"), (320, "nm")])
  func `has the unit of the length that it says`(zoom: Double, name: String) throws {
    let scale = try #require(PixelScale(.length, x: 1e-6, y: 1e-6, "OME"))
    let room = Size(width: 1000, height: 700)
    #expect(ScaleBar.unit(scale, .upright, zoom: zoom, in: room)?.name == name)
    #expect(
      ScaleBar.unit(scale, .upright, zoom: zoom, in: Size(width: 60, height: 700)) == nil)
  }
}
