import Testing

@testable import OverscrollShell

@Suite struct `The sentence below a scene` {
  /// The height of the strip, and the baselines of the lines that there is room for.
  @Test(
    arguments: [
      (0, [12]), (16, [12]), (18, [14]), (20, [16]), (35, [16]), (36, [16, 32]),
      (51.5, [16, 32]), (52, [16, 32, 48]), (68, [16, 32, 48, 64]),
    ] as [(Double, [Double])])
  func `has as many lines as there is room for, from the top`(height: Double, baselines: [Double]) {
    let layout = DescriptionLayout(height: height)
    #expect((0..<layout.lineCount).map(layout.baseline) == baselines)
  }
}
