/// Steps over the MCUs of a scan and collects their DC coefficients.
struct MCUWalker {
  /// One block of an MCU and where its DC coefficient goes.
  private struct Step {
    var block: MCULayout.Block
    var start: Int
    var step: Int
  }

  private let layout: MCULayout
  private let steps: [Step]
  private let preview: DCPreview
  var walker: BlockWalker
  /// The DC predictors of the components.
  var predictors: SIMD4<Int16>

  init(
    _ layout: MCULayout, into preview: DCPreview, walker: BlockWalker,
    predictors: SIMD4<Int16> = .zero
  ) {
    self.layout = layout
    self.preview = preview
    self.walker = walker
    self.predictors = predictors
    steps = layout.blocks.map { block in
      let place = preview.place(of: block)
      return Step(block: block, start: place.start, step: place.step)
    }
  }

  /// Steps over MCUs of a row and stores the DC coefficients of their blocks; ends early past the last
  /// byte.
  ///
  /// - Parameters:
  ///   - mcus: Their numbers in the row.
  ///   - number: The number in the scan of the row's first MCU.
  ///   - origin: The first MCU whose coefficients are stored.
  @inline(__always)
  mutating func walk(_ mcus: Range<Int>, number: Int, origin: Int = 0) {
    let target = preview.coefficients
    // Copies, which the compiler can keep in registers.
    var walker = self.walker
    var predictors = self.predictors
    let interval = layout.restartInterval
    var toRestart = layout.mcusToRestart(before: number + mcus.lowerBound)
    steps.withUnsafeBufferPointer { steps in
      for mcu in mcus {
        if interval > 0 {
          if toRestart == 0 {
            walker.align()
            predictors = .zero
            toRestart = interval
          }
          toRestart &-= 1
        }
        guard walker.isWithinBytes() else { break }
        for step in steps {
          let difference = walker.step(step.block.dc, step.block.ac)
          let value = predictors[step.block.component] &+ Int16(truncatingIfNeeded: difference)
          predictors[step.block.component] = value
          if mcu >= origin { target[step.start + (mcu - origin) * step.step] = value }
        }
      }
    }
    self.walker = walker
    self.predictors = predictors
  }
}
