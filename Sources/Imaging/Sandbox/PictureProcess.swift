import OverscrollBase
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

  let file: ImageFile
  let sandbox: Sandbox
  private let state = Mutex(State())

  init(_ file: ImageFile, in sandbox: Sandbox) { (self.file, self.sandbox) = (file, sandbox) }
}

extension PictureProcess {
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
}

extension PictureProcess {
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
