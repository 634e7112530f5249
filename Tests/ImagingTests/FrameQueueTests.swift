import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `Frames that are decoded ahead` {
  private let folder = ScratchFolder()

  private struct Rig {
    let path: FilePath
    let pages: FilePages
    let store: TileStore
    let queue: FrameQueue
  }

  private func rig(
    _ bytes: [UInt8], budget: Int = TileStore.defaultBudget, turned turn: Orientation = .upright
  ) throws -> Rig {
    let path = FilePath(folder.write(bytes, to: "in.png"))
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    let store = TileStore(budget: budget)
    let source = try ImageFile.open(path)
    let info = turn == .upright ? source.info : try #require(source.turned(by: turn)).info
    let animation = FrameQueue.Animation(
      path, pages, shownAs: info, turned: turn, limits: ImageLimits())
    let queue = FrameQueue(animation, store: store) {}
    return Rig(path: path, pages: pages, store: store, queue: queue)
  }

  private func expect(
    _ frame: AnimationFrame, toBe index: Int, of rig: Rig, _ turn: Orientation
  ) throws {
    let source = try ImageFile.open(rig.path, page: index, of: rig.pages)
    let decoded = Decoded(turn == .upright ? source : try #require(source.turned(by: turn)))
    #expect(frame.index == index && frame.damage == nil)
    #expect(Set(frame.tiles.keys) == Set(decoded.tiles.keys))
    for (key, tile) in frame.tiles {
      let other = try #require(decoded.tiles[key])
      #expect(tile.size == other.size)
      for y in -2..<tile.size.height + 2 {
        for x in -2..<tile.size.width + 2 { #expect(tile[x, y] == other[x, y]) }
      }
    }
    let again = Decoded(try #require(frame.source))
    #expect(again.pixels == decoded.pixels && again.info.size == decoded.info.size)
  }

  @Test(arguments: [Orientation.upright, .turnedRight, .flippedVertically])
  func `are those of the file, also turned`(turn: Orientation) async throws {
    var random = SplitMix64(seed: 11)
    let rig = try rig(APNGFile.random(&random, frameCount: 7).bytes, turned: turn)
    #expect(rig.queue.start())
    defer { rig.queue.cancel() }
    rig.queue.request(from: 3, atMost: 7, of: 7)
    for index in 0..<7 {
      try await wait(for: "decoding") { rig.queue.isReady(index) }
      try expect(try #require(rig.queue.frame(index)), toBe: index, of: rig, turn)
    }
  }

  @Test func `take a share of the budget, and are freed with the queue`() async throws {
    var random = SplitMix64(seed: 12)
    let file = APNGFile.random(&random, frameCount: 20)
    let frameBytes = try #require(Pyramid(size: file.size).byteCount)
    // A quarter of the budget has room for three of the twenty frames.
    let rig = try rig(file.bytes, budget: 4 * (3 * frameBytes + 10))
    #expect(rig.queue.capacity == 3 && rig.queue.start())
    for first in [0, 1, 2, 18, 19, 5] {
      rig.queue.request(from: first, atMost: 20, of: 20)
      let wanted = [first, (first + 1) % 20, (first + 2) % 20]
      try await wait(for: "decoding") { wanted.allSatisfy(rig.queue.isReady) }
      for index in 0..<20 where !wanted.contains(index) { #expect(!rig.queue.isReady(index)) }
      for index in wanted {
        try expect(try #require(rig.queue.frame(index)), toBe: index, of: rig, .upright)
      }
      #expect(rig.store.pinnedBytes == 3 * frameBytes + FrameCanvas.byteCount(file.size))
    }
    rig.queue.request(from: 19, atMost: 1, of: 20)
    try await wait(for: "decoding") { rig.queue.isReady(19) }
    #expect(!rig.queue.isReady(0), "nothing follows the last frame")
    rig.queue.cancel()
    try await wait(for: "decoding") { rig.store.pinnedBytes == 0 }
  }

  @Test func `of a damaged file have a sentence`() async throws {
    var random = SplitMix64(seed: 13)
    var bytes = APNGFile.random(&random, frameCount: 3).bytes
    // In the pixels of the last frame.
    bytes[bytes.count - 30] ^= 0x55
    let rig = try rig(bytes)
    #expect(rig.queue.start())
    defer { rig.queue.cancel() }
    rig.queue.request(from: 0, atMost: 3, of: 3)
    try await wait(for: "decoding") { rig.queue.isReady(2) }
    #expect(rig.queue.frame(1)?.damage == nil)
    #expect(rig.queue.frame(2)?.damage?.contains("damaged") == true)
    #expect(rig.queue.frame(2)?.hasPixels == true)
  }

  @Test func `of a file that has changed are none`() async throws {
    var random = SplitMix64(seed: 14)
    let rig = try rig(APNGFile.random(&random, frameCount: 3).bytes)
    _ = folder.write(APNGFile.random(&random, frameCount: 5).bytes, to: "in.png")
    #expect(rig.queue.start())
    defer { rig.queue.cancel() }
    rig.queue.request(from: 0, atMost: 3, of: 3)
    try await wait(for: "decoding") { rig.queue.isReady(0) }
    let frame = try #require(rig.queue.frame(0))
    #expect(!frame.hasPixels && frame.damage?.contains("changed the file") == true)
  }

  @Test func `of a huge canvas are refused before any memory is taken`() throws {
    let path = FilePath("a.gif")
    let limits = ImageLimits(budget: 256 << 20)
    try FrameQueue.check(PixelSize(width: 4000, height: 4000), limits: limits, path)
    #expect(
      throws: ImagingError(.tooLarge, path, "animations of more than 64 megapixels are not played")
    ) {
      try FrameQueue.check(PixelSize(width: 8001, height: 8000), limits: limits, path)
    }
    let size = PixelSize(width: 6000, height: 6000)
    let error = #expect(throws: ImagingError.self) {
      try FrameQueue.check(size, limits: limits, path)
    }
    let prefix = "playing frames of 6000×6000 pixels needs at least --cache-mb "
    let reason = try #require(error?.reason)
    try #require(reason.hasPrefix(prefix))
    let megabytes = try #require(Int(reason.dropFirst(prefix.count)))
    try FrameQueue.check(size, limits: ImageLimits(budget: megabytes << 20), path)
    #expect(throws: ImagingError.self) {
      try FrameQueue.check(size, limits: ImageLimits(budget: (megabytes - 2) << 20), path)
    }
  }
}
