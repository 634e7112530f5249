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
    guard report.failure == 0 else { throw Refusal(reason: SystemError(report.failure).message) }
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

// MARK: - Opening

/// What a picture in a sandbox is opened from, so that a new process can open it again.
struct RemoteOrigin: Sendable {
  let file: ImageFile
  let head: [UInt8]
  let page: FilePages.Page?
  let limits: ImageLimits
  let sandbox: Sandbox
  var turn = Orientation.upright
  var tone = Tone.none
}

/// A picture in a process that decodes.
final class RemoteObject: Sendable {
  let number: Int
  let process: PictureProcess

  init(in process: PictureProcess) {
    number = process.makeNumber()
    self.process = process
  }

  deinit { process.release(number) }

  /// Begins a call about the object.
  func request(_ kind: RequestKind) -> MessageWriter {
    var request = MessageWriter(kind)
    request.add(number)
    return request
  }
}

/// What opening a picture found.
private struct RemoteHeader {
  var info: ImageInfo
  /// The memory and the halvings of a picture that is decoded by rows; `nil` for one that is decoded by tiles.
  var rows: (workBytes: Int, reducibleLevels: Int)?
}

extension RemoteOrigin {
  /// The number of halvings that any format can decode by itself. [C]
  private static let maximumLevels = 8

  /// Opens it in the process.
  private func header(
    as object: RemoteObject, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> RemoteHeader {
    var request = object.request(.open)
    request.add(file)
    request.add(head)
    request.add(page != nil)
    if let page { request.add(page) }
    request.add(limits.megapixels)
    request.add(limits.heldBytes)
    request.add(limits.threads)
    request.add(turn.rawValue)
    request.add(tone)
    let timing = CallTiming(first: ImageFile.openingSeconds)
    var header = try object.process.call(request, timing) { (stream) throws(CallFailure) in
      try stream.result(while: shouldContinue) { (reader) throws(MalformedMessage) in
        var header = RemoteHeader(info: try reader.info())
        if try reader.flag() {
          header.rows = (
            try reader.number(in: 0...Int.max), try reader.number(in: 0...Self.maximumLevels)
          )
        }
        return header
      }
    }
    header.info.confinement = object.process.confinement
    return header
  }

  /// Opens the picture.
  func open(
    while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> any ImageSource {
    let object = RemoteObject(in: sandbox.process(for: file))
    let header = try header(as: object, while: shouldContinue)
    guard let rows = header.rows else {
      return RemoteTiles(info: header.info, object: object, origin: self)
    }
    return RemoteRows(
      info: header.info, workBytes: rows.workBytes, reducibleLevels: rows.reducibleLevels,
      object: object, origin: self)
  }

  /// Opens the picture turned once more; `nil` where that fails.
  func open(turnedBy turn: Orientation, _ info: ImageInfo) -> (any ImageSource)? {
    var origin = self
    origin.turn = origin.turn.followed(by: turn)
    guard let source = try? origin.open(), source.info.hasPlace(of: info.turned(by: turn)) else {
      return nil
    }
    return source
  }

  /// Opens the picture with other samples black and white; `nil` where there is nothing to map.
  func open(
    tonedTo tone: Tone, _ info: ImageInfo, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard tone != .none, info.takesTone || !info.channels.isEmpty else { return nil }
    var origin = self
    origin.tone = tone
    let source = try origin.open(while: shouldContinue)
    // Its size was checked against the limits when it was opened without.
    guard source.info.hasPlace(of: info) else { throw file.changed }
    return source.info == info ? nil : source
  }

  /// Opens it in a new process.
  func restore(_ object: RemoteObject, _ info: ImageInfo) throws(ImagingError) {
    guard try header(as: object).info == info else { throw file.changed }
  }
}

extension ImageInfo {
  /// Returns whether it has the size of another one, and is stored like it.
  fileprivate func hasPlace(of other: ImageInfo) -> Bool {
    size == other.size && orientation == other.orientation
  }
}

/// A picture in a sandbox, however it is decoded there.
protocol RemoteSource: ImageSource {
  var object: RemoteObject { get }
  var origin: RemoteOrigin { get }
}

extension RemoteSource {
  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    try origin.open(tonedTo: tone, info, while: shouldContinue)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try RemoteSamples(object, origin, info)
  }

  /// Opens it in a new process.
  func restore() throws(ImagingError) { try origin.restore(object, info) }
}

extension ByteStream {
  /// Reads the message that ends a call.
  mutating func result<Value>(
    while shouldContinue: () -> Bool = { true },
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(CallFailure) -> Value {
    guard case .result(var reader) = try next(while: shouldContinue) else { throw .malformed }
    return try Self.read(&reader, read)
  }

  static func read<Value>(
    _ reader: inout MessageReader,
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(CallFailure) -> Value {
    do throws(MalformedMessage) {
      return try read(&reader)
    } catch {
      throw .malformed
    }
  }
}

extension Sandbox {
  /// Opens a picture.
  func open(
    _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    try RemoteOrigin(file: file, head: head, page: page, limits: limits, sandbox: self).open()
  }

  /// The most bytes of a file's metadata. [C]
  fileprivate static let maximumContent = 16 << 20

  /// Reads the metadata of a file; there is none where that fails.
  func metadata(of file: ImageFile, _ head: [UInt8]) -> PictureMetadata {
    var request = MessageWriter(.metadata)
    request.add(file)
    request.add(head)
    let metadata = try? process(for: file).call(request) { (stream) throws(CallFailure) in
      try stream.content { (reader) throws(MalformedMessage) in try reader.metadata() }
    }
    return metadata ?? PictureMetadata()
  }
}

extension ByteStream {
  /// Reads what a call answers where that may be longer than a message.
  mutating func content<Value>(
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(CallFailure) -> Value {
    guard case .begin(var reader) = try next(while: { true }) else { throw .malformed }
    let count = try Self.read(&reader) { (reader) throws(MalformedMessage) in
      try reader.number(in: 0...Sandbox.maximumContent)
    }
    var bytes = [UInt8](repeating: 0, count: count)
    guard try fill(&bytes) else { throw .malformed }
    try result { _ in }
    var content = MessageReader(bytes)
    return try Self.read(&content, read)
  }

  /// Fills an array; returns false where the bytes end before it is full.
  mutating func fill(_ bytes: inout [UInt8]) throws(CallFailure) -> Bool {
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(CallFailure) in
      try fill(UnsafeMutableRawBufferPointer(buffer)) { true }
    }
  }

  /// Reads as many pixels.
  mutating func pixels(_ count: Int) throws(CallFailure) -> ContiguousArray<UInt32> {
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: count)
    let isFull = try pixels.withUnsafeMutableBufferPointer { (buffer) throws(CallFailure) in
      try fill(UnsafeMutableRawBufferPointer(buffer)) { true }
    }
    guard isFull else { throw .malformed }
    return pixels
  }
}
