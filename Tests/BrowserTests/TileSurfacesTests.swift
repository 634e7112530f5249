import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `Tile surfaces` {
  /// The bytes of a tile with its apron.
  private static let tile = 260 * 260 * 4

  private let provider = FakePicture(size: PixelSize(width: 10_000, height: 10_000))
  private let maker = MeteredSurfaces()

  private func surfaces(limit tiles: Int) -> TileSurfaces {
    TileSurfaces(maker: maker, provider: provider, byteLimit: tiles * Self.tile)
  }

  private func key(_ column: Int) -> TileKey { TileKey(level: 0, column: column, row: 0) }

  /// Draws tiles in a frame of their own.
  private func draw(_ columns: Range<Int>, in surfaces: TileSurfaces) throws {
    surfaces.beginFrame(uploadLimit: .max)
    for column in columns { _ = try surfaces.surface(key(column)) }
  }

  private func held(_ surfaces: TileSurfaces) -> [Int] {
    (0..<39).filter { surfaces.contains(key($0)) }
  }

  @Test func `are uploaded once, counted, and release their pixels`() throws {
    let surfaces = surfaces(limit: 100)
    #expect(surfaces.byteCount == 0 && surfaces.uploadCount == 0)
    for _ in 0..<2 {
      try draw(0..<3, in: surfaces)
      #expect(surfaces.byteCount == 3 * Self.tile)
      #expect(surfaces.uploadCount == 3)
      #expect(provider.released == (0..<3).map(key))
    }
    #expect(held(surfaces) == [0, 1, 2])
    #expect(maker.isOpaque == [true, true, true])
    let entry = try #require(try surfaces.surface(key(1)))
    #expect(entry.covers)
    #expect(entry.surface.pixel(x: 2 + 40, y: 2 + 80) == FakePicture.color(level: 0, x: 296, y: 80))
  }

  @Test func `do not exist for tiles without pixels`() throws {
    provider.available = { _ in false }
    let surfaces = surfaces(limit: 100)
    surfaces.beginFrame(uploadLimit: 0)
    #expect(try surfaces.surface(key(0)) == nil)
    #expect(!surfaces.contains(key(0)) && !surfaces.hasWhole(key(0)))
    #expect(!surfaces.isCurrent(key(0)) && !surfaces.isCovering(key(0)))
    #expect(surfaces.postponed.isEmpty && provider.released.isEmpty)
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `cover what lies under them if they are complete and opaque`(
    isOpaque: Bool, isWhole: Bool
  ) throws {
    provider.isOpaque = isOpaque
    if !isWhole { provider.filled = { _ in PixelRect(x: 0, y: 0, width: 256, height: 9) } }
    let surfaces = surfaces(limit: 100)
    try draw(0..<1, in: surfaces)
    #expect(surfaces.isCovering(key(0)) == (isOpaque && isWhole))
    let entry = try #require(try surfaces.surface(key(0)))
    #expect(entry.covers == (isOpaque && isWhole))
    #expect(surfaces.hasWhole(key(0)) == isWhole)
    #expect(surfaces.isCurrent(key(0)))
    #expect(maker.isOpaque == [isOpaque && isWhole])
  }

  @Test func `that are incomplete are uploaded again when their pixels change`() throws {
    provider.filled = { _ in PixelRect(x: 0, y: 0, width: 256, height: 9) }
    let surfaces = surfaces(limit: 100)
    try draw(0..<2, in: surfaces)
    #expect(!surfaces.invalidate([]))
    #expect(!surfaces.invalidate([key(7)]))
    #expect(surfaces.invalidate([key(7), key(0)]))
    #expect(!surfaces.isCurrent(key(0)) && surfaces.isCurrent(key(1)))
    provider.filled = { _ in nil }
    provider.remake()
    try draw(0..<2, in: surfaces)
    #expect(surfaces.isCurrent(key(0)) && surfaces.hasWhole(key(0)))
    #expect(!surfaces.hasWhole(key(1)), "nobody told that it changed")
    #expect(surfaces.uploadCount == 3)
    #expect(surfaces.byteCount == 2 * Self.tile)
    #expect(!surfaces.invalidate([key(0)]))
    #expect(surfaces.isCurrent(key(0)), "what is whole stays")
  }

  @Test func `stay in use until new pixels are loaded`() throws {
    provider.filled = { _ in PixelRect(x: 0, y: 0, width: 256, height: 9) }
    let surfaces = surfaces(limit: 100)
    try draw(0..<1, in: surfaces)
    surfaces.invalidate([key(0)])
    provider.available = { _ in false }
    #expect(try surfaces.surface(key(0)) != nil)
    #expect(!surfaces.isCurrent(key(0)))
    #expect(surfaces.uploadCount == 1)
  }

  @Test(arguments: [(0, 1), (tile - 1, 1), (tile, 1), (2 * tile - 1, 1), (2 * tile, 2), (.max, 5)])
  func `are uploaded up to a frame's limit, and at least one`(limit: Int, count: Int)
    throws
  {
    let surfaces = surfaces(limit: 100)
    for frame in 1...3 {
      surfaces.beginFrame(uploadLimit: limit)
      #expect(surfaces.postponed.isEmpty)
      for column in 0..<5 { _ = try surfaces.surface(key(column)) }
      let done = min(5, frame * count)
      #expect(held(surfaces) == Array(0..<done))
      #expect(surfaces.postponed == Set((done..<5).map(key)))
      #expect(surfaces.uploadCount == done)
    }
  }

  @Test func `are evicted above seven eighths of the limit, least recently used first`()
    throws
  {
    let surfaces = surfaces(limit: 16)
    for column in 0..<14 { try draw(column..<column + 1, in: surfaces) }
    try draw(0..<1, in: surfaces)
    surfaces.beginFrame(uploadLimit: .max) {
      Issue.record("Nothing has to go at 14 of 16.")
      return []
    }
    #expect(surfaces.byteCount == 14 * Self.tile)
    _ = try surfaces.surface(key(14))
    surfaces.beginFrame(uploadLimit: .max)
    #expect(held(surfaces) == [0] + Array(2...14))
  }

  @Test func `are evicted to make room for visible tiles`() throws {
    let surfaces = surfaces(limit: 100)
    for column in 0..<16 { try draw(column..<column + 1, in: surfaces) }
    surfaces.byteLimit = 16 * Self.tile
    // Of six that are visible two are there: four are to come, so twelve may stay.
    surfaces.beginFrame(uploadLimit: .max) { [0, 1, 20, 21, 22, 23].map(key) }
    #expect(held(surfaces) == [0, 1] + Array(6..<16))
    #expect(surfaces.byteCount == 12 * Self.tile)
  }

  @Test func `that are visible are never evicted`() throws {
    let surfaces = surfaces(limit: 4)
    try draw(0..<8, in: surfaces)
    surfaces.beginFrame(uploadLimit: .max) { (0..<8).map(key) }
    #expect(surfaces.byteCount == 8 * Self.tile)
    surfaces.endFrame { (0..<6).map(key) }
    #expect(held(surfaces) == Array(0..<6))
  }

  @Test func `are evicted at the end of a frame only above the limit`() throws {
    let surfaces = surfaces(limit: 4)
    for column in 0..<4 { try draw(column..<column + 1, in: surfaces) }
    surfaces.byteLimit = 4 * Self.tile
    surfaces.endFrame {
      Issue.record("Nothing has to go at 4 of 4.")
      return []
    }
    #expect(surfaces.byteCount == 4 * Self.tile)
    _ = try surfaces.surface(key(9))
    surfaces.endFrame { [] }
    #expect(surfaces.byteCount == 4 * Self.tile)
    surfaces.byteLimit = 0
    surfaces.endFrame { [key(3)] }
    #expect(held(surfaces) == [3])
  }

  @Test func `that were drawn stay while uploads are postponed`() throws {
    let surfaces = surfaces(limit: 100)
    for column in 0..<3 { try draw(column..<column + 1, in: surfaces) }
    surfaces.beginFrame(uploadLimit: 1)
    for column in [1, 10, 11] { _ = try surfaces.surface(key(column)) }
    #expect(surfaces.postponed == [key(11)])
    surfaces.byteLimit = 0
    surfaces.endFrame { [] }
    #expect(held(surfaces) == [1, 10])
    surfaces.beginFrame(uploadLimit: 1)
    surfaces.endFrame { [] }
    #expect(held(surfaces).isEmpty)
    #expect(surfaces.byteCount == 0)
  }

  @Test func `has no stripes where a primary is 0 that no pixel has`() {
    let side = 4 + 2 * TilePixels.apron
    func marked(_ pixel: UInt32, _ primaries: UInt32) -> Set<UInt32> {
      let tile = TilePixels(
        size: PixelSize(width: 4, height: 4), isOpaque: true, filled: nil,
        storage: .init(repeating: pixel, count: side * side))
      return Set(ClippingMarks.marked(tile, primaries).map(\.colors))
    }
    #expect(marked(0xFF10_2000, 0xFF_FF00) == [0x10_2000])
    #expect(marked(0xFF10_2000, 0xFF_FFFF) == [0x00_009F, 0x00_0037])
    #expect(marked(0xFF10_0000, 0xFF_FF00) == [0x00_9F00, 0x00_3700])
    #expect(marked(0xFFFF_2000, 0xFF_FF00) == [0xFF_0000, 0x5F_0000])
    // Red at the light end and blue at the dark one: each has its stripes.
    #expect(marked(0xFFFF_2000, 0xFF_FFFF) == [0xFF_0000, 0x00_009F, 0x00_0037])
  }
}
