internal import Glibc
internal import OverscrollTestSupport

/// A child process of a test, which is terminated and reaped with this object.
package final class ChildProcess {
  /// The process ID.
  package let pid: Int32
  /// The exit status, or 128 plus the number of the signal that ended it, as in a shell; `nil` while it runs.
  package private(set) var exitStatus: Int32?
  private let output: Int32

  /// Starts a program, which is searched for in `PATH`.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: Variables that are added to this process's; an empty value removes one. The user's own files of keys, options
  ///     and the like are never read.
  ///   - errors: The file for standard error, or `nil` to inherit it.
  /// - Throws: An error where the program cannot be started.
  package init(
    _ arguments: [String], environment: [String: String] = [:], errors: String? = nil
  ) throws {
    var ends: [Int32] = [-1, -1]
    // Sockets rather than a pipe, because Swift imports no pipe2 to create it with O_CLOEXEC.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw RigError("No pair of sockets could be made.") }
    defer { close(ends[1]) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if let errors {
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Children would inherit the signals that an event loop blocks.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = arguments.map { strdup($0) } + [nil]
    var variables = Self.merged(environment).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid: Int32 = 0
    let status = posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, &variables)
    guard status == 0 else {
      close(ends[0])
      throw RigError("Cannot start \(arguments[0]): \(String(cString: strerror(status))).")
    }
    self.pid = pid
  }

  deinit {
    if exitStatus == nil { end() }
    close(output)
  }

  private static func merged(_ changes: [String: String]) -> [String] {
    var own: [String] = []
    var next = environ
    while let entry = next.pointee {
      own.append(String(cString: entry))
      next += 1
    }
    // No folder can be made there, not even by root: what one program remembered would be the next one's.
    let none = "/dev/null"
    let changes = ["XDG_CONFIG_HOME": none, "XDG_STATE_HOME": none].merging(changes) { $1 }
    own.removeAll { entry in changes.keys.contains { entry.hasPrefix($0 + "=") } }
    return own + changes.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
  }
}

extension ChildProcess {
  /// Whether the process runs.
  package var isRunning: Bool {
    reap(WNOHANG)
    return exitStatus == nil
  }

  /// Waits for the process to exit.
  ///
  /// - Returns: The exit status; see ``exitStatus``.
  @discardableResult
  package func wait(seconds: Double = defaultTimeout) throws -> Int32 {
    try waitUntil("the end of process \(pid)", seconds: seconds) { !isRunning }
    return exitStatus ?? -1
  }

  /// Sends a signal, if the process still runs.
  package func signal(_ number: Int32) { if isRunning { kill(pid, number) } }

  /// Terminates the process, kills it after two seconds, and reaps it.
  package func end() {
    signal(SIGTERM)
    let asked: Void? = try? waitUntil("", seconds: 2) { !isRunning }
    guard asked == nil else { return }
    signal(SIGKILL)
    reap(0)
  }

  /// Reads a line of standard output without the newline, or `nil` at the end.
  package func readLine(seconds: Double = defaultTimeout) throws -> String? {
    let end = Stopwatch.now + seconds
    var line: [UInt8] = []
    while true {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, (end - Stopwatch.now) * 1000))
      guard poll(&entry, 1, left) > 0 else {
        throw RigError("Process \(pid) wrote no line within \(seconds) s.")
      }
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1 else { return line.isEmpty ? nil : text(line) }
      if byte == UInt8(ascii: "\n") { return text(line) }
      line.append(byte)
    }
  }

  /// Reads standard output to its end.
  package func readToEnd(seconds: Double = defaultTimeout) throws -> String {
    var lines: [String] = []
    while let line = try readLine(seconds: seconds) { lines.append(line) }
    return lines.joined(separator: "\n")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func reap(_ options: Int32) {
    guard exitStatus == nil else { return }
    var status: Int32 = 0
    guard waitpid(pid, &status, options) == pid else { return }
    let signal = status & 0x7F
    exitStatus = signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

/// Information about processes, from `/proc`.
package enum Processes {
  /// Returns the processor time of a process in seconds, in steps of 10 ms, or `nil` where there is no such process.
  package static func processorTime(of pid: Int32) -> Double? {
    processorTime(in: "/proc/\(pid)/stat")
  }

  /// Returns the processor time of a thread; the main thread's ID is the process's.
  package static func processorTime(ofThread thread: Int32, in pid: Int32) -> Double? {
    processorTime(in: "/proc/\(pid)/task/\(thread)/stat")
  }

  private static func processorTime(in path: String) -> Double? {
    guard let text = readFile(path) else { return nil }
    // The name, in parentheses, may contain anything.
    let fields = text.split(separator: ")").last.map { $0.split(separator: " ") } ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns a process and those that it has started, such as the ones that decode for it.
  package static func family(of pid: Int32) -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for process in TestFolder.names(in: "/proc").compactMap({ Int32($0) }) {
      // The name, in parentheses, may contain anything.
      let fields = readFile("/proc/\(process)/stat")?.split(separator: ")").last?.split(
        separator: " ")
      guard let fields, fields.count > 1, let parent = Int32(fields[1]) else { continue }
      children[parent, default: []].append(process)
    }
    var (family, next) = ([pid], 0)
    while next < family.count {
      family += children[family[next]] ?? []
      next += 1
    }
    return family
  }

  /// Returns the file that a process runs, or `nil` where there is no such process.
  package static func program(of pid: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/\(pid)/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the number of voluntary context switches, one per wake-up, or `nil` where there is no such process.
  package static func voluntarySwitches(of pid: Int32) -> Int? {
    number(of: pid, "voluntary_ctxt_switches:")
  }

  /// Returns whether the main thread of a process sleeps, so that it neither runs nor waits for a processor.
  package static func isSleeping(_ pid: Int32) -> Bool { isSleeping(in: "/proc/\(pid)/stat") }

  /// Returns whether every thread of a process sleeps.
  package static func areThreadsSleeping(_ pid: Int32) -> Bool {
    let folder = "/proc/\(pid)/task"
    let threads = TestFolder.names(in: folder)
    return !threads.isEmpty && threads.allSatisfy { isSleeping(in: "\(folder)/\($0)/stat") }
  }

  private static func isSleeping(in path: String) -> Bool {
    // The name, in parentheses, may contain anything.
    let fields = readFile(path)?.split(separator: ")").last?.split(separator: " ")
    return fields?.first == "S"
  }

  /// Returns the peak resident memory in kB, or `nil` where there is no such process.
  package static func peakMemory(of pid: Int32) -> Int? { number(of: pid, "VmHWM:") }

  private static func number(of pid: Int32, _ key: String) -> Int? {
    let lines = readFile("/proc/\(pid)/status")?.split(separator: "\n") ?? []
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    return Int(line.dropFirst(key.count).filter(\.isNumber))
  }

  static func readFile(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
