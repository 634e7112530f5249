import Drawing
import Geometry
import TestRig
import Testing

@Suite(.serialized) struct `In a real window slow scrolling` {
  @Test(arguments: [[], ["o", "o"]])
  func `leaves no pixel that a full redraw would not give`(keys: [String]) throws {
    let showing = try Showing(["grid", "--size", "20000x20000", "--hud"])
    // Twice the key for the filter: it stays as it is from here on, and is another one in between.
    for key in keys + ["a", "a"] { try showing.hand.type(key) }
    try showing.settle()
    let slow = path(from: Point(700, 500), by: Point(-1, -0.3), steps: 40)
    let steady = path(from: Point(500, 300), by: Point(3, 2), steps: 20)
    let quick = path(from: Point(640, 200), by: Point(0, 25), steps: 12)
    for path in [slow, steady, quick] {
      try showing.hand.drag(path, milliseconds: 9)
      let kept = try outsideNumbers(showing.settle())
      try showing.hand.type("a", "a")
      let fresh = try outsideNumbers(showing.settle())
      #expect(kept == fresh)
    }
  }

  private func path(from start: Point, by step: Point, steps: Int) -> [Point] {
    (0...steps).map { start + step * Double($0) }
  }

  /// The pixels around the numbers in the corner, which count on.
  private func outsideNumbers(_ shot: Screenshot) -> [UInt32] {
    let pixels = shot.surface.pixels()
    let width = shot.surface.size.width
    return (0..<shot.surface.size.height).flatMap { y in
      pixels[(y * width + (y < 240 ? 300 : 0))..<(y + 1) * width]
    }
  }
}
