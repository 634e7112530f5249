import Geometry
package import Imaging

/// Keeps the tiles that a screen needs on their way: what is requested, and how much memory each part may take.
///
/// It asks for nothing once everything that shows is on the screen and what may show next was requested once.
package final class TileManager {
  private let picture: TiledPicture
  private let store: TileStore
  private let compositor: Compositor
  private var view: View?
  /// True when everything that shows is there and the rest was requested, so that nothing more is until the view changes.
  package private(set) var isSettled = false
  /// How the budget is divided at present.
  private var shares: BudgetPlan

  /// Supplies `screen` with the tiles of `picture`, which `store` holds.
  package init(_ picture: TiledPicture, store: TileStore, compositor: Compositor) {
    self.picture = picture
    self.store = store
    self.compositor = compositor
    shares = BudgetPlan(
      budget: store.budget, visibleTiles: 0, held: .init(buffers: 0, pinned: 0, surfaces: 0))
  }

  /// What decides which tiles are requested.
  private struct View: Hashable {
    var visible: TileRange
    var resting: TileRange
    var direction: TravelDirection
  }

  /// The bytes of all pixels that are held.
  package var byteCount: Int { store.heldBytes + compositor.byteCount }

  /// The bytes that they may take: the budget, or what is visible where that is more.
  package var byteLimit: Int {
    divideBudget()
    return shares.total
  }

  /// A frame is about to be drawn: divides the budget anew, and requests tiles if others show than before.
  ///
  /// - Parameters:
  ///   - plan: The frame that is about to be drawn, and its tiles.
  ///   - resting: Where the picture will lie when it rests.
  ///   - direction: Where the view moves over the picture.
  package func prepare(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    let next = View(
      visible: plan.visible,
      resting: TilePlan.range(resting, in: plan.frame.viewport, pyramid: picture.pyramid),
      direction: direction)
    let isNew = next != view
    view = next
    divideBudget()
    guard isNew else { return }
    isSettled = false
    request(plan, resting: resting, direction: direction)
  }

  /// A frame has been drawn: requests what it lacked, as far as memory holds it until it is drawn.
  package func finish(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    divideBudget()
    guard !isSettled else { return }
    switch picture.state {
    case .loading, .stopped: break
    case .complete, .damaged: request(plan, resting: resting, direction: direction)
    }
  }

  private func request(_ plan: FramePlan, resting: Placement, direction: TravelDirection) {
    let surfaces = compositor.surfaces
    let keys = plan.requests(resting: resting, direction: direction, pyramid: picture.pyramid)
    switch picture.state {
    case .loading, .stopped:
      // Tiles come unasked, in the file's order. What is on the server need not be decoded again, even if its pixels
      // are gone from here.
      picture.request(keys.filter { !surfaces.hasWhole($0) })
    case .complete, .damaged:
      let lacking = keys.filter { !surfaces.isCurrent($0) && !picture.hasFailed($0) }
      picture.request(shares.requests(lacking))
      isSettled = !lacking.contains { view?.visible.contains($0) ?? false }
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
      store.budget - held.pinned - shares.tileLimit, leavingAtLeast: BudgetPlan.leastTileBytes)
  }
}

extension TileRange {
  /// True if a tile is one of the block's.
  fileprivate func contains(_ key: TileKey) -> Bool {
    key.level == level && columns.contains(key.column) && rows.contains(key.row)
  }
}
