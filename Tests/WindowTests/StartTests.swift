import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// What the program loads and opens for a window.
@Suite struct `The start of a window` {
  private static let canTrace =
    (try? ChildProcess(["strace", "-o", "/dev/null", "true"]).wait()) == 0

  @Test(.enabled(if: canTrace))
  func `does not look at the folder before its first picture is shown`() throws {
    let folder = try PictureFolder(of: 20, width: 8, height: 8)
    let server = try DisplayServer.xvfb()
    let log = TestFolder.make() + "/calls"
    let program = try ChildProcess(
      [
        "strace", "-f", "-qq", "-s", "200", "-e", "trace=open,openat,connect", "-o", log,
        RunningViewer.path, folder.path + "/p9.ppm",
      ], environment: ["DISPLAY": server.name, "DBUS_SESSION_BUS_ADDRESS": ""],
      errors: log + "-errors")
    defer { program.end() }
    let empty = try Screenshot(of: server)
    // Its neighbors are opened once it is shown.
    try waitUntil("a neighbor to be opened") {
      (try? RunningViewer.text(of: log))?.contains("/p10.ppm") ?? false
    }
    #expect(try !Screenshot(of: server).isSame(as: empty))
    let lines = try RunningViewer.text(of: log).split(separator: "\n")
    let listing = try #require(
      lines.firstIndex { $0.contains("\"\(folder.path)\"") && $0.contains("O_DIRECTORY") })
    let siblings = lines.indices.filter { index in
      lines[index].contains(folder.path + "/p") && lines[index].contains(".ppm\"")
        && !lines[index].contains("/p9.ppm")
    }
    #expect(siblings.allSatisfy { $0 > listing })
    for word in ["libpango", "libglib", "libdbus", "libsystemd", "libcurl", "AF_INET"] {
      #expect(!lines.contains { $0.contains(word) }, "\(word)")
    }
  }

  @Test func `loads no library for text, the desktop or the network`() throws {
    let folder = try PictureFolder(of: 1)
    // Where there is a session bus, its settings are asked for once the picture is shown.
    let viewer = try RunningViewer(
      [folder.path + "/p1.ppm"], environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
    try viewer.wait(forPicture: 1)
    try viewer.settle()
    let maps = try RunningViewer.text(of: "/proc/\(viewer.program.pid)/maps")
    // giflib is linked: loading it takes 0.13 ms.
    for library in ["libpango", "libglib", "libdbus", "libsystemd", "libcurl"] {
      #expect(!maps.contains(library), "\(library)")
    }
  }

  @Test func `program.package is an X11 client that has libX11 and libcairo loaded`() throws {
    let viewer = try RunningViewer(["grid"])
    let maps = try RunningViewer.text(of: "/proc/\(viewer.program.pid)/maps")
    for library in ["/libX11.so.", "/libcairo.so."] {
      #expect(maps.contains(library), "\(library) is not loaded")
    }
    let windows = try viewer.server.run(["xdotool", "search", "--name", "Overscroll"])
    #expect(!windows.split(separator: "\n").isEmpty, "the X server knows no such window")
  }
}
