internal import Glibc
internal import OverscrollTestSupport
package import ScrollGeometry

extension DisplayServer {
  /// Whether the programs for ``xwayland(size:)`` are installed.
  package static var hasXwayland: Bool {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    return ["weston", "Xwayland", "weston-screenshooter"].allSatisfy { program in
      folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
  }

  /// Starts the Wayland compositor Weston with its headless backend, and Xwayland.
  ///
  /// Send only key events, to windows: the compositor has no seat, without which Xwayland 22.1 crashes when XTEST moves the
  /// pointer.
  ///
  /// - Parameter size: The size of the screen, in pixels.
  /// - Returns: The server, which starts at the first connection.
  /// - Throws: An error that names the missing package or the compositor's log.
  package static func xwayland(
    size: PixelSize = PixelSize(width: 1600, height: 1000)
  ) throws -> DisplayServer {
    let folder = TestFolder.make("server")
    // Weston 10 and 14 agree on the file, but not on all options.
    let configuration = """
      [core]
      backend=headless-backend.so
      use-pixman=true
      xwayland=true
      idle-time=0
      [shell]
      panel-position=none
      background-color=0xff204060
      locking=false
      animation=none
      startup-animation=none
      """
    try write(configuration, to: folder + "/weston.ini")
    let command = [
      "weston", "--config=\(folder)/weston.ini", "--socket=\(waylandName)", "--debug",
      "--width=\(size.width)", "--height=\(size.height)",
    ]
    return try DisplayServer(
      command, package: "weston", folder: folder, environment: ["XDG_RUNTIME_DIR": folder],
      isRootless: true, displayNumber: { try displayNumber(of: $0, log: folder + "/errors") })
  }

  private static let waylandName = "wayland-test"

  /// Returns the display number that Weston writes to its log, or `nil` where it exits instead.
  private static func displayNumber(of weston: ChildProcess, log: String) throws -> String? {
    let announcement = "xserver listening on display :"
    var number: String?
    try waitUntil("the display in \(log)") {
      let isRunning = weston.isRunning
      let text = Processes.readFile(log) ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      // The last line may be incomplete.
      let line = lines.dropLast().first { $0.contains(announcement) }
      number = line.map { String($0.split(separator: ":").last ?? "") }
      return number != nil || !isRunning
    }
    return number
  }

  /// Captures the output of the Wayland compositor.
  ///
  /// - Returns: The path of a PNG file, which is deleted with the server.
  package func captureOutput() throws -> String {
    let path = folder + "/output.png"
    // The program names the file by the time, in the working folder.
    try Self.run(
      ["sh", "-c", "cd \(folder) && weston-screenshooter && mv wayland-*.png \(path)"],
      environment: ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.waylandName])
    return path
  }
}
