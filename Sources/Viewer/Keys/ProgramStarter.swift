import Glibc
import OverscrollBase
import OverscrollShell

/// Starts programs, without a shell, and reports those that fail.
struct ProgramStarter {
  private var jobs = Jobs<String?>()

  /// Starts a program, which outlives the viewer.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - name: The name of the program, for messages.
  ///   - wake: Called on another thread once the program has ended.
  mutating func start(
    _ command: [[UInt8]], named name: String, wake: @escaping @Sendable () -> Void
  ) {
    jobs.add(
      Job(unavailable: "\(name) cannot be started: the system has no thread left.", wake: wake) {
        _ in Self.run(command, named: name)
      })
  }

  /// Returns what went wrong with programs that have ended since the last time.
  mutating func drain() -> [String] { jobs.drainAll().compactMap(\.self) }

  /// Runs a program to its end; returns what went wrong.
  static func run(_ command: [[UInt8]], named name: String) -> String? {
    var pid: pid_t = 0
    let status = spawn(command, &pid)
    guard status == 0 else {
      return "\(name) cannot be started: \(SystemError(status).message)."
    }
    var end: Int32 = 0
    while waitpid(pid, &end, 0) < 0, errno == EINTR {}
    let signal = end & 0x7F
    if signal != 0 { return "\(name) was ended by signal \(signal)." }
    let code = end >> 8 & 0xFF
    return code == 0 ? nil : "\(name) has failed with exit status \(code)."
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import: a session of its own, which no terminal ends with the viewer's.
  private static let startsSession: Int32 = 0x80

  private static func spawn(_ command: [[UInt8]], _ pid: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals of a program of its own: the event loop blocks some, and ignores others.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | startsSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = command.map { word in
      FilePath(bytes: word).withCString { strdup($0) }
    }
    defer { words.forEach { free($0) } }
    guard let program = words.first ?? nil else { return ENOMEM }
    return posix_spawnp(&pid, program, &actions, &attributes, words + [nil], environ)
  }
}
