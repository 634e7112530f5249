/// The blocks of one unit of a scan, in their order, and the tables to walk over them.
struct UnitPlan: Sendable {
  /// One block of a unit.
  struct Block: Hashable, Sendable {
    /// The channel's number.
    var component: Int
    /// The block's place among the channel's blocks of the unit.
    var column: Int
    var row: Int
    var first: SkipTables.Place
    var alternating: SkipTables.Place
  }

  let tables: SkipTables
  let blocks: [Block]
  /// The number of units from one restart to the next; 0 without restarts.
  let restartInterval: Int
  /// The most bytes that as many units take as lie between two entries of an index.
  let longestStride: Int

  init?(_ layout: JPEGLayout) {
    var tables = SkipTables()
    var places: [Int: SkipTables.Place] = [:]
    for component in layout.components {
      guard let first = layout.codes[component.dcTable],
        let alternating = layout.codes[component.acTable]
      else { return nil }
      if places[component.dcTable] == nil {
        places[component.dcTable] = tables.add(first: first)
      }
      if places[component.acTable] == nil {
        places[component.acTable] = tables.add(alternating: alternating)
      }
    }
    var blocks: [Block] = []
    for (number, component) in layout.components.enumerated() {
      guard let first = places[component.dcTable], let alternating = places[component.acTable]
      else { return nil }
      for row in 0..<component.down {
        for column in 0..<component.across {
          blocks.append(
            Block(
              component: number, column: column, row: row, first: first, alternating: alternating))
        }
      }
    }
    self.tables = tables
    self.blocks = blocks
    restartInterval = layout.restartInterval
    longestStride = JPEGIndex(layout).stride * blocks.count * BlockWalker.longestBlock
  }

  /// True if a restart comes before a unit, given by its number in the scan.
  @inline(__always)
  func restarts(before unit: Int) -> Bool {
    restartInterval > 0 && unitsToRestart(before: unit) == 0
  }

  /// The number of units until the next restart; 0 where it comes before this very unit, the whole
  /// interval at the scan's first, which follows none.
  func unitsToRestart(before unit: Int) -> Int {
    guard restartInterval > 0 else { return 0 }
    return unit == 0
      ? restartInterval : (restartInterval - unit % restartInterval) % restartInterval
  }
}
