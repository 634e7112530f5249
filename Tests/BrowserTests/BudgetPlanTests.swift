import OverscrollImaging
import OverscrollTestSupport
import Testing

@testable import OverscrollBrowser

@Suite struct `A byte budget` {
  private static let tile = BudgetPlan.tileBytes

  /// Memory as a viewer fills it, in numbers of tiles: what a plan allows is all that limits it.
  private struct Model {
    var budget: Int
    var visible: Int
    var buffers: Int
    var pinned: Int
    /// Surfaces of other places, the first to go.
    var foreign: Int
    /// Tiles of this place that are on a surface.
    var drawn: Set<Int> = []
    /// Decoded tiles, the first to go first; those below zero are of other places.
    var decoded: [Int]
    var uploads: Int

    var plan: BudgetPlan {
      BudgetPlan(
        budget: budget, visibleTiles: visible,
        held: .init(buffers: buffers, pinned: pinned, surfaces: (foreign + drawn.count) * tile))
    }

    var bytes: Int { buffers + pinned + (foreign + drawn.count + decoded.count) * tile }

    var isDone: Bool { drawn.count == visible }

    private var lacking: [TileKey] {
      (0..<visible).filter { !drawn.contains($0) }.map { TileKey(level: 0, column: $0, row: 0) }
    }

    private mutating func trim() {
      foreign = min(foreign, max(0, plan.surfaceLimit / tile - drawn.count))
      while decoded.count * tile > plan.tileLimit { decoded.removeFirst() }
    }

    /// One frame: draws what is there, asks for what is not, and decodes all of that; returns how much was asked for.
    mutating func step() -> Int {
      trim()
      for key in decoded.filter({ $0 >= 0 && !drawn.contains($0) }).prefix(uploads) {
        drawn.insert(key)
        decoded.removeAll { $0 == key }
        decoded.insert(key, at: 0)
        trim()
      }
      let requests = plan.requests(lacking).map(\.column).filter { !decoded.contains($0) }
      for key in requests {
        decoded.append(key)
        while decoded.count * tile > plan.tileLimit { decoded.removeFirst() }
      }
      return requests.count
    }
  }

  @Test func `lets every state converge until nothing is requested`() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<200 {
      var model = Model(
        budget: Int.random(in: 0...256, using: &random) << 20,
        visible: Int.random(in: 0...150, using: &random),
        buffers: Int.random(in: 0...160, using: &random) << 20,
        pinned: Int.random(in: 0...64, using: &random) << 20,
        foreign: Int.random(in: 0...200, using: &random),
        decoded: (0..<Int.random(in: 0...100, using: &random)).map { -1 - $0 },
        uploads: Int.random(in: 1...60, using: &random))
      var asked = 0
      // Every frame draws at least one tile, or asks for some that the next one draws.
      for _ in 0..<2 * model.visible + 2 where !model.isDone { asked += model.step() }
      #expect(model.isDone, "\(model)")
      #expect(asked == model.visible, "no tile is decoded twice")
      #expect(model.step() == 0)
      #expect(model.bytes <= model.plan.total, "what is held is within what is said")
    }
  }

  @Test func `is not exceeded if visible tiles fit`() {
    for visible in 0...200 {
      let held = BudgetPlan.Held(buffers: 26 << 20, pinned: 32 << 20, surfaces: visible * Self.tile)
      let plan = BudgetPlan(budget: 256 << 20, visibleTiles: visible, held: held)
      #expect(plan.total == 256 << 20)
      #expect(plan.surfaceLimit >= visible * Self.tile)
      #expect(
        held.buffers + held.pinned + max(held.surfaces, plan.surfaceLimit) + plan.poolLimit
          <= plan.total)
    }
  }
}
