import OverscrollTestSupport
import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `the sample picture` {
    private static let path =
      TextFiles.root
      + "/Resources/sample.jpg"

    @Test func `program.uses of 51 megapixels opens, moves as one piece and is decoded elsewhere`()
      throws
    {
      let viewer = try RunningViewer([Self.path, "--zoom", "100%"])
      let pid = viewer.program.pid
      // The decoder rests when all of it is there.
      try viewer.waitForWorkToEnd()
      let start = try viewer.settle()
      try viewer.keep("sample")
      let path = (0...12).map { Point(800 - Double($0) * 20, 500 - Double($0) * 10) }
      try viewer.input.drag(path, milliseconds: 10, releases: false)
      let moved = try viewer.settle()
      let shift = (x: 240 - 10, y: 120 - 10)
      for y in stride(from: 5, to: 560, by: 37) {
        for x in stride(from: 5, to: 960, by: 41) {
          #expect(moved.pixel(x: x, y: y) == start.pixel(x: x + shift.x, y: y + shift.y))
        }
      }
      let all = Processes.family(of: pid).reduce(0) { $0 + (Processes.processorTime(of: $1) ?? 0) }
      let main = try #require(Processes.processorTime(ofThread: pid, in: pid))
      // All of it takes a tenth of a second at least.
      #expect(all - main > 0.05, "decoding happens elsewhere: \(all - main) of \(all) s")
    }
  }
}
