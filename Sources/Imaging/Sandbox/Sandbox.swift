import CSandbox
import OverscrollBase
import Synchronization

/// Where pictures are decoded: in a process for each, which reads the file that is opened for it, writes memory that it shares, and
/// can do nothing else.
///
/// The next process is started, and confined, before it is needed. All methods may be called on any thread.
package final class Sandbox: Sendable {
  /// Why there is no sandbox.
  package struct Refusal: Error {
    /// What failed, as a clause.
    package let reason: String
  }

  private struct State: Sendable {
    var zygote: Zygote?
    var number: UInt32 = 0
    /// The process for the next picture.
    var spare: ConfinedProcess?
    /// The first process, until it has reported.
    var first: ConfinedProcess?
    /// What it reported.
    var report: OverscrollSandboxReport?
    var files: [ImageFile: OpenFile] = [:]
  }

  /// A file that is open, as long as something of it is used.
  private struct OpenFile: Sendable { weak var process: PictureProcess? }

  /// The memory that decoding may take beyond the budget of the tiles, in bytes. [C]
  private static let spareBytes = 512 << 20

  /// The format that its processes load; `nil` for those of this program.
  let format: LoaderFormat?
  private let program: LoaderProgram?
  /// The memory that decoding one picture may take, in bytes.
  private let heldBytes: Int
  private var memory: Int { heldBytes - ImageLimits.spareBytes + Self.spareBytes }
  private let state: Mutex<State>

  /// Starts the first process, which is confined while the program goes on: see ``confirm()``.
  ///
  /// Call it before any thread is started, on the program's first thread.
  ///
  /// - Parameters:
  ///   - limits: Those of the pictures that will be opened.
  ///   - serve: What the processes run.
  /// - Throws: If the system provides no process.
  package init(
    _ limits: ImageLimits, serve: @escaping @convention(c) (Int32) -> Void = DecoderServer.serve
  ) throws(Refusal) {
    heldBytes = limits.heldBytes
    format = nil
    program = nil
    guard let zygote = Zygote(serve: serve) else {
      throw Refusal(reason: SystemError.last.message)
    }
    state = Mutex(State(zygote: zygote))
    state.withLock { state in
      state.first = start(&state)
      state.spare = state.first
    }
  }

  /// Starts the processes that load a format when its first file is opened.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - program: The program that loads it.
  ///   - limits: Those of the pictures that will be opened.
  init(_ format: LoaderFormat, by program: LoaderProgram, _ limits: ImageLimits) {
    self.format = format
    self.program = program
    // The program's own sandbox has the limits of its options, which not every caller knows.
    heldBytes = limits.sandbox?.heldBytes ?? limits.heldBytes
    state = Mutex(State())
  }
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
    guard let report = firstReport else { throw Refusal(reason: "the process has ended") }
    guard report.failure == 0 else {
      throw Refusal(reason: SystemError(report.failure).message)
    }
  }

  private var firstReport: OverscrollSandboxReport? {
    let (known, first) = state.withLock { ($0.report, $0.first) }
    let report = known ?? first?.report
    state.withLock { state in
      state.report = report
      state.first = nil
    }
    return report
  }

  private func start(_ state: inout State) -> ConfinedProcess? {
    state.number += 1
    let (number, memory) = (state.number, memory)
    if let zygote = state.zygote, let process = ConfinedProcess(zygote, number, memory: memory) {
      return process
    }
    // A loader that has ended is started again.
    guard let program, let format else { return nil }
    state.zygote = Zygote(program, format)
    return state.zygote.flatMap { ConfinedProcess($0, number, memory: memory) }
  }

  /// Returns a process that has seen no picture, and starts the next one; `nil` where the system provides none.
  func takeProcess() -> ConfinedProcess? {
    state.withLock { state in
      let process = state.spare ?? start(&state)
      state.spare = start(&state)
      return process
    }
  }

  /// Gives up a loader whose processes don't report: the next one is of a loader that is started again.
  func discard(_ zygote: Zygote) {
    state.withLock { state in
      guard program != nil, state.zygote === zygote else { return }
      state.zygote = nil
      state.spare = nil
    }
  }

  /// The process of a file: the one that it has, or one that is started with its first call.
  func process(for file: ImageFile) -> PictureProcess {
    state.withLock { state in
      if let process = state.files[file]?.process { return process }
      let process = PictureProcess(file, in: self)
      state.files = state.files.filter { $0.value.process != nil }
      state.files[file] = OpenFile(process: process)
      return process
    }
  }
}

extension OverscrollSandboxReport {
  private static let namespaces = UInt32(
    OVERSCROLL_USER_NAMESPACE | OVERSCROLL_PID_NAMESPACE | OVERSCROLL_NETWORK_NAMESPACE
      | OVERSCROLL_IPC_NAMESPACE | OVERSCROLL_MOUNT_NAMESPACE)
  private static let parts: [(UInt32, String)] = [
    (OVERSCROLL_USER_NAMESPACE, "user namespace"), (OVERSCROLL_PID_NAMESPACE, "PID namespace"),
    (OVERSCROLL_NETWORK_NAMESPACE, "network namespace"),
    (OVERSCROLL_IPC_NAMESPACE, "IPC namespace"), (OVERSCROLL_MOUNT_NAMESPACE, "mount namespace"),
  ]

  /// What confines the process, and what could not be had: `seccomp, Landlock, namespaces`, or `seccomp, Landlock (no namespaces)`.
  var name: String {
    guard isConfined != 0 else { return "none" }
    var present = ["seccomp"]
    var missing: [String] = []
    func add(_ part: String, _ isPresent: Bool) {
      if isPresent { present.append(part) } else { missing.append("no " + part) }
    }
    add("Landlock", landlock > 0)
    let held = isolation & Self.namespaces
    add("namespaces", held != 0)
    if held != 0 {
      for (bit, name) in Self.parts where held & bit == 0 { missing.append("no " + name) }
      if isolation & OVERSCROLL_EMPTY_ROOT == 0 { missing.append("no empty root") }
    }
    let list = present.joined(separator: ", ")
    return missing.isEmpty ? list : "\(list) (\(missing.joined(separator: ", ")))"
  }
}
