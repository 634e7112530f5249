import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `A compositor` {
  private let maker = MeteredSurfaces()
  private static let viewport = PixelSize(width: 400, height: 300)
  private static let tile = 260 * 260 * 4
  /// The kept content: 256 pixels wider than the window, either side a multiple of 64.
  private static let buffer = 704 * 320 * 4

  private let provider = FakePicture(size: PixelSize(width: 3000, height: 2000))

  /// Four tiles show at the corner.
  private func frame(_ x: Double = 0, _ y: Double = 0, scale: Double = 1) -> Frame {
    Frame(
      viewport: Self.viewport,
      placement: Placement(size: provider.pyramid.size, origin: Point(x, y), scale: scale))
  }

  private func plan(_ frame: Frame) -> FramePlan {
    FramePlan(frame, pyramid: provider.pyramid)
  }

  private func key(_ column: Int, _ row: Int, level: Int = 0) -> TileKey {
    TileKey(level: level, column: column, row: row)
  }

  @Test func `counts the tiles of a frame, those not uploaded yet, and those missing altogether`()
    throws
  {
    let (one, other) = (key(0, 0), key(1, 1))
    provider.available = { $0 == one || $0 == other }
    let rig = try CompositorRig(provider, Self.viewport)
    #expect(rig.compositor.tileCounts(of: plan(frame())) == (4, 4))
    #expect(rig.compositor.hasMissingTiles(in: plan(frame())))
    let report = try rig.show(frame())
    #expect(report.missing == 2 && !report.isUnfinished)
    #expect(rig.compositor.tileCounts(of: plan(frame())) == (4, 2))
    #expect(rig.compositor.hasMissingTiles(in: plan(frame())))
    #expect(rig.compositor.tileCounts(of: plan(frame(-256, 0))) == (4, 3))
    provider.available = { $0.level == 0 }
    rig.compositor.invalidate([key(1, 0), key(0, 1)])
    #expect(try rig.show(frame()).missing == 0)
    #expect(!rig.compositor.hasMissingTiles(in: plan(frame())))
    #expect(rig.compositor.hasMissingTiles(in: plan(frame(-256, 0))))
  }

  @Test(arguments: [1, 3])
  func `counts no tile as missing that has a placeholder`(level: Int) throws {
    provider.available = { $0.level == level }
    let rig = try CompositorRig(provider, Self.viewport)
    #expect(rig.compositor.hasMissingTiles(in: plan(frame())))
    #expect(try rig.show(frame()).missing == 4)
    #expect(!rig.compositor.hasMissingTiles(in: plan(frame())))
    #expect(rig.compositor.tileCounts(of: plan(frame())) == (4, 4))
  }

  @Test func `redraws where tiles have arrived, including placeholders`() throws {
    provider.available = { $0.level == 2 }
    let rig = try CompositorRig(provider, Self.viewport)
    try rig.show(frame())
    #expect(try rig.show(frame()).repaint.isEmpty)
    provider.available = { $0.level > 0 || $0.column == 0 }
    rig.compositor.invalidate([key(0, 0)])
    #expect(
      try rig.show(frame()).repaint.content == [PixelRect(x: 0, y: 0, width: 256, height: 256)])
    #expect(try rig.show(frame()).repaint.isEmpty, "it is drawn once")
    // A tile that covers all is not touched by a coarser one.
    rig.compositor.invalidate([key(0, 0, level: 1)])
    let content = try rig.show(frame()).repaint.content
    #expect(content.pixelCount == 400 * 300 - 256 * 256)
    // Nor is what is under that one by one that is still coarser.
    rig.compositor.invalidate([key(0, 0, level: 2), key(7, 7)])
    #expect(try rig.show(frame()).repaint.content.isEmpty)
  }

  @Test func `redraws everything at once where all tiles have other pixels`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    try rig.show(frame())
    #expect(try rig.show(frame()).repaint.isEmpty)
    let uploads = rig.compositor.surfaces.uploadCount
    rig.compositor.invalidateAll()
    #expect(!rig.compositor.surfaces.hasWhole(key(0, 0)))
    let report = try rig.show(frame())
    #expect(report.repaint.content.pixelCount == 400 * 300 && !report.isUnfinished)
    #expect(rig.compositor.surfaces.uploadCount == uploads + 4)
    #expect(try rig.show(frame()).repaint.isEmpty, "it is drawn once")
  }

  @Test(arguments: [1.0, 0.1])
  func `redraws the coarsest level's tile when it arrives`(scale: Double) throws {
    provider.available = { _ in false }
    let rig = try CompositorRig(provider, Self.viewport)
    #expect(try rig.show(frame(scale: scale)).missing > 0)
    provider.available = { $0.level == provider.pyramid.coarsestLevel }
    rig.compositor.invalidate([key(0, 0, level: provider.pyramid.coarsestLevel)])
    let content = try rig.show(frame(scale: scale)).repaint.content
    #expect(content.pixelCount == (scale == 1 ? 400 * 300 : 300 * 200))
  }

  @Test func `reports unfinished frames while uploads are postponed`() throws {
    maker.uploadLimit = 1
    let rig = try CompositorRig(provider, Self.viewport, maker: maker)
    for left in [3, 2, 1, 0] {
      let report = try rig.show(frame())
      #expect(report.missing == left)
      #expect(report.isUnfinished == (left > 0))
      #expect(rig.compositor.surfaces.uploadCount == 4 - left)
    }
    #expect(try rig.show(frame()).repaint.isEmpty)
    #expect(rig.window.pixel(x: 300, y: 280) == FakePicture.color(level: 0, x: 300, y: 280))
  }

  @Test func `does not limit the uploads of other drawings`() throws {
    maker.uploadLimit = 1
    let rig = try CompositorRig(provider, Self.viewport, maker: maker)
    #expect(try rig.show(frame()).missing == 3)
    let elsewhere = try Surface(imageOf: Self.viewport, opaque: true)
    #expect(try rig.painter.draw(frame(), on: Canvas(elsewhere)) == 0)
  }

  @Test func `counts the bytes of tiles, buffers and pooled surfaces`() throws {
    (maker.pooledBytes, maker.stagingBytes) = (1000, 30)
    let rig = try CompositorRig(provider, Self.viewport, maker: maker)
    #expect(rig.compositor.bufferBytes == 30)
    #expect(rig.compositor.byteCount == 1030)
    try rig.show(frame())
    #expect(rig.compositor.bufferBytes == 30 + Self.buffer)
    #expect(rig.compositor.byteCount == 1030 + Self.buffer + 4 * Self.tile)
    #expect(maker.isOpaque.allSatisfy { $0 })
  }

  @Test func `composites overlays on a surface that grows as needed`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    var frame = frame()
    let sizes = [(40, 10, 40 * 10), (30, 10, 40 * 10), (20, 60, 40 * 60), (50, 5, 50 * 60)]
    for (width, height, pixels) in sizes {
      frame.indicators = [
        Indicator(
          frame: Rect(x: 100, y: 100, width: Double(width), height: Double(height)),
          cornerRadius: 0, color: .white)
      ]
      try rig.show(frame)
      #expect(rig.compositor.bufferBytes == Self.buffer + pixels * 4)
      #expect(rig.maker.isOpaque.allSatisfy { $0 })
      for (x, y) in [(100, 100), (99 + width, 99 + height)] {
        #expect(rig.window.pixel(x: x, y: y)?.colors == 0xFFFFFF)
      }
      for (x, y) in [(99, 100), (100, 99), (100 + width, 100), (100, 100 + height)] {
        #expect(rig.window.pixel(x: x, y: y) == FakePicture.color(level: 0, x: x, y: y))
      }
    }
  }

  @Test func `allocates new buffers for another window size, and redraws everything`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    try rig.show(frame())
    var other = frame()
    other.viewport = PixelSize(width: 200, height: 300)
    let report = try rig.show(other)
    #expect(report.repaint.motion == nil)
    #expect(rig.compositor.bufferBytes == 512 * 320 * 4)
    #expect(rig.maker.bytesBefore == 4 * Self.tile, "the old ones go first")
  }

  @Test func `copies everything to an exposed window without redrawing content`() throws {
    let rig = try CompositorRig(provider, Self.viewport)
    try rig.show(frame())
    let before = rig.window.pixels()
    try Canvas(rig.window).clear(.white)
    #expect(try rig.show(frame()).repaint.isEmpty)
    #expect(rig.window.pixel(x: 0, y: 0)?.colors == 0xFFFFFF)
    let report = try rig.show(frame(), isExposed: true)
    #expect(report.repaint.content.isEmpty && report.missing == 0)
    #expect(rig.window.pixels() == before)
  }
}

/// A compositor whose pixels go through a connection.
@Suite struct `A compositor on a remote display` {
  private let provider = FakePicture(size: PixelSize(width: 4000, height: 3000))
  private let viewport = PixelSize(width: 1067, height: 800)

  private func rig(sends: Bool = true) throws -> CompositorRig {
    let maker = MeteredSurfaces()
    maker.sendsPixels = sends
    return try CompositorRig(provider, viewport, maker: maker)
  }

  private func frame(_ scale: Double, _ x: Double = 0, _ y: Double = 0) -> Frame {
    Frame(
      viewport: viewport,
      placement: Placement(size: provider.pyramid.size, origin: Point(x, y), scale: scale))
  }

  @Test(arguments: [0.1, 0.2, 0.26675, 0.31, 0.45, 0.5])
  func `uploads what is drawn of a picture that fits`(scale: Double) throws {
    let (remote, local) = (try rig(), try rig(sends: false))
    try remote.show(frame(scale))
    try local.show(frame(scale))
    #expect(remote.window.pixels() == local.window.pixels())
    let shown = Rect(x: 0, y: 0, width: 4000 * scale, height: 3000 * scale)
      .intersection(PixelRect(viewport).rect)
    let share = Double(remote.maker.uploadedBytes) / (shown.width * shown.height * 4)
    #expect(share < (scale > 0.3 ? 1.9 : 1.1), "\(share)")
  }

  @Test func `uploads nothing to scroll over what is there, whole pixels at a time`() throws {
    let (remote, local) = (try rig(), try rig(sends: false))
    try remote.show(frame(0.4))
    let uploaded = remote.maker.uploadedBytes
    for y in [-1.0, -3, -8] {
      try remote.show(frame(0.4, 0, y))
      try local.show(frame(0.4, 0, y))
      #expect(remote.window.pixels() == local.window.pixels())
    }
    #expect(remote.maker.uploadedBytes == uploaded)
  }

  @Test func `uploads more pixels after a zoom, not during it`() throws {
    let (remote, local) = (try rig(), try rig(sends: false))
    try remote.show(frame(0.26675))
    let uploaded = remote.maker.uploadedBytes
    for scale in [0.3, 0.35, 0.4] {
      let report = try remote.show(frame(scale), refines: false)
      #expect(report.isUnfinished && report.missing == 0)
    }
    #expect(remote.maker.uploadedBytes == uploaded)
    #expect(try remote.show(frame(0.4)).isUnfinished == false)
    try local.show(frame(0.4))
    #expect(remote.window.pixels() == local.window.pixels())
  }

  @Test func `requests tiles again that need more pixels`() throws {
    let remote = try rig()
    try remote.show(frame(0.26675))
    provider.available = { _ in false }
    try remote.show(frame(0.4))
    let surfaces = remote.compositor.surfaces
    let key = TileKey(level: 1, column: 1, row: 1)
    #expect(surfaces.contains(key) && !surfaces.isCurrent(key))
    provider.available = { _ in true }
    remote.compositor.invalidate([key])
    try remote.show(frame(0.4))
    #expect(surfaces.isCurrent(key))
  }
}
