import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollImaging

/// Colors each tile by its key, and can be held up; counts what it is asked for.
private final class SlowSource: TileSource {
  let info: ImageInfo
  private let asked = Mutex<[TileKey]>([])
  private let gate = Mutex<Void>(())
  private let refused: TileKey?

  init(_ size: PixelSize, refusing refused: TileKey? = nil) {
    info = ImageInfo(format: "test", size: size)
    self.refused = refused
  }

  var requests: [TileKey] { asked.withLock { $0 } }

  /// Runs `body` while no tile can be finished.
  func holdingUp<R>(_ body: () -> R) -> R { gate.withLock { _ in body() } }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    asked.withLock { $0.append(key) }
    gate.withLock { _ in }
    if key == refused { throw ImagingError(.damaged, "test", "this tile is broken") }
    let size = pyramid.rect(of: key).size
    let color = UInt32(0xFF00_0000) | UInt32(key.level << 16 | key.row << 8 | key.column)
    let count = TilePixels.padded(size).area ?? 0
    return TilePixels(
      size: size, isOpaque: true, storage: ContiguousArray(repeating: color, count: count))
  }
}

/// Has no tiles to decode.
private final class IdleWork: TileWork {
  func decodeNext() -> Bool { false }
}

/// Rows that come only once they are let through, as of a picture that takes long.
private final class SlowRows: RowSource {
  let info = ImageInfo(format: "test", size: PixelSize(width: 300, height: 200))
  let hasBegun = Atomic(false)
  let isLetThrough = Atomic(false)

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    hasBegun.store(true, ordering: .sequentiallyConsistent)
    while !isLetThrough.load(ordering: .sequentiallyConsistent) {
      guard shouldContinue() else { return }
      usleep(1000)
    }
    try PlainRows(info: info).decode(into: builder, while: shouldContinue)
  }
}

/// Rows of noise, whose tiles are as long as their pixels; counts the rows of each pass.
private struct NoisyRows: RowSource {
  let info = ImageInfo(format: "test", size: PixelSize(width: 900, height: 2000))
  let passes = PassCounter()

  final class PassCounter: Sendable {
    private let rows = Mutex<[Int]>([])
    /// Called once, when so many rows of a pass were decoded.
    let interruption = Mutex<(row: Int, body: @Sendable () -> Void)?>(nil)
    /// The rows that were decoded in each pass.
    var counts: [Int] { rows.withLock { $0 } }
    func begin() { rows.withLock { $0.append(0) } }
    func count() {
      let count = rows.withLock { rows in
        rows[rows.count - 1] += 1
        return rows[rows.count - 1]
      }
      let body = interruption.withLock { interruption in
        guard let body = interruption?.body, interruption?.row == count else {
          return nil as (@Sendable () -> Void)?
        }
        interruption = nil
        return body
      }
      body?()
    }
  }

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    passes.begin()
    while !builder.isComplete, shouldContinue() {
      var random = SplitMix64(seed: UInt64(builder.rowCount))
      for index in builder.nextRow.indices {
        builder.nextRow[index] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
      }
      builder.commitRow()
      passes.count()
    }
  }
}

/// Pictures of noisy rows with a cache that has no room for the finest level.
private struct Detail {
  private let scratch = ScratchFolder()
  private let file: ImageFile
  private let cache: CacheFolder

  init() throws {
    file = try ImageFile.examine(FilePath(scratch.write([1], to: "a"))).0
    // The finest level takes 7 MB, the next one 2 MB.
    cache = CacheFolder(path: FilePath(scratch.file("cache")), byteLimit: 4_000_000)
  }

  func open(_ rows: NoisyRows) async throws -> TiledPicture {
    let picture = TiledPicture(
      DiskBackedRows(rows: rows, file: file, tileFileKey: TileFileKey(file)),
      store: TileStore(budget: 4 << 20), queue: DecodeQueue(workers: 1), cache: cache
    ) {}
    try await end(of: picture)
    // It is published on a thread that loading does not wait for.
    let key = try #require(TileFileKey(file))
    try await wait(for: "the tile file") {
      TileFile(of: key, pyramid: picture.pyramid, in: cache) != nil
    }
    return picture
  }

  func end(of picture: TiledPicture) async throws {
    try await wait(for: "the end of the pass") {
      if case .loading = picture.state { false } else { true }
    }
  }
}

@Suite struct `A picture in tiles` {
  private let source = SlowSource(Self.size)
  private let store = TileStore()

  /// A picture and the stream of its wakes.
  private func open(
    _ source: any ImageSource, workers: Int = 1, store: TileStore? = nil
  ) -> (picture: TiledPicture, wakes: AsyncStream<Void>) {
    let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
    let picture = TiledPicture(
      source, store: store ?? self.store, queue: DecodeQueue(workers: workers)
    ) { continuation.yield() }
    return (picture, wakes)
  }

  /// Takes arrivals until all of `keys` came, and answers all that came in their order.
  private func arrivals(
    of keys: [TileKey], _ picture: TiledPicture, _ wakes: AsyncStream<Void>
  ) async -> [TileKey] {
    var arrived = picture.drainArrivals()
    for await _ in wakes {
      arrived += picture.drainArrivals()
      if Set(keys).isSubset(of: arrived) { break }
    }
    return arrived
  }

  private static let size = PixelSize(width: 2560, height: 2560)

  @Test func `decodes its coarsest tile without a request`() async {
    let (picture, wakes) = open(SlowSource(Self.size))
    let key = TileKey(level: 4, column: 0, row: 0)
    _ = await arrivals(of: [key], picture, wakes)
    #expect(picture.pixels(key)?[0, 0] == 0xFF04_0000)
    #expect(picture.state == .complete)
  }

  @Test func `counts the finest whole level once, and decodes nothing for it`() async {
    let source = SlowSource(PixelSize(width: 900, height: 600))
    let (picture, wakes) = open(source)
    let whole = (0..<2).flatMap { row in
      (0..<2).map { TileKey(level: 1, column: $0, row: row) }
    }
    let coarsest = TileKey(level: 2, column: 0, row: 0)
    picture.request(whole + [TileKey(level: 0, column: 0, row: 0)])
    _ = await arrivals(
      of: whole + [coarsest, TileKey(level: 0, column: 0, row: 0)], picture, wakes)
    let requests = source.requests
    let counted = picture.countPixels()
    #expect(counted?.level == 1 && counted?.histogram.pixelCount == 450 * 300)
    #expect(counted?.histogram[.red].dropFirst().first == 450 * 300)
    #expect(picture.countPixels(finerThan: 1) == nil)
    #expect(picture.countPixels(while: { false }) == nil)
    #expect(source.requests == requests && picture.pendingRequestCount == 0)
  }

  @Test func `counts all pixels, whatever is in memory, and none that cannot be decoded`() async {
    let source = SlowSource(PixelSize(width: 900, height: 600))
    let counted = open(source).picture.countAllPixels()
    #expect(counted?.level == 0 && counted?.histogram.pixelCount == 900 * 600)
    #expect(open(source).picture.countAllPixels(while: { false }) == nil)
    let info = ImageInfo(format: "test", size: PixelSize(width: 900, height: 600))
    let rows = open(PlainRows(info: info)).picture.countAllPixels()
    #expect(rows?.histogram[.red].dropFirst(0x10).first == 900 * 600)
    #expect(open(PlainRows(info: info, goodRows: 100)).picture.countAllPixels() == nil)
  }

  @Test func `counts what is there of a picture of which a part is missing`() async {
    let size = PixelSize(width: 900, height: 600)
    let info = ImageInfo(format: "test", size: size)
    let (picture, wakes) = open(PlainRows(info: info, goodRows: 100))
    for await _ in wakes {
      // Without, there are no wakes of what comes after the first one.
      _ = picture.drainArrivals()
      if case .damaged = picture.state { break }
    }
    let counted = picture.countPixels()
    #expect(counted?.level == picture.pyramid.levelCount)
    #expect(counted?.histogram.pixelCount == 225 * 25)
    #expect(counted?.histogram.share(.red, atLightEnd: false) == 0)
  }

  @Test(arguments: [
    (nil, "there is no cache folder"),
    (0, "--disk-cache-gb 0 disables tile files"),
    (100, "its tile file exceeds --disk-cache-gb"),
  ])
  func `says why its finest detail is missing`(limit: Int?, reason: String) async throws {
    let scratch = ScratchFolder()
    let file = scratch.write([1], to: "a")
    let rows = DiskBackedRows(
      rows: PlainRows(info: ImageInfo(format: "test", size: PixelSize(width: 900, height: 900))),
      file: try ImageFile.examine(FilePath(file)).0,
      tileFileKey: TileFileKey(try ImageFile.examine(FilePath(file)).0))
    let cache = limit.map { CacheFolder(path: FilePath(scratch.file("cache")), byteLimit: $0) }
    let picture = TiledPicture(
      rows, store: TileStore(budget: 1 << 20), queue: DecodeQueue(workers: 1), cache: cache
    ) {}
    try await wait(for: "the end of the pass") {
      if case .loading = picture.state { false } else { true }
    }
    #expect(
      picture.state
        == .damaged(
          "Some of the finest detail is missing: the picture is too large for --cache-mb, and \(reason)."
        ))
  }

  @Test
  func `keeps coarse levels on the disk, and decodes the finest one again where it is requested`()
    async throws
  {
    let detail = try Detail()
    var reference: [TileKey: TilePixels] = [:]
    let plain = NoisyRows()
    let builder = PyramidBuilder(plain.info, progressiveArea: .max) { reference[$0] = $1 }
    try plain.decode(into: builder) { true }
    /// Requests tiles, and waits for them.
    func expect(_ keys: [TileKey], of picture: TiledPicture) async throws {
      picture.request(keys)
      try await wait(for: "\(keys)") { keys.allSatisfy { picture.pixels($0) != nil } }
      for key in keys {
        let (found, expected) = (try #require(picture.pixels(key)), try #require(reference[key]))
        #expect(difference(found, expected) == 0, "\(key)")
      }
    }
    let top = [TileKey(level: 0, column: 1, row: 0), TileKey(level: 0, column: 2, row: 1)]
    let bottom = [TileKey(level: 0, column: 0, row: 7)]
    let next = [TileKey(level: 1, column: 0, row: 0), TileKey(level: 1, column: 1, row: 3)]
    var rows = NoisyRows()
    do {
      let picture = try await detail.open(rows)
      #expect(picture.state == .complete && rows.passes.counts == [2000])
      try await expect(next + bottom, of: picture)
      try await detail.end(of: picture)
      #expect(picture.state == .complete && rows.passes.counts == [2000, 2000])
      picture.request([])
    }
    // The next time the coarse levels are there at once.
    rows = NoisyRows()
    let picture = try await detail.open(rows)
    try await expect(next + [TileKey(level: 3, column: 0, row: 0)], of: picture)
    #expect(picture.state == .complete && rows.passes.counts.isEmpty)
    // A pass ends with the last row that is needed.
    try await expect(top, of: picture)
    try await detail.end(of: picture)
    #expect(rows.passes.counts.count == 1 && rows.passes.counts[0] <= 1024)
    try await expect(next, of: picture)
    #expect(rows.passes.counts.count == 1)
    try await expect(bottom, of: picture)
    try await detail.end(of: picture)
    #expect(picture.state == .complete && rows.passes.counts.count == 2)
    // What is there needs none, and neither does what was requested before.
    try await expect(bottom, of: picture)
    picture.cancel()
    #expect(rows.passes.counts.count == 2 && !picture.hasFailed(bottom[0]))
  }

  @Test func `ends a pass that is past what is requested, and begins the next`() async throws {
    let detail = try Detail()
    _ = try await detail.open(NoisyRows())
    let rows = NoisyRows()
    let picture = try await detail.open(rows)
    // Too far away from each other to be kept for each other.
    let (below, above) = (
      TileKey(level: 0, column: 2, row: 5), TileKey(level: 0, column: 3, row: 0)
    )
    rows.passes.interruption.withLock { interruption in
      interruption = (1000, { [weak picture] in picture?.request([above]) })
    }
    picture.request([below])
    try await wait(for: "the tile above") { picture.pixels(above) != nil }
    try await detail.end(of: picture)
    #expect(rows.passes.counts.count == 2)
    #expect(rows.passes.counts.first.map { $0 <= 1024 } == true)
    #expect(rows.passes.counts.last.map { $0 <= 768 } == true)
  }

  @Test func `decodes only the newest requests, in their order`() async {
    let (picture, wakes) = open(source)
    let stale = (0..<10).map { TileKey(level: 0, column: $0, row: 0) }
    let wanted = (0..<10).map { TileKey(level: 0, column: 9 - $0, row: 5) }
    source.holdingUp {
      picture.request(stale)
      picture.request(wanted)
    }
    _ = await arrivals(of: wanted + [TileKey(level: 4, column: 0, row: 0)], picture, wakes)
    #expect(source.requests.filter { $0.row == 5 } == wanted)
    // At most the one tile that was begun before the requests were replaced.
    #expect(source.requests.filter { $0.level == 0 && $0.row == 0 }.count <= 1)
  }

  /// Holds every tile back until the gate opens, and counts the decoders that wait there.
  private final class GatedSource: TileSource {
    let info = ImageInfo(format: "test", size: PixelSize(width: 2560, height: 2560))
    let isOpen = Atomic(false)
    let waiting = Atomic(0)
    let most = Atomic(0)

    func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
      let now = waiting.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      while !isOpen.load(ordering: .sequentiallyConsistent) { usleep(1000) }
      waiting.subtract(1, ordering: .sequentiallyConsistent)
      let size = pyramid.rect(of: key).size
      let count = TilePixels.padded(size).area ?? 0
      // Filled one by one without optimization, tiles took most of the test.
      let storage = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { pixels, filled in
        if let start = pixels.baseAddress { memset(start, 0, 4 * count) }
        filled = count
      }
      return TilePixels(size: size, isOpaque: true, storage: storage)
    }
  }

  @Test(arguments: 1...3)
  func `is decoded by as many threads as there are workers`(workers: Int) async throws {
    let source = GatedSource()
    defer { source.isOpen.store(true, ordering: .sequentiallyConsistent) }
    let (picture, wakes) = open(source, workers: workers)
    let keys = (0..<100).map { TileKey(level: 0, column: $0 % 10, row: $0 / 10) }
    // Each request starts one thread, as each frame of a viewer does.
    for _ in 0..<2 * workers { picture.request(keys) }
    try await wait(for: "\(workers) decoders") {
      source.waiting.load(ordering: .sequentiallyConsistent) == workers
    }
    source.isOpen.store(true, ordering: .sequentiallyConsistent)
    _ = await arrivals(of: keys, picture, wakes)
    #expect(source.most.load(ordering: .sequentiallyConsistent) == workers)
    #expect(DecodeQueue.defaultWorkers == max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
  }

  @Test func `decodes each tile once, however often it is requested`() async {
    let (picture, wakes) = open(source, workers: 4)
    let wanted = (0..<100).map { TileKey(level: 0, column: $0 % 10, row: $0 / 10) }
    for _ in 0..<20 { picture.request(wanted + wanted) }
    _ = await arrivals(of: wanted + [TileKey(level: 4, column: 0, row: 0)], picture, wakes)
    picture.request(wanted)
    #expect(picture.pendingRequestCount == 0)
    #expect(Set(source.requests).count == source.requests.count)
  }

  @Test func `ignores keys that do not exist`() async {
    let (picture, wakes) = open(source)
    let good = TileKey(level: 0, column: 9, row: 9)
    let bad = [(0, 10, 0), (0, -1, 0), (-1, 0, 0), (5, 0, 0), (0, 0, 10)]
    picture.request(bad.map { TileKey(level: $0.0, column: $0.1, row: $0.2) } + [good])
    let arrived = await arrivals(of: [good, TileKey(level: 4, column: 0, row: 0)], picture, wakes)
    #expect(Set(arrived).count == 2)
  }

  @Test func `reports a tile that failed, and does not try it again`() async {
    let broken = TileKey(level: 0, column: 1, row: 1)
    let source = SlowSource(Self.size, refusing: broken)
    let (picture, wakes) = open(source)
    let good = TileKey(level: 0, column: 2, row: 1)
    picture.request([broken, good])
    _ = await arrivals(of: [good, TileKey(level: 4, column: 0, row: 0)], picture, wakes)
    #expect(picture.state == .damaged("This tile is broken."))
    picture.request([broken, good])
    #expect(picture.pendingRequestCount == 0 && picture.pixels(broken) == nil)
    #expect(source.requests.filter { $0 == broken }.count == 1)
  }

  @Test func `wakes once until its arrivals are taken`() async throws {
    let count = Mutex(0)
    let source = SlowSource(Self.size)
    let (done, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = self.store
    let picture = TiledPicture(source, store: store, queue: DecodeQueue(workers: 1)) {
      count.withLock { $0 += 1 }
      continuation.yield()
    }
    picture.request((0..<10).map { TileKey(level: 0, column: $0, row: 0) })
    for await _ in done { break }
    try await wait(for: "the tiles") { store.count >= 11 }
    #expect(count.withLock { $0 } == 1)
    #expect(Set(picture.drainArrivals()).count == 11)
    #expect(picture.drainArrivals().isEmpty)
  }

  @Test func `decodes an evicted tile again`() async {
    let small = TileStore(budget: 4 * 270_400)
    let (picture, wakes) = open(source, store: small)
    let wanted = (0..<10).map { TileKey(level: 0, column: $0, row: 0) }
    picture.request(wanted)
    _ = await arrivals(of: wanted + [TileKey(level: 4, column: 0, row: 0)], picture, wakes)
    #expect(small.heldBytes <= small.budget)
    #expect(picture.pixels(TileKey(level: 4, column: 0, row: 0)) != nil)
    #expect(picture.pixels(wanted[0]) == nil)
    picture.request([wanted[0]])
    _ = await arrivals(of: [wanted[0]], picture, wakes)
    #expect(picture.pixels(wanted[0]) != nil)
  }

  @Test func `decoded in a pass delivers every tile and is complete`() async {
    let (picture, wakes) = open(PlainRows(info: ImageInfo(format: "test", size: Self.size)))
    for await _ in wakes {
      _ = picture.drainArrivals()
      if picture.state == .complete { break }
    }
    let tiles = picture.pyramid.levels.map { picture.pyramid.grid(ofLevel: $0).area ?? 0 }
    #expect(store.count == tiles.reduce(0, +))
    #expect(store.heldBytes == picture.pyramid.byteCount)
    #expect(picture.pixels(TileKey(level: 3, column: 1, row: 1))?[5, 5] == 0xFF10_2030)
  }

  @Test func `whose rows end early keeps them and reports the error`() async {
    let info = ImageInfo(format: "test", size: Self.size)
    let (picture, wakes) = open(PlainRows(info: info, goodRows: 300))
    let damaged = TiledPicture.State.damaged("The rest is missing.")
    for await _ in wakes {
      _ = picture.drainArrivals()
      if picture.state == damaged { break }
    }
    #expect(picture.pixels(TileKey(level: 0, column: 3, row: 0))?.isComplete == true)
    #expect(picture.pixels(TileKey(level: 0, column: 3, row: 1))?.filled.height == 44)
    #expect(picture.pixels(TileKey(level: 0, column: 3, row: 2)) == nil)
  }

  @Test func `that is stopped before it began keeps nothing`() async {
    let queue = DecodeQueue(workers: 1)
    let gate = Mutex<Void>(())
    let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
    let picture = gate.withLock { _ in
      // A pass ahead of it that cannot end before the gate opens.
      _ = queue.schedulePass(for: IdleWork()) { gate.withLock { _ in } }
      let picture = TiledPicture(
        PlainRows(info: ImageInfo(format: "test", size: Self.size)), store: store, queue: queue
      ) { continuation.yield() }
      #expect(picture.state == .loading(fraction: 0))
      picture.cancel()
      return picture
    }
    for await _ in wakes { break }
    #expect(picture.state == .stopped)
    #expect(picture.pixels(TileKey(level: 0, column: 0, row: 0)) == nil)
  }

  @Test(arguments: [false, true])
  func `decoded in a long pass rests while one is decoded that came after it`(isDropped: Bool) {
    let queue = DecodeQueue(workers: 1)
    let slow = [SlowRows(), SlowRows()]
    var pictures: [TiledPicture] = []
    for rows in slow {
      pictures.append(TiledPicture(rows, store: store, queue: queue) {})
      #expect(spin { rows.hasBegun.load(ordering: .sequentiallyConsistent) })
    }
    // The first one rests for the second, which rests for the third.
    let rows = PlainRows(info: ImageInfo(format: "test", size: Self.size))
    let last = TiledPicture(rows, store: store, queue: queue) {}
    #expect(spin { last.state == .complete })
    slow[0].isLetThrough.store(true, ordering: .sequentiallyConsistent)
    usleep(20_000)
    #expect(pictures[0].state == .loading(fraction: 0), "the second one goes on first")
    if isDropped {
      pictures.removeLast()
    } else {
      slow[1].isLetThrough.store(true, ordering: .sequentiallyConsistent)
    }
    #expect(spin { pictures.allSatisfy { $0.state == .complete } })
  }

  @Test func `that is dropped while its file does not answer holds up no other`() {
    let (queue, key) = (DecodeQueue(workers: 1), TileKey(level: 0, column: 0, row: 0))
    let (held, hungPass) = (SlowSource(Self.size), IdleWork())
    let gate = Mutex<Void>(())
    let begun = Mutex(false)
    let isDone = held.holdingUp {
      gate.withLock { _ in
        var hung: TiledPicture? = TiledPicture(held, store: store, queue: queue) {}
        hung?.request([key])
        _ = queue.schedulePass(for: hungPass) {
          begun.withLock { $0 = true }
          gate.withLock { _ in }
        }
        guard spin(until: { begun.withLock { $0 } && !held.requests.isEmpty }) else { return false }
        let rows = TiledPicture(
          PlainRows(info: ImageInfo(format: "test", size: Self.size)), store: store, queue: queue
        ) {}
        let tiles = TiledPicture(SlowSource(Self.size), store: store, queue: queue) {}
        tiles.request([key])
        let isHeld = rows.state == .loading(fraction: 0) && tiles.pixels(key) == nil
        hung = nil
        queue.forget(hungPass)
        return isHeld && spin { tiles.pixels(key) != nil && rows.state == .complete }
      }
    }
    #expect(isDone)
  }

  /// Waits on this thread, at most 30 s, for others to have done something.
  private func spin(until condition: () -> Bool) -> Bool {
    for _ in 0..<30_000 {
      if condition() { return true }
      usleep(1000)
    }
    return false
  }

  @Test func `that is dropped leaves nothing behind`() async throws {
    do {
      let (picture, wakes) = open(source)
      picture.request([TileKey(level: 0, column: 0, row: 0)])
      _ = await arrivals(of: [TileKey(level: 0, column: 0, row: 0)], picture, wakes)
    }
    try await wait(for: "the end of the picture") { store.count == 0 }
    #expect(store.heldBytes == 0)
  }
}
