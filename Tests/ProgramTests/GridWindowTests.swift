import OverscrollImaging
import OverscrollTestRig
import ScrollGeometry
import Testing

/// The grid in a window.
@Suite struct `A grid in a window` {
  private func grid(_ more: String...) throws -> HeadlessViewer {
    try HeadlessViewer(["grid", "--size", "20000x20000"] + more)
  }

  private func reading(_ viewer: HeadlessViewer, scale: Int = 1) throws -> GridReading {
    try #require(GridReading(viewer.settle(), scale: scale))
  }

  @Test
  func
    `program.viewport bounds.origin opens at 1:1 in its middle and follows a slow drag to the pixel`()
    throws
  {
    let viewer = try grid()
    let before = try reading(viewer)
    #expect(before.origin == Point(-9360, -9600))
    let path = (0...20).map { Point(700 - Double($0) * 8, 500 - Double($0) * 5) }
    try viewer.input.drag(path, milliseconds: 10, releases: false)
    let after = try reading(viewer)
    // The first ten points are the hysteresis.
    #expect(after.origin == before.origin + Point(-150, -90))
    try viewer.keep("drag")
    try viewer.input.release()
    #expect(try reading(viewer) == after, "a drag that rested ends without deceleration")
  }

  @Test func `program.momentum decelerates after a flick and rests on whole pixels`() throws {
    let viewer = try grid()
    var before = try reading(viewer)
    let path = (0...6).map { Point(700, 600 - Double($0) * Double($0) * 8) }
    // The speed of a flick depends on the machine; one that is held up before its end is a drag, of 288 pixels at most.
    try viewer.wait("a flick that decelerates") { _ in
      try viewer.input.drag(path, milliseconds: 14)
      try viewer.keep("flick")
      let after = try reading(viewer)
      #expect(after.origin.x == before.origin.x)
      defer { before = after }
      return after.origin.y < before.origin.y - 400
    }
  }

  @Test func `program.momentum resists beyond its edge and bounces back`() throws {
    let viewer = try HeadlessViewer(["grid", "--size", "3000x3000", "--zoom", "100%"])
    try viewer.input.type("ctrl+Up", "ctrl+Left")
    #expect(try reading(viewer).origin == .zero)
    let path = (0...10).map { Point(300 + Double($0) * 30, 200 + Double($0) * 40) }
    try viewer.input.drag(path, milliseconds: 10, releases: false)
    let pulled = try reading(viewer)
    #expect(pulled.origin.x > 100)
    #expect(pulled.origin.x < 290)
    #expect(pulled.origin.y > 100)
    #expect(pulled.origin.y < 390)
    try viewer.keep("bounce")
    try viewer.input.release()
    #expect(try reading(viewer).origin == .zero)
  }

  @Test func `keeps the point under the pointer while it zooms`() throws {
    let viewer = try grid()
    let before = try reading(viewer)
    let pointer = Point(500, 350)
    try viewer.input.move(to: pointer)
    // Twice 1.25³·… is no whole scale; four notches in and four out lead back to 1:1.
    try viewer.input.wheel(-4, holding: ["ctrl"])
    try viewer.settle()
    try viewer.input.wheel(4, holding: ["ctrl"])
    let after = try reading(viewer)
    #expect(abs(after.origin.x - before.origin.x) <= 2)
    #expect(abs(after.origin.y - before.origin.y) <= 2)
  }

  @Test func `keeps its middle in the middle when the window is resized`() throws {
    let viewer = try grid()
    let before = try reading(viewer)
    try viewer.resize(900, 600)
    try viewer.settle()
    try viewer.keep("resize")
    let window = PixelRect(x: 0, y: 0, width: 900, height: 600)
    let after = try #require(GridReading(try viewer.settle(), in: window))
    #expect(after.origin == before.origin + Point(-190, -100))
  }

  @Test func `that is smaller than the window is centered on the background`() throws {
    let viewer = try HeadlessViewer(["grid"])
    let shot = try viewer.settle()
    try viewer.keep("small")
    #expect(GridReading(shot)?.origin == Point(365, 225))
    #expect(shot.pixel(x: 100, y: 100).map { $0 & 0xFF_FFFF } == 0x1E1F22)
  }

  @Test func `shows indicators while it moves and hides them at rest`() throws {
    let viewer = try grid()
    try viewer.settle()
    try viewer.input.drag(
      (0...8).map { Point(600, 400 + Double($0) * 10) }, milliseconds: 10, releases: false)
    try viewer.wait("an indicator") { barLength($0) >= 30 }
    try viewer.keep("indicators")
    try viewer.input.release()
    try viewer.wait("the indicator's end") { barLength($0) < 10 }
  }

  /// The longest run of pixels, down the column of the vertical indicator, that are not the grid's paper.
  private func barLength(_ shot: Screenshot) -> Int {
    var longest = 0
    var length = 0
    for y in 0..<800 {
      let isPaper = shot.pixel(x: 1275, y: y).flatMap(GridCode.residues(of:)) != nil
      length = isPaper ? 0 : length + 1
      longest = max(longest, length)
    }
    return longest
  }
}
