package import OverscrollImaging

/// The division of one byte budget between decoded tiles and surfaces: a pure function of the budget, the visible tiles
/// and the memory in use.
///
/// Visible tiles are guaranteed. Where the window's buffers, the visible tiles and the tiles in flight need more than
/// the budget, ``total`` is larger than the budget, and everything else is evicted first. So loading always makes
/// progress: at least ``minimumRequests`` tiles are decoded at a time, none of them is evicted before it is drawn, and no
/// drawn tile is evicted while it is visible.
package struct BudgetPlan: Hashable, Sendable {
  /// The memory in use, in bytes.
  package struct Held: Hashable, Sendable {
    /// The window's buffers and the memory shared with the server.
    package var buffers: Int
    /// Tiles that cannot be decoded again and the decoders' working memory, neither of which can be evicted.
    package var pinned: Int
    /// Tile surfaces.
    package var surfaces: Int
  }

  /// The limit for all pixels, in bytes: the budget, or what visible tiles need if that is more.
  package let total: Int
  /// The limit for tile surfaces, in bytes; never less than the visible tiles need.
  package let surfaceLimit: Int
  /// The limit for decoded tiles that can be evicted, in bytes.
  package let tileLimit: Int
  /// The bytes of pixmaps that may be kept for use again.
  package let poolLimit: Int

  /// The bytes of a full tile with its apron.
  package static let tileBytes: Int = {
    let side = Pyramid.tileSide + 2 * TilePixels.apron
    return side * side * TilePixels.bytesPerPixel
  }()
  /// The smallest number of tiles requested at a time: enough to keep the decoders busy between frames. [C]
  package static let minimumRequests = 16
  /// The largest number of tiles being decoded when new requests replace them. [C]
  private static let maximumBegun = 8
  /// The memory that evictable tiles always have, in bytes: enough for those requests and for the tiles already being
  /// decoded.
  package static let minimumTileBytes = (minimumRequests + maximumBegun) * tileBytes
  /// The most bytes of pixmaps worth keeping for reuse: about sixty tiles. [C]
  private static let maximumIdle = 16 << 20
  /// The part of what is left over that idle pixmaps may take: an eighth. [C]
  private static let idleShare = 8

  /// Divides a budget.
  ///
  /// - Parameters:
  ///   - budget: The budget, in bytes.
  ///   - visibleTiles: The number of visible tiles, whether or not they are loaded.
  ///   - held: The memory in use.
  package init(budget: Int, visibleTiles: Int, held: Held) {
    let visible = visibleTiles * Self.tileBytes
    let transit = Self.minimumTileBytes
    let rest = budget - held.buffers - held.pinned
    let spare = max(0, rest - visible - transit)
    poolLimit = min(Self.maximumIdle, spare / Self.idleShare)
    // Half of the rest caches surfaces that were visible before, half holds prefetched tiles.
    surfaceLimit = visible + (spare - poolLimit) / 2
    let surfaces = max(visible, min(held.surfaces, surfaceLimit))
    tileLimit = transit + max(0, rest - poolLimit - transit - surfaces)
    total = max(budget, held.buffers + held.pinned + visible + transit)
  }

  /// The number of tiles that can be requested at a time without evicting each other before they are drawn.
  package var requestLimit: Int { tileLimit / Self.tileBytes - Self.maximumBegun }

  /// Returns the tiles to request next out of those without a current surface, most urgent first.
  package func requests(_ lacking: [TileKey]) -> [TileKey] { Array(lacking.prefix(requestLimit)) }
}
