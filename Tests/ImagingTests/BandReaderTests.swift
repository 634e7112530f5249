import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A reader of bands` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }
  private var scratch: CacheFolder { CacheFolder(path: FilePath(folder.file("cache"))) }
  private static let size = PixelSize(width: 401, height: 330)
  private static let orientations = (1...8).compactMap(Orientation.init(rawValue:))

  /// Reads all bands, and puts them together.
  private func read(
    _ source: any ImageSource, _ rect: PixelRect? = nil, budget: Int = 64 << 20
  ) throws -> (pixels: [UInt32], bands: [PixelRect], damage: ImagingError?) {
    let reader = BandReader(source, rect: rect, budget: budget, scratch: scratch)
    var pixels: [UInt32] = []
    var bands: [PixelRect] = []
    while let band = try reader.nextBand() {
      bands.append(band.rect)
      for row in band.rect.rows { band.withRow(row) { pixels += $0 } }
    }
    #expect(bands.reduce(0) { $0 + $1.height } == reader.rect.height || reader.rect.isEmpty)
    #expect(bands.allSatisfy { $0.columns == reader.rect.columns })
    #expect(bands.dropFirst().allSatisfy { $0.y % reader.bandHeight == 0 })
    #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.maxY == $1.y })
    return (pixels, bands, reader.damage)
  }

  private func expected(_ decoded: Decoded, _ rect: PixelRect) -> [UInt32] {
    rect.rows.flatMap { y in rect.columns.map { x in decoded[x, y] } }
  }

  @Test(arguments: [
    "-depth 8 @p.png", "-interlace PNG @p.png", "-quality 90 -sampling-factor 2x2 @p.jpg",
    "-interlace JPEG -quality 90 @p.jpg", "-compress None -depth 8 @p.tif",
    "-compress LZW -depth 8 @p.tif", "-define tiff:tile-geometry=64x32 -depth 8 @p.tif",
    "-alpha set -channel A -evaluate set 40% -define webp:lossless=true @p.webp",
    "-alpha set -channel A -evaluate set 40% -depth 8 @p.png", "@p.bmp",
  ])
  func `gives the picture's pixels in every orientation and memory`(options: String) throws {
    var random = SplitMix64(seed: 7)
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    try others.run("convert @in.ppm \(options)")
    let name = options.split(separator: "@").last.map { String($0) } ?? ""
    let source = try ImageFile.open(folder.file(name))
    for turn in Self.orientations {
      let shown = try #require(source.turned(by: turn))
      let decoded = Decoded(shown)
      let whole = PixelRect(shown.info.size)
      #expect(try read(shown, budget: 0).pixels == decoded.pixels)
      for budget in [0, 64 << 20] {
        let x = Int.random(in: 0..<whole.width, using: &random)
        let y = Int.random(in: 0..<whole.height, using: &random)
        let rect = PixelRect(
          x: x, y: y, width: Int.random(in: 1...whole.width - x, using: &random),
          height: Int.random(in: 1...whole.height - y, using: &random))
        let (pixels, _, damage) = try read(shown, rect, budget: budget)
        #expect(pixels == expected(decoded, rect) && damage == nil)
      }
    }
  }

  @Test func `gives the grid's pixels`() throws {
    let grid = try Grid(size: PixelSize(width: 700, height: 600))
    let decoded = Decoded(grid)
    #expect(try read(grid).pixels == decoded.pixels)
    let rect = PixelRect(x: 255, y: 257, width: 301, height: 300)
    #expect(try read(grid, rect).pixels == expected(decoded, rect))
  }

  @Test func `has lower bands where a picture is wide`() throws {
    let width = 13_000
    var bytes = Array("P5 150 \(width) 255\n".utf8)
    for place in 0..<150 * width { bytes.append(UInt8(truncatingIfNeeded: place &* 7919 >> 5)) }
    let source = try ImageFile.open(folder.write(bytes, to: "p.pgm"))
    let turned = try #require(source.turned(by: .turnedRight))
    let (pixels, bands, _) = try read(turned, budget: 0)
    #expect(bands.map(\.height) == [128, 22])
    #expect(pixels == Decoded(turned).pixels)
    let grid = try Grid(size: PixelSize(width: width, height: 150))
    #expect(try read(grid, budget: 0).bands == bands, "whatever the pictures are")
  }

  @Test func `leaves out what lies outside of the picture`() throws {
    let grid = try Grid(size: PixelSize(width: 300, height: 200))
    let rect = PixelRect(x: 250, y: -20, width: 100, height: 50)
    #expect(try read(grid, rect).bands == [PixelRect(x: 250, y: 0, width: 50, height: 30)])
    #expect(try read(grid, PixelRect(x: 300, y: 0, width: 9, height: 9)).bands.isEmpty)
  }

  @Test(arguments: [1, 3, 6])
  func `gives transparent pixels where a file is damaged`(number: Int) throws {
    // Noise, since libpng drops the last 4 kB that it reads.
    var random = SplitMix64(seed: 5)
    others.write(ReferencePicture(noise: Self.size, using: &random), to: "in.ppm")
    try others.run("convert @in.ppm -depth 8 @p.png")
    let bytes = ScratchFolder.read(folder.file("p.png"))
    let path = folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "cut.png")
    let turn = try #require(Orientation(rawValue: number))
    let cut = try #require(try ImageFile.open(path).turned(by: turn))
    let whole = try #require(try ImageFile.open(folder.file("p.png")).turned(by: turn))
    for budget in [0, 64 << 20] {
      let (pixels, _, damage) = try read(cut, budget: budget)
      let good = try read(whole, budget: budget).pixels
      #expect(damage?.code == .damaged)
      #expect(zip(pixels, good).allSatisfy { $0 == $1 || $0 == 0 })
      let missing = pixels.count { $0 == 0 }
      #expect(missing > 0 && missing < pixels.count * 2 / 3)
    }
  }

  @Test func `throws where there is no place to turn a picture`() throws {
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    try others.run("convert @in.ppm @p.png")
    let source = try #require(try ImageFile.open(folder.file("p.png")).turned(by: .turnedRight))
    let places: [CacheFolder?] = [nil, CacheFolder(path: FilePath("/dev/null/cache"))]
    for place in places {
      let reader = BandReader(source, budget: 0, scratch: place)
      #expect(throws: ImagingError.self) { while try reader.nextBand() != nil {} }
    }
    #expect(scratch.contents.count == 0)
  }

  @Test func `ends when no one reads on`() async throws {
    let grid = try Grid(size: PixelSize(width: 3000, height: 3000))
    let lifetime = Lifetime(grid)
    weak let token = lifetime.token
    var reader: BandReader? = BandReader(lifetime.take())
    _ = try reader?.nextBand()
    #expect(token != nil)
    reader = nil
    try await wait(for: "the end of the decoder") { token == nil }
  }

  @Test func `converts rows to bytes that are not premultiplied`() {
    var band = PixelBand(clear: PixelRect(x: 3, y: 5, width: 2, height: 2))
    let pixels: ContiguousArray<UInt32> = [0xFF01_0203, 0x8040_2010]
    band.place(pixels, in: PixelRect(x: 3, y: 6, width: 2, height: 1))
    var bytes = [UInt8](repeating: 9, count: 8)
    func copy(_ row: Int) {
      bytes.withUnsafeMutableBufferPointer { bytes in
        band.withRow(row) { PixelRows.copyRGBA($0, into: bytes) }
      }
    }
    copy(5)
    #expect(bytes == [UInt8](repeating: 0, count: 8))
    copy(6)
    #expect(bytes == [1, 2, 3, 255, 128, 64, 32, 128])
  }
}

/// A picture, and an object that lives as long as someone holds it.
private final class Lifetime {
  final class Token: Sendable {}

  private struct Watched: TileSource {
    let grid: Grid
    let token: Token
    var info: ImageInfo { grid.info }
    func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
      try grid.tile(key, of: pyramid)
    }
  }

  private let grid: Grid
  private(set) var token: Token? = Token()

  init(_ grid: Grid) { self.grid = grid }

  /// Returns the picture, which alone holds the token from then on.
  func take() -> any ImageSource {
    defer { token = nil }
    return Watched(grid: grid, token: token ?? Token())
  }
}
