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
    fileprivate var lastUse: Int
  }

  private let maker: any SurfaceMaker
  private let provider: any TileProvider
  /// The number of bytes that surfaces may take; those of the frame being drawn are never dropped.
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

  package init(maker: any SurfaceMaker, provider: any TileProvider, byteLimit: Int) {
    self.maker = maker
    self.provider = provider
    self.byteLimit = byteLimit
  }

  /// A new frame begins, for which at most `uploadLimit` bytes are uploaded, or a single tile.
  ///
  /// If there are too many surfaces those go that were not used for the longest time, but none of those that were drawn
  /// in the frame before or that `visible` names, which is asked for only then.
  package func beginFrame(uploadLimit: Int, visible: () -> [TileKey] = { [] }) {
    clock += 1
    self.uploadLimit = uploadLimit
    uploadedBytes = 0
    postponed = []
    guard byteCount > byteLimit else { return }
    for key in visible() { entries[key]?.lastUse = clock }
    evict()
  }

  /// True if the tile's surface is there.
  package func contains(_ key: TileKey) -> Bool { entries[key] != nil }

  /// True if the tile's surface is there and has all of its pixels, so that nobody needs to decode it.
  package func hasWhole(_ key: TileKey) -> Bool { entries[key]?.isWhole ?? false }

  /// True if the tile's surface is there and covers all that lies under it.
  package func isCovering(_ key: TileKey) -> Bool { entries[key]?.covers ?? false }

  /// The tile's surface, made now if its pixels are there; nil where there is nothing to draw.
  package func surface(_ key: TileKey) throws(DrawingError) -> Entry? {
    if var entry = entries[key] {
      entry.lastUse = clock
      entries[key] = entry
      return entry
    }
    guard let pixels = provider.pixels(key) else { return nil }
    guard uploadedBytes == 0 || uploadedBytes + pixels.byteCount <= uploadLimit else {
      postponed.insert(key)
      return nil
    }
    return try upload(pixels, key)
  }

  private func upload(_ pixels: TilePixels, _ key: TileKey) throws(DrawingError) -> Entry {
    let covers = pixels.isOpaque && pixels.isComplete
    let surface = try maker.makeSurface(size: pixels.paddedSize, opaque: covers)
    pixels.withUnsafePixels {
      maker.upload($0, stride: pixels.stride, size: pixels.paddedSize, to: surface)
    }
    let entry = Entry(
      surface: surface, covers: covers, isWhole: pixels.isComplete, lastUse: clock)
    entries[key] = entry
    byteCount += surface.byteCount
    uploadedBytes += pixels.byteCount
    uploadCount += 1
    return entry
  }

  /// Forgets the surfaces of tiles that have changed; returns whether one of them was in use.
  @discardableResult
  package func forget(_ keys: [TileKey]) -> Bool {
    var wasUsed = false
    for key in keys {
      guard let entry = entries.removeValue(forKey: key) else { continue }
      byteCount -= entry.surface.byteCount
      wasUsed = true
    }
    return wasUsed
  }

  /// The part of the limit that is left full when something must go: sorting by use is for many frames then.
  private static let keptPart = 7.0 / 8

  /// Drops the surfaces that were not drawn for the longest time until the rest fits well.
  private func evict() {
    let goal = Int(Double(byteLimit) * Self.keptPart)
    let oldest = entries.filter { $0.value.lastUse < clock - 1 }
      .sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, _) in oldest {
      guard byteCount > goal else { return }
      forget([key])
    }
  }
}
