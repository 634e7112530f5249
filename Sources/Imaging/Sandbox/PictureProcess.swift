import CSandbox
import Glibc
import Synchronization

/// The process that decodes one picture, and those that replace it where it ends.
///
/// It reaches no other picture. All methods may be called on any thread.
final class PictureProcess: Sendable {
  private struct State: Sendable {
    var process: ConfinedProcess?
    /// What confines it, or the last one.
    var confinement = "none"
    var objects = 0
    var released: [Int] = []
  }

  /// How often a call was made whose process has ended.
  private struct Attempts {
    /// Those where the call may have been the cause.
    var suspect = 0
    /// Those where another call was the cause.
    var innocent = 0
    /// True where it is not made again. [C]
    var areSpent: Bool { suspect >= 3 || innocent >= 20 }
  }

  private let file: ImageFile
  private let sandbox: Sandbox
  private let state = Mutex(State())

  init(_ file: ImageFile, in sandbox: Sandbox) { (self.file, self.sandbox) = (file, sandbox) }

  /// What confines it.
  var confinement: String { state.withLock { $0.confinement } }

  /// The process, started where there is none.
  private func launch() -> ConfinedProcess? {
    state.withLock { state in
      if state.process == nil { state.process = sandbox.takeProcess() }
      return state.process
    }
  }

  private func takeLane(of process: ConfinedProcess) -> ClientLane? {
    guard let report = process.report else {
      sandbox.discard(process.zygote)
      return nil
    }
    let name = report.name
    state.withLock { $0.confinement = name }
    return process.takeLane(companions: sandbox.format?.hasCompanions == true)
  }

  private func discard(_ process: ConfinedProcess, hasCause: Bool) {
    process.end(hasCause: hasCause)
    state.withLock { if $0.process === process { $0.process = nil } }
  }

  /// The number of a new object.
  func makeNumber() -> Int {
    state.withLock { state in
      state.objects += 1
      return state.objects
    }
  }

  /// Has an object released at the next call.
  func release(_ number: Int) { state.withLock { $0.released.append(number) } }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - timing: How long it may take.
  ///   - restore: Opens the objects of the call where the process doesn't know them.
  ///   - body: Reads the replies; it is called again where the process has ended meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: The error of the call, or that its decoder stopped.
  func call<Value>(
    _ request: MessageWriter, _ timing: CallTiming = CallTiming(),
    restore: () throws(ImagingError) -> Void = {},
    _ body: (inout ByteStream) throws(CallFailure) -> Value
  ) throws(ImagingError) -> Value {
    if let spent = CallScope.current.spentBudget {
      throw ImagingError(
        .damaged, file.path, CallFailure.late(spent.seconds).reason(sandbox.format))
    }
    releaseObjects()
    var attempts = Attempts()
    while true {
      let process = launch()
      guard let process, let lane = takeLane(of: process) else {
        try retry(&attempts, after: process, .ended)
        continue
      }
      do throws(CallFailure) {
        try lane.begin(request, file, timing)
        var stream = ByteStream(lane)
        let value = try body(&stream)
        process.giveBack(lane)
        return value
      } catch {
        switch error {
        case .imaging(let error):
          process.giveBack(lane)
          throw error
        case .unknown:
          process.giveBack(lane)
          attempts.innocent += 1
          guard !attempts.areSpent else { throw file.changed }
          try restore()
        default: try retry(&attempts, after: process, error)
        }
      }
    }
  }

  /// Ends a process that failed; throws where the call is not to be made again.
  private func retry(
    _ attempts: inout Attempts, after process: ConfinedProcess?, _ failure: CallFailure
  ) throws(ImagingError) {
    let isKnown = failure.hasKnownCause
    let isInnocent = !isKnown && process?.hasCause == true
    if let process { discard(process, hasCause: isKnown) }
    if isInnocent { attempts.innocent += 1 } else { attempts.suspect += 1 }
    if case .abandoned = failure {
      throw ImagingError(.noResources, file.path, "it is no longer needed")
    }
    guard !isKnown, !attempts.areSpent else {
      throw ImagingError(.damaged, file.path, failure.reason(sandbox.format))
    }
  }

  private func releaseObjects() {
    let (numbers, process) = state.withLock { state in
      defer { state.released = [] }
      return (state.released, state.process)
    }
    // A process that has ended has no objects.
    guard !numbers.isEmpty, let process, let lane = takeLane(of: process) else { return }
    do throws(CallFailure) {
      for number in numbers {
        var message = MessageWriter(.release)
        message.add(number)
        try lane.begin(message, file, CallTiming())
        var stream = ByteStream(lane)
        _ = try stream.next { true }
      }
      process.giveBack(lane)
    } catch {
      discard(process, hasCause: false)
    }
  }
}

extension CallFailure {
  /// True where the call itself is the cause.
  fileprivate var hasKnownCause: Bool {
    switch self {
    case .stuck, .late, .abandoned, .malformed, .crashed, .outOfMemory: true
    case .ended, .imaging, .unknown: false
    }
  }

  /// What happened, as a clause about the decoder or about the loader of a format.
  fileprivate func reason(_ format: LoaderFormat?) -> String {
    let fact =
      switch self {
      case .stuck(let seconds): "made no progress for \(seconds) seconds"
      case .late(let seconds): "took more than \(seconds) seconds"
      case .malformed: "sent invalid data"
      case .crashed: "crashed"
      case .outOfMemory: "ran out of memory"
      case .ended, .abandoned, .imaging, .unknown: "ended unexpectedly"
      }
    guard let format else { return "its decoder \(fact)" }
    return "the loader for \(format.name) stopped (it \(fact))"
  }
}

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
  var hasCause: Bool { state.withLock { $0.hasCause || $0.busy.contains(where: \.hasCrashed) } }

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
