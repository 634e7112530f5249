import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Tiles drawn side by side` {
  @Test func `are exact at one to one`() throws {
    let source = try noise(width: 40, height: 30)
    let target = try Surface(imageOf: PixelSize(width: 60, height: 50), opaque: true)
    let move = AffineTransform(translationX: 7, y: 9)
    try Canvas(target).draw(
      source, transform: move, into: PixelRect(x: 7, y: 9, width: 40, height: 30),
      filter: .nearest)
    for y in 0..<30 {
      for x in 0..<40 {
        #expect(target.pixel(x: x + 7, y: y + 9) == source.pixel(x: x, y: y))
      }
    }
    #expect(target.pixel(x: 6, y: 9) == 0xFF00_0000)
    #expect(target.pixel(x: 47, y: 38) == 0xFF00_0000)
  }

  @Test(arguments: 2...9)
  func `become sharp squares at integer magnifications`(times: Int) throws {
    let source = try noise(width: 8, height: 6)
    let size = PixelSize(width: 8 * times, height: 6 * times)
    let target = try Surface(imageOf: size, opaque: true)
    try Canvas(target).draw(
      source, transform: AffineTransform(scaleX: Double(times), y: Double(times)),
      into: PixelRect(size), filter: .nearest)
    for y in 0..<size.height {
      for x in 0..<size.width {
        #expect(target.pixel(x: x, y: y) == source.pixel(x: x / times, y: y / times))
      }
    }
  }

  @Test func `are clipped to whole pixels`() throws {
    let source = try noise(width: 20, height: 20)
    let target = try Surface(imageOf: PixelSize(width: 20, height: 20), opaque: true)
    let canvas = try Canvas(target)
    canvas.saved {
      canvas.clip(to: [
        PixelRect(x: 2, y: 3, width: 4, height: 5), PixelRect(x: 10, y: 10, width: 3, height: 3),
      ])
      canvas.draw(source, transform: .identity, into: PixelRect(source.size), filter: .nearest)
    }
    for y in 0..<20 {
      for x in 0..<20 {
        let inside =
          (2..<6).contains(x) && (3..<8).contains(y)
          || (10..<13).contains(x) && (10..<13).contains(y)
        let expected = inside ? source.pixel(x: x, y: y) : 0xFF00_0000
        #expect(target.pixel(x: x, y: y) == expected)
      }
    }
  }

  @Test func `replace the destination, or are drawn over it by their alpha`() throws {
    let tile = try Surface(imageOf: PixelSize(width: 2, height: 1), opaque: false)
    [0x8080_0000, 0].withUnsafeBufferPointer {
      ImageSurfaceFactory().upload($0, stride: 2, size: tile.size, to: tile)
    }
    let target = try Surface(imageOf: tile.size, opaque: false)
    let canvas = try Canvas(target)
    func drawn(_ blending: Blending) -> [UInt32] {
      canvas.clear(.white)
      canvas.draw(
        tile, transform: .identity, into: PixelRect(tile.size), filter: .nearest,
        blending: blending)
      return target.pixels()
    }
    #expect(drawn(.replace) == [0x8080_0000, 0])
    #expect(drawn(.over) == [0xFFFF_7F7F, 0xFFFF_FFFF])
  }

  @Test func `draw nothing where their transform is singular or not finite`() throws {
    let tile = try noise(width: 4, height: 4)
    let target = try Surface(imageOf: tile.size, opaque: true)
    let canvas = try Canvas(target)
    for transform in [
      AffineTransform(scaleX: 0, y: 1), AffineTransform(scaleX: .nan, y: 1),
      AffineTransform(translationX: .infinity, y: 0),
    ] {
      canvas.draw(tile, transform: transform, into: PixelRect(tile.size), filter: .bilinear)
    }
    try canvas.check()
    #expect(target.pixels() == Array(repeating: 0xFF00_0000, count: 16))
  }
}
