import OverscrollDrawing
import OverscrollTestRig
import ScrollGeometry
import Testing

/// The program as on a display of another machine, with everything that it sends counted.
@Suite struct `Through a wire` {
  private func viewer(
    _ tap: inout X11Proxy?, _ arguments: [String] = ["grid", "--size", "20000x20000"]
  ) throws -> RunningViewer {
    let server = try DisplayServer.xvfb(listensOnTCP: true)
    let made = try X11Proxy(to: server)
    tap = made
    let viewer = try RunningViewer(arguments, on: server, display: made.name)
    try viewer.settle()
    return viewer
  }

  @Test func `a pan at 1:1 over tiles that are there sends no pixels`() throws {
    var tap: X11Proxy?
    let viewer = try viewer(&tap)
    let path = (0...30).map { Point(600 + Double($0 % 2) * 40, 400) }
    try viewer.input.drag(Array(path.prefix(6)), milliseconds: 30, releases: false)
    try viewer.settle()
    let before = try #require(tap?.total)
    for point in path { try viewer.input.move(to: point) }
    try viewer.settle()
    let after = try #require(tap?.total)
    #expect(after.pictures == before.pictures)
    #expect(after.requests > before.requests)
    // A frame takes some fifty requests of some thirty bytes; a window of pixels would be four million.
    #expect((after.bytes - before.bytes) / path.count < 8000)
  }

  @Test func `it shows the same as without, and sends nothing while it rests`() throws {
    var tap: X11Proxy?
    let remote = try viewer(&tap)
    let local = try RunningViewer(["grid", "--size", "20000x20000"])
    #expect(try remote.settle().surface.pixels() == local.settle().surface.pixels())
    let before = try #require(tap?.total)
    try remote.settle()
    #expect(tap?.total == before)
  }

  @Test func `a picture that fits is sent with the pixels that are seen, and looks the same`()
    throws
  {
    let arguments = ["Resources/sample.jpg", "--alone"]
    var tap: X11Proxy?
    let remote = try viewer(&tap, arguments)
    let sent = try #require(tap?.total.bytes)
    let local = try RunningViewer(arguments)
    let shown = try remote.settle()
    #expect(shown.surface.pixels() == (try local.settle().surface.pixels()))
    let window = shown.surface.size.width * shown.surface.size.height * 4
    #expect(sent * 10 < window * 13, "\(sent) bytes for \(window)")
  }
}
