internal import Glibc
internal import OverscrollTestSupport
package import ScrollGeometry

/// An X server for a test, which is terminated with this object.
package final class DisplayServer {
  /// The display name, such as ":7".
  package let name: String
  /// The display name over TCP, as of a remote server; see ``xvfb(size:depth:listensOnTCP:without:)``.
  package var remoteName: String { "127.0.0.1\(name)" }
  /// The process.
  package let process: ChildProcess
  /// Files of its own; removed with it.
  package let folder: String

  /// Whether a Wayland compositor shows the windows, so that the root window has no pixels.
  package let isRootless: Bool

  init(
    _ command: [String], package: String, folder: String, environment: [String: String] = [:],
    isRootless: Bool = false,
    displayNumber: (ChildProcess) throws -> String? = { try $0.readLine() }
  ) throws {
    self.folder = folder
    self.isRootless = isRootless
    let child: ChildProcess
    do {
      child = try ChildProcess(command, environment: environment, errors: Self.log(in: folder))
    } catch {
      throw RigError("\(error) It is in the Debian package \(package).")
    }
    process = child
    guard let number = try displayNumber(child), !number.isEmpty else {
      let log = Processes.readFile(Self.log(in: folder)) ?? ""
      throw RigError("\(command[0]) did not start: \(log)")
    }
    name = ":\(number)"
  }

  private static func log(in folder: String) -> String { folder + "/errors" }

  deinit {
    process.end()
    TestFolder.remove(folder)
  }

  /// Starts Xvfb, whose mouse and keyboard are controlled with XTEST.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - depth: The depth in bits: 8, 15, 16, 24 or 30.
  ///   - listensOnTCP: True for a server that can be reached as a remote display.
  ///   - extensions: Extensions to disable, such as "MIT-SHM".
  ///   - refreshRate: The simulated refresh rate in hertz, from 1 to 600.
  ///   - isInOwnContainer: True for a server with an IPC namespace of its own, where the same identifiers name other segments.
  /// - Returns: The server, ready for connections.
  /// - Throws: An error that names the missing package or has the server's log.
  package static func xvfb(
    size: PixelSize = PixelSize(width: 1280, height: 800), depth: Int = 24,
    listensOnTCP: Bool = false, without extensions: [String] = [], refreshRate: Int = 60,
    isInOwnContainer: Bool = false
  ) throws -> DisplayServer {
    var command = [
      "Xvfb", "-displayfd", "1", "-screen", "0", "\(size.width)x\(size.height)x\(depth)",
      "-noreset", "-ac", listensOnTCP ? "-listen" : "-nolisten", "tcp", "-fakescreenfps",
      "\(refreshRate)",
    ]
    for name in extensions { command += ["-extension", name] }
    if isInOwnContainer {
      // Four segments of other programs, larger than any of ours.
      let others = "for i in 1 2 3 4; do ipcmk --shmem 67108864; done >&2"
      command = ["unshare", "--ipc", "sh", "-c", others + #"; exec "$0" "$@""#] + command
    }
    return try DisplayServer(command, package: "xvfb", folder: TestFolder.make("server"))
  }

  /// Starts Xorg with a dummy video driver and a screen of 1920×1080.
  ///
  /// Its touch screen, touchpad, mouse and keyboard are controlled by ``InputDevice``.
  ///
  /// - Parameter refreshRate: The simulated refresh rate in hertz, from 1 to 600; `nil` for the driver's.
  /// - Returns: The server, ready for connections.
  /// - Throws: An error that names the missing package or has the server's log.
  package static func xorg(refreshRate: Int? = nil) throws -> DisplayServer {
    let folder = TestFolder.make("server")
    try write(XorgConfiguration.text(folder: folder), to: folder + "/xorg.conf")
    let rate = refreshRate.map { ["-fakescreenfps", "\($0)"] } ?? []
    let command =
      [
        "/usr/lib/xorg/Xorg", "-displayfd", "1", "-config", folder + "/xorg.conf", "-novtswitch",
        "-sharevts", "-noreset", "-nolisten", "tcp", "-ac", "-logfile", folder + "/log",
      ] + rate
    let package = "xserver-xorg-core (with xserver-xorg-video-dummy)"
    return try DisplayServer(command, package: package, folder: folder)
  }

  /// Runs a program on this display until it exits.
  ///
  /// - Returns: The standard output.
  /// - Throws: An error where it cannot be started or its exit status is not 0.
  @discardableResult
  package func run(_ arguments: [String]) throws -> String {
    try Self.run(arguments, environment: ["DISPLAY": name])
  }

  /// Starts a window manager on this display, and waits until it manages windows.
  ///
  /// - Returns: openbox, which ends with the process that is returned.
  /// - Throws: An error where it cannot be started or does not manage in time.
  package func startWindowManager() throws -> ChildProcess {
    let manager = try ChildProcess(["openbox"], environment: ["DISPLAY": name], errors: "/dev/null")
    // While it starts up, openbox loses requests to map windows, so it must have served a request first.
    try waitUntil("openbox manages") {
      try run([
        "sh", "-c",
        "xdotool set_num_desktops 2 2>/dev/null; xdotool get_num_desktops 2>/dev/null || true",
      ]).hasPrefix("2")
    }
    return manager
  }

  /// Sets the resource database of the display, such as `"Xft.dpi:\t192\n"`.
  package func setResources(_ text: String) throws {
    let property = "RESOURCE_MANAGER"
    try run(["xprop", "-root", "-f", property, "8s", "-set", property, text])
  }

  @discardableResult
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let child = try ChildProcess(arguments, environment: environment)
    let text = try child.readToEnd()
    guard try child.wait() == 0 else {
      throw RigError("\(arguments.joined(separator: " ")) failed: \(text)")
    }
    return text
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw RigError("Cannot write \(path).") }
    fputs(text, file)
    fclose(file)
  }
}
