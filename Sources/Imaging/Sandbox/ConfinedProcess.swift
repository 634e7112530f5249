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

  private let socket: Int32
  let zygote: Zygote
  private let number: UInt32
  private let state = Mutex(State())

  /// Has a process forked; `nil` where that fails.
  ///
  /// - Parameters:
  ///   - zygote: What forks it.
  ///   - number: A number that no other process of the zygote has.
  ///   - memory: The address space that it may take, in bytes.
  init?(_ zygote: Zygote, _ number: UInt32, memory: Int) {
    var ends: [Int32] = [-1, -1]
    guard OverscrollSocketPair(&ends) else { return nil }
    defer { close(ends[1]) }
    guard zygote.launch(number, ends[1], memory: memory) else {
      close(ends[0])
      return nil
    }
    socket = ends[0]
    self.zygote = zygote
    self.number = number
  }

  // It cannot be trusted to end where its socket does.
  deinit {
    close(socket)
    zygote.kill(number)
  }
}

extension ConfinedProcess {
  /// How long it may take to start, in seconds: a loader reads its libraries first. [C]
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

  /// Takes a lane that no one uses.
  ///
  /// - Parameter companions: True where the process may read the files of the folder that belongs to its own.
  /// - Returns: The lane; `nil` if there can be none.
  func takeLane(companions: Bool) -> ClientLane? {
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
    zygote.kill(number)
  }
}
