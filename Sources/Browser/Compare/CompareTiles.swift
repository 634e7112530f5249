package import OverscrollImaging
import ScrollGeometry

/// Requests the tiles that scenes of two pictures need, within one byte budget for both.
package final class CompareTiles {
  private let pictures: PicturePair<TiledPicture>
  private let store: TileStore
  private let painter: ComparePainter
  /// The part of the budget that others use, in bytes.
  private let otherBytes: Int
  private var shares: BudgetPlan
  private var view: View?
  /// Whether all visible tiles are loaded, so that nothing is requested until the view changes.
  private var isSettled = false

  /// Creates a manager of the tiles of two pictures, which `store` holds.
  package init(
    _ pictures: PicturePair<TiledPicture>, store: TileStore, painter: ComparePainter,
    otherBytes: Int = 0
  ) {
    (self.pictures, self.store, self.painter) = (pictures, store, painter)
    self.otherBytes = otherBytes
    shares = BudgetPlan(
      budget: store.budget, visibleTiles: 0, held: .init(buffers: 0, pinned: 0, surfaces: 0))
  }

  /// Everything that determines which tiles are requested.
  private struct View: Hashable {
    var visible: PicturePair<TileRange>
    var resting: PicturePair<Placement>
    var direction: TravelDirection
    var sides: [PairSide]
  }

  /// Prepares for drawing a scene: divides the budget, and requests missing tiles until all are loaded.
  ///
  /// The tiles of a picture that the scene does not show are decoded too, but need no surface.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - resting: The placements of the pictures after all animations have ended.
  ///   - direction: The direction in which the view travels over the pictures.
  ///   - bufferBytes: The memory of images of the window's size, in bytes.
  package func prepare(
    _ scene: CompareScene, resting: PicturePair<Placement>, direction: TravelDirection,
    bufferBytes: Int
  ) {
    let plans = PicturePair { FramePlan(scene.frames[$0], pyramid: pictures[$0].pyramid) }
    divide(plans, bufferBytes + painter.bufferBytes)
    let next = View(
      visible: plans.map(\.visible), resting: resting, direction: direction, sides: scene.sides)
    if next != view { isSettled = false }
    view = next
    guard !isSettled else { return }
    let requests = PicturePair { side in
      plans[side].requests(
        resting: resting[side], direction: direction, pyramid: pictures[side].pyramid)
    }
    let lacking = PicturePair { side in requests[side].filter { isLacking($0, of: side) } }
    for side in PairSide.allCases {
      // Each gets half, or more if the other needs less.
      let limit = max(
        shares.requestLimit / 2, shares.requestLimit - lacking[side.other].count, 1)
      pictures[side].request(Array(lacking[side].prefix(limit)))
    }
    isSettled = PairSide.allCases.allSatisfy { side in
      let visible = Set(requests[side].prefix(plans[side].visible.count))
      return pictures[side].state.hasEnded && !lacking[side].contains(where: visible.contains)
    }
  }

  private func isLacking(_ key: TileKey, of side: PairSide) -> Bool {
    let surfaces = painter.painters[side].surfaces
    if surfaces.isCurrent(key) || pictures[side].hasFailed(key) { return false }
    return pictures[side].pixels(key)?.isComplete != true
  }

  /// Divides the budget: both pictures' visible tiles are guaranteed, whether or not both are shown, so that switching
  /// to the other one needs no loading.
  private func divide(_ plans: PicturePair<FramePlan>, _ bufferBytes: Int) {
    let visible = plans.map(\.visible.count)
    let surfaces = painter.painters.map(\.surfaces)
    let held = BudgetPlan.Held(
      buffers: bufferBytes + otherBytes, pinned: store.pinnedBytes,
      surfaces: surfaces.a.byteCount + surfaces.b.byteCount)
    shares = BudgetPlan(budget: store.budget, visibleTiles: visible.a + visible.b, held: held)
    let spare = max(0, shares.surfaceLimit - (visible.a + visible.b) * BudgetPlan.tileBytes) / 2
    for side in PairSide.allCases {
      surfaces[side].byteLimit = visible[side] * BudgetPlan.tileBytes + spare
    }
    store.setExternalBytes(
      store.budget - held.pinned - shares.tileLimit, leavingAtLeast: BudgetPlan.minimumTileBytes)
  }
}

extension TiledPicture.State {
  /// Whether no pass is running that delivers tiles without requests.
  fileprivate var hasEnded: Bool {
    switch self {
    case .loading: false
    case .complete, .damaged, .stopped: true
    }
  }
}
