package import Drawing
import Geometry
package import Imaging

/// The tiles that can be drawn at once: surfaces where the window is, made from a picture's pixels when they are first
/// needed and kept within a number of bytes, those that were drawn last the longest.
package final class TileSurfaces {
  /// A tile that can be drawn.
  package struct Entry {
    /// Its pixels, apron included.
    package let surface: Surface
    /// True if it covers all that lies under it.
    package let covers: Bool
    /// True if all of it was decoded.
    fileprivate let isWhole: Bool
    /// True if its pixels have changed since.
    fileprivate var isStale = false
    fileprivate var lastUse: Int
  }

  private let maker: any SurfaceFactory
  private let provider: any TileProvider
  /// The number of bytes that surfaces may take; visible ones are never dropped.
  package var byteLimit: Int
  /// The number of bytes that surfaces take now.
  package private(set) var byteCount = 0
  /// The tiles of this frame whose pixels are there but wait for a later frame to be uploaded.
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

  /// A new frame begins, for which at most `uploadLimit` bytes are uploaded, or a single tile.
  ///
  /// If surfaces take nearly too much, those go that were not used for the longest time, until there is room for those
  /// that `visible` names, which is asked for only then and of which none goes.
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

  /// A frame is drawn: what it used goes too if surfaces take too much, except what `visible` names.
  ///
  /// While uploads are postponed, what was drawn stays, for the next frame goes on from there.
  package func endFrame(visible: () -> [TileKey]) {
    guard byteCount > byteLimit else { return }
    evict(to: byteLimit, sparing: Set(visible()), sparingDrawn: !postponed.isEmpty)
  }

  /// True if the tile's surface is there.
  package func contains(_ key: TileKey) -> Bool { entries[key] != nil }

  /// True if the tile's surface is there and has all of its pixels, so that nobody needs to decode it.
  package func hasWhole(_ key: TileKey) -> Bool { entries[key]?.isWhole ?? false }

  /// True if the tile's surface is there and shows all that has been decoded of it.
  package func isCurrent(_ key: TileKey) -> Bool { entries[key].map { !$0.isStale } ?? false }

  /// True if the tile's surface is there and covers all that lies under it.
  package func isCovering(_ key: TileKey) -> Bool { entries[key]?.covers ?? false }

  /// The tile's surface, made now if its pixels are there; nil where there is nothing to draw.
  package func surface(_ key: TileKey) throws(DrawingError) -> Entry? {
    guard let entry = entries[key] else { return try upload(key) }
    entries[key]?.lastUse = clock
    guard entry.isStale else { return entry }
    // Until the new pixels are there, the old ones are better than none.
    return try upload(key) ?? entry
  }

  /// Uploads a tile if its pixels are there and the frame still has room for it.
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

  /// Notes that tiles have changed; returns whether one of their surfaces is in use.
  ///
  /// A surface that has all of its pixels already stays as it is.
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

  private func drop(_ key: TileKey) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    byteCount -= entry.surface.byteCount
  }

  /// The part of the limit that is left full when something must go: sorting by use is for many frames then.
  private var keptLimit: Int { byteLimit / 8 * 7 }

  /// Drops the surfaces that were not drawn for the longest time until the rest takes `goal` bytes.
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
