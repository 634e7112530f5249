import OverscrollImaging
import Testing

@testable import OverscrollBrowser

@Suite struct `The shares of a byte budget` {
  private static let tile = 260 * 260 * 4

  /// A budget, what is visible and held, and what the parts may take then.
  private static let shares:
    [(
      budget: Int, visible: Int, held: BudgetPlan.Held, total: Int, surfaces: Int, tiles: Int,
      idle: Int, requests: Int
    )] = [
      (0, 0, held(0, 0, 0), 24 * tile, 0, 24 * tile, 0, 16),
      (256 << 20, 40, held(26, 32, 0), 256 << 20, 97_583_616, 180_024_832, 16 << 20, 657),
      (
        256 << 20, 40, held(26, 32, 20_000_000), 256 << 20, 97_583_616, 170_840_832, 16 << 20, 623
      ),
      (
        256 << 20, 40, held(26, 32, 200_000_000), 256 << 20, 97_583_616, 93_257_216, 16 << 20, 336
      ),
      (64 << 20, 100, held(26, 10, 0), 71_278_336, 27_040_000, 24 * tile, 0, 16),
      (34 * tile, 10, held(0, 0, 0), 34 * tile, 10 * tile, 24 * tile, 0, 16),
      (34 * tile + 80, 10, held(0, 0, 0), 34 * tile + 80, 2_704_035, 24 * tile + 70, 10, 16),
      (58 * tile, 10, held(0, 0, 12 * tile), 58 * tile, 5_543_200, 11_627_200, 3 * tile, 35),
    ]

  private static func held(_ buffers: Int, _ pinned: Int, _ surfaces: Int) -> BudgetPlan.Held {
    .init(buffers: buffers << 20, pinned: pinned << 20, surfaces: surfaces)
  }

  @Test(arguments: shares.indices)
  func `are visible tiles, sixteen requested ones, and parts of the rest`(index: Int) {
    let row = Self.shares[index]
    let plan = BudgetPlan(budget: row.budget, visibleTiles: row.visible, held: row.held)
    #expect(plan.total == row.total)
    #expect(plan.surfaceLimit == row.surfaces)
    #expect(plan.tileLimit == row.tiles)
    #expect(plan.poolLimit == row.idle)
    #expect(plan.requestLimit == row.requests)
    let keys = (0..<700).map { TileKey(level: 0, column: $0, row: 0) }
    #expect(plan.requests(keys) == Array(keys[..<row.requests]))
    #expect(plan.requests([keys[3], keys[1]]) == [keys[3], keys[1]])
  }
}
