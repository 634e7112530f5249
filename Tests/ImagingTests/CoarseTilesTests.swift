import CCodecs
import OverscrollBase
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollImaging

@Suite struct `Tiles that are decoded ahead` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 2000, height: 1504)

  /// A picture that grows brighter to the right.
  private func source() throws -> any ImageSource {
    let row = (0..<Self.size.width).flatMap { x in [UInt8](repeating: UInt8(x / 8), count: 3) }
    let path = folder.file("ramp.jpg")
    JPEGFile(size: Self.size, rows: Array(repeating: row, count: Self.size.height)).write(to: path)
    return try ImageFile.open(FilePath(path))
  }

  @Test func `are those of a level and of all coarser ones`() throws {
    let tiles = try CoarseTiles(of: source(), from: 1, byteLimit: .max) { true }
    let pyramid = Pyramid(size: Self.size)
    let expected = pyramid.levels.filter { $0 >= 1 }.reduce(0) {
      $0 + (pyramid.grid(ofLevel: $1).area ?? 0)
    }
    #expect(tiles.tiles.count == expected)
    #expect(tiles.tiles.keys.allSatisfy { $0.level >= 1 })
  }

  @Test(arguments: [0, 1, 2])
  func `are coarser than those that show in a preview, and alike`(shown: Int) throws {
    let source = try source()
    let preview = CoarseTiles(previewOf: source, shownAt: shown, byteLimit: .max) { true }
    let exact = CoarseTiles(of: source, from: 0, byteLimit: .max) { true }
    // 500 pixels are the fewest that are no less than 480.
    #expect(preview.tiles.keys.map(\.level).min() == max(shown + 1, 2))
    for (key, tile) in preview.tiles {
      let other = try #require(exact.tiles[key])
      #expect(tile.isComplete && tile.size == other.size)
      for x in stride(from: 0, to: tile.size.width, by: 9) {
        #expect(difference(tile[x, 7], other[x, 7]) <= 6)
      }
    }
  }

  @Test func `end early`() throws {
    let source = try source()
    #expect(CoarseTiles(of: source, from: 0, byteLimit: .max) { false }.tiles.isEmpty)
    #expect(CoarseTiles(previewOf: source, shownAt: 0, byteLimit: .max) { false }.tiles.isEmpty)
  }

  /// Rows of one color, and how often they were decoded.
  private final class CountedRows: RowSource {
    let info = ImageInfo(format: "test", size: PixelSize(width: 2000, height: 1504))
    let passes = Atomic(0)

    func decode(
      into builder: PyramidBuilder, while shouldContinue: () -> Bool
    ) throws(ImagingError) {
      passes.add(1, ordering: .sequentiallyConsistent)
      try PlainRows(info: info).decode(into: builder, while: shouldContinue)
    }
  }

  @Test func `are all that a waiting picture has until it begins, once`() async throws {
    let rows = CountedRows()
    let tiles = CoarseTiles(of: rows, from: 1, byteLimit: .max) { true }
    let picture = TiledPicture(
      rows, store: TileStore(), queue: DecodeQueue(workers: 1), tiles: tiles, waits: true
    ) {}
    let (fine, coarse) = (
      TileKey(level: 0, column: 0, row: 0), TileKey(level: 1, column: 0, row: 0)
    )
    picture.request([fine, coarse])
    #expect(picture.pixels(coarse) != nil && picture.pixels(fine) == nil)
    #expect(picture.state == .loading(fraction: 0))
    // A surface has its pixels.
    picture.discard(coarse)
    #expect(picture.pixels(coarse) == nil)
    picture.begin()
    picture.begin()
    try await wait(for: "the whole picture") { picture.state == .complete }
    #expect(picture.pixels(coarse) != nil && picture.pixels(fine) != nil)
    picture.begin()
    #expect(rows.passes.load(ordering: .sequentiallyConsistent) == 2)
  }
}
