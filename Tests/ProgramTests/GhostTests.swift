import Glibc
import OverscrollDrawing
import OverscrollTestRandom
import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite(.serialized) struct `In a real window slow scrolling` {
  @Test(arguments: [[], ["o", "o"]])
  func `shows no stale pixel`(keys: [String]) throws {
    let viewer = try RunningViewer(["grid", "--size", "20000x20000", "--hud"])
    // Twice the key for the filter: it stays as it is from here on, and is another one in between.
    for key in keys + ["a", "a"] { try viewer.input.type(key) }
    try viewer.settle()
    let slow = path(from: Point(700, 500), by: Point(-1, -0.3), steps: 40)
    let steady = path(from: Point(500, 300), by: Point(3, 2), steps: 20)
    let quick = path(from: Point(640, 200), by: Point(0, 25), steps: 12)
    for path in [slow, steady, quick] {
      try viewer.input.drag(path, milliseconds: 9)
      let kept = try outsideNumbers(viewer.settle())
      try viewer.input.type("a", "a")
      let fresh = try outsideNumbers(viewer.settle())
      #expect(kept == fresh)
    }
  }

  @Test func `and any other use leave none either`() throws {
    let viewer = try RunningViewer(["grid", "--size", "20000x20000", "--hud"])
    var random = SplitMix64(seed: 5)
    for action in 1...Self.actions {
      try act(viewer.input, &random)
      guard action % 6 == 0 else { continue }
      let kept = try outsideNumbers(viewer.settle())
      try viewer.input.type("a", "a")
      #expect(try kept == outsideNumbers(viewer.settle()), "after \(action) actions")
    }
  }

  /// How much is done: `GHOST_ACTIONS`, about two a second, or a dozen.
  private static let actions = getenv("GHOST_ACTIONS").flatMap { Int(String(cString: $0)) } ?? 12

  /// Does something with the hand, perhaps before what was done last has come to rest.
  private func act(_ input: SyntheticInput, _ random: inout SplitMix64) throws {
    func place() -> Point {
      Point(.random(in: 310..<1270, using: &random), .random(in: 10..<790, using: &random))
    }
    let notches = [-4, -2, -1, 1, 2, 3].randomElement(using: &random) ?? 1
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      let (start, end) = (place(), place())
      let count = Int.random(in: 2...30, using: &random)
      let path = (0...count).map { start + (end - start) * (Double($0) / Double(count)) }
      try input.drag(path, milliseconds: .random(in: 2...16, using: &random))
    case 3, 4:
      try input.move(to: place())
      try input.wheel(notches, holding: ["ctrl"])
    case 5: try input.wheel(notches)
    case 6:
      let keys = ["Left", "shift+Down", "ctrl+Up", "plus", "minus", "1", "2", "0", "a", "d"]
      guard let key = keys.randomElement(using: &random) else { return }
      // Numbers that come and go with d are there for every comparison.
      try input.type(key)
      if key == "d" { try input.type(key) }
    default:
      try input.move(to: place())
      try input.drag([place(), place()], milliseconds: 1)
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
