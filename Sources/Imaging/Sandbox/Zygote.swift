import CSandbox
import Glibc

/// A process that forks those that decode: a fork of this program, or a program that loads a format.
final class Zygote: Sendable {
  private let socket: Int32
  /// The program; `nil` for a fork of this one, which ends with it.
  private let program: pid_t?

  /// Forks this program; `nil` where the system provides no process.
  ///
  /// Call it before any thread is started, on the program's first thread.
  ///
  /// - Parameter serve: What each process runs on its socket.
  init?(serve: @escaping @convention(c) (Int32) -> Void) {
    var rules = OverscrollSandboxRules(
      serve: serve, prepare: nil, calls: nil, callCount: 0, answeredCalls: nil,
      answeredCallCount: 0, answer: nil)
    // The fork does not return from here, so that its rules stay valid.
    socket = OverscrollSandboxStart(&rules)
    program = nil
    guard socket >= 0 else { return nil }
  }

  /// Starts the program that loads a format; `nil` where that fails.
  init?(_ loader: LoaderProgram, _ format: LoaderFormat) {
    var ends: [Int32] = [-1, -1]
    guard OverscrollSocketPair(&ends) else { return nil }
    defer { close(ends[1]) }
    guard let program = loader.start(format, ends[1]) else {
      close(ends[0])
      return nil
    }
    socket = ends[0]
    self.program = program
  }

  deinit {
    if socket >= 0 { close(socket) }
    if let program { OverscrollEndProgram(program) }
  }

  /// Forks a process that serves a socket.
  ///
  /// - Parameters:
  ///   - number: A number that no other process of the zygote has.
  ///   - socket: What the process serves; the caller closes its own.
  ///   - memory: The address space that the process may take, in bytes.
  /// - Returns: False where the zygote is gone.
  func launch(_ number: UInt32, _ socket: Int32, memory: Int) -> Bool {
    OverscrollSandboxLaunch(self.socket, number, socket, UInt64(memory))
  }

  /// Kills a process.
  func kill(_ number: UInt32) { OverscrollSandboxKill(socket, number) }
}
