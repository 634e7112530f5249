import Foundation
import Probe

/// An X server for a stage.
enum ServerKind {
  /// Xvfb, with refreshes made up at a rate, in Hz.
  case xvfb(rate: Int = 60)
  /// A real Xorg on dummy video, with refreshes made up at a rate, in Hz.
  case xorg(rate: Int)

  /// What the server writes its display's number to must be descriptor 1.
  fileprivate func command(_ width: Int, _ height: Int, folder: String) throws -> [String] {
    switch self {
    case .xvfb(let rate):
      return [
        "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24",
        "-fakescreenfps", "\(rate)", "-noreset", "-ac", "-nolisten", "tcp",
      ]
    case .xorg(let rate):
      let path = folder + "/xorg.conf"
      try Self.configuration(width, height).write(toFile: path, atomically: true, encoding: .utf8)
      return [
        "/usr/lib/xorg/Xorg", "-displayfd", "1", "-config", path, "-fakescreenfps", "\(rate)",
        "-novtswitch", "-sharevts", "-noreset", "-nolisten", "tcp", "-ac", "-logfile",
        folder + "/xorg.log",
      ]
    }
  }

  /// The refreshes a second of the mode, which the driver, that knows no more than 300 MHz, takes for 4K too; those that
  /// are made up have a rate of their own.
  private static let modeRate = 30.0

  private static func configuration(_ width: Int, _ height: Int) -> String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AutoAddGPU" "false"
      Option "PciForceNone" "true"
    EndSection
    Section "Device"
      Identifier "video"
      Driver "dummy"
      VideoRam 128000
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5.0-1000.0
      VertRefresh 5.0-200.0
      Option "ReducedBlanking" "true"
      Modeline "window" \(Double(width + 160) * Double(height + 31) * Self.modeRate / 1e6) \(width) \(width + 48) \
    \(width + 80) \(width + 160) \(height) \(height + 3) \(height + 8) \(height + 31)
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "video"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "window"
      EndSubSection
    EndSection
    """
  }
}

/// A program in a window on its own X server, with generated input and captured pixels.
final class Stage {
  let width: Int
  let height: Int
  private let server: Process
  private var manager: Process?
  private let program: Process
  private let probe: OpaquePointer
  private let folder: String
  private var log: String { folder + "/log.json" }

  /// What kept a stage from being built.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts a server and, on it, a program with a home of its own.
  ///
  /// - Parameters:
  ///   - kind: The server.
  ///   - width: The width of the screen, in pixels.
  ///   - height: The height of the screen, in pixels.
  ///   - command: The program and its arguments; `LOG` stands for the file where it writes statistics of its frames.
  ///   - isManaged: True for a window manager, without which some programs do not fill the screen.
  /// - Throws: When the server or the program cannot be started.
  init(
    _ kind: ServerKind = .xvfb(), width: Int, height: Int, command: [String], isManaged: Bool = false
  ) throws {
    self.width = width
    self.height = height
    let folder = NSTemporaryDirectory() + "/overscroll-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.folder = folder
    let pipe = Pipe()
    server = try Self.start(
      kind.command(width, height, folder: folder), [:], output: pipe)
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let display = ":" + line.trimmingCharacters(in: .whitespacesAndNewlines)
    let environment = ["DISPLAY": display, "HOME": folder, "XDG_CONFIG_HOME": folder]
    if isManaged {
      manager = try Self.start(["/usr/bin/openbox"], environment)
      usleep(500_000)
    }
    let path = folder + "/log.json"
    program = try Self.start(command.map { $0 == "LOG" ? path : $0 }, environment)
    guard let probe = ProbeOpen(display) else {
      throw Failure(description: "The server \(display) does not answer, or libXtst is missing.")
    }
    self.probe = probe
    guard ProbeHasSize(probe, Int32(width), Int32(height)) != 0 else {
      throw Failure(description: "The server \(display) has no screen of \(width)×\(height).")
    }
    settle(0.8)
  }

  private static func start(
    _ command: [String], _ environment: [String: String], output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  deinit {
    program.terminate()
    program.waitUntilExit()
    manager?.terminate()
    manager?.waitUntilExit()
    ProbeClose(probe)
    server.terminate()
    server.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the program and reads the statistics of its frames.
  func end() -> [String: Double] {
    program.terminate()
    program.waitUntilExit()
    guard let data = FileManager.default.contents(atPath: log),
      let log = try? JSONDecoder().decode([String: Double].self, from: data)
    else { return [:] }
    return log
  }
}

// MARK: - Hand and eye

extension Stage {
  func move(_ x: Int, _ y: Int) { ProbeMove(probe, Int32(x), Int32(y)) }

  func button(_ number: Int, isDown: Bool) { ProbeButton(probe, Int32(number), isDown ? 1 : 0) }

  /// Presses and releases a key by X's name.
  func key(_ name: String) {
    ProbeKey(probe, name, 1)
    ProbeKey(probe, name, 0)
  }

  func key(_ name: String, isDown: Bool) { ProbeKey(probe, name, isDown ? 1 : 0) }

  /// A number for the pixels of a strip in the middle of the window.
  func see() -> UInt64 {
    ProbeSee(probe, Int32(width / 2 - 64), Int32(height / 2 - 12), 128, 24)
  }

  func settle(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  /// Waits until a time of ``Clock``.
  static func wait(until time: Double) {
    let rest = time - Clock.now
    if rest > 0 { usleep(UInt32(rest * 1e6)) }
  }

  /// The processor time used so far, in seconds: by the program's main thread, by all of its threads, by the server.
  func usage() -> (main: Double, program: Double, server: Double) {
    let id = program.processIdentifier
    return (
      Self.time("/proc/\(id)/task/\(id)/schedstat"), Self.total(id),
      Self.total(server.processIdentifier)
    )
  }

  /// How often the program's threads have been woken up.
  var wakeUps: Int {
    let id = program.processIdentifier
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let text =
        (try? String(contentsOfFile: "/proc/\(id)/task/\(task)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    }
  }

  private static func total(_ id: Int32) -> Double {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return tasks.reduce(0) { $0 + time("/proc/\(id)/task/\($1)/schedstat") }
  }

  private static func time(_ path: String) -> Double {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
  }
}

/// The monotonic clock, in seconds.
enum Clock {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
