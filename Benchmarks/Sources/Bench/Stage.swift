import Foundation
import Probe

/// A program in a window on an X server of its own, with a hand on its mouse and an eye on its pixels.
final class Stage {
  let width: Int
  let height: Int
  private let server: Process
  private let program: Process
  private let probe: OpaquePointer
  private let log: String

  /// What kept a stage from being built.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts Xvfb and, on it, a program; `log` is where the program writes what became of its frames.
  init(width: Int, height: Int, command: [String]) throws {
    self.width = width
    self.height = height
    let log = NSTemporaryDirectory() + "/overscroll-bench-\(UUID().uuidString).json"
    self.log = log
    let pipe = Pipe()
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/Xvfb")
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-noreset", "-ac", "-nolisten",
      "tcp",
    ]
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let display = ":" + line.trimmingCharacters(in: .whitespacesAndNewlines)
    program = Process()
    program.executableURL = URL(fileURLWithPath: command[0])
    program.arguments = command.dropFirst().map { $0 == "LOG" ? log : $0 }
    program.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    program.standardError = FileHandle.nullDevice
    try program.run()
    guard let probe = ProbeOpen(display) else {
      throw Failure(description: "The server \(display) does not answer, or libXtst is missing.")
    }
    self.probe = probe
    settle(0.8)
  }

  deinit {
    program.terminate()
    program.waitUntilExit()
    ProbeClose(probe)
    server.terminate()
    server.waitUntilExit()
    unlink(log)
  }

  /// Ends the program and reads what became of its frames.
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
    ProbeSee(probe, Int32(width / 2 - 64), Int32(height / 2), 128, 2)
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
