import Glibc
import OverscrollDesktop
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `a window whose server ends while it is made` {
    @Test func `is an error, also with more icons than Xlib's buffer holds`() throws {
      let server = try DisplayServer.xvfb()
      let desktop = try DesktopConnection(named: server.name)
      server.process.end()
      var options = DesktopWindow.Options(
        title: "", programName: "test", size: PixelSize(width: 100, height: 100),
        tileSize: PixelSize(width: 260, height: 260))
      let size = PixelSize(width: 256, height: 256)
      options.icons = [.init(size: size, pixels: Array(repeating: 7, count: 256 * 256))]
      // A loop without end fails by a signal.
      alarm(60)
      defer { alarm(0) }
      #expect(throws: HostError.self) { try DesktopWindow(options, on: desktop) }
    }
  }
}
