internal import Glibc
internal import OverscrollTestSupport

/// The built program in a window on a private Xvfb, and a hand on its mouse and keyboard.
package final class RunningViewer {
  package let server: DisplayServer
  package let program: ChildProcess
  package let input: SyntheticInput
  private let errors: String

  /// Starts the program with `arguments` and waits until its window shows something.
  ///
  /// It is told that its display is `display`, if one is given, whatever the server's name is. Its standard input is
  /// `file`, if one is given.
  package init(
    _ arguments: [String], on server: DisplayServer? = nil, display: String? = nil,
    environment: [String: String] = [:], reading file: String? = nil, program: String = path
  ) throws {
    let server = try server ?? DisplayServer.xvfb()
    self.server = server
    errors = server.folder + "/program-errors"
    let empty = try Screenshot(of: server)
    self.program = try ChildProcess(
      (file.map { ["sh", "-c", #"file=$1; shift; exec "$0" "$@" < "$file""#, program, $0] }
        ?? [program]) + arguments,
      environment: environment.merging(["DISPLAY": display ?? server.name]) { $1 },
      errors: errors)
    input = SyntheticInput(on: server)
    try wait("the window") { !$0.isSame(as: empty) }
  }

  /// The program that the tests were built with: it lies beside the test bundle.
  package static var path: String { path(of: "overscroll") }

  /// The path of a program of the package, which lies beside the test bundle.
  package static func path(of program: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + folder + "/" + program
  }

  /// Runs the program to its end without a window; returns its status and what it wrote.
  package static func run(
    _ arguments: [String], environment: [String: String] = ["DISPLAY": ""],
    program: String = path
  ) throws -> (status: Int32, output: String, errors: String) {
    let folder = TestFolder.make()
    let child = try ChildProcess(
      [program] + arguments, environment: environment, errors: folder + "/errors")
    let output = try child.readToEnd()
    return (try child.wait(), output, try text(of: folder + "/errors"))
  }

  /// Runs a shell script that finds the program as `$0` and the arguments as `$1` and so on; returns the same.
  package static func run(
    script: String, _ arguments: [String] = []
  ) throws -> (status: Int32, output: String, errors: String) {
    let folder = TestFolder.make()
    let child = try ChildProcess(
      ["sh", "-c", script, path] + arguments, environment: ["DISPLAY": ""],
      errors: folder + "/errors")
    let output = try child.readToEnd()
    return (try child.wait(), output, try text(of: folder + "/errors"))
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else { throw RigError("Cannot write \(path).") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Writes a text, and bytes behind it.
  package static func write(_ text: String, _ bytes: [UInt8] = [], to path: String) throws {
    try write(Array(text.utf8) + bytes, to: path)
  }

  package static func bytes(of path: String) throws -> [UInt8] {
    guard let bytes = FileReading.bytes(of: path) else { throw RigError("Cannot read \(path).") }
    return bytes
  }

  package static func text(of path: String) throws -> String {
    guard let text = TextFiles.textIfPresent(path) else { throw RigError("Cannot read \(path).") }
    return text
  }

  /// What `replay --check` prints for a take.
  package static func check(_ script: String) throws -> String {
    try run(["replay", script, "--check"]).output
  }

  /// What the program has written to standard error.
  package func readErrors() throws -> String { try Self.text(of: errors) }

  /// What the server shows now.
  package func look() throws -> Screenshot { try Screenshot(of: server) }

  /// Types keys, and waits until `condition` holds for what is shown; returns that.
  ///
  /// What is shown at the end of a wait in vain is an artifact.
  @discardableResult
  package func wait(
    _ what: String, after keys: String..., seconds: Double = defaultTimeout,
    until condition: (Screenshot) throws -> Bool
  ) throws -> Screenshot {
    if !keys.isEmpty { try input.type(keys) }
    var last: Screenshot?
    do {
      try waitUntil(what, seconds: seconds, interval: 0.01) {
        let shot = try look()
        last = shot
        return try condition(shot)
      }
    } catch {
      try last?.write(to: Self.artifact("waited-\(program.pid)"))
      throw error
    }
    guard let last else { throw RigError("Nothing was shown.") }
    return last
  }

  /// Waits until the program has handled all input and the screen no longer changes; returns what it shows then.
  ///
  /// A program that is starved is not idle, so this doesn't depend on the speed of the machine: the program has to sleep, and
  /// not to wake up, for longer than it ever waits between two frames.
  @discardableResult
  package func settle() throws -> Screenshot {
    var before: (shot: Screenshot, wakeUps: Int?)?
    var calm = 0
    return try wait("rest") { shot in
      let wakeUps = Processes.voluntarySwitches(of: program.pid)
      let isCalm =
        Processes.isSleeping(program.pid) && before?.wakeUps == wakeUps
        && before?.shot.isSame(as: shot) ?? false
      calm = isCalm ? calm + 1 : 0
      before = (shot, wakeUps)
      usleep(40_000)
      return calm >= 8
    }
  }

  /// Waits until the plates have gone that show the scale for a second, and a name for two, and the program rests.
  @discardableResult
  package func settleWithoutPlates() throws -> Screenshot {
    usleep(2_200_000)
    return try settle()
  }

  /// Waits until the program uses the processor no more, on any thread of it and of those that decode for it.
  package func waitForWorkToEnd() throws {
    var used = -1.0
    var calm = 0
    try waitUntil("the work to end", seconds: 5 * defaultTimeout) {
      let before = used
      usleep(100_000)
      let pids = Processes.family(of: program.pid) + [server.process.pid]
      used = pids.reduce(0) { $0 + (Processes.processorTime(of: $1) ?? 0) }
      let isCalm = used == before && pids.allSatisfy(Processes.areThreadsSleeping)
      calm = isCalm ? calm + 1 : 0
      return calm >= 3
    }
  }

  /// Keeps what is shown as a picture for a person to look at.
  package func keep(_ name: String) throws { try look().write(to: Self.artifact(name)) }

  /// The path for a picture of that name.
  package static func artifact(_ name: String) -> String {
    let folder = TextFiles.root + "/Artifacts"
    mkdir(folder, 0o777)
    return folder + "/\(name).png"
  }
}

extension RunningViewer {
  /// The title of the window.
  package var title: String {
    get throws {
      try server.run(["xdotool", "search", "--class", "overscroll", "getwindowname", "%@"])
        .split(separator: "\n").last.map(String.init) ?? ""
    }
  }

  /// Types keys, and waits until picture `number` is in the middle of the window.
  @discardableResult
  package func wait(forPicture number: Int, after keys: String...) throws -> Screenshot {
    if !keys.isEmpty { try input.type(keys) }
    return try wait("picture \(number)") { shot in
      (shot.pixel(x: 640, y: 400) ?? 0) & 0xFF_FFFF == PictureFolder.color(number)
    }
  }

  package func wait(forTitle title: String, after keys: String...) throws {
    if !keys.isEmpty { try input.type(keys) }
    try waitUntil("the title \(title)", interval: 0.02) { try self.title == title }
  }
}
