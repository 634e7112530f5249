import OverscrollTestRig
import ScrollGeometry
import Testing

extension `A grid in a window` {
  @Suite struct `with options` {
    private static let arguments = ["grid", "--size", "20000x20000", "--animations", "off"]

    private func grid(_ more: String...) throws -> HeadlessViewer {
      try HeadlessViewer(Self.arguments + more)
    }

    private func reading(_ viewer: HeadlessViewer) throws -> GridReading {
      try #require(GridReading(viewer.settle()))
    }

    @Test func `zooms by the wheel with --wheel zoom, and pans by it with Control`() throws {
      let viewer = try grid("--wheel", "zoom")
      let before = try reading(viewer)
      try viewer.input.move(to: Point(400, 300))
      try viewer.input.wheel(2, holding: ["ctrl"])
      try viewer.wait("a pan") {
        GridReading($0).map { $0.origin.y < before.origin.y } ?? false
      }
      #expect(try reading(viewer).origin.x == before.origin.x)
      try viewer.input.wheel(-20)
      try viewer.wait("the largest scale") {
        GridReading.cellWidth($0).map { abs($0 - 400) < 2 } ?? false
      }
    }

    @Test func `moves by twice as many pixels with --scale 2`() throws {
      let distances = try ["1", "2"].map { scale in
        let viewer = try grid("--scale", scale)
        let before = try reading(viewer)
        try viewer.input.move(to: Point(500, 400))
        try viewer.input.type("Down")
        var distance = 0.0
        try viewer.wait("a pan") {
          distance = GridReading($0).map { before.origin.y - $0.origin.y } ?? 0
          return distance > 0
        }
        return distance
      }
      #expect(distances[0] > 0)
      #expect(distances[1] == 2 * distances[0])
    }
  }
}
