import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Tiles drawn side by side` {
  private static let side = 64
  private static let apron = 2
  private static let picture = (width: 256, height: 192)

  @Test(arguments: [0.7, 0.51, 1.0, 1.37, 2.5], [(3.37, 5.81), (0, 0), (-7.25, -3.5)])
  func `look like one big surface`(scale: Double, offset: (Double, Double)) throws {
    let (width, height) = Self.picture
    // Pixman's weights are multiples of 1/128, so results agree to 1/255 only for noise of less than half the range.
    let pixels = noisePixels(width: width, height: height).map { $0 & 0xFF3F_3F3F | 0xFF40_4040 }
    let size = PixelSize(width: width, height: height)
    let whole = try Surface(imageOf: size, opaque: true)
    pixels.withUnsafeBufferPointer {
      ImageSurfaceFactory().upload($0, stride: width, size: size, to: whole)
    }
    let window = PixelSize(width: 300, height: 220)
    let one = try Surface(imageOf: window, opaque: true)
    let many = try Surface(imageOf: window, opaque: true)
    let placed = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: offset.0, ty: offset.1)
    // Both end inside the picture's outer edge, which has no apron.
    let inner = Rect(x: 4, y: 4, width: Double(width - 8), height: Double(height - 8))
    let shown = PixelRect(rounding: placed.apply(to: inner))
    let canvas = try Canvas(many)
    try Canvas(one).draw(whole, transform: placed, into: shown, filter: .bilinear)
    canvas.clip(to: [shown])
    for y in stride(from: 0, to: height, by: Self.side) {
      for x in stride(from: 0, to: width, by: Self.side) {
        let tile = try tile(of: pixels, width: width, height: height, x: x, y: y)
        let area = Rect(x: Double(x), y: Double(y), width: 64, height: 64)
        let corner = AffineTransform(
          translationX: Double(x - Self.apron), y: Double(y - Self.apron))
        canvas.draw(
          tile, transform: corner.concatenating(placed),
          into: PixelRect(rounding: placed.apply(to: area)), filter: .bilinear)
      }
    }
    try canvas.check()
    let worst = zip(one.pixels(), many.pixels()).map(distance).max()
    #expect(worst.map { $0 <= 1 } == true, "worst difference \(worst ?? -1) of 255")
  }

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

  private func tile(
    of pixels: [UInt32], width: Int, height: Int, x: Int, y: Int
  ) throws -> Surface {
    let full = Self.side + 2 * Self.apron
    let copy = (0..<full * full).map { index in
      let column = min(max(x + index % full - Self.apron, 0), width - 1)
      let row = min(max(y + index / full - Self.apron, 0), height - 1)
      return pixels[row * width + column]
    }
    let size = PixelSize(width: full, height: full)
    let surface = try ImageSurfaceFactory().makeSurface(size: size, opaque: true)
    copy.withUnsafeBufferPointer {
      ImageSurfaceFactory().upload($0, stride: full, size: size, to: surface)
    }
    return surface
  }
}
