/// Walks over the units of a scan and keeps the first coefficients of the channels.
struct UnitWalk {
  /// One block of a unit and where its first coefficient is noted.
  private struct Step {
    var block: UnitPlan.Block
    var start: Int
    var step: Int
  }

  private let plan: UnitPlan
  private let steps: [Step]
  private let notes: MeanRows
  var walker: BlockWalker
  /// The first coefficients of the channels' last blocks.
  var first: SIMD4<Int16>

  init(_ plan: UnitPlan, notes: MeanRows, walker: BlockWalker, first: SIMD4<Int16> = .zero) {
    self.plan = plan
    self.notes = notes
    self.walker = walker
    self.first = first
    steps = plan.blocks.map { block in
      let place = notes.place(of: block)
      return Step(block: block, start: place.start, step: place.step)
    }
  }

  /// Steps over units of a row and notes the first coefficients of their blocks.
  ///
  /// - Parameters:
  ///   - units: numbers in the row.
  ///   - number: the number in the scan of the row's first unit.
  ///   - origin: the unit whose blocks are noted first; those before are not.
  @inline(__always)
  mutating func walk(_ units: Range<Int>, number: Int, origin: Int = 0) {
    let target = notes.first
    // Copies, which the compiler can keep in registers.
    var walker = self.walker
    var first = self.first
    let interval = plan.restartInterval
    var toRestart = plan.unitsToRestart(before: number + units.lowerBound)
    steps.withUnsafeBufferPointer { steps in
      for unit in units {
        if interval > 0 {
          if toRestart == 0 {
            walker.align()
            first = .zero
            toRestart = interval
          }
          toRestart &-= 1
        }
        for step in steps {
          let difference = walker.step(step.block.first, step.block.alternating)
          let value = first[step.block.component] &+ Int16(truncatingIfNeeded: difference)
          first[step.block.component] = value
          if unit >= origin { target[step.start + (unit - origin) * step.step] = value }
        }
      }
    }
    self.walker = walker
    self.first = first
  }
}
