import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

/// Which tiles a painter lays over which.
@Suite struct `The layers of a picture` {
  private static let viewport = PixelSize(width: 200, height: 120)
  private static let size = PixelSize(width: 2000, height: 1500)

  /// A provider of which each level has one color.
  private func provider(_ colors: [UInt32], from first: Int = 0) -> FakePicture {
    let provider = FakePicture(size: Self.size)
    provider.color = { level, _, _ in colors[min(level, colors.count - 1)] }
    provider.available = { $0.level >= first }
    return provider
  }

  private func draw(
    _ provider: FakePicture, isOpaque: Bool, scale: Double = 1, origin: Point = Point(-20, -30)
  ) throws -> (surface: Surface, missing: Int) {
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: isOpaque, byteLimit: 1 << 30)
    let surface = try Surface(imageOf: Self.viewport, opaque: true)
    let frame = Frame(
      viewport: Self.viewport,
      placement: Placement(size: Self.size, origin: origin, scale: scale))
    let missing = try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    return (surface, missing)
  }

  private func colors(_ surface: Surface) -> Set<UInt32> { Set(surface.pixels().map(\.colors)) }

  @Test func `are the tile alone where it covers all`() throws {
    let provider = provider([0xFF10_2030, 0xFF40_5060])
    let (surface, missing) = try draw(provider, isOpaque: true)
    #expect(missing == 0)
    #expect(colors(surface) == [0x102030])
    #expect(provider.asked == [TileKey(level: 0, column: 0, row: 0)])
  }

  @Test(arguments: [true, false])
  func `are the nearest coarser tile in place of a missing one, and nothing under it`(
    isOpaque: Bool
  ) throws {
    let provider = provider([0xFF10_2030, 0xFF40_5060, 0xFF70_8090], from: 1)
    let (surface, missing) = try draw(provider, isOpaque: isOpaque)
    #expect(missing == 1)
    #expect(colors(surface) == [0x405060])
    #expect(!provider.asked.contains(TileKey(level: 2, column: 0, row: 0)))
  }

  @Test(arguments: [true, false])
  func `are a plain ground where nothing is there, not even coarsely`(isOpaque: Bool) throws {
    let (surface, missing) = try draw(provider([0xFF10_2030], from: 9), isOpaque: isOpaque)
    #expect(missing == 1)
    #expect(colors(surface) == [0x2B2C30])
  }

  @Test func `are at the coarsest level the backdrop, without a tile`() throws {
    let provider = provider([0xFF10_2030], from: 9)
    let (_, missing) = try draw(provider, isOpaque: true, scale: 0.05, origin: .zero)
    #expect(missing == 1)
    #expect(provider.asked == [TileKey(level: 3, column: 0, row: 0)])
  }

  @Test func `show squares through a tile that lets them through, and no coarser tile`() throws {
    // Half black over all levels: a second layer would be darker.
    let provider = provider([0x8000_0000])
    provider.isOpaque = false
    let (surface, missing) = try draw(provider, isOpaque: false)
    #expect(missing == 0)
    #expect(colors(surface) == [0x656669, 0x545558])
    #expect(provider.asked == [TileKey(level: 0, column: 0, row: 0)])
  }

  @Test func `show squares through a coarser tile in place of a missing one`() throws {
    let provider = provider([0, 0x8000_0000, 0], from: 1)
    provider.isOpaque = false
    let (surface, missing) = try draw(provider, isOpaque: false)
    #expect(missing == 1)
    #expect(colors(surface) == [0x656669, 0x545558])
    #expect(provider.asked.count == 2, "what is under it would show through")
  }

  @Test func `show the coarser picture where a tile is not decoded yet`() throws {
    let provider = provider([0xFF10_2030, 0xFF40_5060])
    provider.filled = { key in
      key.level == 0 ? PixelRect(x: 0, y: 0, width: 256, height: 70) : nil
    }
    let (surface, missing) = try draw(provider, isOpaque: true)
    #expect(missing == 0)
    for (y, color) in [(0, 0x102030), (39, 0x102030), (41, 0x405060), (119, 0x405060)] {
      for x in [0, 199] { #expect(surface.pixel(x: x, y: y)?.colors == UInt32(color)) }
    }
  }

  @Test func `show squares only where a tile is decoded, and coarser ones beside it`() throws {
    for first in [1, 2, 9] {
      let provider = provider([])
      provider.isOpaque = false
      provider.available = { $0.level == 0 || $0.level >= first }
      provider.color = { level, _, _ in level == 0 ? 0x8000_0000 : 0x8080_8080 }
      provider.filled = { key in
        key.level == 0 ? PixelRect(x: 0, y: 0, width: 256, height: 70) : nil
      }
      let (surface, missing) = try draw(provider, isOpaque: false)
      #expect(missing == 0)
      let below: Set<UInt32> = first == 9 ? [0x2B2C30] : [0xE5E6E9, 0xD4D5D8]
      for (rows, colors) in [(0...37, [0x656669, 0x545558]), (38...119, below)]
        as [(ClosedRange<Int>, Set<UInt32>)]
      {
        let seen = rows.flatMap { y in (0..<200).compactMap { surface.pixel(x: $0, y: y)?.colors } }
        #expect(Set(seen) == colors, "level \(first), \(rows)")
      }
    }
  }

  @Test(arguments: [1.0, 3])
  func `are smooth where a coarser tile stands in, squares where pixels are magnified`(
    scale: Double
  ) throws {
    for first in 0...1 {
      let provider = FakePicture(size: Self.size)
      provider.color = FakePicture.noise
      provider.available = { $0.level >= first }
      let pixels = try draw(provider, isOpaque: true, scale: scale).surface.pixels()
      let side = scale == 1 ? 1 : 3
      // Squares of the scale's size begin at the corner, (-20, -30).
      let row = pixels[100 * 200..<101 * 200].map(\.colors)
      let isInSquares = stride(from: (side - 20 % side) % side, to: 190, by: side)
        .allSatisfy { start in row[start..<start + side].allSatisfy { $0 == row[start] } }
      // A stand-in in squares would have pairs or sixes of equal pixels.
      let pairs = (0..<199).count { row[$0] == row[$0 + 1] }
      if first == 0 { #expect(isInSquares) } else { #expect(pairs < 20) }
    }
  }

  @Test func `are told which tiles changed`() throws {
    let provider = provider([0xFF10_2030])
    provider.filled = { _ in PixelRect(x: 0, y: 0, width: 256, height: 70) }
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    let key = TileKey(level: 0, column: 0, row: 0)
    #expect(!painter.invalidate([key]))
    let frame = Frame(
      viewport: Self.viewport, placement: Placement(size: Self.size, origin: .zero, scale: 1))
    let surface = try Surface(imageOf: Self.viewport, opaque: true)
    try painter.draw(frame, on: Canvas(surface))
    #expect(painter.invalidate([key]))
    #expect(!painter.invalidate([TileKey(level: 0, column: 5, row: 5)]))
  }
}
