import OverscrollTestRig
import Testing

@Suite struct `In a desktop session a window` {
  private let folder = PictureFolder()

  private func viewer(
    _ arguments: [String] = ["--alone"], on server: DisplayServer? = nil, startup: String? = nil,
    bus: String = "unix:path=/nonexistent"
  ) throws -> RunningViewer {
    var environment = ["DBUS_SESSION_BUS_ADDRESS": bus]
    environment["DESKTOP_STARTUP_ID"] = startup
    let path = try folder.add("p1.ppm", 1)
    let viewer = try RunningViewer([path] + arguments, on: server, environment: environment)
    try viewer.wait(forPicture: 1)
    return viewer
  }

  private func window(_ viewer: RunningViewer) throws -> UInt {
    let text = try viewer.server.run(["xdotool", "search", "--class", "overscroll"])
    return try #require(text.split(separator: "\n").last.flatMap { UInt($0) })
  }

  @Test func `ends the notification of its start, and names the time of use`() throws {
    let server = try DisplayServer.xvfb()
    let observer = try DesktopObserver(of: server)
    let identifier = #"files "7"/ö-host_TIME4711"#
    let viewer = try viewer(on: server, startup: identifier)
    var message: String?
    try waitUntil("the message") {
      message = observer.startupMessage()
      return message != nil
    }
    #expect(message == #"remove: ID="files \"7\"/ö-host_TIME4711""#)
    let window = try window(viewer)
    #expect(observer.text("_NET_STARTUP_ID", of: window) == identifier)
    #expect(observer.numbers("_NET_WM_USER_TIME", of: window) == [4711])
    try viewer.input.type("d")
    try waitUntil("the time of the key") {
      let time = observer.numbers("_NET_WM_USER_TIME", of: window).first ?? 0
      return time > 0 && time != 4711
    }
  }

  @Test func `has a dark frame while its background is dark`() throws {
    let viewer = try viewer()
    let observer = try DesktopObserver(of: viewer.server)
    let window = try window(viewer)
    #expect(observer.text("_GTK_THEME_VARIANT", of: window) == "dark")
    // Dark, black, gray, light, white, dark.
    for expected in ["dark", nil, nil, nil, "dark"] {
      try viewer.input.type("b")
      try waitUntil("\(expected ?? "none")") {
        try viewer.settle()
        return observer.text("_GTK_THEME_VARIANT", of: window) == expected
      }
    }
    let light = try self.viewer(["--alone", "--background", "white"])
    let other = try DesktopObserver(of: light.server)
    #expect(other.text("_GTK_THEME_VARIANT", of: try self.window(light)) == nil)
  }

  @Test func `fills the monitor that is named, and names the monitors where there is no such one`()
    throws
  {
    let server = try DisplayServer.xvfb()
    let path = try folder.add("p1.ppm", 1)
    for name in ["2", "0", "DP-9", ""] {
      let wrong = try RunningViewer.run(
        [path, "--monitor", name], environment: ["DISPLAY": server.name])
      #expect(wrong.status == 2)
      #expect(wrong.errors.contains("there is no monitor \"\(name)\". Monitors: 1 or "))
      #expect(wrong.errors.contains("(1280×800)"))
    }
    let viewer = try viewer(["--alone", "--monitor", "1"], on: server)
    try viewer.wait("the whole monitor") {
      $0.color(1279, 799) != 0
    }
  }

  @Test func `leaves its clipboard to a manager when it closes`() throws {
    let viewer = try viewer()
    let manager = try ClipboardManager(on: viewer.server)
    try viewer.input.type("ctrl+c")
    try viewer.settle()
    try viewer.input.type("q")
    try manager.wait("the end") { !viewer.program.isRunning }
    #expect(try viewer.program.wait() == 0)
    let uri = "file://\(folder.path)/p1.ppm"
    #expect(manager.saved["text/uri-list"] == Array((uri + "\r\n").utf8))
    #expect(manager.saved["UTF8_STRING"] == Array((folder.path + "/p1.ppm").utf8))
    #expect(manager.saved["image/png"]?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    #expect(try viewer.readErrors() == "")
  }

  @Test func `closes although the clipboard's manager doesn't answer`() throws {
    let viewer = try viewer()
    let manager = try ClipboardManager(on: viewer.server, isSilent: true)
    try viewer.input.type("ctrl+c")
    try viewer.settle()
    try viewer.input.type("q")
    try manager.wait("the end") { !viewer.program.isRunning }
    #expect(manager.wasAsked)
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.readErrors() == "")
  }

  @Test func `asks no manager where it has copied nothing`() throws {
    let viewer = try viewer()
    let manager = try ClipboardManager(on: viewer.server)
    try viewer.input.type("q")
    try manager.wait("the end") { !viewer.program.isRunning }
    #expect(!manager.wasAsked)
  }
}

@Suite struct `The desktop's settings in a window` {
  private let folder = PictureFolder()

  private func animated(
    _ arguments: [String] = [], on server: DisplayServer, bus: String = "unix:path=/nonexistent"
  ) throws -> RunningViewer {
    let path = folder.path + "/a.gif"
    let child = try ChildProcess(
      [
        "convert", "-delay", "5", "-loop", "0", "-size", "400x300", "xc:#400000", "xc:#004000",
        "xc:#000040", path,
      ], errors: folder.path + "/errors")
    try #require(try child.wait() == 0)
    return try RunningViewer(
      [path, "--alone"] + arguments, on: server, environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
  }

  /// Waits until several frames were shown.
  private func waitForMotion(_ viewer: RunningViewer) throws {
    var colors: Set<UInt32> = []
    try viewer.wait("motion") {
      colors.insert($0.pixel(x: 640, y: 400) ?? 0)
      return Set(colors.map { $0 & 0xFF_FFFF }).isSuperset(of: [0x400000, 0x004000, 0x000040])
    }
  }

  @Test func `decide whether animations play, also when they change`() throws {
    let server = try DisplayServer.xvfb()
    let settings = try SettingsServer(on: server, ["Gtk/EnableAnimations": .integer(0)])
    let viewer = try animated(on: server)
    try viewer.settle()
    settings.set(["Gtk/EnableAnimations": .integer(1)])
    try waitForMotion(viewer)
    settings.set(["Gtk/EnableAnimations": .integer(0)])
    try viewer.settle()
    try viewer.input.type("ctrl+space")
    try waitForMotion(viewer)
  }

  @Test func `are the portal's too`() throws {
    let portal = try Portal(.answers)
    try portal.setReducedMotion(true)
    let viewer = try animated(on: .xvfb(), bus: portal.address)
    try viewer.settle()
    #expect(portal.settingsRequests >= 1)
    try portal.setReducedMotion(false)
    try waitForMotion(viewer)
    try portal.setReducedMotion(true)
    try viewer.settle()
  }

  @Test func `are the portal's also after a call to it has failed`() throws {
    let portal = try Portal(.failsFirst)
    let viewer = try animated(on: .xvfb(), bus: portal.address)
    try waitForMotion(viewer)
    try waitUntil("the first call") { portal.settingsRequests == 1 }
    try portal.setReducedMotion(true)
    try viewer.settle()
    #expect(portal.settingsRequests >= 2)
  }

  @Test func `make plates stand out where the user prefers more contrast`() throws {
    let portal = try Portal(.answers)
    let viewer = try RunningViewer(
      [try folder.add("p1.ppm", 1), "--alone"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": portal.address])
    try viewer.wait(forPicture: 1)
    try viewer.input.type("d")
    let before = try viewer.settle()
    // The plate of the statistics.
    try portal.setMoreContrast(true)
    // Numbers may cover a pixel inside, so the edge tells.
    try viewer.wait("the edge of a plate") {
      $0.pixel(x: 60, y: 12).map { $0 & 0xFF_FFFF } == 0xD9D9D9
    }
    try viewer.keep("contrast")
    try portal.setMoreContrast(false)
    try viewer.wait("the plate as before") {
      $0.pixel(x: 60, y: 12) == before.pixel(x: 60, y: 12)
    }
  }
}
