import Glibc
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@Suite struct `A compositor's window` {
  private static let viewport = PixelSize(width: 310, height: 230)

  @Test(arguments: 0..<4)
  func `shows no stale pixel`(seed: UInt64) throws {
    var walk = RandomWalk(
      seed: seed, viewport: Self.viewport, size: PixelSize(width: 1500, height: 1100))
    let maker = ImageSurfaceFactory()
    let painter = Painter(
      maker: maker, provider: walk.picture(), isOpaque: true, byteLimit: 1 << 30)
    let compositor = try Compositor(painter: painter, maker: maker)
    let window = try Surface(imageOf: Self.viewport, opaque: true)
    let fresh = try Surface(imageOf: Self.viewport, opaque: true)
    for step in 0..<50 {
      let arrivals = walk.step()
      _ = walk.picture()
      compositor.invalidate(arrivals)
      var frame = walk.frame
      frame.minimap?.revision = compositor.minimapRevision
      try compositor.show(FramePlan(frame, pyramid: walk.picture().pyramid), on: window)
      try painter.draw(frame, on: Canvas(fresh))
      let (shown, wanted) = (window.pixels(), fresh.pixels())
      // Comparing numbers one by one takes long without optimization.
      guard memcmp(shown, wanted, shown.count * MemoryLayout<UInt32>.size) != 0 else { continue }
      let wrong = zip(shown, wanted).enumerated().filter { $1.0 != $1.1 }
      let (y, x) = (wrong.first?.offset ?? 0).quotientAndRemainder(dividingBy: Self.viewport.width)
      Issue.record(
        """
        Step \(step), \(walk.frame.placement): \(wrong.count) pixels differ, the first at \(x), \(y).
        """)
      return
    }
  }
}
