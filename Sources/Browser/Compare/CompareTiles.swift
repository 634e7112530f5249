package import OverscrollImaging

/// Requests the tiles that scenes of pictures need, within one byte budget for all.
///
/// However many there are, tiles are guaranteed for at most two that fill the window; those of others are prefetched with what is left,
/// so that six take no more than two.
package final class CompareTiles {
  private let pictures: [TiledPicture]
  private let store: TileStore
  private let painter: ComparePainter
  /// The part of the budget that others use, in bytes.
  private let otherBytes: Int
  private var shares: BudgetPlan
  private var view: View?
  /// Whether all visible tiles are loaded, so that nothing is requested until the view changes.
  private var isSettled = false

  /// Creates a manager of the tiles of pictures, which `store` holds.
  package init(
    _ pictures: [TiledPicture], store: TileStore, painter: ComparePainter,
    otherBytes: Int = 0
  ) {
    (self.pictures, self.store, self.painter) = (pictures, store, painter)
    self.otherBytes = otherBytes
    shares = BudgetPlan(
      budget: store.budget, visibleTiles: 0, held: .init(buffers: 0, pinned: 0, surfaces: 0))
  }

  /// Everything that determines which tiles are requested.
  private struct View: Hashable {
    var visible: [TileRange]
    var resting: [Placement]
    var direction: TravelDirection
    var needed: Set<Int>
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
    _ scene: CompareScene, resting: [Placement], direction: TravelDirection,
    bufferBytes: Int
  ) {
    let plans = zip(scene.frames, pictures).map { FramePlan($0, pyramid: $1.pyramid) }
    let needed = scene.needed
    divide(plans, needed, bufferBytes + painter.bufferBytes)
    let next = View(
      visible: plans.map(\.visible), resting: resting, direction: direction, needed: needed)
    if next != view { isSettled = false }
    view = next
    guard !isSettled else { return }
    let requests = pictures.indices.map {
      plans[$0].requests(
        resting: resting[$0], direction: direction, pyramid: pictures[$0].pyramid)
    }
    let lacking = pictures.indices.map { picture in
      requests[picture].filter { isLacking($0, of: picture) }
    }
    let rest = shares.requestLimit - needed.reduce(0) { $0 + lacking[$1].count }
    for (picture, keys) in lacking.enumerated() {
      // Each that is needed gets its share, or more if the others need less; those that are not get what is left.
      let limit =
        needed.contains(picture)
        ? max(shares.requestLimit / needed.count, rest + keys.count, 1)
        : max(rest / (pictures.count - needed.count), 0)
      pictures[picture].request(Array(keys.prefix(limit)))
    }
    isSettled = needed.allSatisfy { picture in
      let visible = Set(requests[picture].prefix(plans[picture].visible.count))
      return pictures[picture].state.hasEnded && !lacking[picture].contains(where: visible.contains)
    }
  }

  private func isLacking(_ key: TileKey, of picture: Int) -> Bool {
    let surfaces = painter.painters[picture].surfaces
    if surfaces.isCurrent(key) || pictures[picture].hasFailed(key) { return false }
    return pictures[picture].pixels(key)?.isComplete != true
  }

  /// Divides the budget: the visible tiles of pictures that are needed are guaranteed, whether or not they are shown, so that switching
  /// between A and B needs no loading.
  private func divide(_ plans: [FramePlan], _ needed: Set<Int>, _ bufferBytes: Int) {
    let visible = plans.indices.map { needed.contains($0) ? plans[$0].visible.count : 0 }
    let count = visible.reduce(0, +)
    let surfaces = painter.painters.map(\.surfaces)
    let held = BudgetPlan.Held(
      buffers: bufferBytes + otherBytes, pinned: store.pinnedBytes,
      surfaces: surfaces.reduce(0) { $0 + $1.byteCount })
    shares = BudgetPlan(budget: store.budget, visibleTiles: count, held: held)
    let spare = max(0, shares.surfaceLimit - count * BudgetPlan.tileBytes) / pictures.count
    for (surfaces, visible) in zip(surfaces, visible) {
      surfaces.byteLimit = visible * BudgetPlan.tileBytes + spare
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
