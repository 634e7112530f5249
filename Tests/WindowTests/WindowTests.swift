import OverscrollTestSupport
import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

/// The program in a real window.
@Suite struct `In a real window a grid` {
  private static let arguments = ["grid", "--size", "20000x20000", "--animations", "off"]

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

  @Test func `ends when its window is closed, and costs nothing while it rests`() throws {
    let viewer = try RunningViewer(["grid", "--size", "20000x20000"])
    try viewer.settle()
    let switches = try #require(Processes.voluntarySwitches(of: viewer.program.pid))
    let used = try #require(Processes.processorTime(of: viewer.program.pid))
    sleep(2)
    #expect(Processes.voluntarySwitches(of: viewer.program.pid) == switches)
    #expect(Processes.processorTime(of: viewer.program.pid) == used)
    try viewer.server.run(["xdotool", "search", "--name", "Overscroll", "windowclose"])
    try waitUntil("the end") { !viewer.program.isRunning }
  }

  @Suite struct `that is still being decoded` {
    @Test(arguments: [SIGTERM, SIGINT])
    func `exits with status 0 at a signal although decoding began before the loop`(
      signal: Int32
    ) throws {
      let viewer = try RunningViewer([TextFiles.sample, "--disk-cache-gb", "0"])
      viewer.program.signal(signal)
      #expect(try viewer.program.wait() == 0)
    }
  }
}
