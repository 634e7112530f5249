import CSandbox
import Glibc
import OverscrollFiles
import Synchronization

/// The process in which pictures are decoded: it reads the files that are opened for it, writes memory that it shares, and can do
/// nothing else.
///
/// One process serves all pictures. Where it ends, a new one takes its place, and the pictures that were not the cause are decoded
/// there. All methods may be called on any thread.
package final class Sandbox: Sendable {
  /// Why there is no sandbox.
  package struct Refusal: Error {
    /// What failed, as a clause.
    package let reason: String
  }

  private static let firstNumber: UInt32 = 1

  /// How what confines the processes is known.
  private enum Confinement: Sendable {
    case reported(by: ConfinedProcess)
    case known(String)
  }

  private struct State: Sendable {
    var process: ConfinedProcess?
    var number = firstNumber
    var objects = 0
    var released: [Int] = []
  }

  /// The memory that decoding may take beyond the limits of two pictures, in bytes: one that is shown, and one that is fetched
  /// ahead. [C]
  private static let spareBytes = 512 << 20
  /// How often a call was made whose process has ended.
  private struct Attempts {
    /// Those where the call may have been the cause.
    var suspect = 0
    /// Those where another call was the cause.
    var innocent = 0
    /// True where it is not made again. [C]
    var areSpent: Bool { suspect >= 3 || innocent >= 20 }
  }

  private let confinement: Confinement
  /// The format that its processes load; `nil` for those of this program.
  let format: LoaderFormat?
  /// The memory that decoding one picture may take, in bytes.
  private let heldBytes: Int
  private let launcher: ConfinedProcess.Launcher
  private let memory: Int
  private let state = Mutex(State())

  /// Starts the first process, which is confined while the program goes on: see ``confirm()``.
  ///
  /// Call it before any thread is started, on the program's first thread.
  ///
  /// - Parameters:
  ///   - limits: Those of the pictures that will be opened.
  ///   - serve: What the process runs.
  /// - Throws: If the system provides no process.
  package init(
    _ limits: ImageLimits, serve: @escaping @convention(c) (Int32) -> Void = DecoderServer.serve
  ) throws(Refusal) {
    memory = 2 * limits.heldBytes + Self.spareBytes
    format = nil
    heldBytes = limits.heldBytes
    let zygote = OverscrollSandboxStart(serve)
    launcher = .zygote(zygote)
    let first =
      zygote < 0 ? nil : ConfinedProcess(launcher, number: Self.firstNumber, memory: memory)
    guard let first else { throw Refusal(reason: SystemError.last.message) }
    confinement = .reported(by: first)
    state.withLock { $0.process = first }
  }

  /// Starts a process that loads a format when it is called first.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - program: The program that loads it.
  ///   - limits: Those of the pictures that will be opened.
  init(_ format: LoaderFormat, by program: LoaderProgram, _ limits: ImageLimits) {
    self.format = format
    launcher = .loader(program, format)
    // The program's own sandbox has the limits of its options, which not every caller knows.
    heldBytes = limits.sandbox?.heldBytes ?? limits.heldBytes
    memory = heldBytes - ImageLimits.spareBytes + Self.spareBytes
    confinement = .known(program.isConfined ? "seccomp" : "none")
  }

  deinit { if case .zygote(let zygote) = launcher { close(zygote) } }
}

extension Sandbox: Hashable {
  package static func == (one: Sandbox, other: Sandbox) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Sandbox {
  /// Waits until the first process is confined.
  ///
  /// Calls made before wait for that themselves, and none is answered by a process that is not confined.
  ///
  /// - Throws: If the system does not confine it.
  package func confirm() throws(Refusal) {
    guard case .reported(let first) = confinement else { return }
    guard let report = first.report else { throw Refusal(reason: "the process has ended") }
    guard report.failure == 0 else {
      throw Refusal(reason: SystemError(report.failure).message)
    }
  }

  /// What confines the process, for instance `seccomp, Landlock`.
  package var name: String {
    switch confinement {
    case .known(let name): name
    case .reported(let first): (first.report?.landlock ?? 0) > 0 ? "seccomp, Landlock" : "seccomp"
    }
  }

  /// What confines the process, or `none`.
  package static func name(_ sandbox: Sandbox?) -> String { sandbox?.name ?? "none" }

  /// The process, started where there is none.
  private func launch() -> ConfinedProcess? {
    state.withLock { state in
      if let process = state.process { return process }
      state.number += 1
      state.process = ConfinedProcess(launcher, number: state.number, memory: memory)
      return state.process
    }
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
}

extension Sandbox {
  /// Makes a call about a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - request: The call.
  ///   - restore: Opens the objects of the call where the process doesn't know them.
  ///   - body: Reads the replies; it is called again where the process has ended meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: The error of the call, or that its decoder stopped.
  func call<Value>(
    _ file: ImageFile, _ request: MessageWriter,
    restore: () throws(ImagingError) -> Void = {},
    _ body: (inout ByteStream) throws(CallFailure) -> Value
  ) throws(ImagingError) -> Value {
    releaseObjects(file)
    var attempts = Attempts()
    while true {
      let process = launch()
      guard let process, let lane = process.takeLane() else {
        try retry(&attempts, after: process, .ended, file)
        continue
      }
      do throws(CallFailure) {
        try lane.begin(request, file)
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
        default: try retry(&attempts, after: process, error, file)
        }
      }
    }
  }

  /// Ends a process that failed; throws where the call is not to be made again.
  private func retry(
    _ attempts: inout Attempts, after process: ConfinedProcess?, _ failure: CallFailure,
    _ file: ImageFile
  ) throws(ImagingError) {
    let isKnown = failure.hasKnownCause
    let isInnocent = !isKnown && process?.hasCause == true
    if let process { discard(process, hasCause: isKnown) }
    if isInnocent { attempts.innocent += 1 } else { attempts.suspect += 1 }
    guard !isKnown, !attempts.areSpent else {
      throw ImagingError(.damaged, file.path, failure.reason(format))
    }
  }

  private func releaseObjects(_ file: ImageFile) {
    let numbers = state.withLock { state in
      defer { state.released = [] }
      return state.released
    }
    guard !numbers.isEmpty, let process = launch(), let lane = process.takeLane() else { return }
    do throws(CallFailure) {
      for number in numbers {
        var message = MessageWriter(.release)
        message.add(number)
        try lane.begin(message, file)
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
    case .stuck, .malformed, .crashed, .outOfMemory: true
    case .ended, .imaging, .unknown: false
    }
  }

  /// What happened, as a clause about the decoder or about the loader of a format.
  fileprivate func reason(_ format: LoaderFormat?) -> String {
    let fact =
      switch self {
      case .stuck: "made no progress for \(Int(ClientLane.timeout)) seconds"
      case .malformed: "sent invalid data"
      case .crashed: "crashed"
      case .outOfMemory: "ran out of memory"
      case .ended, .imaging, .unknown: "ended unexpectedly"
      }
    guard let format else { return "its decoder \(fact)" }
    return "the loader for \(format.name) stopped (it \(fact))"
  }
}
