package import OverscrollImaging
import ScrollGeometry

/// Requests the tiles that a compositor needs, and divides the byte budget.
///
/// It stops requesting once all visible tiles are shown and the prefetched ones have been requested once.
package final class TileManager {
  private let picture: TiledPicture
  private let store: TileStore
  private let compositor: Compositor
  private var view: View?
  /// Whether all visible tiles are loaded and the others requested, so that nothing is
  /// requested until the view changes.
  package private(set) var isSettled = false
  /// The current division of the budget.
  private var shares: BudgetPlan
  /// The tile of the full size that is read; `nil` while none is.
  private var sample: Sample?

  /// Creates a manager that requests the tiles of `picture`, which `store` holds, for `compositor`.
  package init(_ picture: TiledPicture, store: TileStore, compositor: Compositor) {
    self.picture = picture
    self.store = store
    self.compositor = compositor
    shares = BudgetPlan(
      budget: store.budget, visibleTiles: 0, held: .init(buffers: 0, pinned: 0, surfaces: 0))
  }

  /// A tile of the full size whose pixels are read.
  private struct Sample {
    let key: TileKey
    /// What is there of it, which is kept even where the tile is evicted: it is one tile at most.
    var pixels: TilePixels?
  }

  /// Everything that determines which tiles are requested.
  private struct View: Hashable {
    var sampled: TileKey?
    var visible: TileRange
    var resting: TileRange
    var direction: TravelDirection
  }

  /// The memory taken by pixels, in bytes.
  package var byteCount: Int { store.heldBytes + compositor.byteCount }

  /// The limit for pixels, in bytes: the budget, or what visible tiles need if that is more.
  package var byteLimit: Int {
    divideBudget()
    return shares.total
  }

  /// Prepares for drawing a frame: divides the budget, and requests tiles if the view has changed.
  ///
  /// - Parameters:
  ///   - plan: The frame that is about to be drawn, and its tiles.
  ///   - resting: The placement of the picture after all animations have ended.
  ///   - direction: The direction in which the view travels over the picture.
  package func prepare(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    let next = View(
      sampled: missingSample, visible: plan.visible,
      resting: TilePlan.range(resting, in: plan.frame.viewport, pyramid: picture.pyramid),
      direction: direction)
    let isNew = next != view
    view = next
    divideBudget()
    guard isNew else { return }
    isSettled = false
    request(plan, resting: resting, direction: direction)
  }

  /// Follows the drawing of a frame: requests the tiles it lacked, as many as memory can hold until they are drawn.
  package func finish(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    divideBudget()
    guard !isSettled || !compositor.surfaces.lacking.isEmpty else { return }
    switch picture.state {
    case .loading, .stopped: break
    case .complete, .damaged: request(plan, resting: resting, direction: direction)
    }
  }

  private func request(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    let surfaces = compositor.surfaces
    let sampled = missingSample
    let keys = plan.requests(
      resting: resting, direction: direction, sampled: sampled, pyramid: picture.pyramid)
    switch picture.state {
    case .loading, .stopped:
      // Tiles arrive in file order without requests. Those with complete surfaces need not be decoded again, even if
      // their pixels have been evicted.
      picture.request(keys.filter { $0 == sampled || !surfaces.hasWhole($0) })
    case .complete, .damaged:
      let lacking = keys.filter {
        ($0 == sampled || !surfaces.isCurrent($0)) && !picture.hasFailed($0)
      }
      picture.request(shares.requests(lacking))
      isSettled = !lacking.contains { $0 == sampled || view?.visible.contains($0) ?? false }
    }
  }

  private func divideBudget() {
    let visible = view?.visible.count ?? 0
    let held = BudgetPlan.Held(
      buffers: compositor.bufferBytes, pinned: store.pinnedBytes,
      surfaces: compositor.surfaces.byteCount)
    shares = BudgetPlan(budget: store.budget, visibleTiles: visible, held: held)
    compositor.limit(to: shares)
    store.setExternalBytes(
      store.budget - held.pinned - shares.tileLimit, leavingAtLeast: BudgetPlan.minimumTileBytes)
  }

  // MARK: - Reading

  /// Returns the color of a pixel of the full-size picture; where its tile is not loaded, the next frame requests it.
  ///
  /// - Parameter pixel: A pixel of the picture.
  /// - Returns: The color, as far as it is known.
  package func color(of pixel: PixelReading.Pixel) -> PixelReading.Color {
    let side = Pyramid.tileSide
    let key = TileKey(level: 0, column: pixel.x / side, row: pixel.y / side)
    if sample?.key != key { sample = Sample(key: key, pixels: nil) }
    if missingSample != nil, let pixels = picture.pixels(key) { sample?.pixels = pixels }
    let (x, y) = (pixel.x % side, pixel.y % side)
    if let pixels = sample?.pixels, pixels.filled.contains(x: x, y: y) {
      return .premultiplied(pixels[x, y])
    }
    switch picture.state {
    case .loading, .complete: return picture.hasFailed(key) ? .missing : .pending
    case .damaged, .stopped: return .missing
    }
  }

  /// Notes that the picture has other pixels.
  package func pixelsDidChange() { sample?.pixels = nil }

  /// Notes that surfaces were removed: tiles whose pixels are gone are requested again.
  package func surfacesWereRemoved() {
    view = nil
    isSettled = false
  }

  /// Releases the tile that was read.
  package func endReading() { sample = nil }

  /// The tile to read from, unless it is completely loaded.
  private var missingSample: TileKey? {
    sample.flatMap { $0.pixels?.isComplete == true ? nil : $0.key }
  }
}

extension PixelRect {
  fileprivate func contains(x: Int, y: Int) -> Bool {
    (self.x..<maxX).contains(x) && (self.y..<maxY).contains(y)
  }
}

extension TileRange {
  /// Returns whether the range contains a tile.
  fileprivate func contains(_ key: TileKey) -> Bool {
    key.level == level && columns.contains(key.column) && rows.contains(key.row)
  }
}

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
