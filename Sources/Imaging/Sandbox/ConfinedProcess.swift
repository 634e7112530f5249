import CSandbox
import Glibc
import Synchronization

/// A process that decodes, and the lanes to it.
final class ConfinedProcess: Sendable {
  private struct State: Sendable {
    var idle: [ClientLane] = []
    /// The lanes with a call.
    var busy: [ClientLane] = []
    /// True where a call is known to have ended it.
    var hasCause = false
    var report: OverscrollSandboxReport?
    var isOver = false
  }

  /// How it is started.
  enum Launcher: Sendable {
    /// Forked by a zygote, whose socket this is.
    case zygote(Int32)
    /// A program that loads a format.
    case loader(LoaderProgram, LoaderFormat)
  }

  private let socket: Int32
  private let running: RunningProcess
  private let companions: Bool
  private let state = Mutex(State())

  /// Starts a process; `nil` where that fails.
  ///
  /// - Parameters:
  ///   - launcher: How it is started.
  ///   - number: A number that no other process has.
  ///   - memory: The address space that it may take, in bytes.
  init?(_ launcher: Launcher, number: UInt32, memory: Int) {
    var ends: [Int32] = [-1, -1]
    guard OverscrollSocketPair(&ends) else { return nil }
    defer { close(ends[1]) }
    guard let running = RunningProcess(launcher, number, ends[1], memory: memory) else {
      close(ends[0])
      return nil
    }
    socket = ends[0]
    self.running = running
    companions = if case .loader(_, let format) = launcher { format.hasCompanions } else { false }
  }

  // Its end of the socket closes, so that it exits.
  deinit { close(socket) }
}

/// What ends a process.
final class RunningProcess: Sendable {
  private enum Identity {
    case forked(zygote: Int32, number: UInt32)
    case program(pid_t)
    case ended
  }

  private let identity: Mutex<Identity>

  /// Starts a process that uses a socket.
  init?(_ launcher: ConfinedProcess.Launcher, _ number: UInt32, _ socket: Int32, memory: Int) {
    switch launcher {
    case .zygote(let zygote):
      guard OverscrollSandboxLaunch(zygote, number, socket, UInt64(memory)) else { return nil }
      identity = Mutex(.forked(zygote: zygote, number: number))
    case .loader(let program, let format):
      guard let process = program.start(format, socket, memory: memory) else { return nil }
      identity = Mutex(.program(process))
    }
  }

  // A program is a child of this process, which has to collect it.
  deinit { if identity.withLock({ if case .program = $0 { true } else { false } }) { end() } }

  /// Kills the process.
  func end() {
    identity.withLock { identity in
      switch identity {
      case .forked(let zygote, let number): OverscrollSandboxKill(zygote, number)
      case .program(let process): OverscrollEndProgram(process)
      case .ended: break
      }
      identity = .ended
    }
  }
}

extension ConfinedProcess {
  /// How long it may take to start, in seconds. [C]
  private static let timeout = 20.0

  /// Waits for the first message; false where it doesn't come.
  private var hasMessage: Bool {
    var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, Int32(Self.timeout * 1000)) > 0
  }

  /// What it reported when it was confined; waits for that.
  var report: OverscrollSandboxReport? {
    state.withLock { state in
      if state.report == nil, !state.isOver {
        var report = OverscrollSandboxReport()
        let length = MemoryLayout<OverscrollSandboxReport>.size
        if hasMessage, OverscrollReceive(socket, &report, length, nil, 0) == length {
          state.report = report
        } else {
          state.isOver = true
        }
      }
      return state.report
    }
  }

  /// Returns a lane that no one uses; `nil` if there can be none.
  func takeLane() -> ClientLane? {
    guard let report, report.failure == 0 else { return nil }
    guard
      let lane = state.withLock({ $0.idle.popLast() })
        ?? ClientLane(to: socket, companions: companions)
    else {
      return nil
    }
    state.withLock { $0.busy.append(lane) }
    return lane
  }

  /// Takes back a lane whose call has ended.
  func giveBack(_ lane: ClientLane) {
    state.withLock { state in
      state.busy.removeAll { $0 === lane }
      if !state.isOver { state.idle.append(lane) }
    }
  }

  /// True where one of its calls is known to have ended it, as far as can be seen.
  var hasCause: Bool {
    state.withLock { $0.hasCause || $0.busy.contains(where: \.hasCrashed) }
  }

  /// Ends the process: it cannot be trusted to end itself.
  ///
  /// - Parameter hasCause: True where a call is known to be the cause.
  func end(hasCause: Bool) {
    state.withLock { state in
      state.isOver = true
      state.hasCause = state.hasCause || hasCause
      state.idle = []
    }
    running.end()
  }
}
