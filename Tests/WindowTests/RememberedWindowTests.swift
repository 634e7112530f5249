import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `The size of the last window` {
  private let folder = TestFolder.make()
  private var file: String { folder + "/overscroll/window" }

  private func viewer(
    on server: DisplayServer, picture: String, _ arguments: String...
  ) throws -> RunningViewer {
    let viewer = try RunningViewer(
      [picture] + arguments, on: server, environment: ["XDG_STATE_HOME": folder])
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
    return viewer
  }

  private func size(_ viewer: RunningViewer) throws -> String {
    let text = try viewer.server.run([
      "sh", "-c", "xdotool search --onlyvisible --class overscroll getwindowgeometry",
    ])
    return text.split(separator: "\n").first { $0.contains("Geometry") }
      .map { $0.split(separator: " ").last.map(String.init) ?? "" } ?? ""
  }

  private func close(_ viewer: RunningViewer) throws {
    try viewer.input.move(to: Point(100, 100))
    try viewer.input.type("ctrl+q")
    #expect(try viewer.program.wait() == 0)
  }

  private func resize(_ viewer: RunningViewer, _ width: Int, _ height: Int) throws {
    _ = try viewer.server.run([
      "sh", "-c",
      "xdotool search --onlyvisible --class overscroll windowsize \(width) \(height)",
    ])
    try waitUntil("the size") { try size(viewer) == "\(width)x\(height)" }
    try viewer.settle()
  }

  @Test func `is that of the next one, unless it is damaged or not wanted`() throws {
    let picture = try PictureFolder().add("p1.ppm", 1)
    let server = try DisplayServer.xvfb()
    let first = try viewer(on: server, picture: picture)
    #expect(try size(first) == "1280x800")
    try resize(first, 700, 500)
    try close(first)
    #expect(try RunningViewer.text(of: file) == "size 700x500\nmaximized no\n")
    let second = try viewer(on: server, picture: picture)
    try waitUntil("the size") { try size(second) == "700x500" }
    // Full screen is left out, but not the size before it.
    try resize(second, 640, 480)
    try second.input.move(to: Point(100, 100))
    try second.input.type("f")
    try waitUntil("the whole screen") { try size(second) == "1280x800" }
    try close(second)
    #expect(try RunningViewer.text(of: file) == "size 640x480\nmaximized no\n")
    let other = try viewer(on: server, picture: picture, "--no-config")
    #expect(try size(other) == "1280x800")
    try resize(other, 800, 600)
    try close(other)
    #expect(try RunningViewer.text(of: file) == "size 640x480\nmaximized no\n")
    try RunningViewer.write(Array("size 7".utf8), to: file)
    let third = try viewer(on: server, picture: picture)
    #expect(try size(third) == "1280x800")
    try close(third)
    // A monitor that is smaller than the last one.
    try RunningViewer.write(Array("size 3000x600\nmaximized no\n".utf8), to: file)
    let fourth = try viewer(on: server, picture: picture)
    try waitUntil("the width of the screen") { try size(fourth) == "1280x600" }
  }

  @Test func `is kept beside how pictures were shown, which the next one begins with`() throws {
    let picture = try PictureFolder().add("p1.ppm", 1)
    let server = try DisplayServer.xvfb()
    let corner = { (shot: Screenshot) in (shot.pixel(x: 5, y: 5) ?? 1) & 0xFF_FFFF }
    let first = try viewer(on: server, picture: picture)
    try first.input.move(to: Point(100, 100))
    try first.wait("a black background", after: "b") { corner($0) == 0 }
    try close(first)
    #expect(try RunningViewer.text(of: folder + "/overscroll/view") == "background black\n")
    let second = try viewer(on: server, picture: picture)
    try second.wait("a black background") { corner($0) == 0 }
    try close(second)
    let other = try viewer(on: server, picture: picture, "--no-config")
    #expect(try corner(other.settle()) != 0)
  }

  @Test func `is maximized again by a window manager, and restored to what it was before`() throws {
    let picture = try PictureFolder().add("p1.ppm", 1)
    let server = try DisplayServer.xvfb()
    let manager = try server.startWindowManager()
    mkdir(folder + "/overscroll", 0o700)
    try RunningViewer.write(Array("size 700x500\nmaximized yes\n".utf8), to: file)
    let first = try viewer(on: server, picture: picture)
    try waitUntil("a maximized window") { try size(first).hasPrefix("1280x") }
    try first.settle()
    try close(first)
    #expect(try RunningViewer.text(of: file) == "size 700x500\nmaximized yes\n")
    #expect(manager.isRunning)
  }
}
