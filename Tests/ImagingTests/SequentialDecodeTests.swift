import Glibc
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollImaging

/// A picture whose fine tiles are had by a survey or by rows, each in a color of its own.
private final class TwoWays: RowSource {
  static let (sequential, single): (UInt32, UInt32) = (0xFF10_2030, 0xFF40_5060)
  let info = ImageInfo(format: "test", size: PixelSize(width: 2304, height: 1536))
  /// The number of passes over the rows so far.
  let passes = Atomic(0)
  /// Whether the pass that is going on is to wait before its last row.
  let isHeld = Atomic(false)
  /// The passes that came to their end.
  let completed = Atomic(0)

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    passes.add(1, ordering: .sequentiallyConsistent)
    while !builder.isComplete {
      while isHeld.load(ordering: .sequentiallyConsistent), shouldContinue(),
        builder.rowCount == info.size.height - 1
      { usleep(1000) }
      guard shouldContinue() else { return }
      builder.nextRow.update(repeating: Self.sequential)
      builder.commitRow()
    }
    completed.add(1, ordering: .sequentiallyConsistent)
  }

  func regionDecoder() -> (any RegionDecoder)? { Regions() }

  final class Regions: RegionDecoder {
    let indexedLevel = 3

    func buildIndex(into builder: PyramidBuilder, while shouldContinue: () -> Bool)
      throws(ImagingError)
    {
      while !builder.isComplete, shouldContinue() {
        builder.nextRow.update(repeating: TwoWays.single)
        builder.commitRow()
      }
    }

    func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
      let size = pyramid.rect(of: key).size
      let count = TilePixels.padded(size).area ?? 0
      return TilePixels(
        size: size, isOpaque: true,
        storage: ContiguousArray(repeating: TwoWays.single, count: count))
    }
  }
}

@Suite struct `A sequential decode` {
  private let source = TwoWays()

  /// Too little for the whole picture, and enough for its level 1.
  private static let budget = 16 << 20

  private func open(_ source: TwoWays, workers: Int = 1) async throws -> TiledPicture {
    let picture = TiledPicture(
      source, store: TileStore(budget: Self.budget), queue: DecodeQueue(workers: workers)
    ) {}
    try await ImagingTests.wait(for: "the index") { picture.state == .complete }
    return picture
  }

  private static func keys(_ picture: TiledPicture, level: Int) -> [TileKey] {
    picture.pyramid.tiles(
      covering: Rect(origin: .zero, size: picture.info.size.size), level: level
    ).keys
  }

  private func wait(for keys: [TileKey], _ picture: TiledPicture) async throws {
    try await ImagingTests.wait(for: "\(keys.count) tiles") {
      keys.allSatisfy { picture.pixels($0) != nil }
    }
  }

  private func color(_ key: TileKey, _ picture: TiledPicture) -> UInt32? {
    picture.pixels(key)?[3, 3]
  }

  @Test func `delivers most of a fine level, and nothing finer or coarser`() async throws {
    let picture = try await open(source)
    let keys = Self.keys(picture, level: 1)
    picture.request(keys)
    try await wait(for: keys, picture)
    #expect(keys.allSatisfy { color($0, picture) == TwoWays.sequential })
    #expect(source.passes.load(ordering: .sequentiallyConsistent) == 1)
    #expect(Self.keys(picture, level: 0).allSatisfy { picture.pixels($0) == nil })
    #expect(color(TileKey(level: 3, column: 0, row: 0), picture) == TwoWays.single)
  }

  @Test func `is not used for a few tiles, nor for a level beyond the budget`() async throws {
    let picture = try await open(source)
    let few = Array(Self.keys(picture, level: 1).prefix(7))
    picture.request(few)
    try await wait(for: few, picture)
    let many = Self.keys(picture, level: 0)
    picture.request(many)
    try await wait(for: [many[0]], picture)
    #expect(source.passes.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func `is not used with several workers`() async throws {
    let picture = try await open(source, workers: 2)
    let keys = Self.keys(picture, level: 1)
    picture.request(keys)
    try await wait(for: keys, picture)
    #expect(source.passes.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func `ends when another level becomes urgent`() async throws {
    source.isHeld.store(true, ordering: .sequentiallyConsistent)
    let picture = try await open(source)
    picture.request(Self.keys(picture, level: 1))
    try await ImagingTests.wait(for: "the sequential decode") {
      source.passes.load(ordering: .sequentiallyConsistent) > 0
    }
    let other = TileKey(level: 0, column: 4, row: 4)
    picture.request([other])
    try await wait(for: [other], picture)
    #expect(color(other, picture) == TwoWays.single)
    #expect(source.completed.load(ordering: .sequentiallyConsistent) == 0)
  }
}
