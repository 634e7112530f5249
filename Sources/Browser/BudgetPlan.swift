package import Imaging

/// How one byte budget is divided between decoded tiles and surfaces: a pure function of the budget, of
/// what is visible, and of what is held.
///
/// What is visible has a floor. Where the window's buffers, the visible tiles and the tiles on their way to
/// the screen take more than the budget, ``total`` says how much more; everything else is given up first.
/// That makes every state converge: at least ``leastRequests`` tiles are decoded at a time, none of them
/// leaves memory before it is drawn, and none that is drawn leaves while it is visible.
package struct BudgetPlan: Hashable, Sendable {
  /// What is held that no eviction frees, and the surfaces, in bytes.
  package struct Held: Hashable, Sendable {
    /// The window's buffers, and memory shared with the server.
    package var buffers: Int
    /// Decoded tiles that cannot be decoded again, and decoders' working memory.
    package var pinned: Int
    /// The tiles' surfaces.
    package var surfaces: Int

    /// Makes the sum of what is held.
    package init(buffers: Int, pinned: Int, surfaces: Int) {
      self.buffers = buffers
      self.pinned = pinned
      self.surfaces = surfaces
    }
  }

  /// The bytes that everything may take: the budget, or what is visible where that is more.
  package let total: Int
  /// The bytes that tiles' surfaces may take; never less than the visible ones do.
  package let surfaceLimit: Int
  /// The bytes that decoded tiles may take that can be decoded again.
  package let tileLimit: Int
  /// The bytes of pixmaps that may be kept for use again.
  package let poolLimit: Int

  /// The bytes of a tile with its apron, the largest there is.
  package static let tileBytes: Int = {
    let side = Pyramid.tileSide + 2 * TilePixels.apron
    return side * side * TilePixels.bytesPerPixel
  }()
  /// The fewest tiles that are requested at a time: enough to keep decoders busy from frame to frame. [C]
  package static let leastRequests = 16
  /// The most tiles that decoders have begun when others are requested in their place. [C]
  private static let mostBegun = 8
  /// What tiles that may be evicted always have, in bytes: room for those requests, and for what was begun before.
  package static let leastTileBytes = (leastRequests + mostBegun) * tileBytes
  /// The most bytes of pixmaps that are worth keeping for use again: about sixty tiles. [C]
  private static let mostIdle = 16 << 20
  /// The part of what is left over that idle pixmaps may take: an eighth. [C]
  private static let idleShare = 8

  /// Divides a budget.
  ///
  /// - Parameters:
  ///   - budget: The bytes that may be taken.
  ///   - visibleTiles: How many tiles the frame shows, whether they are there or not.
  ///   - held: What is held now.
  package init(budget: Int, visibleTiles: Int, held: Held) {
    let visible = visibleTiles * Self.tileBytes
    let transit = Self.leastTileBytes
    let rest = budget - held.buffers - held.pinned
    let spare = max(0, rest - visible - transit)
    poolLimit = min(Self.mostIdle, spare / Self.idleShare)
    // Half of what is left over holds surfaces that were visible before, half tiles that will be.
    surfaceLimit = visible + (spare - poolLimit) / 2
    let surfaces = max(visible, min(held.surfaces, surfaceLimit))
    tileLimit = transit + max(0, rest - poolLimit - transit - surfaces)
    total = max(budget, held.buffers + held.pinned + visible + transit)
  }

  /// How many tiles may be requested at a time, so that none is evicted by the others before it is drawn.
  package var requestLimit: Int { tileLimit / Self.tileBytes - Self.mostBegun }

  /// The tiles to request next, out of those that are not on a surface, most urgent first.
  package func requests(_ lacking: [TileKey]) -> [TileKey] { Array(lacking.prefix(requestLimit)) }
}
