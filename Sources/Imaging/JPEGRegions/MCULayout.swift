/// The blocks of an MCU in their coded order, and the tables to step over them.
struct MCULayout: Sendable {
  /// One block of an MCU.
  struct Block: Hashable, Sendable {
    /// The index of the block's component.
    var component: Int
    /// The block's place among the component's blocks of the MCU.
    var column: Int
    var row: Int
    var dc: SkipTables.Place
    var ac: SkipTables.Place
  }

  let tables: SkipTables
  let blocks: [Block]
  /// The number of MCUs in a restart interval; 0 without restarts.
  let restartInterval: Int
  /// The most bytes that the MCUs between two entries of an index take.
  let maximumStride: Int

  /// Builds the tables, or returns `nil` if the header lacks one.
  init?(_ header: JPEGHeader) {
    var tables = SkipTables()
    var places: [Int: SkipTables.Place] = [:]
    var blocks: [Block] = []
    for (index, component) in header.components.enumerated() {
      guard let dcTable = header.huffmanTables[component.dcTable],
        let acTable = header.huffmanTables[component.acTable]
      else { return nil }
      let dc = places[component.dcTable] ?? tables.add(dc: dcTable)
      let ac = places[component.acTable] ?? tables.add(ac: acTable)
      (places[component.dcTable], places[component.acTable]) = (dc, ac)
      for row in 0..<component.verticalSampling {
        for column in 0..<component.horizontalSampling {
          blocks.append(Block(component: index, column: column, row: row, dc: dc, ac: ac))
        }
      }
    }
    self.tables = tables
    self.blocks = blocks
    restartInterval = header.restartInterval
    maximumStride = JPEGIndex(header).stride * blocks.count * BlockWalker.maximumBlockSize
  }

  /// True if a restart interval begins at an MCU other than the scan's first.
  @inline(__always)
  func restarts(before mcu: Int) -> Bool {
    restartInterval > 0 && mcusToRestart(before: mcu) == 0
  }

  /// The number of MCUs until the next restart interval begins: 0 where it begins at this MCU, and a
  /// whole interval at the scan's first MCU.
  func mcusToRestart(before mcu: Int) -> Int {
    guard restartInterval > 0 else { return 0 }
    return mcu == 0
      ? restartInterval : (restartInterval - mcu % restartInterval) % restartInterval
  }
}
