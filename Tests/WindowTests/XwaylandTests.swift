import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `In a real window a grid` {
  /// In windows that a Wayland compositor shows.
  @Suite(.enabled(if: DisplayServer.hasXwayland)) struct `on XWayland` {
    private static let window = "xdotool search --onlyvisible --class overscroll"

    private func grid(_ more: String...) throws -> RunningViewer {
      try RunningViewer(["grid", "--size", "20000x20000"] + more, on: .xwayland())
    }

    /// Where the program's window is on the screen.
    private func window(of viewer: RunningViewer) throws -> PixelRect {
      let text = try viewer.server.run(["sh", "-c", "xwininfo -id $(\(Self.window))"])
      func number(_ label: String) throws -> Int {
        let line = text.split(separator: "\n").first { $0.contains(label + ":") }
        let value = line?.split(separator: " ").last.flatMap { Int($0) }
        return try #require(value, "\(label) in \(text)")
      }
      return try PixelRect(
        x: number("Absolute upper-left X"), y: number("Absolute upper-left Y"),
        width: number("Width"), height: number("Height"))
    }

    /// Where the grid's corner is in the window.
    private func origin(_ viewer: RunningViewer) throws -> Point {
      let shot = try viewer.settle()
      let window = try window(of: viewer)
      let reading = try #require(GridReading(shot, in: window))
      return reading.origin - Point(Double(window.x), Double(window.y))
    }

    /// Sends a key to the window itself, which has no focus as long as the compositor has no keyboard.
    private func type(_ key: String, to viewer: RunningViewer) throws {
      try viewer.server.run(["sh", "-c", "xdotool key --window $(\(Self.window)) \(key)"])
    }

    @Test func `is shown by the compositor pixel by pixel`() throws {
      let viewer = try grid()
      #expect(try origin(viewer) == Point(-9360, -9600))
      let window = try window(of: viewer)
      let shot = try viewer.look()
      let output = try Surface(pngFile: viewer.server.captureOutput())
      let differences = (window.y..<window.maxY).reduce(0) { count, y in
        count
          + (window.x..<window.maxX).count { output.pixel(x: $0, y: y) != shot.pixel(x: $0, y: y) }
      }
      #expect(differences == 0)
      try output.writePNG(to: FilePath(RunningViewer.artifact("xwayland")))
    }

    @Test func `moves at an arrow key, frame by frame, and farther at a larger scale`() throws {
      let log = TestFolder.make() + "/frames"
      let viewer = try grid("--frame-log", log)
      let start = try origin(viewer)
      try type("Down", to: viewer)
      let first = try origin(viewer)
      #expect(first.x == start.x)
      #expect(first.y < start.y)
      try viewer.server.setResources("Xft.dpi:\t192\n")
      // The same place of the picture is in the middle at any scale.
      #expect(try origin(viewer) == first)
      try type("Down", to: viewer)
      let second = try origin(viewer)
      #expect(second.y - first.y == 2 * (first.y - start.y))
      viewer.program.signal(SIGTERM)
      #expect(try viewer.program.wait() == 0)
      let frames = try RunningViewer.text(of: log)
      #expect(try Self.number("paced", in: frames) > 4)
    }

    /// A number of a line of JSON.
    private static func number(_ name: String, in text: String) throws -> Double {
      let entry = text.split { "{,}".contains($0) }.first { $0.hasPrefix("\"\(name)\":") }
      return try #require(entry?.split(separator: ":").last.flatMap { Double($0) })
    }
  }
}

@Suite struct `What is said of a display` {
  @Test func `info prints after the machine`() throws {
    let alone = try RunningViewer.run(["info"])
    #expect(alone.status == 0 && alone.errors.isEmpty)
    #expect(alone.output.hasPrefix("program: overscroll "))
    #expect(!alone.output.contains("display server"))
    let server = try DisplayServer.xvfb()
    let shown = try RunningViewer.run(["info"], environment: ["DISPLAY": server.name])
    #expect(shown.output.contains("\noutputs: 1280×800, scale 1\n"))
    #expect(shown.output.contains("\nwindow manager: none\n"))
    #expect(!shown.output.contains("XWayland"))
    let json = try RunningViewer.run(["info", "--json"], environment: ["DISPLAY": server.name])
    #expect(json.output.contains(#""xwayland":"none""#))
  }
}
