import CCodecs
import Glibc
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollImaging

@Suite struct `A low-resolution preview` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 1500, height: 1100)

  /// Slow slopes, which are much the same wherever one looks.
  private static let rows: [[UInt8]] = (0..<size.height).map { y in
    (0..<size.width).flatMap { x -> [UInt8] in
      let red = 20 + x * 200 / size.width
      let green = 220 - y * 200 / size.height
      return [UInt8(red), UInt8(green), UInt8((x + y) / 16)]
    }
  }

  /// One tile as it was given away.
  private struct Given {
    var key: TileKey
    var tile: TilePixels
    var isPreview: Bool
  }

  /// Decodes a file with everything it has to show on the way.
  private func decode(_ path: String) throws -> [Given] {
    let source = try ImageFile.open(path)
    guard case .rows(let rows) = source.access else { return [] }
    var given: [Given] = []
    let builder = PyramidBuilder(
      source.info, progressiveArea: 0,
      emitPreview: { given.append(Given(key: $0, tile: $1, isPreview: true)) },
      emit: { given.append(Given(key: $0, tile: $1, isPreview: false)) })
    try rows.decode(into: builder, while: { true })
    return given
  }

  private func write(_ kind: String, orientation: Int? = nil) -> String {
    let path = folder.file(kind)
    if kind == "interlaced" {
      PNGFile(size: Self.size, isInterlaced: true, rows: Self.rows).write(to: path)
    } else {
      JPEGFile(
        size: Self.size, isProgressive: true, quality: 90, orientation: orientation,
        rows: Self.rows
      ).write(to: path)
    }
    return path
  }

  @Test(arguments: ["interlaced", "progressive"])
  func `comes before the first row, and looks like the final picture`(kind: String) throws {
    let given = try decode(write(kind))
    let final = Dictionary(
      given.filter { !$0.isPreview && $0.tile.isComplete }.map { ($0.key, $0.tile) },
      uniquingKeysWith: { $1 })
    let early = given.prefix { $0.isPreview }
    let pyramid = Pyramid(size: Self.size)
    for level in 3..<pyramid.levelCount {
      let grid = pyramid.grid(ofLevel: level)
      #expect(Set(early.map(\.key).filter { $0.level == level }).count == grid.width * grid.height)
    }
    for preview in early {
      let tile = try #require(final[preview.key])
      #expect(preview.tile.size == tile.size && preview.tile.isComplete)
      for y in stride(from: 0, to: tile.size.height, by: 9) {
        for x in stride(from: 0, to: tile.size.width, by: 9) {
          #expect(difference(preview.tile[x, y], tile[x, y]) <= 12)
        }
      }
    }
  }

  @Test func `of an interlaced file gets finer with every horizontal pass`() throws {
    let given = try decode(write("interlaced"))
    #expect(given.prefix { $0.isPreview }.map(\.key.level).reduce(3, min) == 1)
    let first = try #require(given.firstIndex { $0.isPreview && $0.key.level < 3 })
    #expect(given[..<first].contains { $0.key.level == 3 })
  }

  @Test func `does not change the final picture`() throws {
    for kind in ["interlaced", "progressive"] {
      let path = write(kind)
      let plain = try Decoded(path)
      for given in try decode(path) where !given.isPreview && given.tile.isComplete {
        let tile = try #require(plain.tiles[given.key])
        #expect(difference(given.tile, tile) == 0, "\(kind) \(given.key)")
      }
    }
  }

  @Test func `of several scans can be stopped before the first row`() throws {
    let source = try ImageFile.open(write("progressive"))
    guard case .rows(let rows) = source.access else { return }
    var asked = 0
    let builder = PyramidBuilder(source.info) { _, _ in }
    try rows.decode(into: builder) {
      asked += 1
      return asked < 40
    }
    #expect(asked == 40 && builder.rowCount == 0)
  }

  @Test func `has the EXIF orientation applied`() throws {
    let given = try decode(write("progressive", orientation: 6))
    let preview = try #require(given.first { $0.isPreview && $0.key.level == 3 })
    let final = try #require(given.last { !$0.isPreview && $0.key == preview.key })
    #expect(preview.tile.size == final.tile.size)
    #expect(difference(preview.tile[20, 20], final.tile[20, 20]) <= 12)
  }

  /// Gives a preview picture, then half of its rows, and then waits to be let go.
  private final class HalfwayRows: RowSource {
    static let (preview, fine): (UInt32, UInt32) = (0xFF10_2030, 0xFF40_5060)
    let info = ImageInfo(format: "test", size: PixelSize(width: 2600, height: 2600))
    let isHalfway = Atomic(false)
    let mayContinue = Atomic(false)

    func decode(
      into builder: PyramidBuilder, while shouldContinue: () -> Bool
    ) throws(ImagingError) {
      builder.addPreview(level: 3) { _, row in
        row.update(repeating: Self.preview)
        return true
      }
      while !builder.isComplete, shouldContinue() {
        if builder.rowCount == 1300 {
          isHalfway.store(true, ordering: .sequentiallyConsistent)
          while shouldContinue(), !mayContinue.load(ordering: .sequentiallyConsistent) {
            // Other tests may run first; a thread that only yields would take half of what they have.
            usleep(1000)
          }
        }
        builder.nextRow.update(repeating: Self.fine)
        builder.commitRow()
      }
    }
  }

  @Test func `stays until whole tiles take its place, also when it is stopped`() async throws {
    let rows = HalfwayRows()
    let picture = TiledPicture(rows, store: TileStore(), queue: DecodeQueue(workers: 1)) {}
    try await wait(for: "half of the rows") {
      rows.isHalfway.load(ordering: .sequentiallyConsistent)
    }
    let coarse = TileKey(level: 4, column: 0, row: 0)
    let tile = try #require(picture.pixels(coarse))
    #expect(tile.isComplete && tile[10, 10] == HalfwayRows.preview)
    let fine = try #require(picture.pixels(TileKey(level: 0, column: 0, row: 0)))
    #expect(fine[10, 10] == HalfwayRows.fine)
    picture.cancel()
    try await wait(for: "the end") { picture.state == .stopped }
    #expect(picture.pixels(coarse)?[10, 10] == HalfwayRows.preview)
    #expect(picture.pixels(TileKey(level: 0, column: 0, row: 0)) != nil)
    #expect(picture.pixels(TileKey(level: 0, column: 0, row: 9)) == nil)
  }

  @Test func `is replaced by the rows`() async throws {
    let rows = HalfwayRows()
    rows.mayContinue.store(true, ordering: .sequentiallyConsistent)
    let picture = TiledPicture(rows, store: TileStore(), queue: DecodeQueue(workers: 1)) {}
    try await wait(for: "all rows") { picture.state == .complete }
    for level in picture.pyramid.levels {
      let tile = picture.pixels(TileKey(level: level, column: 0, row: 0))
      #expect(tile?[5, 5] == HalfwayRows.fine)
    }
  }
}
