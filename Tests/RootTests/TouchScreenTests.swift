import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

/// Fingers on a real X server without hardware.
@Suite(.enabled(if: geteuid() == 0, "only root can start Xorg"))
struct `A grid under fingers` {
  private func grid() throws -> RunningViewer {
    try RunningViewer(["grid", "--size", "20000x20000"], on: .xorg())
  }

  private func move(
    _ screen: InputDevice, _ finger: Int, _ path: [Point], between pause: UInt32 = 12_000
  ) throws {
    for point in path {
      usleep(pause)
      try screen.touch(finger, .update, at: point)
    }
  }

  @Test func `follows one finger to the pixel`() throws {
    let viewer = try grid()
    let before = try #require(GridReading(viewer.settle()))
    let screen = try InputDevice(.touchscreen, of: viewer.server)
    try screen.touch(0, .begin, at: Point(700, 500))
    try move(screen, 0, (1...20).map { Point(700 - Double($0) * 8, 500 - Double($0) * 5) })
    let after = try #require(GridReading(viewer.settle()))
    // The first ten points are the hysteresis; the screen reports fractions of pixels.
    #expect((after.origin - before.origin - Point(-150, -90)).length <= 1.5)
    try screen.touch(0, .end, at: Point(540, 400))
    #expect(try GridReading(viewer.settle()) == after)
  }

  @Test
  func
    `gesture.recognizers zoom.continuity zooms between two fingers, and pans on under the one that stays`()
    throws
  {
    let viewer = try grid()
    let before = try #require(GridReading(viewer.settle()))
    let screen = try InputDevice(.touchscreen, of: viewer.server)
    try screen.touch(0, .begin, at: Point(540, 400))
    try screen.touch(1, .begin, at: Point(740, 400))
    // The scale counts from where the distance has changed by four points.
    try move(screen, 1, [Point(744, 400)])
    try move(screen, 1, (1...10).map { Point(744 + Double($0) * 20.4, 400) })
    let width = try #require(GridReading.cellWidth(viewer.settleWithoutPlates()))
    #expect(abs(width - 100) < 2, "twice the distance is twice the scale, \(width)")
    try viewer.keep("pinch")
    try screen.touch(1, .end, at: Point(948, 400))
    try move(screen, 0, (1...10).map { Point(540, 400 + Double($0) * 10) })
    try screen.touch(0, .end, at: Point(540, 500))
    let still = try #require(GridReading.cellWidth(viewer.settleWithoutPlates()))
    #expect(abs(still - 100) < 2)
    #expect(before.scale == 1)
  }

  @Test func `bounces back from a pinch beyond its limit`() throws {
    let viewer = try grid()
    try viewer.settle()
    let pad = try InputDevice(.touchpad, of: viewer.server)
    try pad.pinch(.begin, scale: 1)
    for step in 1...10 {
      usleep(12_000)
      try pad.pinch(.update, scale: 1 + Double(step) * 1.2)
    }
    try viewer.keep("pinch-beyond")
    try pad.pinch(.end, scale: 13)
    let width = try #require(GridReading.cellWidth(viewer.settleWithoutPlates()))
    #expect(abs(width - 400) < 2, "8:1 is the limit, \(width)")
  }

  @Test func `scrolls with two fingers on a touchpad`() throws {
    let viewer = try grid()
    let before = try #require(GridReading(viewer.settle()))
    let pad = try InputDevice(.touchpad, of: viewer.server)
    for _ in 0..<12 {
      usleep(12_000)
      try pad.scroll(Point(0, 1))
    }
    usleep(200_000)
    try pad.scroll(.zero)
    let after = try #require(GridReading(viewer.settle()))
    // An increment is fifteen points; ten are the hysteresis.
    #expect(after.origin.x == before.origin.x)
    #expect(after.origin.y <= before.origin.y - 100)
  }
}
