import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  @Suite struct `with options` {
    private static let arguments = ["grid", "--size", "20000x20000", "--animations", "off"]

    private func grid(_ more: String...) throws -> HeadlessViewer {
      try HeadlessViewer(Self.arguments + more)
    }

    private func reading(_ viewer: HeadlessViewer) throws -> GridReading {
      try #require(GridReading(viewer.settle()))
    }

    private static let screen = PixelSize(width: 1600, height: 1000)

    /// Waits until the window has a size.
    private func waitForSize(_ size: PixelSize, of viewer: RunningViewer) throws {
      try waitUntil("a window of \(size) pixels") {
        let text = try viewer.server.run([
          "sh", "-c", "xwininfo -id $(xdotool search --name Overscroll | head -1)",
        ])
        return text.contains("Width: \(size.width)\n") && text.contains("Height: \(size.height)\n")
      }
    }

    @Test func `fills the screen with --fullscreen, and leaves it with Escape`() throws {
      let viewer = try RunningViewer(
        Self.arguments + ["--fullscreen"], on: .xvfb(size: Self.screen))
      try waitForSize(Self.screen, of: viewer)
      let window = PixelRect(Self.screen)
      let shot = try viewer.wait("a grid as large as the screen") {
        GridReading($0, in: window) != nil && $0.pixel(x: 1599, y: 999) != nil
      }
      #expect(GridReading(shot, in: window)?.origin == Point(-9200, -9500))
      try viewer.input.move(to: Point(500, 400))
      try viewer.input.type("Escape")
      try waitForSize(PixelSize(width: 1280, height: 800), of: viewer)
    }

    @Test(arguments: ["F11", "f"])
    func `fills the screen and leaves it by key`(key: String) throws {
      let viewer = try RunningViewer(Self.arguments, on: .xvfb(size: Self.screen))
      try waitForSize(PixelSize(width: 1280, height: 800), of: viewer)
      try viewer.input.move(to: Point(500, 400))
      try viewer.input.type(key)
      try waitForSize(Self.screen, of: viewer)
      try viewer.input.type(key)
      try waitForSize(PixelSize(width: 1280, height: 800), of: viewer)
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

    @Test func `pans by the wheel and zooms with Control by default`() throws {
      let viewer = try grid()
      let before = try reading(viewer)
      try viewer.input.move(to: Point(400, 300))
      try viewer.input.wheel(2)
      try viewer.wait("a pan") {
        GridReading($0).map { $0.origin.y < before.origin.y } ?? false
      }
      try viewer.input.wheel(-20, holding: ["ctrl"])
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

  @Suite struct `that is still being decoded` {
    private static let sample =
      #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
      + "/Resources/sample.jpg"

    @Test(arguments: [SIGTERM, SIGINT])
    func `exits with status 0 at a signal although decoding began before the loop`(
      signal: Int32
    ) throws {
      let viewer = try RunningViewer([Self.sample, "--disk-cache-gb", "0"])
      viewer.program.signal(signal)
      #expect(try viewer.program.wait() == 0)
    }
  }
}
