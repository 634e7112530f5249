import Glibc
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollBrowser

/// A screen and what supplies it, with real decoders and little memory.
@Suite struct `A tile manager` {
  @Test(arguments: 0..<8)
  func `draws all visible tiles, decodes none twice, and then stops`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rig = try Rig(
      budget: Int.random(in: 0...24, using: &random) << 20,
      viewport: PixelSize(
        width: Int.random(in: 100...1600, using: &random),
        height: Int.random(in: 100...1200, using: &random)),
      uploadLimit: Bool.random(using: &random) ? 1 << 20 : 13 << 20)
    for _ in 0..<3 {
      let scale = Double.random(in: 0.26...1.4, using: &random)
      let origin = Point(
        Double.random(in: -3000...0, using: &random).rounded(),
        Double.random(in: -2000...0, using: &random).rounded())
      let frame = Frame(
        viewport: rig.viewport,
        placement: Placement(size: rig.picture.info.size, origin: origin, scale: scale))
      rig.source.forget()
      try rig.show(frame)
      let visible = TilePlan(frame, pyramid: rig.picture.pyramid).entries.map(\.key)
      for key in visible {
        #expect(rig.compositor.surfaces.isCurrent(key))
        #expect(rig.source.count(of: key) <= 1)
      }
      let held = rig.tiles.byteCount
      #expect(held <= rig.tiles.byteLimit)
    }
  }

  @Test func `requests again only when the view changes, then also prefetches`() throws {
    let rig = try Rig(
      budget: 64 << 20, viewport: PixelSize(width: 600, height: 400), uploadLimit: .max)
    var frame = Frame(
      viewport: rig.viewport,
      placement: Placement(size: rig.picture.info.size, origin: Point(-1100, -1100), scale: 1))
    #expect(!rig.tiles.isSettled)
    try rig.show(frame)
    rig.source.forget()
    rig.tiles.prepare(rig.plan(frame), resting: frame.placement, direction: .none)
    #expect(rig.tiles.isSettled)
    let ahead = TileKey(level: 0, column: 7, row: 4)
    rig.tiles.prepare(
      rig.plan(frame), resting: frame.placement, direction: TravelDirection(x: 1, y: 0))
    while rig.source.count(of: ahead) == 0 { usleep(500) }
    #expect(rig.tiles.isSettled, "what shows is there")
    let resting = frame.placement.offset(x: 0, y: -2000)
    rig.tiles.prepare(rig.plan(frame), resting: resting, direction: .none)
    let below = TileKey(level: 0, column: 4, row: 12)
    while rig.source.count(of: below) == 0 { usleep(500) }
    frame.placement = frame.placement.offset(x: -2000, y: 0)
    rig.tiles.prepare(rig.plan(frame), resting: frame.placement, direction: .none)
    #expect(!rig.tiles.isSettled)
  }

  @Test func `divides the budget again once a frame is drawn`() throws {
    let rig = try Rig(
      budget: 128 << 20, viewport: PixelSize(width: 512, height: 512), uploadLimit: .max)
    func show(_ x: Double) throws {
      try rig.show(
        Frame(
          viewport: rig.viewport,
          placement: Placement(size: rig.picture.info.size, origin: Point(x, -512), scale: 1)))
    }
    func limit() -> Int {
      BudgetPlan(
        budget: 128 << 20, visibleTiles: 4,
        held: .init(
          buffers: rig.compositor.bufferBytes, pinned: rig.store.pinnedBytes,
          surfaces: rig.compositor.surfaces.byteCount)
      ).tileLimit
    }
    for x in [-1024.0, -2048] { try show(x) }
    #expect(rig.compositor.surfaces.byteCount >= 8 * BudgetPlan.tileBytes)
    // A coarse tile that is not visible may arrive after a frame; the next one takes it into account.
    for _ in 0..<200 where rig.store.evictableLimit != limit() {
      usleep(5000)
      try show(-2048)
    }
    #expect(rig.store.evictableLimit == limit())
  }

  @Test(arguments: [0, 9 << 20, 64 << 20])
  func `divides the budget between the compositor, the maker and the store`(budget: Int) throws {
    let maker = MeteredSurfaces()
    let store = TileStore(budget: budget)
    // A tile that arrives between two divisions would rightly change the second.
    let source = CountingSource(size: PixelSize(width: 60_000, height: 40_000), isHeld: true)
    defer { source.release() }
    let picture = TiledPicture(
      source, store: store, queue: DecodeQueue(workers: 1), wake: {})
    let viewport = PixelSize(width: 600, height: 400)
    let rig = try CompositorRig(picture, viewport, maker: maker)
    let tiles = TileManager(picture, store: store, compositor: rig.compositor)
    let frame = Frame(
      viewport: viewport,
      placement: Placement(size: picture.info.size, origin: .zero, scale: 1))
    try rig.show(frame)
    let shown = FramePlan(frame, pyramid: picture.pyramid)
    for _ in 0..<2 { tiles.prepare(shown, resting: frame.placement, direction: .none) }
    let plan = BudgetPlan(
      budget: budget, visibleTiles: 6,
      held: .init(buffers: rig.compositor.bufferBytes, pinned: store.pinnedBytes, surfaces: 0))
    #expect(tiles.byteLimit == plan.total)
    #expect(rig.compositor.surfaces.byteLimit == plan.surfaceLimit)
    #expect(maker.poolLimit == plan.poolLimit)
    #expect(maker.idleLimitChanges == (plan.poolLimit > 0 ? 1 : 0))
    #expect(store.evictableLimit == plan.tileLimit)
    #expect(tiles.byteCount >= rig.compositor.byteCount)
  }
}

/// A screen in memory with a tile manager, and a loop that does what a viewer's does.
private final class Rig {
  let viewport: PixelSize
  let source = CountingSource(size: PixelSize(width: 6000, height: 4000))
  let picture: TiledPicture
  let store: TileStore
  let compositor: Compositor
  let tiles: TileManager
  private let window: Surface
  private let bell = Bell()

  init(budget: Int, viewport: PixelSize, uploadLimit: Int) throws {
    self.viewport = viewport
    store = TileStore(budget: budget)
    let maker = LimitedSurfaces(uploadLimit: uploadLimit)
    picture = TiledPicture(
      source, store: store, queue: DecodeQueue(workers: 2), wake: { [bell] in bell.ring() })
    let painter = Painter(maker: maker, provider: picture, isOpaque: true, byteLimit: budget / 2)
    compositor = try Compositor(painter: painter, maker: maker)
    tiles = TileManager(picture, store: store, compositor: compositor)
    window = try Surface(imageOf: viewport, opaque: true)
  }

  func plan(_ frame: Frame) -> FramePlan { FramePlan(frame, pyramid: picture.pyramid) }

  /// Shows a frame again and again, as decoders ask for it, until nothing is left to be done.
  func show(_ frame: Frame) throws {
    let plan = plan(frame)
    while true {
      compositor.invalidate(picture.drainArrivals())
      tiles.prepare(plan, resting: frame.placement, direction: .none)
      let report = try compositor.show(plan, on: window)
      tiles.finish(plan, resting: frame.placement, direction: .none)
      if report.isUnfinished { continue }
      if tiles.isSettled { return }
      bell.wait()
    }
  }
}

/// What decoders ring and the test waits at; a ring is not lost if no one waits.
private final class Bell: Sendable {
  private let isRung = Atomic(false)

  func ring() { isRung.store(true, ordering: .releasing) }

  func wait() { while !isRung.exchange(false, ordering: .acquiring) { usleep(500) } }
}

/// Surfaces in memory that may be uploaded to only so much in a frame, as through a connection.
private final class LimitedSurfaces: SurfaceFactory {
  let sendsPixels = false
  let uploadLimit: Int
  private let images = ImageSurfaceFactory()
  let pooledBytes = 0
  var poolLimit = 0
  let stagingBytes = 0

  init(uploadLimit: Int) { self.uploadLimit = uploadLimit }

  func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try images.makeSurface(size: size, opaque: opaque)
  }

  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    images.upload(pixels, stride: stride, size: size, to: surface)
  }
}

/// A picture of one color that counts how often each tile is decoded.
final class CountingSource: TileSource {
  let info: ImageInfo
  private let counts = Mutex<[TileKey: Int]>([:])
  private let isHeld: Atomic<Bool>

  /// With `isHeld`, decodes nothing until it is released.
  init(size: PixelSize, isHeld: Bool = false) {
    info = ImageInfo(format: "test", size: size, layout: "one color")
    self.isHeld = Atomic(isHeld)
  }

  func release() { isHeld.store(false, ordering: .releasing) }

  func count(of key: TileKey) -> Int { counts.withLock { $0[key] ?? 0 } }

  func forget() { counts.withLock { $0 = [:] } }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    counts.withLock { $0[key, default: 0] += 1 }
    while isHeld.load(ordering: .acquiring) { usleep(500) }
    let size = pyramid.rect(of: key).size
    let padded = PixelSize(
      width: size.width + 2 * TilePixels.apron, height: size.height + 2 * TilePixels.apron)
    return TilePixels(
      size: size, isOpaque: true,
      storage: ContiguousArray(repeating: 0xFF80_8080, count: padded.width * padded.height))
  }
}
