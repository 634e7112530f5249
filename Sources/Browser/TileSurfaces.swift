package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// A cache of tile surfaces, on the window's server where there is one.
///
/// Surfaces are uploaded when they are first drawn. When they exceed the limit, the least recently drawn are evicted.
package final class TileSurfaces {
  /// A tile with a surface.
  package struct Entry {
    /// Its pixels, apron included, or what was drawn of them.
    package let surface: Surface
    /// How it was drawn before it was uploaded; `nil` where its own pixels were uploaded.
    fileprivate let drawing: Drawing?
    /// Whether it is opaque and complete, and so covers everything below it.
    package let covers: Bool
    /// The part of the tile that was decoded, in its pixels without the apron; `nil` for all of it.
    let filled: PixelRect?
    /// Whether the whole tile was decoded.
    fileprivate var isWhole: Bool { filled == nil }
    /// Whether the tile's pixels have changed since.
    fileprivate var isStale = false
    fileprivate var lastUse: Int

    /// Returns the transform for drawing the surface, given the one for drawing the tile's own pixels.
    func sampling(_ transform: AffineTransform) -> AffineTransform {
      drawing.map { $0.sampling(transform) } ?? transform
    }
  }

  /// The pixels of a tile that a frame needs, where those that are uploaded go through a connection.
  enum Detail {
    /// Whatever there is.
    case any
    /// The tile's own pixels.
    case full
    /// Those that are drawn.
    case drawn(Drawing)

    /// Device pixels for each pixel of the tile, at most 1.
    fileprivate var scale: Double {
      switch self {
      case .any: 0
      case .full: 1
      case .drawn(let drawing): drawing.scale
      }
    }
  }

  private let maker: any SurfaceFactory
  private let provider: any TileProvider
  /// The limit for surfaces, in bytes; visible ones are never evicted.
  package var byteLimit: Int
  /// The memory taken by surfaces, in bytes.
  package private(set) var byteCount = 0
  /// The tiles of this frame that are decoded, but wait for a later frame to be uploaded.
  package private(set) var postponed: Set<TileKey> = []
  /// The number of tiles uploaded so far.
  package private(set) var uploadCount = 0
  /// The tiles that are shown with fewer pixels than they need, and whose pixels are no longer in memory.
  private(set) var lacking: Set<TileKey> = []
  /// Whether pixels that are clipped are striped; what was uploaded before is outdated.
  var marksClipping = false {
    didSet { if marksClipping != oldValue { invalidateAll() } }
  }
  private var uploadLimit = Int.max
  private var refines = true
  private var uploadedBytes = 0
  private var entries: [TileKey: Entry] = [:]
  private var clock = 0

  package init(maker: any SurfaceFactory, provider: any TileProvider, byteLimit: Int) {
    self.maker = maker
    self.provider = provider
    self.byteLimit = byteLimit
  }

  /// Whether tiles are uploaded as they are drawn.
  var uploadsDrawnPixels: Bool { maker.sendsPixels }

  /// Begins a frame that uploads at most `uploadLimit` bytes, or a single tile.
  ///
  /// Where tiles were uploaded as they were drawn, those that need more pixels now are uploaded again if it `refines`.
  ///
  /// When surfaces approach the limit, the least recently used are evicted to make room for the frame's tiles.
  /// `visible` returns those; it is called only then, and none of them is evicted.
  package func beginFrame(
    uploadLimit: Int, refines: Bool = true, visible: () -> [TileKey] = { [] }
  ) {
    clock += 1
    self.refines = refines
    self.uploadLimit = uploadLimit
    uploadedBytes = 0
    postponed = []
    guard byteCount > keptLimit else { return }
    let visible = Set(visible())
    let missing = visible.count { entries[$0] == nil }
    evict(to: min(keptLimit, byteLimit - missing * BudgetPlan.tileBytes), sparing: visible)
  }

  /// Ends a frame.
  ///
  /// If surfaces exceed the limit, those the frame used are evicted too, except the ones that `visible` returns. While
  /// uploads are postponed, surfaces that were drawn are kept for the next frame.
  package func endFrame(visible: () -> [TileKey]) {
    guard byteCount > byteLimit else { return }
    evict(to: byteLimit, sparing: Set(visible()), sparingDrawn: !postponed.isEmpty)
  }

  /// Returns whether a tile has a surface.
  package func contains(_ key: TileKey) -> Bool { entries[key] != nil }

  /// Returns whether a tile has a surface with all of its pixels, so that it need not be decoded.
  package func hasWhole(_ key: TileKey) -> Bool {
    entries[key].map { $0.isWhole && !$0.isStale } ?? false
  }

  /// Returns whether a tile has a surface with everything decoded so far.
  package func isCurrent(_ key: TileKey) -> Bool { entries[key].map { !$0.isStale } ?? false }

  /// Returns whether a tile has a surface that covers everything below it.
  package func isCovering(_ key: TileKey) -> Bool { entries[key]?.covers ?? false }

  /// Returns the tile's surface, uploading it if it is decoded, or `nil` if there is nothing to draw.
  package func surface(_ key: TileKey) throws(DrawingError) -> Entry? {
    try surface(key, .any)
  }

  func surface(_ key: TileKey, _ detail: Detail) throws(DrawingError) -> Entry? {
    guard let entry = entries[key] else { return try upload(key, detail) }
    entries[key]?.lastUse = clock
    let isCoarse = (entry.drawing?.scale ?? 1) < detail.scale * Self.scaleTolerance
    guard entry.isStale || isCoarse else { return entry }
    if isCoarse, !refines {
      postponed.insert(key)
      return entry
    }
    // Outdated pixels, or too few, are better than none.
    if let new = try upload(key, detail) { return new }
    if isCoarse, !postponed.contains(key) {
      entries[key]?.isStale = true
      lacking.insert(key)
    }
    return entry
  }

  /// The part of the scale from which on a tile is not uploaded again for the difference. [C]
  private static let scaleTolerance = 0.99

  /// Uploads a tile if it is decoded and fits in the frame's upload limit.
  private func upload(_ key: TileKey, _ detail: Detail) throws(DrawingError) -> Entry? {
    guard let pixels = provider.pixels(key) else { return nil }
    let drawing: Drawing? = if case .drawn(let drawing) = detail { drawing } else { nil }
    let byteCount = drawing?.byteCount ?? pixels.byteCount
    guard uploadedBytes == 0 || uploadedBytes + byteCount <= uploadLimit else {
      postponed.insert(key)
      return nil
    }
    let entry = try upload(pixels, key, drawing)
    uploadedBytes += byteCount
    lacking.remove(key)
    provider.release(key)
    return entry
  }

  private func upload(
    _ pixels: TilePixels, _ key: TileKey, _ drawing: Drawing?
  ) throws(DrawingError) -> Entry {
    let covers = pixels.isOpaque && pixels.isComplete
    let size = drawing?.frame.size ?? pixels.paddedSize
    let surface = try maker.makeSurface(size: size, opaque: covers)
    func send(_ source: UnsafeBufferPointer<UInt32>) throws(DrawingError) {
      if let drawing {
        try drawing.image(of: source, pixels.paddedSize, opaque: covers)
          .upload(size, to: surface, by: maker)
      } else {
        maker.upload(source, stride: pixels.stride, size: size, to: surface)
      }
    }
    if marksClipping {
      try ClippingMarks.marked(pixels, provider.primaries).withUnsafeBufferPointer(send)
    } else {
      try pixels.withUnsafePixels(send)
    }
    let entry = Entry(
      surface: surface, drawing: drawing, covers: covers,
      filled: pixels.isComplete ? nil : pixels.filled, lastUse: clock)
    drop(key)
    entries[key] = entry
    byteCount += surface.byteCount
    uploadCount += 1
    return entry
  }

  /// Marks the surfaces of tiles as outdated; returns whether there were any.
  ///
  /// A surface that has all of its pixels stays current.
  @discardableResult
  package func invalidate(_ keys: [TileKey]) -> Bool {
    var wasUsed = false
    for key in keys {
      guard let entry = entries[key], !entry.isWhole else { continue }
      entries[key]?.isStale = true
      wasUsed = true
    }
    return wasUsed
  }

  /// Marks all surfaces as outdated, since other pixels take their place.
  package func invalidateAll() {
    for key in entries.keys { entries[key]?.isStale = true }
  }

  /// Removes all surfaces.
  func removeAll() {
    for key in entries.keys { drop(key) }
  }

  private func drop(_ key: TileKey) {
    lacking.remove(key)
    guard let entry = entries.removeValue(forKey: key) else { return }
    byteCount -= entry.surface.byteCount
  }

  /// The size to which surfaces are evicted: below the limit, so that sorting by use pays off for several frames.
  private var keptLimit: Int { byteLimit / 8 * 7 }

  /// Evicts the least recently drawn surfaces until the rest takes `goal` bytes.
  private func evict(to goal: Int, sparing visible: Set<TileKey>, sparingDrawn: Bool = false) {
    let oldest = entries.filter {
      !visible.contains($0.key) && !(sparingDrawn && $0.value.lastUse == clock)
    }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, _) in oldest {
      guard byteCount > goal else { return }
      drop(key)
    }
  }

  // MARK: - Uploads through a connection

  /// How a whole tile is drawn in a frame, at less than its own size.
  struct Drawing {
    /// The device pixels of the tile.
    let frame: PixelRect
    /// Its parts, with their sampling transforms.
    let blocks: [TilePlan.Block]
    let filter: Filter

    /// Device pixels for each pixel of the tile.
    var scale: Double { 1 / blocks[0].sampling.a }

    var byteCount: Int { frame.area * TilePixels.bytesPerPixel }

    /// Draws the tile in memory, as a server would.
    fileprivate func image(
      of pixels: UnsafeBufferPointer<UInt32>, _ size: PixelSize, opaque: Bool
    ) throws(DrawingError) -> Surface {
      let whole = try Surface(imageOf: size, opaque: opaque)
      _ = whole.replacePixels(with: pixels, stride: size.width, size: size)
      let image = try Surface(imageOf: frame.size, opaque: opaque)
      let canvas = try Canvas(image)
      let move = AffineTransform(translationX: Double(frame.x), y: Double(frame.y))
      for block in blocks {
        canvas.draw(
          whole, sampling: move.concatenating(block.sampling),
          into: block.area.offset(x: -frame.x, y: -frame.y), filter: filter)
      }
      return image
    }

    /// Returns the transform to the drawn pixels, given the one to the tile's own: by whole pixels where it is drawn the same.
    fileprivate func sampling(_ transform: AffineTransform) -> AffineTransform {
      let move = AffineTransform(translationX: -Double(frame.x), y: -Double(frame.y))
      var result = transform.concatenating(blocks[0].sampling.inverted()).concatenating(move)
      let (x, y) = (result.tx.rounded(), result.ty.rounded())
      if abs(result.a - 1) < 1e-9, abs(result.d - 1) < 1e-9,
        max(abs(result.tx - x), abs(result.ty - y)) < Self.samplingError
      {
        result = AffineTransform(translationX: x, y: y)
      }
      return result
    }

    /// The largest error of a block's sampling transform, in device pixels; see ``TilePlan``.
    private static let samplingError = 0.005
  }
}

/// A source of tiles: a picture being decoded, or a fake in tests.
package protocol TileProvider: AnyObject {
  /// The geometry of the tiles.
  var pyramid: Pyramid { get }
  /// The primaries that its pixels may have, 0xFF in the place of each of 0xRRGGBB.
  var primaries: UInt32 { get }
  /// Returns the pixels of a tile, or `nil` if none are loaded; never blocks.
  func pixels(_ key: TileKey) -> TilePixels?
  /// Marks a tile's pixels as the first to be evicted, because they are on a surface now.
  func release(_ key: TileKey)
}

extension TiledPicture: TileProvider {
  package var primaries: UInt32 { info.primaries }
}

/// Makes the surfaces of a window, whose pixels are converted to its display's colors as they are uploaded.
///
/// Without a profile it passes everything on.
package final class DisplaySurfaces: SurfaceFactory {
  private let window: any SurfaceFactory
  /// The profile of the display; `nil` where its colors are taken for sRGB.
  package var profile: DisplayProfile?
  /// The pixels that are being converted.
  private var row: [UInt32] = []

  /// Makes surfaces like another factory.
  package init(_ window: any SurfaceFactory) { self.window = window }

  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try window.makeSurface(size: size, opaque: opaque)
  }

  package func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    guard let profile, profile.converts, size.width > 0, size.height > 0, stride >= size.width,
      pixels.count >= (size.height - 1) * stride + size.width
    else { return window.upload(pixels, stride: stride, size: size, to: surface) }
    let count = size.width * size.height
    if row.count < count { row = [UInt32](repeating: 0, count: count) }
    row.withUnsafeMutableBufferPointer { all in
      let converted = UnsafeMutableBufferPointer(rebasing: all[..<count])
      for line in 0..<size.height {
        let source = pixels[line * stride..<line * stride + size.width]
        _ = UnsafeMutableBufferPointer(
          rebasing: converted[line * size.width..<(line + 1) * size.width]
        ).update(fromContentsOf: source)
      }
      profile.apply(converted)
      window.upload(
        UnsafeBufferPointer(converted), stride: size.width, size: size, to: surface)
    }
  }

  package var sendsPixels: Bool { window.sendsPixels }
  package var uploadLimit: Int { window.uploadLimit }
  package var pooledBytes: Int { window.pooledBytes }
  package var poolLimit: Int {
    get { window.poolLimit }
    set { window.poolLimit = newValue }
  }
  package var stagingBytes: Int { window.stagingBytes }
}
