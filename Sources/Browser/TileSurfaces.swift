package import OverscrollDrawing
package import OverscrollImaging
import ScrollGeometry

/// A cache of tile surfaces, on the window's server where there is one.
///
/// Surfaces are uploaded when they are first drawn. When they exceed the limit, the least recently drawn are evicted.
package final class TileSurfaces {
  /// A tile with a surface.
  package struct Entry {
    /// Its pixels, apron included.
    package let surface: Surface
    /// Whether it is opaque and complete, and so covers everything below it.
    package let covers: Bool
    /// Whether the whole tile was decoded.
    fileprivate let isWhole: Bool
    /// Whether the tile's pixels have changed since.
    fileprivate var isStale = false
    fileprivate var lastUse: Int
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
  private var uploadLimit = Int.max
  private var uploadedBytes = 0
  private var entries: [TileKey: Entry] = [:]
  private var clock = 0

  package init(maker: any SurfaceFactory, provider: any TileProvider, byteLimit: Int) {
    self.maker = maker
    self.provider = provider
    self.byteLimit = byteLimit
  }

  /// Begins a frame that uploads at most `uploadLimit` bytes, or a single tile.
  ///
  /// When surfaces approach the limit, the least recently used are evicted to make room for the frame's tiles.
  /// `visible` returns those; it is called only then, and none of them is evicted.
  package func beginFrame(uploadLimit: Int, visible: () -> [TileKey] = { [] }) {
    clock += 1
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
    guard let entry = entries[key] else { return try upload(key) }
    entries[key]?.lastUse = clock
    guard entry.isStale else { return entry }
    // Outdated pixels are better than none.
    return try upload(key) ?? entry
  }

  /// Uploads a tile if it is decoded and fits in the frame's upload limit.
  private func upload(_ key: TileKey) throws(DrawingError) -> Entry? {
    guard let pixels = provider.pixels(key) else { return nil }
    guard uploadedBytes == 0 || uploadedBytes + pixels.byteCount <= uploadLimit else {
      postponed.insert(key)
      return nil
    }
    let entry = try upload(pixels, key)
    provider.release(key)
    return entry
  }

  private func upload(_ pixels: TilePixels, _ key: TileKey) throws(DrawingError) -> Entry {
    let covers = pixels.isOpaque && pixels.isComplete
    let surface = try maker.makeSurface(size: pixels.paddedSize, opaque: covers)
    pixels.withUnsafePixels {
      maker.upload($0, stride: pixels.stride, size: pixels.paddedSize, to: surface)
    }
    let entry = Entry(
      surface: surface, covers: covers, isWhole: pixels.isComplete, lastUse: clock)
    drop(key)
    entries[key] = entry
    byteCount += surface.byteCount
    uploadedBytes += pixels.byteCount
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
}
