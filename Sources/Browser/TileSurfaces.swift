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
    fileprivate var lastUse: Int
  }

  private let maker: any SurfaceMaker
  private let provider: any TileProvider
  /// The number of bytes that surfaces may take; those of the frame being drawn are never dropped.
  package var byteLimit: Int
  /// The number of bytes that surfaces take now.
  package private(set) var byteCount = 0
  private var entries: [TileKey: Entry] = [:]
  private var clock = 0

  package init(maker: any SurfaceMaker, provider: any TileProvider, byteLimit: Int) {
    self.maker = maker
    self.provider = provider
    self.byteLimit = byteLimit
  }

  /// A new frame begins: what was not drawn since may go.
  package func beginFrame() {
    clock += 1
    evict()
  }

  /// The tile's surface, made now if its pixels are there; nil where there is nothing to draw.
  package func surface(_ key: TileKey) throws(DrawingError) -> Entry? {
    if var entry = entries[key] {
      entry.lastUse = clock
      entries[key] = entry
      return entry
    }
    guard let pixels = provider.pixels(key) else { return nil }
    let covers = pixels.isOpaque && pixels.isComplete
    let surface = try maker.makeSurface(size: pixels.paddedSize, opaque: covers)
    pixels.withUnsafePixels {
      maker.upload($0, stride: pixels.stride, size: pixels.paddedSize, to: surface)
    }
    let entry = Entry(surface: surface, covers: covers, lastUse: clock)
    entries[key] = entry
    byteCount += surface.byteCount
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

  /// Drops the surfaces that were not drawn for the longest time until the rest fits.
  private func evict() {
    guard byteCount > byteLimit else { return }
    let oldest = entries.filter { $0.value.lastUse < clock - 1 }
      .sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, _) in oldest {
      guard byteCount > byteLimit else { return }
      forget([key])
    }
  }
}
