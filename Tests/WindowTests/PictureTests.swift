import OverscrollTestSupport
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `the sample picture` {
    @Test func `program.uses of 51 megapixels opens, moves as one piece and is decoded elsewhere`()
      throws
    {
      let viewer = try RunningViewer([TextFiles.sample, "--zoom", "100%"])
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

@Suite struct `In a real window a rotation` {
  @Test func `is kept in a file that is read in a sandbox, and taken back`() throws {
    let path = TestFolder.make() + "/p.jpg"
    let old = try RunningViewer.bytes(of: TextFiles.sample)
    try RunningViewer.write(old, to: path)
    let before = try RunningViewer.run(["info", path]).output
    let viewer = try RunningViewer([path])
    try viewer.waitForWorkToEnd()
    func wait(for what: String, _ isThere: (String) -> Bool) throws {
      try waitUntil(what) { isThere(try RunningViewer.run(["info", path]).output) }
    }
    try viewer.input.type("greater")
    try viewer.waitForWorkToEnd()
    let turned = try viewer.settle()
    try viewer.input.type("ctrl+shift+s")
    try wait(for: "the rotation") { $0 != before }
    try viewer.waitForWorkToEnd()
    let kept = try viewer.settle()
    // Above what the window says; what was turned was halved in another order.
    for (x, y) in (0..<300).map({ (1 + $0 * 17 % 1270, 1 + $0 * 31 % 600) }) {
      let (one, other) = (kept.pixel(x: x, y: y) ?? 0, turned.pixel(x: x, y: y) ?? 0)
      let differences = [0, 8, 16].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }
      #expect(differences.allSatisfy { $0 <= 2 }, "\(x), \(y)")
    }
    try viewer.input.type("ctrl+z")
    try wait(for: "the file as it was") { $0 == before }
    #expect(try RunningViewer.bytes(of: path) == old)
  }
}
